from __future__ import annotations

import hashlib
import pickle
from dataclasses import replace
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docprep_gui.domain.document import Document, Location, Node
from docprep_gui.domain.packed import Packed
from docprep_gui.parsing.builder import Builder, Content, Grid, GridCell, Inlay
from tests.parsing.docx.making import assert_sound


def _made(builder: Builder) -> Document:
    return builder.document(name="a.txt", kind="txt", data=b"x")


def test_asides_stand_behind_the_body_with_their_anchors() -> None:
    builder = Builder()
    builder.aside("page_header", "HT-1")
    builder.block("paragraph", Content("甲乙", [Inlay("comment", 1, 1, "aside", Content("核对"), author="丙")]))
    builder.block("paragraph", "丁")
    document = _made(builder)
    assert document.text == "甲乙\n丁\nHT-1\n核对\n"
    assert document.source.body == (0, 5)
    assert [(n.kind, document.slice(n.span), n.anchor, n.author) for n in document.nodes[-2:]] == [
        ("page_header", "HT-1", None, None), ("comment", "核对", 1, "丙"),
    ]  # fmt: skip
    assert document.sentences == ((0, 2), (3, 4))


def test_the_source_is_hashed() -> None:
    assert _made(Builder()).source.sha256 == hashlib.sha256(b"x").hexdigest()


def test_containers_end_the_sections_in_them() -> None:
    builder = Builder()
    builder.heading("A", 1)
    builder.open("slide", location=Location(slide=1))
    builder.heading("B", 1)
    builder.block("paragraph", "b")
    builder.close()
    builder.block("paragraph", "c")
    document = _made(builder)
    spans = {(n.kind, document.heading(n)): document.slice(n.span) for n in document.nodes if n.kind != "paragraph"}
    assert spans["section", "A"] == "A\nB\nb\nc\n"
    assert spans["slide", ""] == "B\nb\n"
    assert document.title_paths[-1] == ("A",)


def test_misuse_is_told() -> None:
    builder = Builder()
    with pytest.raises(ValueError, match="text"):
        builder.heading(" ", 1)
    with pytest.raises(ValueError, match="level"):
        builder.heading("A", 0)
    with pytest.raises(ValueError, match="open"):
        builder.close()


def test_lines_are_packed_in_order_of_offset() -> None:
    builder = Builder()
    builder.page_size(595.0, 842.0)
    builder.aside("page_header", Content("头", lines=[(0, 1, 1, (0.0, 0.0, 5.0, 5.0))]))
    start, _ = builder.block("paragraph", Content("甲\n乙", lines=[(0, 1, 1, (1.0, 2.0, 3.0, 4.0))]))
    builder.line(start + 2, start + 3, 1, (1.0, 5.0, 3.0, 7.0))
    document = _made(builder)
    assert list(document.layout.lines()) == [
        ((0, 1), 1, (1.0, 2.0, 3.0, 4.0)), ((2, 3), 1, (1.0, 5.0, 3.0, 7.0)), ((4, 5), 1, (0.0, 0.0, 5.0, 5.0)),
    ]  # fmt: skip
    assert document.layout.page_sizes == ((595.0, 842.0),)


def test_a_table_gives_the_places_of_its_cells() -> None:
    builder = Builder()
    builder.block("paragraph", "前")
    span, places = builder.table(Grid(1, 3, 0, [GridCell.of(0, 2, "乙"), GridCell.of(0, 0, "甲")]))
    document = _made(builder)
    assert document.slice(span) == "| 甲 | | 乙 |\n| --- | --- | --- |"
    assert [document.slice(place) for place in places] == ["甲", "乙"]


def test_a_table_without_places_is_left_out() -> None:
    builder = Builder()
    builder.table(Grid(0, 0, 0))
    assert builder.empty


def test_notices_are_kept() -> None:
    builder = Builder()
    builder.notice("pages_without_text", 2, pages=[1, 3], params={"a": "b"})
    (notice,) = _made(builder).notices
    assert (notice.code, notice.count, notice.pages, dict(notice.params)) == (
        "pages_without_text",
        2,
        (1, 3),
        {"a": "b"},
    )


def test_notes_in_asides_are_asides_with_the_same_anchor() -> None:
    builder = Builder()
    builder.block("paragraph", "甲乙丙")
    inner = Inlay("run", 0, 0, "aside", Content("删"), role="deleted", hidden=True)
    builder.aside("comment", Content("注", [inner]), anchor=2)
    document = _made(builder)
    assert [(n.kind, n.anchor) for n in document.nodes[-2:]] == [("comment", 2), ("run", 2)]


_TEXT = st.text(st.sampled_from("甲乙。 |\\\na1"), max_size=8)


_PLACES: tuple[Literal["inside", "after", "aside"], ...] = ("inside", "after", "aside")


@st.composite
def _contents(draw: st.DrawFn) -> Content:
    text = draw(_TEXT)
    inlays = []
    for place in draw(st.lists(st.sampled_from(_PLACES), max_size=2)):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, len(text))) if place == "inside" else start
        content = None if place == "inside" else Content(draw(_TEXT))
        inlays.append(Inlay("run", start, end, place, content, role="inserted"))
    return Content(text, inlays)


@st.composite
def _grids(draw: st.DrawFn, depth: int = 1) -> Grid:
    rows, cols = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    cells = []
    for row in range(rows):
        for col in range(cols):
            if draw(st.booleans()):
                parts = draw(
                    st.lists(_contents() if not depth else st.one_of(_contents(), _grids(depth - 1)), max_size=2)
                )
                cells.append(GridCell(row, col, 1, 1, parts))
    return Grid(rows, cols, draw(st.integers(0, rows)), cells)


_STEPS = st.one_of(
    st.tuples(st.just("heading"), st.integers(1, 4)), st.tuples(st.just("block"), _contents()),
    st.tuples(st.just("table"), _grids()), st.tuples(st.just("aside"), _contents()),
)  # fmt: skip


@settings(deadline=None, max_examples=50)
@given(st.lists(_STEPS, max_size=8))
def test_any_order_of_calls_makes_a_sound_document(steps: list[tuple[str, object]]) -> None:
    builder = Builder()
    for name, what in steps:
        if isinstance(what, int):
            builder.heading(f"标题{what}", what)
        elif isinstance(what, Grid):
            builder.table(what)
        elif isinstance(what, Content) and name == "block":
            builder.block("paragraph", what)
        elif isinstance(what, Content):
            builder.aside("comment", what, anchor=builder.offset)
    document = _made(builder)
    assert_sound(document)
    start, end = document.source.body
    assert (start, document.text[end - 1 : end] in ("", "\n")) == (0, True)
    for node in document.nodes:
        if node.table is None:
            continue
        written = document.slice(node.span).split("\n")
        if document.nodes[node.parent].kind != "row":
            assert len(written) == node.table.rows + 1


def test_pickles_hold_the_fields_alone_and_share_what_was_shared() -> None:
    builder = Builder()
    builder.block("paragraph", "甲")
    builder.block("paragraph", "乙", location=Location(page=2, rows=(1, 3)))
    document = builder.document(name="a.txt", kind="txt", data=b"")
    plain = pickle.dumps(document)
    assert document.title_paths
    assert document.node_ids
    assert pickle.dumps(document) == plain
    for one in (document, replace(document, nodes=Packed(Node))):
        again = pickle.loads(pickle.dumps(one))
        assert again == one
        assert [type(node) for node in again.nodes] == [Node] * len(one.nodes)
    assert pickle.loads(plain).nodes[-1].location.rows == (1, 3)
