"""One page after the other as MuPDF has it: its text, its lines, its pictures."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pymupdf as _pymupdf

from docprep_gui.domain.document import PictureRef
from docprep_gui.domain.errors import FileError
from docprep_gui.parsing.content import Box
from docprep_gui.parsing.ocr import Readings
from docprep_gui.parsing.ocr import pieces as scanned
from docprep_gui.parsing.pdf import images, marks, ruled, strokes, words
from docprep_gui.parsing.pdf.pieces import PageText, Picture, Piece, is_sane, page_text
from docprep_gui.parsing.pdf.table import PageTable

# Its own types are given in part only.
pymupdf: Any = _pymupdf

_WORD_FLAGS = pymupdf.TEXT_PRESERVE_WHITESPACE | pymupdf.TEXT_CLIP
# What is drawn comes with the text, out of its way ("lazy"): a page need not be run twice.
_PAGE_FLAGS = _WORD_FLAGS | pymupdf.TEXT_COLLECT_VECTORS | pymupdf.TEXT_LAZY_VECTORS
# Where one stretch of text that stands for other text lies within another, MuPDF may end the process.
_CAREFUL_FLAGS = _PAGE_FLAGS | pymupdf.TEXT_IGNORE_ACTUALTEXT
# What MuPDF and its Python layer raise for a damaged file or page.
FAULTS = (pymupdf.mupdf.FzErrorBase, RuntimeError, ValueError)
_BROKEN_PAGES = 100
_SMALL_PICTURE = 36.0
_SCAN_SIGNS = 40
_SCAN_SHARE = 0.6
# Of the size of its letters, how high the box of a line is at least; less a fault of rounding.
_HIGH = 0.999


@dataclass(slots=True)
class Pages:
    """`careful`: as asked of `collected`. `sizes` in points as shown, by page; `unread`: pictures that may hold text
    and were not looked at yet; the other lists hold numbers of pages, from 1: `read` those whose picture holds text,
    `doubtful` one for each place in pictures that may be wrong, `failed` those where reading their picture failed,
    `pictures_read` one for each picture on a page, `left_out` one for each that is none of those that are `worth`
    reading; `beside` (area in square points, content) of the pictures among text."""

    careful: bool
    texts: list[PageText] = field(default_factory=list)
    comments: list[marks.Comment] = field(default_factory=list)
    sizes: list[tuple[float, float]] = field(default_factory=list)
    without_text: list[int] = field(default_factory=list)
    unreadable: list[int] = field(default_factory=list)
    with_pictures: list[int] = field(default_factory=list)
    read: list[int] = field(default_factory=list)
    failed: list[int] = field(default_factory=list)
    doubtful: list[int] = field(default_factory=list)
    pictures_read: list[int] = field(default_factory=list)
    left_out: list[int] = field(default_factory=list)
    beside: dict[PictureRef, tuple[float, Hashable]] = field(default_factory=dict)
    unread: list[PictureRef] = field(default_factory=list)

    def choose(self, readings: Readings) -> None:
        """Once all pages are there: `unread` less the pictures among text that are not worth it."""
        worth = readings.worth(self.beside)
        left = [one for one in self.unread if one.box and one not in worth]
        if left:
            self.left_out = [one.page for one in left]
            self.unread = [one for one in self.unread if not one.box or one in worth]
            self.with_pictures = sorted((Counter(self.with_pictures) - Counter(self.left_out)).elements())


@dataclass(slots=True)
class _Raw:
    """`shown`: its size; `width`, `height`: without its rotation."""

    page: Any
    text: Any
    shown: tuple[float, float]
    width: float
    height: float
    drawings: int
    pictures: dict[Box, Hashable]


@dataclass(slots=True)
class _Manner:
    """How the pages of a file are read. `low`: it has fonts whose letters are told to be lower than their size; PyMuPDF
    then makes their boxes higher, which takes a fifth of the time that a page takes, also where there are none."""

    flags: int
    low: bool = False


def collected(file: Any, readings: Readings, careful: bool) -> Pages:
    """All pages of an open file; `careful`: as the file shows them, without the text that may stand for what is shown,
    which some files end the process with. Raises FileError (corrupt) where no page can be read."""
    pymupdf.TOOLS.unset_quad_corrections(True)
    try:
        return _collected(file, readings, careful)
    finally:
        pymupdf.TOOLS.unset_quad_corrections(False)


def _collected(file: Any, readings: Readings, careful: bool) -> Pages:
    pages = Pages(careful)
    broken = 0
    for number, read in _each(file, _Manner(_CAREFUL_FLAGS if careful else _PAGE_FLAGS)):
        if read is None:
            broken += 1
            if broken >= _BROKEN_PAGES and broken == number:
                raise FileError("corrupt", format="pdf")
            pages.sizes.append((0.0, 0.0))
            pages.unreadable.append(number)
            continue
        page, raw = read
        pages.sizes.append(raw.shown)
        with contextlib.suppress(*FAULTS):
            pages.comments += marks.apply(raw.page, page, raw.text.extractWORDS)
        _place_blocks(page, raw, pages, readings)
        pages.texts.append(page)
    if broken == len(pages.sizes):
        raise FileError("corrupt", format="pdf")
    return pages


def words_of(file: Any, page: PageText, careful: bool) -> words.PageWords:
    """The words of a page once more. `careful`: as for `collected`."""
    texts: list[Any] = []
    flags = _CAREFUL_FLAGS if careful else _WORD_FLAGS

    def text() -> Any:
        if not texts:
            texts.append(file.load_page(page.number - 1).get_textpage(flags=flags))
        return texts[0]

    return _words(page, text)


def _words(page: PageText, text: Callable[[], Any]) -> words.PageWords:
    """`text`: MuPDF's structured text of the page."""
    size = _unturned(page)

    def find() -> dict[int, list[words.Word]]:
        if page.words is not None:
            return page.words
        try:
            return words.of_page(text().extractWORDS(), page.pieces, page.frame, *size)
        except FAULTS:
            return {}

    def letters() -> list[words.Letter]:
        if page.words is not None:
            return []
        try:
            blocks = text().extractRAWDICT(sort=False)["blocks"]
        except FAULTS:
            return []
        found: list[words.Letter] = []
        for block in blocks:
            for line in block.get("lines", ()):
                for span in line["spans"]:
                    for sign in span["chars"]:
                        x0, y0, x1, y1 = page.frame.into(sign["bbox"], *size)
                        found.append((sign["c"], x0, x1, (y0 + y1) / 2))
        return found

    return words.PageWords(find, letters)


def _unturned(page: PageText) -> tuple[float, float]:
    return (page.height, page.width) if page.frame.turned else (page.width, page.height)


def _each(file: Any, manner: _Manner) -> Iterator[tuple[int, tuple[PageText, _Raw] | None]]:
    """Number from 1, and the page, or None where it is damaged."""
    for index in range(file.page_count):
        try:
            read = _page(file, index, manner)
        except FAULTS:
            read = None
        yield index + 1, read


def _page(file: Any, index: int, manner: _Manner) -> tuple[PageText, _Raw]:
    page = file.load_page(index)
    text = page.get_textpage(flags=manner.flags)
    rotation = page.rotation
    shown = _turner(page.rotation_matrix) if rotation else None
    structured = text.extractDICT(sort=False)
    found = _text(index + 1, structured, shown, text)
    if not manner.low and any(piece.y1 - piece.y0 < _HIGH * piece.size for piece in found.pieces):
        manner.low = True
        pymupdf.TOOLS.unset_quad_corrections(False)
        structured = text.extractDICT(sort=False)
        found = _text(index + 1, structured, shown, text)
    size = width, height = structured["width"], structured["height"]
    vectors = [block for block in structured["blocks"] if "lines" not in block]
    pictures = _pictures(file, page, index, len(vectors) < len(structured["blocks"]))
    if vectors:
        drawings = strokes.drawings(vectors)
        frame = found.frame
        found.strokes = strokes.found(
            page.get_cdrawings() if drawings is None else drawings, lambda box: frame.into(box, width, height)
        )
    return found, _Raw(page, text, size if rotation in (0, 180) else size[::-1], width, height, len(vectors), pictures)


def _text(number: int, structured: Mapping[str, Any], shown: Callable[[Box], Box] | None, text: Any) -> PageText:
    return page_text(
        number, structured["blocks"], structured["width"], structured["height"], shown,
        lambda: text.extractRAWDICT(sort=False)["blocks"],
    )


def _pictures(file: Any, page: Any, index: int, has_text: bool) -> dict[Box, Hashable]:
    """Where pictures are, and for each what tells it from others: its dots and bytes. None where damage keeps them from
    being listed: the text is there all the same."""
    try:
        if has_text and not (_has_objects(page) and file.get_page_images(index)):
            return {}
        return {box: (info["width"], info["height"], info["size"]) for info in page.get_image_info()
                if is_sane(box := tuple(info["bbox"]))}
    except (*FAULTS, TypeError, KeyError, AttributeError):
        # PyMuPDF's own layer takes names and numbers in resources for sound.
        return {}


def _has_objects(page: Any) -> bool:
    """Do the resources of a page of a PDF file name anything that may be a picture? Most pages need no closer look."""
    mupdf = pymupdf.mupdf
    own = mupdf.pdf_page_from_fz_page(page.this).obj()
    resources = mupdf.pdf_dict_get_inheritable(own, mupdf.PDF_ENUM_NAME_Resources)
    return bool(mupdf.pdf_dict_len(mupdf.pdf_dict_get(resources, mupdf.PDF_ENUM_NAME_XObject)))


def _turner(matrix: Any) -> Callable[[Box], Box]:
    def turned(box: Box) -> Box:
        return tuple(pymupdf.Rect(box) * matrix)

    return turned


def _place_blocks(page: PageText, raw: _Raw, pages: Pages, readings: Readings) -> None:
    """Puts tables and pictures among the pieces, at the height of their upper edge."""
    covered = sum(max(0.0, b[2] - b[0]) * max(0.0, b[3] - b[1]) for b in raw.pictures)
    is_scan = page.signs < _SCAN_SIGNS and covered >= _SCAN_SHARE * raw.width * raw.height
    if (page.signs == 0 and (raw.pictures or raw.drawings)) or is_scan:
        _place_scan(page, raw, pages, readings)
        return
    if page.bad > 0.2 * page.signs and page.signs >= 20:
        pages.unreadable.append(page.number)
    texts = [(piece.x0, piece.y0, piece.x1, piece.y1) for piece in page.pieces] if raw.pictures else []
    if page.strokes is not None and page.pieces:
        put_tables(page, _ruled(page, page.strokes, raw, pages))
    size = raw.width, raw.height
    for box in images.joined(list(raw.pictures)):
        wide, high = box[2] - box[0], box[3] - box[1]
        background = wide * high >= 0.9 * raw.width * raw.height
        if wide >= _SMALL_PICTURE and high >= _SMALL_PICTURE and not background:
            place = page.frame.into(box, *size)
            shown = page.shown(place)
            picture = Picture(shown)
            page.pieces.append(Piece("", *place, place[1], 1.0, False, shown, picture))
            if images.may_hold_text(place, texts):
                _read_picture(picture, page.number, raw.pictures.get(box, shown), pages, readings)


def _ruled(
    page: PageText, lines: strokes.Strokes, raw: _Raw, pages: Pages
) -> list[tuple[PageTable, set[int]]]:
    before = pages.texts[-1] if pages.texts and pages.texts[-1].number == page.number - 1 else None
    return ruled.find(lines, page.pieces, _words(page, lambda: raw.text), page.number, _lowest_table(before))


def _lowest_table(page: PageText | None) -> PageTable | None:
    """Blocks stand behind all other pieces."""
    lowest: PageTable | None = None
    for piece in reversed(page.pieces if page is not None else ()):
        if piece.block is None:
            break
        if isinstance(piece.block, PageTable) and (lowest is None or piece.block.ys[-1] > lowest.ys[-1]):
            lowest = piece.block
    return lowest


def _place_scan(page: PageText, raw: _Raw, pages: Pages, readings: Readings) -> None:
    """A page without text is one figure, or what was read in its picture."""
    pages.without_text.append(page.number)
    picture = PictureRef(page=page.number)
    reading = readings.get(picture)
    if reading is not None and not reading.failed:
        page.pieces.clear()
        page.turned.clear()
        scanned.fill(page, reading)
        pages.doubtful += [page.number for piece in page.pieces for _ in piece.doubts]
        if page.pieces:
            pages.read.append(page.number)
            assert page.strokes is not None
            put_tables(page, _ruled(page, page.strokes, raw, pages))
            return
    elif reading is not None:
        pages.failed.append(page.number)
    elif readings.state == "on":
        pages.unread.append(picture)
    box = (0.0, 0.0, *pages.sizes[-1])
    page.pieces.append(Piece("", 0.0, 0.0, page.width, page.height, page.height, 1.0, False, box, Picture(box)))


def _read_picture(picture: Picture, number: int, content: Hashable, pages: Pages, readings: Readings) -> None:
    ref = PictureRef(page=number, box=picture.box)
    x0, y0, x1, y1 = picture.box
    pages.beside[ref] = (x1 - x0) * (y1 - y0), content
    reading = readings.get(ref)
    if reading is None or reading.failed:
        pages.with_pictures.append(number)
        if reading is None and readings.state == "on":
            pages.unread.append(ref)
        return
    picture.content = scanned.content(reading)
    if picture.content.text:
        pages.pictures_read.append(number)
        pages.doubtful += [number for line in reading.lines for _ in scanned.doubts(line)]


def put_tables(page: PageText, tables: list[tuple[PageTable, set[int]]]) -> None:
    """Puts tables in the place of the pieces that they hold; boxes become those of the page as it is shown."""
    page.pieces = with_tables(page, page.pieces, tables)


def with_tables(
    page: PageText, pieces: Sequence[Piece], tables: Sequence[tuple[PageTable, set[int]]]
) -> list[Piece]:
    """The pieces, tables in the place of those that they hold; boxes become those of the page as it is shown."""
    inside = {place for _, places in tables for place in places}
    kept = [piece for piece in pieces if id(piece) not in inside]
    for table, places in tables:
        table.places = [(number, page.shown(box)) for number, box in table.places]
        table.size = _usual_size([piece for piece in pieces if id(piece) in places])
        box = table.box
        kept.append(Piece("", *box, box[1], 1.0, False, page.shown(box), table))
    return kept


def _usual_size(pieces: Sequence[Piece]) -> float:
    """The size of most letters."""
    counts: dict[float, int] = {}
    for piece in pieces:
        counts[piece.size] = counts.get(piece.size, 0) + len(piece.text)
    return max(counts, key=lambda size: counts[size], default=0.0)
