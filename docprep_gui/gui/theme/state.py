"""Which colours, size and language of type are in force. Widgets ask when they paint, and never keep a colour."""

from __future__ import annotations

from typing import Literal, cast
from weakref import WeakSet

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QPixmapCache
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from docprep_gui.gui.theme import fonts, palette, sheet
from docprep_gui.gui.theme.tokens import DARK, LIGHT, Scheme

SchemeChoice = Literal["light", "dark", "system"]


class Theme(QObject):
    """The theme of the running application. `changed` comes after what is seen wears it."""

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
        self._dressed: WeakSet[QWidget] = WeakSet()
        self._due: list[QWidget] = []
        self._still: list[QWidget] = []
        self._steps = QTimer(self)
        self._steps.setInterval(0)
        self._steps.timeout.connect(self._step)

    def install(self, app: QApplication, language: str) -> None:
        """Puts Fusion, font and palette on the application and follows the system's colour scheme."""
        self.language = language
        if not self._installed:
            app.setStyle("Fusion")
            app.styleHints().colorSchemeChanged.connect(self._follow)
            self._installed = True
        self._apply()

    def dress(self, part: QWidget) -> None:
        """Gives a part of a window, or a dialog, the style sheet, now and at each change; what is inside it, also its
        menus, dialogs and tips, has it from there.

        Not a whole window, and not the application: Qt polishes all that is under a sheet in one go, and for a sheet of
        the application once for each of a widget's ancestors. No part may lie in another one."""
        self._dressed.add(part)
        part.setStyleSheet(self._sheet())

    def undress(self, window: QWidget) -> None:
        """The window is about to go, and what is in it need not follow changes."""
        gone = {part for part in self._parts() if part is window or window.isAncestorOf(part)}
        self._dressed -= gone
        self._due = [part for part in self._due if part not in gone]
        self._still = [part for part in self._still if part not in gone]

    def _parts(self) -> list[QWidget]:
        return [part for part in [*self._dressed] if isValid(part)]

    def _sheet(self) -> str:
        return sheet.sheet(self.scheme, self.px, self.font("small").pointSizeF())

    def _redress(self) -> None:
        """One part after the other, between which the program goes on: those that are seen first, which stay as they
        were on the screen meanwhile and are then painted one by one."""
        self._due = sorted(self._parts(), key=QWidget.isVisible)
        self._still = [*self._still, *(part for part in self._due if part.isVisible() and part.updatesEnabled())]
        for part in self._still:
            part.setUpdatesEnabled(False)
        self._steps.start()

    def _step(self) -> None:
        self._still = [part for part in self._still if isValid(part)]
        self._due = [part for part in self._due if isValid(part)]
        if self._still and not any(part in self._due for part in self._still):
            part = self._still.pop()
            part.setUpdatesEnabled(True)
            part.repaint()
            if not self._still:
                self.changed.emit()
        elif self._due:
            self._due.pop().setStyleSheet(self._sheet())
        else:
            self._steps.stop()

    def catch_up(self) -> None:
        """What has not followed the last change yet does so at once: it is about to be seen."""
        while self._steps.isActive():
            self._step()

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
        self._redress()
        app.setFont(fonts.font("body", self.language, self.scale, False))
        app.setPalette(palette.palette(self.scheme))

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
