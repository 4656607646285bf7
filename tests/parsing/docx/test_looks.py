"""Headings that nothing marks but their letters."""

from __future__ import annotations

from tests.parsing.docx.making import abstract, level, num, outline, p, r, read, style, tbl, tc, tr

_BODY = p("甲方应当按照约定的时间和方式支付全部价款。") + p("逾期支付的，每日按未付价款的万分之五承担违约金。")
_TEXT = p("The supplier shall deliver the goods on time and in full.")


def _bold(text: str, size: int = 0, more: str = "") -> str:
    return p(r(text, "<w:b/>" + (f'<w:sz w:val="{size}"/>' if size else "")), more)


_CENTRED = '<w:jc w:val="center"/>'


def test_bold_lines_over_text_are_headings() -> None:
    document = read(_bold("合同标的") + _BODY + _bold("付款方式") + _BODY + _bold("违约责任") + _BODY)
    assert outline(document) == [(1, "合同标的"), (1, "付款方式"), (1, "违约责任")]


def test_english_lines_too() -> None:
    document = read(_bold("Scope of Work") + _TEXT + _bold("Payment Terms:") + _TEXT + _bold("Governing Law") + _TEXT)
    assert outline(document) == [(1, "Scope of Work"), (1, "Payment Terms:"), (1, "Governing Law")]


def test_size_tells_the_levels() -> None:
    document = read(
        _bold("采购合同", 44, _CENTRED) + _bold("总则", 32) + _bold("目的", 24) + _BODY + _bold("范围", 24) + _BODY
        + _bold("附则", 32) + _BODY + _bold("解释", 24) + _BODY
    )  # fmt: skip
    assert outline(document) == [(1, "总则"), (2, "目的"), (2, "范围"), (1, "附则"), (2, "解释")]
    assert document.source.title == "采购合同"


def test_large_letters_are_enough() -> None:
    large = '<w:sz w:val="32"/>'
    document = read(p(r("项目背景", large)) + _BODY + p(r("项目目标", large)) + _BODY)
    assert outline(document) == [(1, "项目背景"), (1, "项目目标")]


def _set_in(font: str, text: str, more: str = "") -> str:
    return p(r(text, f'<w:rFonts w:ascii="{font}" w:eastAsia="{font}"/>'), more)


def test_heavy_chinese_fonts_are_as_bold_letters() -> None:
    text = _set_in("仿宋_GB2312", "各部门应当按照本制度的规定执行，不得违反。")
    heads = ["总则", "考勤管理", "附则"]
    document = read(_set_in("方正小标宋简体", "管理制度", _CENTRED) + "".join(_set_in("黑体", head) + text * 2 for head in heads))
    assert outline(document) == [(1, head) for head in heads]
    everywhere = "".join(_set_in("黑体", head) + _set_in("黑体", "各部门应当执行本制度。") for head in heads)
    assert outline(read(everywhere)) == []
    assert outline(read("".join(_set_in("SimHei", name) + text for name in ("Scope", "Term")))) == []


def test_heavy_fonts_by_style() -> None:
    font = '<w:rPr><w:rFonts w:eastAsia="{}"/></w:rPr>'
    styles = (
        style("A", "条目", font.format("SimHei")) + style("B", "条目2", based="A") + style("C", "正文2", font.format("宋体"), based="A")
        + style("D", "重", font.format("华文黑体"), kind="character") + style("E", "重2", based="D", kind="character")
    )  # fmt: skip
    for head in (p("总则", style="B"), p(r("总则", '<w:rStyle w:val="E"/>'))):
        assert outline(read((head + _BODY) * 3, styles=styles)) == [(1, "总则")] * 3
    assert outline(read((p("总则", style="C") + _BODY) * 3, styles=styles)) == []


def test_what_an_office_prints_on_top_is_no_title() -> None:
    top = p("某某市人民政府文件", _CENTRED) + p("某政发〔2024〕15 号", _CENTRED)
    assert read(top + p("关于加强管理的通知", _CENTRED) + _BODY).source.title == "关于加强管理的通知"
    assert read(top + _BODY).source.title == "某某市人民政府文件"
    assert read(p("招标文件", _CENTRED) + p("某某项目", _CENTRED) + _BODY).source.title == "招标文件"


def test_bold_by_style_counts_and_two_toggles_do_not() -> None:
    styles = (
        style("B", "Strong line", "<w:rPr><w:b/></w:rPr>") + style("C", "Strong", "<w:rPr><w:b/></w:rPr>", kind="character")
        + style("D", "Derived", based="B")
    )  # fmt: skip
    assert outline(read(p("标的", style="B") + _BODY + p("价款", style="D") + _BODY, styles=styles)) == [
        (1, "标的"), (1, "价款"),
    ]  # fmt: skip
    twice = '<w:rStyle w:val="C"/>'
    assert outline(read(p(r("标的", twice)) + _BODY + p(r("价款", twice)) + _BODY, styles=styles)) != []
    off = p(r("标的", twice), style="B") + _BODY + p(r("价款", twice), style="B") + _BODY
    assert outline(read(off, styles=styles)) == []


def test_one_bold_line_is_no_heading() -> None:
    assert outline(read(_bold("特别提示") + _BODY + _BODY)) == []


def test_what_is_bold_everywhere_is_no_heading() -> None:
    assert outline(read("".join(_bold(t) + _bold("甲方应当按照约定支付价款。") for t in ["标的", "价款", "争议"]))) == []
    assert outline(read("".join(_bold(t) for t in ["第一行", "第二行", "第三行", "第四行"]) + _BODY)) == []


def test_entries_signatures_and_dates_are_no_headings() -> None:
    lines = ["甲方：某某公司", "乙方：", "甲方（盖章）", "2024年3月5日", "合同编号：HT-1", "日期：____", "— 3 —", "重要的是，请注意"]
    assert outline(read("".join(_bold(line) + _BODY for line in lines))) == []


def test_partly_bold_lines_are_no_headings() -> None:
    half = p(r("标的", "<w:b/>") + r("和价款"))
    assert outline(read(half + _BODY + half + _BODY)) == []


def test_styled_headings_leave_bold_lines_alone() -> None:
    parts = ["总则", "价款", "附则"]
    document = read("".join(p(part, style="Heading1") + _bold("注意事项") + _BODY * 2 for part in parts))
    assert outline(document) == [(1, part) for part in parts]


def test_bold_lines_are_headings_where_nearly_all_text_is_under_one_style() -> None:
    document = read(p("章程", style="Heading1") + _bold("注意事项") + _BODY + _bold("特别说明") + _BODY)
    assert outline(document) == [(1, "章程"), (2, "注意事项"), (2, "特别说明")]


def test_bold_lines_over_numbers_that_start_anew_stand_above_them() -> None:
    def part(name: str) -> str:
        return _bold(name, 32) + p("一、背景") + _BODY + p("二、目标") + _BODY

    document = read(part("项目概况") + part("技术方案") + part("商务条款"))
    assert outline(document)[:4] == [(1, "项目概况"), (2, "一、背景"), (2, "二、目标"), (1, "技术方案")]


def test_a_bold_line_among_bold_numbered_headings_is_one_of_them() -> None:
    document = read(
        _bold("一、标的") + _BODY + _bold("二、价款") + _BODY + _bold("特别约定") + _BODY + _bold("三、争议") + _BODY
        + _bold("补充说明") + _BODY
    )  # fmt: skip
    assert outline(document) == [
        (1, "一、标的"), (1, "二、价款"), (1, "特别约定"), (1, "三、争议"), (1, "补充说明"),
    ]  # fmt: skip


def test_bold_lines_of_another_look_than_the_numbered_headings_are_none() -> None:
    document = read(p("一、标的") + _BODY + _bold("提示") + _BODY + p("二、价款") + _BODY + _bold("警告") + _BODY)
    assert outline(document) == [(1, "一、标的"), (1, "二、价款")]


def test_bold_numbered_by_word_are_headings_with_their_number() -> None:
    numbering = abstract(0, level(0, "%1.")) + num(1, 0)
    lines = "".join(p(r(t, "<w:b/>"), num=(1, 0)) + _BODY for t in ["Scope", "Price", "Term"])
    assert outline(read(lines, numbering=numbering)) == [(1, "1. Scope"), (1, "2. Price"), (1, "3. Term")]


def test_text_boxes_and_cells_hold_no_headings_by_look_or_number() -> None:
    inner = f"<w:txbxContent>{_bold('第九条 提示')}{_BODY}</w:txbxContent>"
    box = f"<w:r><w:pict><v:textbox>{inner}</v:textbox></w:pict></w:r>"
    cell = tbl(tr(tc(_bold("第八条 说明") + _BODY)))
    document = read(p("第一条 标的") + p(r("机床。") + box) + p("第二条 价款") + cell)
    assert outline(document) == [(1, "第一条 标的"), (1, "第二条 价款")]


def test_a_bold_line_over_a_table_is_a_heading() -> None:
    table = tbl(tr(tc("名称"), tc("数量")), tr(tc("泵"), tc("2")))
    assert outline(read(_bold("货物清单") + table + _bold("服务清单") + table)) == [(1, "货物清单"), (1, "服务清单")]
