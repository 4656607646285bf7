from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QSize

from docprep_gui.gui.theme import icons, sheet, tokens
from docprep_gui.gui.theme.tokens import DARK, LIGHT, Scheme
from docprep_gui.workspace import paths

SCHEMES = pytest.mark.parametrize("scheme", [LIGHT, DARK], ids=["light", "dark"])


def _luminance(colour: str) -> float:
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: str, b: str) -> float:
    """The ratio of WCAG 2."""
    high, low = sorted((_luminance(a), _luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


GROUNDS = ("window", "surface", "raised", "hover", "pressed", "accent_soft")
TEXTS = [
    *(("text", ground) for ground in (*GROUNDS, "desk", "chunk_a", "chunk_b", "hit_bg", "error_bg", "warn_bg")),
    *(("muted", ground) for ground in (*GROUNDS, "page")),
    *(("accent", ground) for ground in (*GROUNDS, "desk")),
    *(("high", ground) for ground in ("surface", "raised", "hover", "accent_soft")),
    *(("normal", ground) for ground in ("surface", "raised", "hover", "accent_soft")),
    *(("page_text", ground) for ground in ("page", "hit_bg", "chunk_a_t", "chunk_b_t", "accent_soft", "chunk_a")),
    *((pair, f"{pair}_bg") for pair in ("rule", "model", "local", "ocr", "ignore", "mask", "error", "warn", "ok")),
    *((pair, ground) for pair in ("error", "warn", "ok") for ground in ("window", "surface", "raised")),
    ("on_accent", "accent"), ("on_accent", "accent_hover"),
]
SHAPES = [
    *(("focus", ground) for ground in (*GROUNDS, "desk", "page")),
    ("control", "surface"), ("control", "raised"), ("hit", "page"),
    *(("low", ground) for ground in ("surface", "accent_soft")),
]


@SCHEMES
def test_text_can_be_read(scheme: Scheme) -> None:
    poor = {(a, b): round(contrast(getattr(scheme, a), getattr(scheme, b)), 2) for a, b in TEXTS
            if contrast(getattr(scheme, a), getattr(scheme, b)) < 4.5}
    assert not poor


@SCHEMES
def test_shapes_can_be_seen(scheme: Scheme) -> None:
    poor = {(a, b): round(contrast(getattr(scheme, a), getattr(scheme, b)), 2) for a, b in SHAPES
            if contrast(getattr(scheme, a), getattr(scheme, b)) < 3}
    assert not poor


@SCHEMES
def test_the_sheet_takes_all_its_colours_from_the_table(scheme: Scheme) -> None:
    made = sheet.sheet(scheme, round, 9.0)
    used = set(re.findall(r"#[0-9A-Fa-f]{6}", made))
    assert used <= set(scheme.colours().values())
    assert "$" not in made


def test_no_colour_is_written_outside_the_table() -> None:
    package = Path(sheet.__file__).parents[1]
    strays = [str(path) for path in package.rglob("*.py") if path.name != "tokens.py"
              and re.search(r"[\"']#[0-9A-Fa-f]{6}[\"']", path.read_text(encoding="utf-8"))]
    assert not strays


def test_every_icon_is_drawn_in_the_current_colour() -> None:
    files = sorted((paths.shipped("resources") / "icons").glob("*.svg"))
    assert {path.stem for path in files} >= set(tokens.ROUTE_ICON.values())
    for path in files:
        svg = path.read_text(encoding="utf-8")
        assert 'stroke="currentColor"' in svg
        assert 'viewBox="0 0 24 24"' in svg
        assert "#" not in svg


def test_icons_named_in_the_window_exist() -> None:
    package = Path(sheet.__file__).parents[1]
    known = {path.stem for path in (paths.shipped("resources") / "icons").glob("*.svg")}
    for path in package.rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        named = re.findall(r"(?:icon=|icons\.draw\(\w+, |EmptyState\(|parts\.tool\()\"([a-z-]+)\"", source)
        assert set(named) <= known, path


def test_icons_are_as_sharp_as_the_screen(qapp: Any) -> None:
    for width in (16, 20):
        made = icons.icon("folder").pixmap(QSize(width, 16), 2.0)
        assert (made.width(), made.height(), made.devicePixelRatio()) == (2 * width, 32, 2.0)
