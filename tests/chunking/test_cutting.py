"""Where cuts fall, what stands before a core, and what a chunk says of itself."""

from __future__ import annotations

from itertools import pairwise

import pytest

from docprep_gui import parsing
from docprep_gui.chunking import ChunkSettings, cut, defaults
from docprep_gui.chunking.weights import weight, weights
from docprep_gui.domain.chunk import Chunk
from docprep_gui.domain.document import Document, Location
from docprep_gui.text import tokens
from tests.chunking.outline import Item, block, document, h, p, table

_SENTENCE = "甲方应当在收到发票后三十日内支付相应的货款。"  # 22 characters


def _settings(max_chars: int, overlap_chars: int = 0, table_rows: int = 100) -> ChunkSettings:
    return ChunkSettings(2000, 2600, max_chars, 200, overlap_chars, table_rows)


def _cores(document: Document, chunks: tuple[Chunk, ...]) -> list[str]:
    return [document.slice(chunk.core).strip() for chunk in chunks]


def test_a_document_without_text_has_no_chunks() -> None:
    assert cut(document(), defaults("txt")) == ()


def test_what_fits_is_one_chunk() -> None:
    made = document(h(1, "总则"), p(_SENTENCE), h(1, "付款"), p(_SENTENCE))
    (chunk,) = cut(made, defaults("txt"))
    assert chunk.title_path == ()
    assert not chunk.oversize
    assert chunk.kind == "text"


def test_asides_are_in_no_chunk() -> None:
    made = document(p(_SENTENCE), aside="页眉文字")
    assert "页眉文字" not in "".join(chunk.text(made) for chunk in cut(made, defaults("txt")))


def test_clauses_are_packed_whole() -> None:
    clauses = [item for n in range(9) for item in (h(2, f"1.{n} 条款"), p(_SENTENCE), p(_SENTENCE))]
    made = document(h(1, "1 总则"), *clauses)
    chunks = cut(made, _settings(140))
    assert len(chunks) == 5
    for core in _cores(made, chunks):
        assert core.startswith("1")
        assert core.endswith(_SENTENCE)
        assert core.count("条款") * 2 == core.count(_SENTENCE)


def test_typed_clauses_that_are_no_sections_are_kept_whole() -> None:
    items: list[Item] = []
    for n in "一二三四五六":
        items += [p(f"第{n}条 本条规定如下事项。", f"第{n}条"), p(_SENTENCE), p("（一）" + _SENTENCE, "（一）")]
    made = document(h(1, "总则"), *items)
    cores = _cores(made, cut(made, _settings(150)))
    assert len(cores) > 2
    for core in cores:
        assert core.endswith(_SENTENCE)
        assert core.count("第") * 2 == core.count(_SENTENCE)


@pytest.mark.parametrize("limit", [40, 60, 90])
def test_a_heading_stays_with_its_first_text(limit: int) -> None:
    made = document(
        h(1, "第一章 总则"), h(2, "第一节 范围"), p(_SENTENCE * 5), h(2, "第二节 定义"), p(_SENTENCE),
        h(1, "第二章 附则"), p(_SENTENCE * 3),
    )
    for core in _cores(made, cut(made, _settings(limit))):
        assert not core.endswith(("总则", "范围", "定义", "附则"))


def test_clauses_that_are_headings_only_are_clauses() -> None:
    clauses = [h(2, f"1.{n} {_SENTENCE}") for n in range(8)]
    made = document(h(1, "第一章 总则"), *clauses, h(1, "附件"), h(1, "附件一"), p(_SENTENCE))
    cores = _cores(made, cut(made, _settings(80)))
    assert all(core.endswith("。") for core in cores)
    assert cores[0].startswith("第一章 总则\n1.0")


def test_small_chapters_share_a_chunk_and_large_ones_do_not_mix() -> None:
    small = document(*[item for n in range(4) for item in (h(1, f"{n} 章"), p(_SENTENCE))])
    assert len(cut(small, _settings(200))) == 1
    large = document(*[item for n in range(3) for item in (h(1, f"{n} 章"), *[p(_SENTENCE)] * 8)])
    assert [core[:3] for core in _cores(large, cut(large, _settings(200)))] == ["0 章", "1 章", "2 章"]


def test_a_section_above_the_target_is_whole_up_to_the_hard_limit() -> None:
    made = document(*[item for n in range(3) for item in (h(1, f"{n} 章"), *[p(_SENTENCE)] * 8)])
    chunks = cut(made, ChunkSettings(110, 143))
    assert len(chunks) == 3
    assert all(110 < chunk.tokens <= 143 for chunk in chunks)


def test_a_long_paragraph_is_cut_behind_sentences_then_weaker_signs() -> None:
    made = document(p(_SENTENCE * 4))
    assert all(core.endswith("。") for core in _cores(made, cut(made, _settings(50))))
    made = document(p("设备清单包括车床，铣床，钻床，磨床，刨床，镗床，插床，拉床，锯床，冲床"))
    assert all(core.endswith(("，", "床")) for core in _cores(made, cut(made, _settings(12))))


def test_stops_stay_with_their_sentence() -> None:
    made = document(p("甲方说：“款项已付清。”乙方答：（收到！）双方确认。" * 4))
    for core in _cores(made, cut(made, _settings(16))):
        assert core[0] not in "。！，”）"
        assert core[-1] not in "“（"


def test_numbers_words_and_marks_are_not_torn() -> None:
    text = "付款额1,234,567.89元见第3.2.1条与https://example.com/a/b及cafe\u0301re说明" * 6
    made = document(p(text))
    for limit in range(24, 60, 5):
        for chunk in cut(made, _settings(limit)):
            at = chunk.core[0]
            if at:
                assert not (text[at - 1].isascii() and text[at].isascii())
                assert text[at] != "\u0301"


def test_text_without_any_stop() -> None:
    made = document(p("字" * 5000))
    chunks = cut(made, _settings(800))
    assert [len(made.slice(chunk.core).strip()) for chunk in chunks] == [800] * 6 + [200]


def test_an_entity_above_the_limit_is_whole_and_says_so() -> None:
    number = "11010519491231002X"
    made = document(p("身份证号" + number + "，" + "其余文字。" * 4))
    chunks = cut(made, ChunkSettings(2000, 2600, 12))
    holding = [chunk for chunk in chunks if number in made.slice(chunk.core)]
    assert len(holding) == 1
    assert holding[0].oversize


# --- context ------------------------------------------------------------------------------------------------
def test_overlap_is_whole_sentences_of_the_same_section() -> None:
    made = document(h(1, "付款"), *[p(_SENTENCE + _SENTENCE)] * 6, h(1, "验收"), *[p(_SENTENCE)] * 5)
    chunks = cut(made, _settings(150, 50))
    inside = [chunk for chunk in chunks if chunk.context]
    assert inside
    for chunk in inside:
        assert chunk.title_path == ("付款",)
        (span,) = chunk.context
        assert span[1] == chunk.core[0]
        assert made.slice(span).rstrip("\n").split("\n")[-1].endswith(_SENTENCE)
        assert 22 <= span[1] - span[0] <= 50
    heads = [chunk for chunk in chunks if made.slice(chunk.core).startswith(("付款", "验收"))]
    assert [chunk.context for chunk in heads] == [(), ()]


def test_no_overlap_where_none_is_asked_for_or_none_fits() -> None:
    made = document(h(1, "甲"), *[p(_SENTENCE)] * 12)
    assert not any(chunk.context for chunk in cut(made, _settings(100)))
    assert not any(chunk.context for chunk in cut(made, _settings(100, 20)))


# --- tables, code, slides -----------------------------------------------------------------------------------
_ROWS = [(str(n), f"物料{n}", f"{n}.50") for n in range(1, 31)]


def test_a_large_table_is_cut_between_rows_and_repeats_its_header() -> None:
    made = document(h(1, "清单"), p(_SENTENCE), table(("序号", "名称", "单价"), *_ROWS), p(_SENTENCE))
    chunks = [chunk for chunk in cut(made, _settings(200)) if chunk.kind == "table"]
    assert len(chunks) > 3
    for place, chunk in enumerate(chunks):
        lines = chunk.text(made).splitlines()
        head = lines.index("| 序号 | 名称 | 单价 |")
        assert lines[head + 1] == "| --- | --- | --- |"
        assert lines.count("| 序号 | 名称 | 单价 |") == 1
        assert bool(chunk.context) == (place > 0)
        assert len(chunk.text(made)) <= 200
    rows = [line for chunk in chunks for line in made.slice(chunk.core).splitlines() if ".50" in line]
    assert rows == [f"| {a} | {b} | {c} |" for a, b, c in _ROWS]


def test_table_rows_bounds_the_rows_of_a_piece() -> None:
    made = document(table(("序号", "名称", "单价"), *_ROWS))
    counts = [made.slice(chunk.core).count(".50") for chunk in cut(made, ChunkSettings(2000, 2600, table_rows=7))]
    assert counts == [7, 7, 7, 7, 2]
    assert len(cut(made, ChunkSettings(2000, 2600, table_rows=0))) == 1


def test_a_small_table_stays_with_its_clause() -> None:
    made = document(h(1, "清单"), p(_SENTENCE * 3), table(("序号", "名称"), ("1", "甲")), p(_SENTENCE))
    (chunk,) = cut(made, _settings(200))
    assert chunk.kind == "text"


def test_a_giant_cell_is_cut_inside_with_the_header_repeated() -> None:
    made = document(table(("项目", "说明"), ("一", "短"), ("二", "此处为很长的说明文字，" * 80 + "结束"), ("三", "短")))
    chunks = cut(made, _settings(300))
    assert all(len(chunk.text(made)) <= 300 and not chunk.oversize for chunk in chunks)
    assert all(chunk.text(made).startswith("| 项目 | 说明 |\n| --- | --- |\n") for chunk in chunks)


def test_a_caption_goes_with_its_table() -> None:
    made = document(p(_SENTENCE * 3), block("caption", "表1 清单"), table(("序号", "名称", "单价"), *_ROWS))
    texts = [chunk.text(made) for chunk in cut(made, _settings(150))]
    (captioned,) = [text for text in texts if "表1 清单" in text]
    assert captioned.startswith("表1 清单\n| 序号")


def test_code_above_the_limit_is_whole_with_its_heading_and_says_so() -> None:
    code = "\n".join(f"line_{n} = {n}" for n in range(40))
    made = document(p(_SENTENCE), h(1, "部署"), block("code", code), p(_SENTENCE))
    chunks = cut(made, _settings(100))
    assert [chunk.oversize for chunk in chunks] == [False, True, False]
    assert _cores(made, chunks)[1] == "部署\n" + code
    assert chunks[1].kind == "code"


def test_a_note_stays_with_its_paragraph() -> None:
    made = document(p(_SENTENCE * 3), p(_SENTENCE * 2), block("note", "[1] 注释文字。"), p(_SENTENCE * 3))
    cores = _cores(made, cut(made, _settings(100)))
    assert next(core for core in cores if "注释文字" in core).startswith(_SENTENCE)


def test_each_slide_and_each_sheet_begins_a_chunk() -> None:
    for kind in ("slide", "sheet"):
        made = document(
            *[item for n in range(3) for item in (block(kind, ""), p(f"要点{n}"), p("说明"))]
        )
        chunks = cut(made, _settings(200, 50))
        assert [core[:3] for core in _cores(made, chunks)] == ["要点0", "要点1", "要点2"]
        assert not any(chunk.context for chunk in chunks)
    assert {chunk.kind for chunk in cut(document(block("slide", ""), p("要点")), _settings(200))} == {"slide"}


def test_kind_and_location() -> None:
    items = [block("list_item", f"• 第{n}项要点", Location(page=n)) for n in range(1, 4)]
    (chunk,) = cut(document(h(1, "清单"), *items), _settings(200))
    assert chunk.kind == "list"
    first, *_ = cut(document(*items), _settings(10))
    assert first.location == Location(page=1)


# --- paths, ids, reading ------------------------------------------------------------------------------------
def test_pieces_of_a_deep_section_carry_the_whole_path() -> None:
    made = document(
        h(1, "总则"), h(2, "7 分级"), h(3, "7.4 第四级"), *[p(_SENTENCE)] * 12, h(2, "8 附录"), *[p(_SENTENCE)] * 4
    )
    chunks = cut(made, _settings(100))
    assert chunks[0].title_path == ()
    assert chunks[1].title_path == ("总则", "7 分级", "7.4 第四级")
    assert {chunk.title_path for chunk in chunks if made.slice(chunk.core).startswith("8 附录")} == {("总则",)}


def test_ids_depend_on_core_and_path_and_tell_equal_chunks_apart() -> None:
    def ids(*items: Item) -> list[str]:
        made = document(*items)
        return [chunk.id for chunk in cut(made, _settings(60))]

    section = [h(1, "甲"), p(_SENTENCE * 2)]
    alone, twice = ids(*section), ids(*section, *section)
    assert twice[0] == alone[0]
    assert len(set(twice)) == len(twice) == 2
    assert ids(p(_SENTENCE), *section)[1] == alone[0]


def test_blank_ends_belong_to_their_neighbours() -> None:
    made = document(p(_SENTENCE), p(_SENTENCE), between="\n\n\n", before="\n \n")
    chunks = cut(made, _settings(30))
    assert _cores(made, chunks) == [_SENTENCE, _SENTENCE]
    assert chunks[0].core[0] == 0


@pytest.mark.parametrize("name", ["a.txt", "a.md"])
def test_read_files(name: str) -> None:
    lines = ["第一章 总则", *[f"第{n}条 {_SENTENCE}" for n in "一二三四五六七八"], "第二章 附则", f"第九条 {_SENTENCE}"]
    made = parsing.read("\n\n".join(lines).encode(), name)
    chunks = cut(made, _settings(100))
    assert "".join(made.slice(chunk.core) for chunk in chunks) == made.text[: made.source.body[1]]
    assert all(chunk.tokens == tokens.count(chunk.text(made)) for chunk in chunks)
    assert all(core.startswith("第") and core.endswith("。") for core in _cores(made, chunks))


@pytest.mark.parametrize("text", ["", "abc", "甲乙丙 abc", "𠮷野家甲", "䶿䷀甲", "甲\ud800乙", "豈ﬀ丽"])
def test_weights_agree_with_tokens(text: str) -> None:
    places = sorted({0, len(text) // 2, len(text)})
    assert weights(text, places) == [weight(text, a, b) for a, b in pairwise(places)]
    assert -(-weight(text, 0, len(text)) // 12) == tokens.count(text)
