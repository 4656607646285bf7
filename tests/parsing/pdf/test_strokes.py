"""Lines of a page: what its structured text tells of them is what its drawings tell."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pymupdf
from hypothesis import given, settings
from hypothesis import strategies as st

from docprep_gui.parsing.pdf import strokes

_FLAGS = pymupdf.TEXT_CLIP | pymupdf.TEXT_COLLECT_VECTORS | pymupdf.TEXT_LAZY_VECTORS
Draw = Callable[[Any], None]


def both(draw: Draw) -> tuple[strokes.Strokes | None, strokes.Strokes]:
    """The strokes of a page by its vectors, None where they do not tell, and by its drawings."""
    with pymupdf.open() as file:
        page = file.new_page(width=595, height=842)
        draw(page)
        page = file.reload_page(page)
        blocks = page.get_textpage(flags=_FLAGS).extractDICT()["blocks"]
        drawings = strokes.drawings([block for block in blocks if "lines" not in block])
        exact = strokes.found(page.get_cdrawings(), None)
        return (None if drawings is None else strokes.found(drawings, None)), exact


def near(one: list[strokes.Segment], other: list[strokes.Segment]) -> bool:
    return len(one) == len(other) and all(
        abs(a - b) < 0.1 for first, second in zip(one, other, strict=True) for a, b in zip(first, second, strict=True)
    )


def contents(text: str) -> Draw:
    """Puts operators of a content stream on the page, whose origin is its lower left corner."""
    def draw(page: Any) -> None:
        page.draw_line((0, 0), (1, 1))  # so that there is a stream
        page.parent.update_stream(page.get_contents()[0], text.encode())
    return draw


# On a grid, since stubs of a point or two are lines of their own for the one and ends of others for the other.
_places = st.integers(2, 55).map(lambda n: 10.0 * n)
_sizes = st.integers(1, 20).map(lambda n: 10 * n)
# Behind lines without length MuPDF's drawings lose the next one.
_lines = st.lists(
    st.tuples(_places, _places, _places, st.booleans(), st.sampled_from([0.3, 1.0, 2.0])).filter(lambda one: one[1] != one[2]),
    max_size=8,
)
_areas = st.lists(st.tuples(_places, _places, _sizes, _sizes), max_size=5)


@settings(deadline=None)
@given(_lines, _areas)
def test_lines_and_areas_are_those_of_the_drawings(
    lines: list[tuple[float, float, float, bool, float]], areas: list[tuple[float, float, int, int]]
) -> None:
    def draw(page: Any) -> None:
        for place, start, end, across, width in lines:
            ends = ((start, place), (end, place)) if across else ((place, start), (place, end))
            page.draw_line(*ends, width=width)
        for shade, (x, y, wide, high) in enumerate(areas, start=1):  # those of one colour that touch come as one
            page.draw_rect((x, y, min(x + wide, 590), y + high), color=None, fill=(shade / 10,) * 3)

    told, exact = both(draw)
    assert told is not None
    assert near(told.across, exact.across)
    assert near(told.down, exact.down)
    assert near(told.edges, exact.edges)


def test_a_line_of_dashes_that_are_areas_of_one_path_is_one() -> None:
    dashes = " ".join(f"{x} 700 2 1 re" for x in range(100, 400, 4))
    told, exact = both(contents(f"{dashes} f"))
    assert told is not None
    assert told.across == exact.across == [(141.5, 100.0, 398.0)]


def test_parts_of_an_area_that_are_no_rectangles_are_no_edges() -> None:
    told, exact = both(contents("100 700 200 20 re 100 600 m 200 610 l 150 650 l h f"))
    assert told is not None
    assert told.edges == exact.edges
    assert [y for y, _, _ in told.edges] == [122.0, 142.0]


def test_vectors_do_not_tell_of_corners_frames_and_scaled_lines() -> None:
    for text in (
        "100 700 m 300 700 l 300 600 l 250 500 l S",
        "100 700 200 50 re S",
        "0.1 0 0 0.1 0 0 cm 6 w 1000 7000 m 3000 7000 l S",
    ):
        told, exact = both(contents(text))
        assert told is None
        assert exact.across


def test_what_is_clipped_away_is_no_line() -> None:
    told, _ = both(contents("q 0 0 595 400 re W n 100 700 200 1 re f Q 100 300 200 1 re f"))
    assert told is not None
    assert [round(y) for y, _, _ in told.across] == [542]
