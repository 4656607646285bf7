"""The look: ask `current()` for colours, `px()` for sizes and `font()` for type at the time of painting."""

from __future__ import annotations

from docprep_gui.gui.theme.fonts import tabular
from docprep_gui.gui.theme.palette import view_palette
from docprep_gui.gui.theme.state import SchemeChoice, Theme, colour, current, font, is_theme_change, paper, px, theme
from docprep_gui.gui.theme.tokens import Scheme

__all__ = ["Scheme", "SchemeChoice", "Theme", "colour", "current", "font", "is_theme_change", "paper", "px", "tabular",
           "theme", "view_palette"]
