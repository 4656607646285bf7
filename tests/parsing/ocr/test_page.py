"""Pictures turned right, straightened, cut at ruling lines: with eyes that see bars instead of letters."""

from __future__ import annotations

import math

import pytest

cv2 = pytest.importorskip("cv2")
np = pytest.importorskip("numpy")
pytest.importorskip("rapidocr")
pytest.importorskip("onnxruntime")

from docprep_gui.parsing.ocr import Reading  # noqa: E402
from docprep_gui.parsing.ocr.engine import Image, LineText, Quads  # noqa: E402
from docprep_gui.parsing.ocr.page import recognise  # noqa: E402
from docprep_gui.parsing.ocr.ready import made_ready  # noqa: E402

BARS = [(60, 60, 400, 84), (60, 110, 430, 134), (60, 160, 300, 184), (60, 210, 420, 234), (60, 260, 380, 284)]


def paper(width: int = 520, height: int = 400) -> Image:
    """A sheet with bars for lines; each begins red, so that one can tell how it is to be held."""
    image = np.full((height, width, 3), 255, np.uint8)
    for x0, y0, x1, y1 in BARS:
        cv2.rectangle(image, (x0, y0), (x1, y1), (200, 0, 0), -1)
        cv2.rectangle(image, (x0, y0), (x0 + 60, y1), (0, 0, 200), -1)
    return image


class Eyes:
    """Finds what is coloured; is sure of a bar that lies and begins red."""

    def __init__(self) -> None:
        self.read_crops = 0

    def detect(self, image: Image, longest: int) -> Quads:
        coloured = (image.max(axis=2).astype(int) - image.min(axis=2) > 100).astype(np.uint8)
        outlines, _ = cv2.findContours(coloured, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        quads = []
        for outline in outlines:
            corners = cv2.boxPoints(cv2.minAreaRect(outline))
            left = sorted(corners[np.argsort(corners[:, 0])][:2], key=lambda p: p[1])
            right = sorted(corners[np.argsort(corners[:, 0])][2:], key=lambda p: p[1])
            # A few pixels of room, as detection leaves it.
            quads.append(np.array([left[0], right[0], right[1], left[1]], np.float32)
                         + np.array([[-3, -5], [3, -5], [3, 5], [-3, 5]], np.float32))
        return np.array(quads, np.float32).reshape(-1, 4, 2)

    def read(self, line: Image) -> LineText:
        self.read_crops += 1
        height, width = line.shape[:2]
        start = line[height // 3 : 2 * height // 3, 6 : max(7, width // 12)].reshape(-1, 3).mean(axis=0)
        good = width > height and start[2] > start[0] + 60
        return LineText("bar", (0.2, 0.5, 0.8), (0.95,) * 3 if good else (0.55,) * 3)


def near(box: tuple[float, ...], wanted: tuple[float, ...], reach: float = 8) -> bool:
    return all(abs(a - b) <= reach for a, b in zip(box, wanted, strict=True))


def shown(found: Reading) -> list[tuple[float, ...]]:
    return sorted(found.in_picture(line.box) for line in found.lines)


@pytest.mark.parametrize("turns", [0, 1, 2, 3])
def test_a_picture_is_read_whichever_way_it_is_held(turns: int) -> None:
    held = np.ascontiguousarray(np.rot90(paper(), turns))
    found = recognise(held, 1.0, Eyes())
    assert (found.width, found.height) == (520, 400)
    assert [line.text for line in found.lines] == ["bar"] * 5
    assert all(min(line.sure) > 0.9 for line in found.lines)
    assert all(near(line.box, bar) for line, bar in zip(found.lines, BARS, strict=True))
    height, width = held.shape[:2]
    for line, (x0, y0, x1, y1) in zip(found.lines, BARS, strict=True):
        wanted = {
            0: (x0, y0, x1, y1), 1: (y0, 520 - x1, y1, 520 - x0), 2: (width - x1, height - y1, width - x0, height - y0),
            3: (400 - y1, x0, 400 - y0, x1),
        }[turns]
        assert near(found.in_picture(line.box), wanted)


@pytest.mark.parametrize("angle", [-7.0, -2.0, 1.5, 5.0])
def test_a_leaning_picture_is_straightened(angle: float) -> None:
    turn = cv2.getRotationMatrix2D((260, 200), angle, 1.0)
    leaning = cv2.warpAffine(paper(), turn, (520, 400), borderValue=(255, 255, 255))
    found = recognise(leaning, 1.0, Eyes())
    assert len(found.lines) == 5
    # The red ends stand below one another.
    assert max(line.box[0] for line in found.lines) - min(line.box[0] for line in found.lines) < 6
    for line, (x0, y0, x1, y1) in zip(found.lines, BARS, strict=True):
        middle = turn @ np.array([(x0 + x1) / 2, (y0 + y1) / 2, 1.0])
        box = found.in_picture(line.box)
        assert math.hypot((box[0] + box[2]) / 2 - middle[0], (box[1] + box[3]) / 2 - middle[1]) < 6


def test_a_straight_picture_is_read_once() -> None:
    eyes = Eyes()
    recognise(paper(), 1.0, eyes)
    assert eyes.read_crops == 5


def test_places_count_in_points() -> None:
    found = recognise(paper(), 0.36, Eyes())
    assert (round(found.width, 2), round(found.height, 2)) == (187.2, 144)
    assert near(found.lines[0].box, tuple(value * 0.36 for value in BARS[0]), 3)
    assert found.lines[0].centres[0] < found.lines[0].centres[2] < found.lines[0].box[2]


def test_a_line_is_cut_where_a_line_of_a_table_runs_through_it() -> None:
    image = paper()
    for x in (40, 250, 460):
        cv2.line(image, (x, 40), (x, 300), (0, 0, 0), 2)
    for y in (40, 97, 147, 197, 247, 300):
        cv2.line(image, (40, y), (460, y), (0, 0, 0), 2)

    class Whole(Eyes):
        def detect(self, image: Image, longest: int) -> Quads:
            return np.array([[(x0 - 3, y0 - 5), (x1 + 3, y0 - 5), (x1 + 3, y1 + 5), (x0 - 3, y1 + 5)]
                             for x0, y0, x1, y1 in BARS], np.float32)

    found = recognise(image, 1.0, Whole())
    assert [round(x / 10) for x, _, _ in found.down] == [4, 25, 46]
    assert len(found.across) == 6
    assert len(found.lines) == 10
    assert all(line.box[2] <= 252 or line.box[0] >= 248 for line in found.lines)


def test_a_picture_without_text_gives_nothing() -> None:
    found = recognise(np.full((64, 64, 3), 255, np.uint8), 1.0, Eyes())
    assert (found.lines, found.across, found.down, found.failed) == ((), (), (), False)


# --- made ready ------------------------------------------------------------------------------------------
def test_a_dark_ground_is_made_light_unless_it_is_a_photo() -> None:
    image = np.full((300, 400, 3), 30, np.uint8)
    image[100:120, 50:300] = 220
    assert (made_ready(image) == 255 - image).all()
    photo = np.tile(np.linspace(0, 180, 400).astype(np.uint8)[None, :, None], (300, 1, 3))
    assert (made_ready(photo) == photo).all()
    assert made_ready(255 - image) is not image
    assert (made_ready(255 - image) == 255 - image).all()


def test_lone_dots_are_cleared_where_there_are_many_and_points_stay() -> None:
    image = np.full((300, 400, 3), 255, np.uint8)
    image[100:120, 50:300] = 0
    image[150:152, 60:61] = 0
    clean = image.copy()
    few = image.copy()
    few[10, 10] = 0
    assert (made_ready(few) == few).all()
    for n in range(1, 99):
        image[3 * n, [2 + (n * 37) % 40, 390 - (n * 29) % 40]] = 0
        image[102 + n % 15, 52 + 2 * n] = 255
    assert (made_ready(image) == clean).all()
    gray = np.clip(image.astype(int) + np.arange(400)[None, :, None] % 120 - 60, 0, 255).astype(np.uint8)
    assert (made_ready(gray) == gray).all()


def test_a_picture_several_pages_high_is_looked_at_page_by_page() -> None:
    tall = np.full((4000, 800, 3), 255, np.uint8)
    wanted = []
    for n in range(40):
        box = (60, 60 + 97 * n, 430, 84 + 97 * n)
        cv2.rectangle(tall, box[:2], box[2:], (200, 0, 0), -1)
        cv2.rectangle(tall, box[:2], (120, box[3]), (0, 0, 200), -1)
        wanted.append(box)
    found = recognise(tall, 1.0, Eyes())
    assert len(found.lines) == 40
    assert all(near(line.box, box) for line, box in zip(found.lines, wanted, strict=True))

    class Heights(Eyes):
        def __init__(self) -> None:
            super().__init__()
            self.heights: list[int] = []

        def detect(self, image: Image, longest: int) -> Quads:
            self.heights.append(image.shape[0])
            return super().detect(image, longest)

    eyes = Heights()
    recognise(tall, 1.0, eyes)
    assert max(eyes.heights) <= 1.5 * 1.4 * 800
    eyes = Heights()
    recognise(tall[:2000], 1.0, eyes)
    assert set(eyes.heights) == {2000}


# --- how close a picture is looked at -------------------------------------------------------------------
class Far(Eyes):
    """Remembers at how many pixels it looked; finds `quads`."""

    def __init__(self, quads: list[tuple[int, int, int, int]]) -> None:
        super().__init__()
        self.looks: list[int] = []
        self.quads = np.array([[(a, b), (c, b), (c, d), (a, d)] for a, b, c, d in quads], np.float32).reshape(-1, 4, 2)

    def detect(self, image: Image, longest: int) -> Quads:
        self.looks.append(longest)
        return self.quads


def looks(quads: list[tuple[int, int, int, int]], image: Image | None = None, *, part: bool = False) -> list[int]:
    eyes = Far(quads)
    recognise(_sheet() if image is None else image, 1.0, eyes, part=part)
    return eyes.looks


def _sheet() -> Image:
    image = np.full((2000, 1400, 3), 255, np.uint8)
    image[900:940, 100:1300] = 0
    return image


def test_a_page_of_text_is_looked_at_from_afar_and_small_print_closer() -> None:
    assert looks([(100, 60 * n, 1300, 60 * n + 36) for n in range(1, 30)]) == [960]
    first, closer = looks([(100, 60 * n, 1300, 60 * n + 20) for n in range(1, 30)])
    assert first == 960
    assert 1400 < closer <= 2000


def test_what_may_be_a_table_is_looked_at_closer() -> None:
    cells = [(x, 60 * n, x + 120, 60 * n + 36) for n in range(1, 10) for x in (100, 400, 700)]
    assert looks(cells) == [960, 1440]
    ruled = _sheet()
    for n in range(6):
        cv2.line(ruled, (100, 100 + 80 * n), (1300, 100 + 80 * n), (0, 0, 0), 2)
        cv2.line(ruled, (100 + 240 * n, 100), (100 + 240 * n, 500), (0, 0, 0), 2)
    assert looks([(100, 120, 1300, 156)], ruled) == [1440]


def test_a_picture_among_text_in_which_a_quick_look_finds_nothing_is_left() -> None:
    assert looks([], part=True) == [480]
    assert looks([(100, 200, 1300, 310)], part=True) == [480]


def test_a_blank_picture_is_not_looked_at() -> None:
    assert looks([], np.full((600, 400, 3), 230, np.uint8)) == []


def test_headings_and_ends_of_paragraphs_are_no_table() -> None:
    quads = [(100, 60 * n, 1300 if n % 3 else 400, 60 * n + 36) for n in range(1, 30)]
    assert looks(quads) == [960]


def test_the_box_of_a_letter_has_all_its_parts_and_no_ruling_line() -> None:
    image = np.full((400, 520, 3), 255, np.uint8)
    cv2.rectangle(image, (100, 100), (130, 104), (0, 0, 0), -1)  # 二
    cv2.rectangle(image, (96, 124), (134, 130), (0, 0, 0), -1)
    cv2.line(image, (20, 136), (500, 136), (0, 0, 0), 2)
    cv2.rectangle(image, (100, 60), (130, 92), (0, 0, 0), -1)  # of the line above

    class Lone(Eyes):
        def detect(self, image: Image, longest: int) -> Quads:
            return np.array([[(88, 90), (142, 90), (142, 140), (88, 140)]], np.float32)

    (line,) = recognise(image, 1.0, Lone()).lines
    assert near(line.box, (96, 100, 135, 131), 2)


def test_text_under_a_seal_is_read_without_it_and_the_seal_with_it() -> None:
    image = np.full((400, 520, 3), 255, np.uint8)
    cv2.rectangle(image, (60, 100), (190, 124), (0, 0, 0), -1)
    cv2.circle(image, (200, 112), 60, (40, 30, 210), 6)
    cv2.rectangle(image, (60, 100), (190, 124), (0, 0, 0), -1)

    class Sealed(Eyes):
        """Takes what is not white for text, and all of a seal with what is under it for one line."""

        def detect(self, image: Image, longest: int) -> Quads:
            dark = (image.min(axis=2) < 128).astype(np.uint8)
            outlines, _ = cv2.findContours(dark, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
            boxes = [cv2.boundingRect(outline) for outline in outlines]
            return np.array([[(x - 3, y - 5), (x + w + 3, y - 5), (x + w + 3, y + h + 5), (x - 3, y + h + 5)]
                             for x, y, w, h in boxes], np.float32).reshape(-1, 4, 2)

        def read(self, line: Image) -> LineText:
            return LineText("bar", (0.2, 0.5, 0.8), (0.95,) * 3)

    (line,) = recognise(image, 1.0, Sealed()).lines
    assert near(line.box, (60, 100, 191, 125), 6)
    apart = np.full((400, 520, 3), 255, np.uint8)
    cv2.circle(apart, (400, 300), 60, (40, 30, 210), 6)
    cv2.rectangle(apart, (60, 100), (190, 124), (0, 0, 0), -1)
    found = recognise(apart, 1.0, Sealed()).lines
    assert any(near(line.box, (337, 237, 463, 363), 8) for line in found)


def dark_head(image: Image, ground: tuple[int, int, int], starts: list[list[int]]) -> list[list[tuple[int, int]]]:
    """A table of two columns and three rows under a dark head with light texts at `starts`, row by row. The quads."""
    head = 40 + 40 * len(starts)
    cv2.rectangle(image, (40, 40), (480, head), ground, -1)
    for y in range(head, head + 121, 40):
        cv2.line(image, (40, y), (480, y), (150, 150, 150), 2)
    for x in (40, 200, 480):
        cv2.line(image, (x, head), (x, head + 120), (150, 150, 150), 2)
    quads = []
    texts = [(x, 50 + 40 * row, 255) for row, own in enumerate(starts) for x in own]
    texts += [(x, head + 10 + 40 * row, 0) for row in range(3) for x in (60, 220)]
    for x, y, paint in texts:
        for letter in range(8):
            cv2.rectangle(image, (x + 14 * letter, y), (x + 14 * letter + 9, y + 20), (paint,) * 3, -1)
        quads.append([(x - 3, y - 5), (x + 110, y - 5), (x + 110, y + 25), (x - 3, y + 25)])
    return quads


class Fixed(Eyes):
    def __init__(self, quads: list[list[tuple[int, int]]]) -> None:
        super().__init__()
        self.quads = quads

    def detect(self, image: Image, longest: int) -> Quads:
        return np.array(self.quads, np.float32)

    def read(self, line: Image) -> LineText:
        return LineText("bar", (0.2, 0.5, 0.8), (0.95,) * 3)


def table_lines(image: Image, quads: list[list[tuple[int, int]]], head: int) -> set[int]:
    """Where upright lines run through the table and its head; there are none in the head only, nor level ones in it."""
    found = recognise(image, 1.0, Fixed(quads))
    assert not [line for line in found.down if line[2] <= head + 5]
    for edge in (40, head):
        assert any(abs(y - edge) < 4 for y, _, _ in found.across)
    assert not [y for y, _, _ in found.across if 50 < y < head - 10]
    return {round(x / 10) for x, top, low in found.down if top < 50 and low > head + 110}


@pytest.mark.parametrize("ground", [(110, 70, 30), (0, 0, 0), (60, 60, 60)])
@pytest.mark.parametrize("rows", [1, 2])
def test_a_dark_head_of_light_letters_belongs_to_its_table(ground: tuple[int, int, int], rows: int) -> None:
    """Its ground between the letters is no line; its edges are, and the lines of the table go on through it."""
    image = np.full((400, 520, 3), 255, np.uint8)
    quads = dark_head(image, ground, [[60, 220]] * rows)
    assert table_lines(image, quads, 40 + 40 * rows) == {4, 20, 48}


def test_one_name_over_the_columns_of_a_dark_head_has_one_cell() -> None:
    image = np.full((400, 520, 3), 255, np.uint8)
    quads = dark_head(image, (110, 70, 30), [[230]])
    assert table_lines(image, quads, 80) == {4, 48}


@pytest.mark.parametrize("paint", [(0, 0, 0), (200, 200, 200)])
def test_a_line_that_shows_on_a_dark_head_parts_what_is_taken_for_one_text(paint: tuple[int, int, int]) -> None:
    image = np.full((400, 520, 3), 255, np.uint8)
    quads = dark_head(image, (110, 70, 30), [[60, 220]])
    cv2.line(image, (200, 40), (200, 80), paint, 2)
    (x0, y0), (_, y1) = quads[0][0], quads[0][2]
    quads[:2] = [[(x0, y0), (330, y0), (330, y1), (x0, y1)]]
    assert table_lines(image, quads, 80) == {4, 20, 48}
