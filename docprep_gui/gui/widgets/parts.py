"""Buttons, fields, headers, bars and states, each made in one call and named for the screen reader."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QMouseEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QButtonGroup,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QSplitter,
    QSplitterHandle,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from docprep_gui.gui import theme
from docprep_gui.gui.theme import fonts, icons, tokens
from docprep_gui.gui.widgets import paint


def repolish(widget: QWidget) -> None:
    """After a dynamic property of the widget changed: the style sheet is asked again."""
    style = widget.style()
    style.unpolish(widget)
    style.polish(widget)
    widget.update()


def label(text: str = "", kind: fonts.Kind = "body", *, bold: bool = False, quiet: bool = False, tone: str = "",
          wrap: bool = False) -> QLabel:
    """`quiet`: muted. `tone`: error, warn or ok. Text is never read as markup."""
    made = _Label(text, kind, bold)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setWordWrap(wrap)
    if quiet:
        made.setProperty("quiet", True)
    if tone:
        made.setProperty("tone", tone)
    return made


class _Label(QLabel):
    """A label whose font follows the theme."""

    def __init__(self, text: str, kind: fonts.Kind, bold: bool) -> None:
        super().__init__(text)
        self._kind: fonts.Kind = kind
        self._bold = bold
        self.setFont(theme.font(kind, bold))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            wanted = theme.font(self._kind, self._bold)
            if wanted != self.font():
                self.setFont(wanted)


def elided(text: str = "", kind: fonts.Kind = "body", *, bold: bool = False, quiet: bool = False) -> Elided:
    return Elided(text, kind, bold, quiet)


class Elided(QWidget):
    """One line that is cut in the middle where it does not fit; the whole is its tooltip."""

    def __init__(self, text: str, kind: fonts.Kind, bold: bool, quiet: bool = False) -> None:
        super().__init__()
        self._kind: fonts.Kind = kind
        self._bold = bold
        self._role = "muted" if quiet else "text"
        self._text = ""
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setMinimumWidth(theme.px(40))
        self.set_text(text)

    def text(self) -> str:
        return self._text

    def set_text(self, text: str) -> None:
        self._text = text
        self.setToolTip(text)
        self.setAccessibleName(text)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(theme.font(self._kind, self._bold))
        return QSize(metrics.horizontalAdvance(self._text) + 4, metrics.height() + 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        paint.text(painter, self.rect().toRectF(), self._text, theme.font(self._kind, self._bold), self._role,
                   elide=Qt.TextElideMode.ElideMiddle)


def button(text: str, clicked: Callable[[], object] | None = None, *, kind: str = "", icon: str = "",
           small: bool = False, tip: str = "") -> QPushButton:
    """`kind`: "" (outlined), primary, flat or link."""
    made = QPushButton(text)
    if kind:
        made.setProperty("kind", kind)
    if small:
        made.setProperty("small", True)
    if icon:
        made.setIcon(icons.icon(icon, "on_accent" if kind == "primary" else "accent" if kind == "link" else "text"))
        made.setIconSize(QSize(theme.px(20 if text else 16), theme.px(16)))  # wider: air between it and the words
    if kind == "link":
        made.setCursor(Qt.CursorShape.PointingHandCursor)
    if tip:
        made.setToolTip(tip)
    if clicked is not None:
        made.clicked.connect(lambda _checked=False: clicked())
    return made


def tool(icon: str, name: str, clicked: Callable[[], object] | None = None, *, checkable: bool = False,
         with_text: bool = False) -> QToolButton:
    """A tool button; `name` is its tooltip and its words for the screen reader, and its text `with_text`."""
    made = QToolButton()
    made.setIcon(icons.icon(icon))
    made.setIconSize(QSize(theme.px(tokens.ICON_TOOL), theme.px(tokens.ICON_TOOL)))
    made.setToolTip(name)
    made.setAccessibleName(name)
    made.setCheckable(checkable)
    made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    if with_text:
        made.setText(name)
        made.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    if clicked is not None:
        made.clicked.connect(lambda _checked=False: clicked())
    return made


def search(placeholder: str) -> QLineEdit:
    """A field with a looking glass and a button that clears it."""
    made = QLineEdit()
    made.setPlaceholderText(placeholder)
    made.setAccessibleName(placeholder)
    made.setAcceptDrops(False)  # files dropped here go to the window
    made.addAction(icons.icon("search", "muted"), QLineEdit.ActionPosition.LeadingPosition)
    made.setClearButtonEnabled(True)
    return made


class Line(QWidget):
    """A hairline, along a pane's edge or between its parts."""

    def __init__(self, vertical: bool = False) -> None:
        super().__init__()
        if vertical:
            self.setFixedWidth(1)
        else:
            self.setFixedHeight(1)

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), theme.colour("line"))


class Pane(QWidget):
    """A column of the window on a ground of the table, filled even where it has no child."""

    def __init__(self, ground: str = "surface", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._ground = ground
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(0)

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(event.rect(), theme.colour(self._ground))


class PaneHeader(QWidget):
    """The 40-px head of a pane: a title, what follows it, a stretch, tools at the right. Add to `row`."""

    def __init__(self, title: str = "") -> None:
        super().__init__()
        self.setFixedHeight(theme.px(tokens.PANE_HEADER))
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(theme.px(12), 0, theme.px(12), 0)
        self.row.setSpacing(theme.px(8))
        self.title = label(title, "body", bold=True)
        if title:
            self.row.addWidget(self.title)

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(0, self.height() - 1, self.width(), 1, theme.colour("line"))


class Splitter(QSplitter):
    """Panes side by side: 1 px drawn, 7 px to grip; double-click resets to `sizes`. `minimums` in logical pixels."""

    def __init__(self, panes: Sequence[QWidget], sizes: Sequence[int], minimums: Sequence[int], stretch: int) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._initial = [theme.px(size) for size in sizes]
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        for i, pane in enumerate(panes):
            pane.setMinimumWidth(theme.px(minimums[i]))
            self.addWidget(pane)
            self.setStretchFactor(i, 1 if i == stretch else 0)
        self.setSizes(self._initial)

    def createHandle(self) -> QSplitterHandle:
        return _Handle(self.orientation(), self)

    def reset(self) -> None:
        self.setSizes(self._initial)


class _Handle(QSplitterHandle):
    def __init__(self, orientation: Qt.Orientation, parent: Splitter) -> None:
        super().__init__(orientation, parent)
        self._grip = _Grip(self, parent)

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), theme.colour("line"))

    def moveEvent(self, event: object) -> None:
        self._grip.follow()

    def resizeEvent(self, event: object) -> None:
        self._grip.follow()

    def showEvent(self, event: object) -> None:
        self._grip.follow()


class _Grip(QWidget):
    """Seven pixels over the one-pixel handle that take the mouse."""

    def __init__(self, handle: _Handle, splitter: Splitter) -> None:
        super().__init__(splitter)
        self._handle = handle
        self._splitter = splitter
        self._from: QPoint | None = None
        self.setCursor(Qt.CursorShape.SplitHCursor)

    def follow(self) -> None:
        g = self._handle.geometry()
        self.setGeometry(QRect(g.x() - 3, g.y(), 7, g.height()))
        self.setVisible(self._handle.isVisible() and self._handle.isEnabled())
        self.raise_()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._from = event.position().toPoint()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._from is not None:
            x = self.mapTo(self._splitter, event.position().toPoint()).x()
            self._splitter.moveSplitter(x, self._splitter.indexOf(self._handle))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._from = None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._splitter.reset()


class Segments(QWidget):
    """A filter of a few choices side by side, each with its number: Segments([("all", "All"), …])."""

    chosen = Signal(str)

    def __init__(self, choices: Sequence[tuple[str, str]], name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        self._group = QButtonGroup(self)
        self._buttons: dict[str, _Segment] = {}
        for i, (key, text) in enumerate(choices):
            segment = _Segment(text, first=i == 0, last=i == len(choices) - 1)
            segment.clicked.connect(lambda _checked=False, key=key: self.chosen.emit(key))
            self._group.addButton(segment)
            self._buttons[key] = segment
            row.addWidget(segment)
        next(iter(self._buttons.values())).setChecked(True)

    def set_count(self, key: str, count: int) -> None:
        self._buttons[key].set_count(count)

    def choose(self, key: str) -> None:
        self._buttons[key].setChecked(True)

    def choice(self) -> str:
        return next(key for key, segment in self._buttons.items() if segment.isChecked())


class _Segment(QAbstractButton):
    def __init__(self, text: str, first: bool, last: bool) -> None:
        super().__init__()
        self._first, self._last = first, last
        self._count: int | None = None
        self.setText(text)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.set_count(None)

    def set_count(self, count: int | None) -> None:
        self._count = count
        self.setAccessibleName(self.text() if count is None else f"{self.text()} {count}")
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        width = paint.text_width(self.text(), theme.font(bold=True)) + theme.px(22)
        if self._count is not None:
            width += paint.text_width(f"{self._count:,}", theme.font("small")) + theme.px(8)
        return QSize(round(width), theme.px(tokens.BUTTON))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = self.rect().toRectF().adjusted(0.5, 0.5, -0.5 if self._last else 0.5, -0.5)
        radius = float(theme.px(tokens.RADIUS))
        shape = QPainterPath()
        shape.addRoundedRect(rect.adjusted(0 if self._first else -radius * 2, 0,
                                           0 if self._last else radius * 2, 0), radius, radius)
        clip = QPainterPath()
        clip.addRect(self.rect().toRectF())
        on = self.isChecked()
        role = "accent_soft" if on else "pressed" if self.isDown() else "hover" if self.underMouse() else "raised"
        painter.setPen(QPen(theme.colour("edge"), 1))
        painter.setBrush(theme.colour(role))
        painter.setClipPath(clip)
        painter.drawPath(shape)
        if not self._first:
            painter.drawLine(rect.topLeft(), rect.bottomLeft())
        x = rect.left() + theme.px(11)
        font = theme.font(bold=on)
        x += paint.text(painter, QRectF(x, 0, self.width(), self.height()), self.text(), font,
                        "accent" if on else "text")
        if self._count is not None:
            paint.text(painter, QRectF(x + theme.px(8), 0, self.width(), self.height()), f"{self._count:,}",
                       theme.tabular(theme.font("small")), "accent" if on else "muted")


class NoticeBar(QWidget):
    """What happened and what to do, in a colour of the table, with the button for it. `tone`: error, warn, ok."""

    def __init__(self, tone: str, title: str, text: str = "", action: str = "",
                 clicked: Callable[[], object] | None = None) -> None:
        super().__init__()
        self._tone = tone
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.px(12), theme.px(8), theme.px(12), theme.px(8))
        row.setSpacing(theme.px(10))
        icon = QLabel()
        icon.setPixmap(icons.icon({"error": "error", "warn": "alert", "ok": "ring-tick"}[tone], tone).pixmap(
            theme.px(16), theme.px(16)))
        icon.setAlignment(Qt.AlignmentFlag.AlignTop)
        row.addWidget(icon, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout()
        column.setSpacing(theme.px(2))
        column.addWidget(label(title, bold=bool(text), wrap=True))
        if text:
            column.addWidget(label(text, "small", wrap=True))
        row.addLayout(column, 1)
        if action:
            row.addWidget(button(action, clicked, small=True), 0, Qt.AlignmentFlag.AlignTop)
        self.setAccessibleName(f"{title} {text}".strip())

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), theme.colour(f"{self._tone}_bg"))


class EmptyState(QWidget):
    """What a list is, what to do, and one button; for lists that are empty, loading or failed."""

    def __init__(self, icon: str, title: str, text: str, action: str = "",
                 clicked: Callable[[], object] | None = None, *, primary: bool = False) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.px(24), theme.px(24), theme.px(24), theme.px(24))
        column.setSpacing(theme.px(8))
        column.addStretch(2)
        self._icon_name = icon
        self._icon = QLabel()
        self._icon.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self._icon)
        self.title = label(title, "heading", bold=True, wrap=True)
        self.text = label(text, quiet=True, wrap=True)
        for part in (self.title, self.text):
            part.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            column.addWidget(part)
        self.button: QPushButton | None = None
        if action:
            self.button = button(action, clicked, kind="primary" if primary else "")
            column.addSpacing(theme.px(8))
            column.addWidget(self.button, 0, Qt.AlignmentFlag.AlignHCenter)
        column.addStretch(3)
        self._draw_icon()

    def _draw_icon(self) -> None:
        side = theme.px(tokens.ICON_DROP)
        self._icon.setPixmap(icons.pixmap(self._icon_name, side, theme.current().muted, self.devicePixelRatioF()))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._draw_icon()


class FocusRing(QWidget):
    """The ring 3 px outside the button that has the keyboard focus. One overlay a window; ignores the mouse."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._target: QWidget | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._focus_changed)
        window.installEventFilter(self)

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest):
            self._follow()
        elif watched is self._target and event.type() in (QEvent.Type.Move, QEvent.Type.Hide, QEvent.Type.Show,
                                                          QEvent.Type.MouseButtonPress):
            if event.type() in (QEvent.Type.MouseButtonPress, QEvent.Type.Hide):
                self.hide()
            else:
                self._follow()
        return False

    def _focus_changed(self, old: QWidget | None, new: QWidget | None) -> None:
        if self._target is not None:
            self._target.removeEventFilter(self)
        self._target = None
        # A focus that comes with the window, or under the mouse, was not moved by the keyboard.
        moved = old is not None and new is not None and not new.underMouse()
        inside = new is not None and new.property("ring_inside")
        if moved and not inside and isinstance(new, QAbstractButton) and new.window() is self.window():
            self._target = new
            new.installEventFilter(self)
        self._follow()

    def _follow(self) -> None:
        if self._target is None or not self._target.isVisible():
            self.hide()
            return
        corner = self._target.mapTo(self.window(), QPoint(0, 0))
        self.setGeometry(QRect(corner, self._target.size()).adjusted(-4, -4, 4, 4))
        self.raise_()
        self.show()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.colour("focus"), 2))
        painter.drawRoundedRect(self.rect().toRectF().adjusted(1, 1, -1, -1), theme.px(6), theme.px(6))

