"""The engine itself, on small pictures: each costs a second."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from difflib import SequenceMatcher

import pymupdf
import pytest

np = pytest.importorskip("numpy")
pytest.importorskip("cv2")
pytest.importorskip("rapidocr")
pytest.importorskip("onnxruntime")

from docprep_gui.domain.document import PictureRef  # noqa: E402
from docprep_gui.parsing.ocr import source  # noqa: E402
from docprep_gui.parsing.ocr.engine import Engine, Image  # noqa: E402
from docprep_gui.parsing.ocr.page import recognise  # noqa: E402

LINES = (
    "合同编号：HT-2024-0381，签订日期：2024年6月30日",
    "甲方应在到货后15个工作日内完成验收，逾期视为合格。",
    "The total fees shall not exceed US$1,250,000.00.",
)


@pytest.fixture(scope="module")
def engine() -> Engine:
    """Made in a thread of its own: the thread that makes the first one counts tiny numbers as zeros from then on, which
    property tests of numbers take amiss."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(Engine, 1).result()


def scan(noise: float = 0.0) -> bytes:
    """A PDF file whose page is a picture of the lines, at 150 dots an inch."""
    with pymupdf.open() as file:
        page = file.new_page(width=420, height=130)
        for n, text in enumerate(LINES):
            page.insert_text((24, 36 + 30 * n), text, fontname="helv" if text.isascii() else "china-s", fontsize=11)
        drawn = page.get_pixmap(dpi=150)
    dots = np.frombuffer(drawn.samples, np.uint8).astype(float)
    if noise:
        dots = np.clip(0.85 * dots + 20 + np.random.default_rng(1).normal(0, noise, dots.shape), 0, 255)
    picture = pymupdf.Pixmap(pymupdf.csRGB, drawn.width, drawn.height, dots.astype(np.uint8).tobytes(), False)
    with pymupdf.open() as file:
        page = file.new_page(width=420, height=130)
        page.insert_image(page.rect, pixmap=picture)
        return bytes(file.tobytes())


@pytest.mark.parametrize("noise", [0.0, 16.0])
def test_chinese_and_english_are_read_at_their_places(engine: Engine, noise: float) -> None:
    image, points = source.picture(scan(noise), "pdf", PictureRef(page=1))
    assert round(1 / points * 72) == 150
    found = recognise(image, points, engine)
    assert len(found.lines) == 3
    got, wanted = "".join(line.text for line in found.lines), "".join(LINES)
    alike = SequenceMatcher(None, got.replace(" ", ""), wanted.replace(" ", ""), autojunk=False).ratio()
    print(f"noise {noise:.0f}: {100 * alike:.1f} % alike")
    assert alike > 0.96
    for n, line in enumerate(found.lines):
        assert abs(line.box[0] - 24) < 4
        assert line.box[1] < 32 + 30 * n < line.box[3]
        assert len(line.text) == len(line.sure) == len(line.centres)
        assert list(line.centres) == sorted(line.centres)


def test_the_same_picture_gives_the_same_text_whatever_the_threads(engine: Engine) -> None:
    image, points = source.picture(scan(16.0), "pdf", PictureRef(page=1))
    assert recognise(image, points, engine) == recognise(image, points, Engine(2))


def test_lone_figures_of_a_table_are_not_overlooked(engine: Engine) -> None:
    with pymupdf.open() as file:
        page = file.new_page(width=595, height=842)
        for n in range(1, 6):
            for x, text in ((72, str(n)), (130, "goods"), (300, str(7 - n)), (360, f"{n}6,500.00")):
                page.insert_text((x, 100 + 24 * n), text, fontname="tiro", fontsize=10.5)
        drawn = page.get_pixmap(dpi=150)
    with pymupdf.open() as file:
        page = file.new_page(width=595, height=842)
        page.insert_image(page.rect, pixmap=drawn)
        data = bytes(file.tobytes())
    image, points = source.picture(data, "pdf", PictureRef(page=1))
    found = recognise(image, points, engine)
    lone = [line.text for line in found.lines if len(line.text) == 1]
    assert sorted(lone) == sorted("12345" + "65432")


def _read(image: Image, engine: Engine) -> str:
    return "".join(line.text for line in recognise(image, 1.0, engine).lines).replace(" ", "")


def test_light_letters_on_a_dark_ground_and_a_speckled_fax(engine: Engine) -> None:
    image, _ = source.picture(scan(), "pdf", PictureRef(page=1))
    wanted = "".join(LINES).replace(" ", "")
    dark = np.ascontiguousarray(40 + (255 - image) // 2)
    assert SequenceMatcher(None, _read(dark, engine), wanted, autojunk=False).ratio() > 0.96
    fax = np.where(image > 127, 255, 0).astype(np.uint8)
    specks = np.random.default_rng(1).random(fax.shape[:2]) < 0.01
    fax[specks] = 255 - fax[specks]
    assert SequenceMatcher(None, _read(fax, engine), wanted, autojunk=False).ratio() > 0.9


def test_a_recording_of_a_screen_many_pages_high(engine: Engine) -> None:
    with pymupdf.open() as file:
        page = file.new_page(width=400, height=3600)
        for n in range(150):
            page.insert_text((24, 30 + 23 * n), f"Line {n} of the record", fontname="helv", fontsize=11)
        made = page.get_pixmap(dpi=144).tobytes("png")
    image, points = source.picture(made, "image", PictureRef(page=1))
    assert image.shape[1] >= 800
    found = recognise(image, points, engine)
    numbers = [int(re.sub(r"\D", "", line.text)) for line in found.lines]
    assert len(set(range(150)) - set(numbers)) <= 2
    tops = [line.box[1] for line in found.lines]
    assert tops == sorted(tops)
    assert len(tops) <= 151
