"""Which colours, size and language of type are in force. Widgets ask when they paint, and never keep a colour."""

from __future__ import annotations

from typing import Literal, cast
from weakref import WeakSet

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPixmapCache
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from docprep_gui.gui.theme import fonts, palette, sheet
from docprep_gui.gui.theme.tokens import DARK, LIGHT, Scheme

SchemeChoice = Literal["light", "dark", "system"]


class Theme(QObject):
    """The theme of the running application. `changed` comes after palette and style sheet are in place."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.choice: SchemeChoice = "system"
        self.scheme: Scheme = LIGHT
        self.language = "en"
        self.scale = 1.0
        self._installed = False
        self._fonts: dict[tuple[str, bool], QFont] = {}
        self._colours: dict[str, QColor] = {}
        self._applied: tuple[Scheme, str, float] | None = None
        self._windows: WeakSet[QWidget] = WeakSet()

    def install(self, app: QApplication, language: str) -> None:
        """Puts Fusion, font and palette on the application and follows the system's colour scheme."""
        self.language = language
        if not self._installed:
            app.setStyle("Fusion")
            app.styleHints().colorSchemeChanged.connect(self._follow)
            self._installed = True
        self._apply()

    def dress(self, window: QWidget) -> None:
        """Gives a window the style sheet, now and at each change; its dialogs, menus and tips have it from the window.

        Not the application: for a sheet of its own Qt polishes each widget once for each of those around it, which
        takes ten times as long."""
        self._windows.add(window)
        window.setStyleSheet(self._sheet())

    def undress(self, window: QWidget) -> None:
        """The window is about to go and need not follow changes."""
        self._windows.discard(window)

    def _sheet(self) -> str:
        return sheet.sheet(self.scheme, self.px, self.font("small").pointSizeF())

    def set_scheme(self, choice: SchemeChoice) -> None:
        self.choice = choice
        self._apply()

    def set_language(self, language: str) -> None:
        self.language = language
        self._apply()

    def _follow(self) -> None:
        if self.choice == "system":
            self._apply()

    def _apply(self) -> None:
        app = cast("QApplication | None", QApplication.instance())
        if app is None:
            return
        dark = self.choice == "dark" or (
            self.choice == "system" and app.styleHints().colorScheme() == Qt.ColorScheme.Dark)
        self.scheme = DARK if dark else LIGHT
        state = (self.scheme, self.language, self.scale)
        if state == self._applied:
            return
        self._applied = state
        QPixmapCache.clear()
        self._fonts.clear()
        self._colours.clear()
        app.setFont(fonts.font("body", self.language, self.scale, False))
        app.setPalette(palette.palette(self.scheme))
        for window in [*self._windows]:
            if isValid(window):
                window.setStyleSheet(self._sheet())
        self.changed.emit()

    def px(self, size: float) -> int:
        """A size of the table, in logical pixels, at the present size of text."""
        return round(size * self.scale)

    def font(self, kind: fonts.Kind = "body", bold: bool = False) -> QFont:
        """Shared: to be copied before it is changed."""
        found = self._fonts.get((kind, bold))
        if found is None:
            found = self._fonts[kind, bold] = fonts.font(kind, self.language, self.scale, bold)
        return found

    def colour(self, role: str) -> QColor:
        """Shared: to be copied before it is changed."""
        found = self._colours.get(role)
        if found is None:
            found = self._colours[role] = QColor(getattr(self.scheme, role))
        return found


_theme: Theme | None = None


def theme() -> Theme:
    """The one theme of the process."""
    global _theme
    if _theme is None:
        _theme = Theme()
    return _theme


def current() -> Scheme:
    return theme().scheme


def colour(role: str) -> QColor:
    """The colour that a role has now, e.g. `colour("muted")`."""
    return theme().colour(role)


def paper(role: str) -> QColor:
    """The colour of a role on printed pages, which are light in the dark too."""
    found = _paper.get(role)
    if found is None:
        found = _paper[role] = QColor(getattr(LIGHT, role))
    return found


_paper: dict[str, QColor] = {}


def px(size: float) -> int:
    return theme().px(size)


def font(kind: fonts.Kind = "body", bold: bool = False) -> QFont:
    return theme().font(kind, bold)


def is_theme_change(event: QEvent) -> bool:
    """For `changeEvent`: colours or type are new, and what was computed from them is stale."""
    return event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange, QEvent.Type.StyleChange)
