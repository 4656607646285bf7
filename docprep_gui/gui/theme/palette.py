"""One QPalette from the table."""

from __future__ import annotations

from PySide6.QtGui import QColor, QPalette

from docprep_gui.gui.theme.tokens import Scheme

_ROLE = QPalette.ColorRole


def palette(scheme: Scheme) -> QPalette:
    """The application's palette."""
    table = {
        _ROLE.Window: scheme.window, _ROLE.Base: scheme.raised, _ROLE.Button: scheme.raised,
        _ROLE.AlternateBase: scheme.surface, _ROLE.Text: scheme.text, _ROLE.WindowText: scheme.text,
        _ROLE.ButtonText: scheme.text, _ROLE.PlaceholderText: scheme.muted, _ROLE.Highlight: scheme.accent,
        _ROLE.Accent: scheme.accent, _ROLE.HighlightedText: scheme.on_accent, _ROLE.Link: scheme.accent,
        _ROLE.LinkVisited: scheme.accent, _ROLE.Light: scheme.raised, _ROLE.Midlight: scheme.line,
        _ROLE.Mid: scheme.edge, _ROLE.Dark: scheme.control, _ROLE.Shadow: scheme.edge,
        _ROLE.ToolTipBase: scheme.raised, _ROLE.ToolTipText: scheme.text, _ROLE.BrightText: scheme.error,
    }
    made = QPalette()
    for role, colour in table.items():
        made.setColor(role, QColor(colour))
    for role in (_ROLE.Text, _ROLE.WindowText, _ROLE.ButtonText, _ROLE.HighlightedText):
        made.setColor(QPalette.ColorGroup.Disabled, role, QColor(scheme.faint))
    for role in (_ROLE.Base, _ROLE.Button, _ROLE.Highlight):
        made.setColor(QPalette.ColorGroup.Disabled, role, QColor(scheme.window))
    return made


def view_palette(scheme: Scheme) -> QPalette:
    """Of lists, trees and tables: the branch area in front of column 0 is filled from it before a delegate paints."""
    made = palette(scheme)
    made.setColor(_ROLE.Base, QColor(scheme.surface))
    made.setColor(_ROLE.Highlight, QColor(scheme.accent_soft))
    made.setColor(_ROLE.HighlightedText, QColor(scheme.text))
    return made
