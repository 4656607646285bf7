from __future__ import annotations

import base64
import io
import zipfile

import pytest

from docprep_gui import parsing
from docprep_gui.domain.errors import FileError
from docprep_gui.parsing import docx, sniff
from docprep_gui.parsing import package as opened
from tests.parsing.docx.everything import PARTS
from tests.parsing.docx.making import RELATIONS, TRANSITIONAL, lines, of_kind, p, package, part, r, read, texts, zipped

_BODY = part("document", f"<w:body>{p('正文内容。')}</w:body>")


def _kind(data: bytes) -> str:
    with pytest.raises(FileError) as caught:
        docx.read(data, "a.docx")
    return caught.value.kind


@pytest.mark.parametrize("data", [
    b"PK\x03\x04 cut", b"", zipped({"other.txt": "x"}), zipped({"word/document.xml": ""}),
    zipped({"word/document.xml": "no xml at all"}), zipped({"word/document.xml": "<a/>"}), package(p("甲" * 500))[:-40],
])  # fmt: skip
def test_what_is_no_document_is_corrupt(data: bytes) -> None:
    assert _kind(data) == "corrupt"


def test_a_damaged_part_is_corrupt() -> None:
    data = bytearray(zipped({"word/document.xml": _BODY}))
    at = data.index(b"word/document.xml") + len("word/document.xml") + 5
    data[at : at + 30] = bytes(30)
    assert _kind(bytes(data)) == "corrupt"


@pytest.mark.parametrize("shift", [-7, 1, 16, 4000, 2**31])
def test_a_directory_that_points_astray_is_no_fault_of_ours(shift: int) -> None:
    """The end of a zip says where its directory lies (APPNOTE 4.3.16); what that is off, every entry is off."""
    data = bytearray(zipped({"word/document.xml": _BODY}))
    at = data.rindex(b"PK\5\6") + 16
    said = int.from_bytes(data[at : at + 4], "little")
    data[at : at + 4] = ((said + shift) % 2**32).to_bytes(4, "little")
    for reader in (docx.read, parsing.read):
        with pytest.raises(FileError) as caught:
            reader(bytes(data), "a.docx")
        assert caught.value.kind == "corrupt"


def test_a_document_type_is_refused() -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>' + _BODY.split("?>", 1)[1]
    assert _kind(zipped({"word/document.xml": bomb})) == "corrupt"
    assert _kind(zipped({"word/document.xml": bomb.encode("utf-16")})) == "corrupt"


def test_bombs_are_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opened, "MAX_PART", 1000)
    assert _kind(package(p("甲" * 2000))) == "too_large"
    monkeypatch.setattr(opened, "MAX_TOTAL", 500)
    assert _kind(package(p("甲"))) == "too_large"
    monkeypatch.setattr(opened, "MAX_ENTRIES", 1)
    assert _kind(package(p("甲"))) == "too_large"


def test_depth_without_end_is_corrupt() -> None:
    depth = 5000
    deep = "<w:sdt><w:sdtContent>" * depth + p("x") + "</w:sdtContent></w:sdt>" * depth
    assert _kind(package(deep)) == "corrupt"


def test_nothing_to_read_is_empty() -> None:
    assert _kind(package(p() + p("<w:r><w:t> </w:t></w:r>"))) == "empty"


def test_missing_relations_are_made_up_for() -> None:
    document = docx.read(
        zipped({"word/document.xml": part("document", f"<w:body>{p('概述', style='9')}</w:body>"),
                "word/styles.xml": part("styles", '<w:style w:styleId="9"><w:name w:val="heading 1"/></w:style>')}),
        "a.docx",
    )  # fmt: skip
    assert texts(document, "section") == ["概述\n"]


def test_the_document_may_lie_anywhere() -> None:
    relation = f'<Relationship Id="a" Type="{TRANSITIONAL}/officeDocument/2006/relationships/officeDocument" '
    rels = f'<Relationships {RELATIONS}>{relation} Target="/text/Main%201.xml"/></Relationships>'
    assert lines(docx.read(zipped({"_rels/.rels": rels, "text/main 1.xml": _BODY}), "a.docx")) == ["正文内容。"]


def test_the_strict_flavour_is_read() -> None:
    body = _BODY.replace(
        f"{TRANSITIONAL}/wordprocessingml/2006/main", "http://purl.oclc.org/ooxml/wordprocessingml/main"
    )
    assert lines(docx.read(zipped({"word/document.xml": body}), "a.docx")) == ["正文内容。"]


def test_addresses_in_the_text_are_left_alone() -> None:
    address = "http://purl.oclc.org/ooxml/wordprocessingml/main"
    assert lines(read(p(address))) == [address]


def test_utf16_is_read() -> None:
    body = _BODY.replace('encoding="UTF-8"', 'encoding="UTF-16"').encode("utf-16")
    assert lines(docx.read(zipped({"word/document.xml": body}), "a.docx")) == ["正文内容。"]


def test_faulty_xml_is_mended_and_said_so() -> None:
    broken = part("document", f"<w:body>{p('甲 & 乙')}{p('丙')}</w:body>")
    document = docx.read(zipped({"word/document.xml": broken}), "a.docx")
    assert "丙" in lines(document)
    assert [n.code for n in document.notices] == ["repaired"]


def test_a_faulty_side_part_does_not_matter() -> None:
    document = docx.read(zipped({"word/document.xml": _BODY, "word/comments.xml": "<w:comm"}), "a.docx")
    assert lines(document) == ["正文内容。"]


def test_source_tells_of_the_file() -> None:
    data = package(p("合同正文。"))
    source = docx.read(data, "合同.docx").source
    assert (source.name, source.kind, source.size, source.language, source.body) == (
        "合同.docx",
        "docx",
        len(data),
        "zh",
        (0, 6),
    )


def test_headers_and_footers_come_once_behind_the_body() -> None:
    def section(name: str) -> str:
        header = f'<w:headerReference w:type="default" r:id="{name}"/>'
        return f'<w:sectPr>{header}<w:footerReference r:id="footer1"/></w:sectPr>'

    document = read(
        p("甲", section("header1")) + p("乙") + section("header2"),
        header1=p("编号：HT-1"), header2=p("编号：HT-1"), footer1=p(r("第") + r("页")),
    )  # fmt: skip
    assert lines(document) == ["甲", "乙"]
    assert texts(document, "page_header") == ["编号：HT-1"]
    assert texts(document, "page_footer") == ["第页"]


def test_notes_follow_their_paragraph() -> None:
    inner = (
        r("总价") + '<w:r><w:footnoteReference w:id="2"/></w:r>' + r("。") + '<w:r><w:endnoteReference w:id="3"/></w:r>'
    )
    document = read(
        p(inner) + p("后文"),
        footnotes=f'<w:footnote w:type="separator" w:id="0">{p("-")}</w:footnote>'
        f'<w:footnote w:id="2">{p("<w:r><w:footnoteRef/></w:r>" + r("含税。"))}{p("另计。")}</w:footnote>',
        endnotes=f'<w:endnote w:id="3">{p("见附件。")}</w:endnote>',
    )
    assert lines(document) == ["总价。", "含税。", "另计。", "见附件。", "后文"]
    notes = of_kind(document, "note")
    assert [(document.slice(n.span), n.role, n.anchor) for n in notes] == [
        ("含税。\n另计。", "footnote", 2), ("见附件。", "endnote", 3),
    ]  # fmt: skip


def test_comments_are_asides() -> None:
    inner = (
        r("赔偿")
        + '<w:commentRangeStart w:id="0"/>'
        + r("上限")
        + '<w:commentRangeEnd w:id="0"/>'
        + ('<w:r><w:commentReference w:id="0"/></w:r>')
    )
    comment = f'<w:comment w:id="0" w:author="法务" w:date="2026-01-01T00:00:00Z">{p("请核对")}</w:comment>'
    document = read(p(inner), comments=comment)
    assert lines(document) == ["赔偿上限"]
    (node,) = of_kind(document, "comment")
    assert document.slice(node.span) == "请核对"
    assert (node.author, node.date, node.anchor) == ("法务", "2026-01-01T00:00:00Z", 2)


def _flat(parts: dict[str, str | bytes]) -> bytes:
    made = []
    for name, content in parts.items():
        if isinstance(content, bytes):
            made.append(f'<pkg:part pkg:name="/{name}"><pkg:binaryData>{base64.b64encode(content).decode()}</pkg:binaryData>'
                        "</pkg:part>")  # fmt: skip
        else:
            inner = content.split("?>", 1)[-1]
            made.append(f'<pkg:part pkg:name="/{name}" pkg:contentType="application/vnd.openxmlformats-officedocument.'
                        f'wordprocessingml.document.main+xml"><pkg:xmlData>{inner}</pkg:xmlData></pkg:part>')  # fmt: skip
    return (
        '<?xml version="1.0"?>\n<?mso-application progid="Word.Document"?><pkg:package '
        f'xmlns:pkg="http://schemas.microsoft.com/office/2006/xmlPackage">{"".join(made)}</pkg:package>'
    ).encode()


def test_a_package_as_one_file_is_read() -> None:
    relation = f'<Relationship Id="a" Type="{TRANSITIONAL}/officeDocument/2006/relationships/officeDocument" '
    data = _flat({
        "_rels/.rels": f'<Relationships {RELATIONS}>{relation} Target="word/document.xml"/></Relationships>',
        "word/document.xml": part("document", f"<w:body>{p('概述', style='9')}{p('正文。')}</w:body>"),
        "word/styles.xml": part("styles", '<w:style w:styleId="9"><w:name w:val="heading 1"/></w:style>'),
        "word/media/image1.png": b"\x89PNG",
    })  # fmt: skip
    assert sniff.kind(data, "合同.xml") == "docx"
    document = docx.read(data, "合同.xml")
    assert texts(document, "section") == ["概述\n正文。\n"]


@pytest.mark.parametrize("data", [
    _flat({}), _flat({"word/document.xml": b"x"}), _flat({"a": "<a/>"})[:-30],
    _flat({"word/document.xml": _BODY}).replace(b"<pkg:package", b'<!DOCTYPE a [<!ENTITY b "c">]><pkg:package'),
])  # fmt: skip
def test_a_faulty_package_as_one_file_is_corrupt(data: bytes) -> None:
    assert _kind(data) == "corrupt"


def test_a_comment_may_begin_between_two_paragraphs() -> None:
    document = read(
        p("甲") + '<w:commentRangeStart w:id="0"/>' + p("乙") + p(r("丙") + '<w:commentRangeEnd w:id="0"/>'
        '<w:r><w:commentReference w:id="0"/></w:r>'),
        comments=f'<w:comment w:id="0">{p("请核对")}</w:comment>',
    )  # fmt: skip
    (node,) = of_kind(document, "comment")
    assert (document.slice(node.span), node.anchor) == ("请核对", 2)


def test_answers_to_comments_follow_them() -> None:
    starts = "".join(f'<w:commentRangeStart w:id="{n}"/>' for n in range(2))
    ends = "".join(f'<w:commentRangeEnd w:id="{n}"/><w:r><w:commentReference w:id="{n}"/></w:r>' for n in range(2))
    comments = f'<w:comment w:id="0" w:author="甲">{p("问")}</w:comment><w:comment w:id="1" w:author="乙">{p("答")}</w:comment>'
    document = read(p(r("文") + starts + r("字") + ends), comments=comments)
    assert [(document.slice(n.span), n.author, n.anchor) for n in of_kind(document, "comment")] == [
        ("问", "甲", 1), ("答", "乙", 1),
    ]  # fmt: skip


def test_a_whole_strict_file_reads_as_the_usual_one() -> None:
    def strict(content: bytes) -> bytes:
        for kind in (b"wordprocessingml", b"drawingml", b"officeDocument"):
            content = content.replace(
                b"http://schemas.openxmlformats.org/" + kind + b"/2006/", b"http://purl.oclc.org/ooxml/" + kind + b"/"
            )
        return content

    usual = docx.read(zipped(PARTS), "a.docx")
    other = docx.read(zipped({name: strict(content) for name, content in PARTS.items()}), "a.docx")
    assert b"purl.oclc.org" in strict(PARTS["word/document.xml"])
    assert (other.text, other.nodes, other.notices) == (usual.text, usual.nodes, usual.notices)


def test_a_file_of_another_office_suite() -> None:
    own = 'xmlns:wpsCustomData="http://www.wps.cn/officeDocument/2013/wpsCustomData" mc:Ignorable="w14 wpsCustomData"'
    styles = (
        '<w:style w:type="paragraph" w:default="1" w:styleId="1"><w:name w:val="Normal"/></w:style>'
        '<w:style w:type="paragraph" w:styleId="2"><w:name w:val="heading 1"/><w:basedOn w:val="1"/></w:style>'
        '<w:style w:type="paragraph" w:styleId="3"><w:name w:val="toc 1"/><w:basedOn w:val="1"/></w:style>'
    )
    body = (
        p("第一章 总则\t1", style="3")
        + '<w:p w14:paraId="0A"><w:pPr><w:pStyle w:val="2"/><w:keepNext w:val="0"/></w:pPr><w:r><w:rPr><w:rFonts '
        'w:hint="eastAsia"/><w:lang w:val="en-US" w:eastAsia="zh-CN"/></w:rPr><w:t>第一章 总则</w:t></w:r></w:p>'
        + '<w:p><w:pPr><w:outlineLvl w:val="1"/></w:pPr><w:r><w:t>一、目的</w:t></w:r><wpsCustomData:x/></w:p>'
        + p("正文。")
    )
    data = package(body, styles=styles)
    with zipfile.ZipFile(io.BytesIO(data)) as source:
        parts = {name: source.read(name) for name in source.namelist()}
    parts["word/document.xml"] = parts["word/document.xml"].replace(b"<w:document ", f"<w:document {own} ".encode())
    document = docx.read(zipped(parts), "合同.docx")
    assert lines(document) == ["第一章 总则", "一、目的", "正文。"]
    assert [(node.level, node.label) for node in of_kind(document, "section")] == [(1, "第一章"), (2, "一、")]
