from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from docprep_gui import chunking, parsing
from docprep_gui.domain.chunk import Chunk
from docprep_gui.domain.document import NOWHERE
from docprep_gui.domain.errors import FileError
from docprep_gui.gui.documents import page_blocks
from docprep_gui.gui.documents.outline import Branch, Leaf, outline
from docprep_gui.gui.utf16 import Utf16, length

TEXT = st.text(alphabet=st.sampled_from("ab合同𠮷𝄞，\n"), max_size=40)


@settings(max_examples=60, deadline=None)
@given(TEXT)
def test_offsets_there_and_back(text: str) -> None:
    units = Utf16(text)
    for offset in range(len(text) + 1):
        assert units.to_qt(offset) == length(text[:offset])
        assert units.from_qt(units.to_qt(offset)) == offset


def test_the_second_half_of_a_pair_belongs_to_its_character() -> None:
    units = Utf16("a𠮷b")
    assert [units.from_qt(n) for n in range(5)] == [0, 1, 1, 2, 3]


def _chunk(ordinal: int, path: tuple[str, ...]) -> Chunk:
    return Chunk(f"c{ordinal}", ordinal, "text", (ordinal, ordinal + 1), (), path, NOWHERE, 1)


PATHS = st.lists(st.lists(st.sampled_from("甲乙丙"), max_size=3).map(tuple), max_size=12)


@settings(max_examples=60, deadline=None)
@given(PATHS)
def test_the_outline_has_every_chunk_once_in_order(paths: list[tuple[str, ...]]) -> None:
    def leaves(entries: tuple[Branch | Leaf, ...]) -> list[int]:
        found = []
        for entry in entries:
            if isinstance(entry, Leaf):
                found.append(entry.ordinal)
            else:
                below = leaves(entry.children)
                assert below == list(range(entry.first, entry.last + 1))
                found += below
        return found

    chunks = [_chunk(i, path) for i, path in enumerate(paths)]
    assert leaves(outline(chunks)) == list(range(len(paths)))


MARKDOWN = st.lists(st.sampled_from([
    "# 第一章 总则", "## 1.1 范围", "甲方应当付款。", "- 第一项\n  - 里层\n- 第二项", "| 甲 | 乙 |\n|---|---|\n| 1 | a\\|b |",
    "> 引用的话", "```\ncode\n```", "末尾[^1]\n\n[^1]: 注释",
]), max_size=9).map("\n\n".join)


@settings(max_examples=60, deadline=None)
@given(MARKDOWN)
def test_blocks_of_the_page_cover_all_that_can_be_read(source: str) -> None:
    try:
        document = parsing.read(source.encode(), "a.md")
    except FileError:
        return
    covered = bytearray(len(document.text))
    for block in page_blocks.blocks(document):
        covered[block.span[0] : block.span[1]] = b"\1" * (block.span[1] - block.span[0])
    start, end = document.source.body
    lost = [c for c, seen in zip(document.text[start:end], covered[start:end], strict=True)
            if not seen and c not in " \n\t|-:"]
    assert not lost
    assert chunking.cut(document, chunking.defaults("md", None)) is not None
