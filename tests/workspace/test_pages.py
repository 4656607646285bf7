"""Pages drawn by the process of their own, and where its characters stand."""

from __future__ import annotations

import hashlib
import struct
import time
import zipfile
import zlib
from array import array
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pymupdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from docprep_gui import parsing
from docprep_gui.workspace import page_worker
from docprep_gui.workspace.page_worker import (
    PageError,
    PageFile,
    PartRequest,
    Picture,
    PictureRequest,
    SignsRequest,
    place_line,
    spread,
)
from docprep_gui.workspace.pages import PageRenderer
from tests.support import papers


@pytest.fixture(scope="module")
def renderer() -> Iterator[PageRenderer]:
    made = PageRenderer()
    yield made
    made.close()


def file_of(path: Path, password: str | None = None) -> PageFile:
    return PageFile(path, hashlib.sha256(path.read_bytes()).hexdigest(), password)


@pytest.fixture
def pdf(tmp_path: Path) -> Path:
    path = tmp_path / "a.pdf"
    with pymupdf.open() as file:
        page = file.new_page(width=200, height=300)
        page.draw_rect((0, 0, 200, 150), color=(0, 0, 1), fill=(0, 0, 1))
        page.insert_text((20, 200), "ffi office 1,280.00", fontsize=14)
        file.save(path)
    return path


def test_a_page_is_drawn_in_the_size_that_is_asked_for(renderer: PageRenderer, pdf: Path) -> None:
    made = renderer.picture(PictureRequest(file_of(pdf), 1, 301, 452, 0, 452))
    assert (made.width, made.height, made.top) == (301, 452, 0)
    assert len(made.pixels) == made.stride * made.height
    blue = made.pixels[100 * made.stride + 400 : 100 * made.stride + 404]
    assert blue[0] > 200
    assert blue[2] < 80
    assert blue[3] == 255
    assert made.pixels[-4:] == b"\xff\xff\xff\xff"


@given(cut=st.integers(1, 451))
def test_strips_of_a_page_are_the_page(tmp_path_factory: pytest.TempPathFactory, cut: int) -> None:
    path = tmp_path_factory.getbasetemp() / "strips.pdf"
    if not path.exists():
        with pymupdf.open() as file:
            file.new_page(width=200, height=300).insert_text((20, 100), "Some text", fontsize=30)
            file.save(path)
    file = file_of(path)
    whole = page_worker.draw(PictureRequest(file, 1, 301, 452, 0, 452))
    upper = page_worker.draw(PictureRequest(file, 1, 301, 452, 0, cut))
    lower = page_worker.draw(PictureRequest(file, 1, 301, 452, cut, 452))
    assert (upper.height, lower.top) == (cut, cut)
    assert upper.height + lower.height == 452
    assert len(upper.pixels + lower.pixels) == len(whole.pixels)


def test_what_is_wrong_with_a_file_is_told(renderer: PageRenderer, pdf: Path, tmp_path: Path) -> None:
    known = file_of(pdf)
    gone = PageFile(tmp_path / "none.pdf", "0" * 64)
    changed = PageFile(pdf, "0" * 64)
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"\x00\x01 no pages here")
    locked = tmp_path / "locked.pdf"
    with pymupdf.open(pdf) as file:
        file.save(locked, encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="u", owner_pw="o")
    for file, kind in ((gone, "page_gone"), (changed, "page_changed"), (file_of(broken), "page_unreadable"),
                       (file_of(locked), "page_locked"), (file_of(locked, "x"), "page_locked")):
        with pytest.raises(PageError) as told:
            renderer.picture(PictureRequest(file, 1, 100, 150, 0, 150))
        assert told.value.kind == kind
        assert told.value.of_file
    with pytest.raises(PageError) as told:
        renderer.picture(PictureRequest(known, 7, 100, 150, 0, 150))
    assert told.value.kind == "page_damaged"
    assert not told.value.of_file
    assert renderer.picture(PictureRequest(file_of(locked, "u"), 1, 100, 150, 0, 150)).height == 150


def test_a_file_that_is_open_is_drawn_though_it_went(renderer: PageRenderer, pdf: Path) -> None:
    file = file_of(pdf)
    renderer.picture(PictureRequest(file, 1, 100, 150, 0, 150))
    pdf.unlink()
    assert renderer.picture(PictureRequest(file, 1, 60, 90, 0, 90)).height == 90


def test_a_closed_file_is_let_go_of(renderer: PageRenderer, pdf: Path) -> None:
    file = file_of(pdf)
    renderer.picture(PictureRequest(file, 1, 100, 150, 0, 150))
    pdf.unlink()
    renderer.keep_only(frozenset({file.sha256}))
    renderer.picture(PictureRequest(file, 1, 60, 90, 0, 90))
    renderer.keep_only(frozenset())
    with pytest.raises(PageError) as told:
        renderer.picture(PictureRequest(file, 1, 60, 90, 0, 90))
    assert told.value.kind == "page_gone"


def test_a_picture_file_has_pages_too(renderer: PageRenderer, pdf: Path, tmp_path: Path) -> None:
    with pymupdf.open(pdf) as file:
        file[0].get_pixmap(dpi=72).save(tmp_path / "a.png")
    made = renderer.picture(PictureRequest(file_of(tmp_path / "a.png"), 1, 100, 150, 0, 150))
    assert made.pixels[50 * made.stride + 200] > 200


def _sleep(_: PictureRequest) -> None:
    time.sleep(60)


def _circle(_: PictureRequest) -> None:
    while True:
        pass


@pytest.mark.parametrize(("work", "patience"), [(_sleep, 1.0), (_circle, 600.0)])
def test_a_page_that_takes_too_long_is_given_up_and_the_next_is_drawn(
    pdf: Path, work: Callable[[PictureRequest], None], patience: float
) -> None:
    slow = PageRenderer(seconds=3.0, patience=patience)
    request = PictureRequest(file_of(pdf), 1, 100, 150, 0, 150)
    try:
        slow.picture(request)
        with pytest.raises(PageError) as told:
            slow._call(work, request)
        assert told.value.kind == "page_slow"
        assert slow.picture(request).height == 150
    finally:
        slow.close()


def test_characters_of_read_lines_are_placed_as_the_page_has_them(renderer: PageRenderer, pdf: Path) -> None:
    data = pdf.read_bytes()
    document = parsing.read(data, pdf.name)
    ((start, end), page, box), = document.layout.lines()
    text = document.text[start:end]
    values = array("f", renderer.signs(SignsRequest(file_of(pdf), page, 200, 300, ((text, box),))))
    assert len(values) == 4 * len(text)
    with pymupdf.open(pdf) as file:
        found = file[0].search_for("1,280.00")[0]
    at = text.index("1,280.00")
    assert values[4 * at] == pytest.approx(found.x0, abs=0.5)
    assert values[4 * (at + 7) + 2] == pytest.approx(found.x1, abs=0.5)


def test_a_page_whose_letters_end_other_processes_has_its_letters_placed(renderer: PageRenderer, tmp_path: Path) -> None:
    path = papers.replaced_text(tmp_path / "a.pdf")
    line = (("Clause 1.", (72.0, 60.0, 300.0, 78.0)),)
    values = array("f", renderer.signs(SignsRequest(file_of(path), 1, 595, 842, line)))
    assert values[0] == pytest.approx(72, abs=1)
    assert values[4 * 8 + 2] < 130


TEXT = st.text(st.sampled_from("abc 合同，1.5"), min_size=1, max_size=30)


@given(text=TEXT, width=st.floats(1, 500), height=st.floats(1, 500))
def test_shared_out_boxes_fill_the_line_in_order(text: str, width: float, height: float) -> None:
    box = (10.0, 20.0, 10.0 + width, 20.0 + height)
    made = spread(text, box)
    assert len(made) == len(text)
    assert made[0][:2] == (10.0, 20.0)
    assert made[-1][2:] == pytest.approx(box[2:])
    for before, after in pairwise(made):
        assert after[0] == pytest.approx(before[2]) or after[1] == pytest.approx(before[3])


@given(text=TEXT, seen=TEXT)
def test_every_character_gets_a_box_whatever_the_page_shows(text: str, seen: str) -> None:
    signs = [page_worker._Sign(c, i, 1, (10.0 + 5 * i, 20.0, 15.0 + 5 * i, 30.0)) for i, c in enumerate(seen)
             if not c.isspace()]
    made = [*place_line(text, (10.0, 20.0, 160.0, 30.0), signs, [25.0] * len(signs))]
    assert len(made) == len(text)
    assert all(x0 <= x1 and y0 <= y1 for x0, y0, x1, y1 in made)


# --- pictures inside files --------------------------------------------------------------------------------
def png(width: int, height: int, *, clear: bool = False) -> bytes:
    """Red at the left, blue at the right; or all of it transparent."""
    made = pymupdf.Pixmap(pymupdf.csRGB, (0, 0, width, height), clear)
    made.clear_with()
    if not clear:
        made.set_rect((0, 0, width // 2, height), (255, 0, 0))
        made.set_rect((width // 2, 0, width, height), (0, 0, 255))
    data: bytes = made.tobytes("png")
    return data


@pytest.fixture
def package(tmp_path: Path) -> Path:
    path = tmp_path / "a.docx"
    with zipfile.ZipFile(path, "w") as z:
        z.writestr("word/document.xml", '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/'
                   'main"><w:body><w:p><w:r><w:t>x</w:t></w:r></w:p></w:body></w:document>')
        z.writestr("_rels/.rels", '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
                   '<Relationship Id="a" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/'
                   'officeDocument" Target="word/document.xml"/></Relationships>')
        z.writestr("word/media/a.png", png(200, 100))
        z.writestr("word/media/clear.png", png(20, 10, clear=True))
        z.writestr("word/media/a.emf", b"\x01\0\0\0" + b"x" * 100)
        z.writestr("word/media/page.png", b"%PDF-1.4 that calls itself a picture")
        # A picture of 400 million pixels, in some kilobytes.
        rows = zlib.compress(bytes(1 + 3 * 20_000) * 200, 9)
        header = b"IHDR" + struct.pack(">IIBBBBB", 20_000, 20_000, 8, 2, 0, 0, 0)
        body = b"IDAT" + rows
        z.writestr("word/media/bomb.png", b"\x89PNG\r\n\x1a\n" + b"".join(
            struct.pack(">I", len(piece) - 4) + piece + struct.pack(">I", zlib.crc32(piece))
            for piece in (header, body, b"IEND")))
    return path


def pixel(made: Picture, x: int, y: int) -> tuple[int, int, int]:
    blue, green, red = made.pixels[y * made.stride + 4 * x : y * made.stride + 4 * x + 3]
    return red, green, blue


def test_a_picture_inside_a_file_is_drawn_in_the_size_that_is_asked_for(renderer: PageRenderer, package: Path) -> None:
    made = renderer.part(PartRequest(file_of(package), "word/media/a.png", 50, 25, (0.0,) * 4))
    assert (made.width, made.height) == (50, 25)
    assert pixel(made, 5, 12) == (255, 0, 0)
    assert pixel(made, 45, 12) == (0, 0, 255)


def test_what_is_cut_off_of_a_picture_is_not_drawn(renderer: PageRenderer, package: Path) -> None:
    made = renderer.part(PartRequest(file_of(package), "word/media/a.png", 40, 40, (0.6, 0.0, 0.0, 0.0)))
    assert {pixel(made, x, 20) for x in range(2, made.width - 2)} == {(0, 0, 255)}


def test_what_is_clear_in_a_picture_is_white(renderer: PageRenderer, package: Path) -> None:
    made = renderer.part(PartRequest(file_of(package), "word/media/clear.png", 20, 10, (0.0,) * 4))
    assert pixel(made, 10, 5) == (255, 255, 255)


@pytest.mark.parametrize("part", ["a.emf", "page.png", "gone.png", "bomb.png"])
def test_pictures_that_cannot_be_drawn_say_so(renderer: PageRenderer, package: Path, part: str) -> None:
    with pytest.raises(PageError) as caught:
        renderer.part(PartRequest(file_of(package), f"word/media/{part}", 50, 25, (0.0,) * 4))
    assert not caught.value.of_file
    made = renderer.part(PartRequest(file_of(package), "word/media/a.png", 50, 25, (0.0,) * 4))
    assert made.width == 50  # what comes after is drawn


def test_a_file_that_changed_has_no_pictures(renderer: PageRenderer, package: Path) -> None:
    before = PageFile(package, "0" * 64)
    with pytest.raises(PageError, match="page_changed"):
        renderer.part(PartRequest(before, "word/media/a.png", 50, 25, (0.0,) * 4))
