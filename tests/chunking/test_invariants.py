"""What holds for every document and every setting: no character lost, no limit passed, nothing torn."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from docprep_gui.chunking import ChunkSettings, cut
from docprep_gui.domain.chunk import Chunk
from docprep_gui.domain.document import Document
from docprep_gui.text import entities, tokens
from tests.chunking.outline import Item, block, document, h, p, table

_WORDS = st.sampled_from([
    "甲方应当按照约定支付货款。", "乙方交付设备，并提供服务；", "包括：", "合同总价为人民币1,234,567.89元。",
    "2024年6月30日", "The price ", "is USD 2.4m. ", "第3.2.1条", "13812345678", "《保密协议》", "“双方”", "e\u0301",
    "𠮷野家", "a.b@example.com", "（一）", "第十二条", "27.75%", "。", "\u3000", " ", "|", "<br>", "丁",
    "一二三四五六七八九十百千万亿零一二三四五六七八九十", "Supercalifragilisticexpialidocious",
])
_LINES = st.lists(_WORDS, min_size=1, max_size=14).map("".join).filter(lambda line: bool(line.strip()))
_SHORT = st.sampled_from(["总则", "付款", "第一章 定义", "1.1 范围", "违约责任"])
_CELL = st.sampled_from(["", "一", "物料", "119.50", "说明" * 30, "甲方应当付款，乙方应当交货；" * 8])
_BLOCKS: st.SearchStrategy[Item] = st.one_of(
    st.builds(h, st.integers(1, 4), _SHORT),
    st.builds(p, _LINES, st.sampled_from(["", "", "第一条", "（一）", "1.1"])),
    st.builds(p, _LINES),
    st.builds(block, st.sampled_from(["list_item", "note", "caption", "code", "quote", "figure", "formula"]), _LINES),
    st.builds(block, st.just("figure"), st.just("")),
    st.builds(block, st.sampled_from(["slide", "sheet"]), st.just("")),
    st.lists(st.tuples(_CELL, _CELL), min_size=2, max_size=12).map(lambda rows: table(*rows)),
)
_DOCUMENTS: st.SearchStrategy[Document] = st.tuples(
    st.lists(_BLOCKS, max_size=14), st.sampled_from(["\n", "\n\n", "\n \n"]), st.sampled_from(["", "\n\n"]),
    st.sampled_from(["", "页眉"]),
).map(lambda made: document(*made[0], between=made[1], before=made[2], aside=made[3]))


@st.composite
def _settings(draw: st.DrawFn) -> ChunkSettings:
    most = draw(st.integers(8, 300))
    target = draw(st.integers(max(8, most // 2), most))
    chars = draw(st.none() | st.integers(10, 400))
    return ChunkSettings(
        target, most, chars, draw(st.integers(0, (target - 1) // 2)),
        draw(st.none() | st.integers(0, ((chars or 100) - 1) // 2)), draw(st.integers(0, 5)),
    )


_moderate = settings(deadline=None, max_examples=60)


def _whole(document: Document, chunk: Chunk) -> bool:
    """May a chunk that is above the limit be so? It holds code, a quotation or an entity that alone is too large."""
    start, end = chunk.core
    kinds = {node.kind for node in document.nodes if node.span[0] < end and start < node.span[1]}
    return bool(kinds & {"code", "quote"}) or bool(entities.find(document.slice(chunk.core)))


@_moderate
@given(_DOCUMENTS, _settings())
def test_cores_partition_the_body(document: Document, sizes: ChunkSettings) -> None:
    chunks = cut(document, sizes)
    edges = [edge for chunk in chunks for edge in chunk.core]
    body = document.source.body
    if body[1] == 0:
        assert chunks == ()
        return
    assert edges[0] == 0
    assert edges[-1] == body[1]
    assert edges[1:-1:2] == edges[2::2]
    assert all(start < end for start, end in (chunk.core for chunk in chunks))
    assert [chunk.ordinal for chunk in chunks] == list(range(len(chunks)))


@_moderate
@given(_DOCUMENTS, _settings())
def test_no_chunk_is_above_the_limits_but_says_so(document: Document, sizes: ChunkSettings) -> None:
    for chunk in cut(document, sizes):
        text = chunk.text(document)
        assert chunk.tokens == tokens.count(text)
        above = chunk.tokens > sizes.max_tokens or (sizes.max_chars is not None and len(text) > sizes.max_chars)
        assert chunk.oversize == above
        if above:
            assert _whole(document, chunk)


@_moderate
@given(_DOCUMENTS, _settings())
def test_no_entity_is_torn(document: Document, sizes: ChunkSettings) -> None:
    cuts = {chunk.core[0] for chunk in cut(document, sizes)} - {0}
    for node in document.nodes:
        if node.kind in ("paragraph", "list_item", "formula"):
            for entity in entities.find(document.slice(node.span)):
                start, end = (node.span[0] + at for at in entity.span)
                assert not [place for place in cuts if start < place < end]


@_moderate
@given(_DOCUMENTS, _settings())
def test_context_is_of_the_body_before_the_core(document: Document, sizes: ChunkSettings) -> None:
    overlap_tokens, overlap_chars = sizes.overlap_limit
    chunks = cut(document, sizes)
    for before, chunk in pairwise(chunks):
        for start, end in chunk.context:
            assert 0 <= start < end <= chunk.core[0]
            if chunk.kind in ("table", "slide") or end < chunk.core[0]:
                continue  # the header rows of a table; a slide has no other context
            assert start >= before.core[0]
            assert tokens.count(document.slice((start, end))) <= overlap_tokens
            assert overlap_chars is None or end - start <= overlap_chars


@_moderate
@given(_DOCUMENTS, _settings())
def test_same_document_same_chunks(document: Document, sizes: ChunkSettings) -> None:
    first, second = cut(document, sizes), cut(document, sizes)
    assert first == second
    assert len({chunk.id for chunk in first}) == len(first)


@_moderate
@given(_DOCUMENTS, _settings())
def test_title_path_is_where_the_core_begins(document: Document, sizes: ChunkSettings) -> None:
    paths = document.title_paths
    for chunk in cut(document, sizes):
        start = chunk.core[0]
        while document.text[start : start + 1].isspace():
            start += 1
        over = [
            index for index, node in enumerate(document.nodes)
            if node.kind == "section" and node.span[0] <= chunk.core[0] < node.span[1]
            and not (node.heading and node.heading[0] <= start < node.heading[1])
        ]
        assert chunk.title_path == (paths[over[-1]] if over else ())


@_moderate
@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=400), _settings())
def test_any_text_at_all(text: str, sizes: ChunkSettings) -> None:
    made = document(p(text or "x"))
    chunks = cut(made, sizes)
    assert "".join(made.slice(chunk.core) for chunk in chunks) == made.text
