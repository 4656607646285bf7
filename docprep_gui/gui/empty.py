"""What is shown while nothing is open: the drop zone, and what comes next."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from docprep_gui.gui import samples, theme
from docprep_gui.gui.shell import Shell
from docprep_gui.gui.theme import icons, tokens
from docprep_gui.gui.widgets import parts

translate = QCoreApplication.translate


class DropZone(QWidget):
    """A dashed field; while files are dragged over the window it says what a release will do."""

    def __init__(self, shell: Shell) -> None:
        super().__init__()
        self._promise = ""
        self.setMinimumHeight(theme.px(252))
        column = QVBoxLayout(self)
        column.setSpacing(theme.px(8))
        column.addStretch(1)
        self._icon = QLabel()
        self._icon.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self._icon)
        column.addSpacing(theme.px(8))
        self.title = parts.label("", "title")
        self.title.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(self.title)
        kinds = parts.label(translate("Empty", "Word, PDF, Markdown and text; as many as you like at once"), quiet=True)
        kinds.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(kinds)
        column.addSpacing(theme.px(12))
        row = QHBoxLayout()
        row.setSpacing(theme.px(10))
        row.addStretch(1)
        self.choose = parts.button(translate("Empty", "Choose files…"), lambda: shell.command("open"), kind="primary",
                                   icon="folder")
        row.addWidget(self.choose)
        self.sample = parts.button(translate("Empty", "Try the sample contract"),
                                   lambda: shell.command("open_sample"), icon="document")
        self.sample.setVisible(samples.sample(shell.language) is not None)
        row.addWidget(self.sample)
        row.addStretch(1)
        column.addLayout(row)
        column.addSpacing(theme.px(4))
        keys = parts.label(translate("Empty", "Ctrl+O opens, Ctrl+V pastes"), "small", quiet=True)
        keys.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        column.addWidget(keys)
        column.addStretch(1)
        self.promise("")

    def promise(self, text: str) -> None:
        """What a release will do; "" while nothing is dragged."""
        self._promise = text
        self.title.setText(text or translate("Empty", "Drag files or folders here"))
        self._draw_icon()
        self.update()

    def _draw_icon(self) -> None:
        self._icon.setPixmap(icons.pixmap("import", theme.px(tokens.ICON_DROP), theme.current().accent,
                                          self.devicePixelRatioF()))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._draw_icon()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        radius = theme.px(tokens.RADIUS_CARD)
        if self._promise:
            painter.setPen(QPen(theme.colour("accent"), 2))
            painter.setBrush(theme.colour("accent_soft"))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), radius, radius)
        else:
            pen = QPen(theme.colour("control"), 1)
            pen.setDashPattern([4, 3])
            painter.setPen(pen)
            painter.setBrush(theme.colour("raised"))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)


class Card(QWidget):
    """A raised card with a head line; add to `body`."""

    def __init__(self, title: str) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        self.head = parts.PaneHeader(title)
        self.head.row.addStretch(1)
        column.addWidget(self.head)
        self.body = QVBoxLayout()
        self.body.setContentsMargins(theme.px(14), theme.px(12), theme.px(14), theme.px(14))
        self.body.setSpacing(theme.px(10))
        column.addLayout(self.body)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.colour("line"), 1))
        painter.setBrush(theme.colour("raised"))
        radius = theme.px(tokens.RADIUS_CARD)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)


class IconLine(QWidget):
    """An icon in accent and a line of text."""

    def __init__(self, icon: str, text: str) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, theme.px(2), 0, theme.px(2))
        row.setSpacing(theme.px(12))
        self._name = icon
        self._icon = QLabel()
        row.addWidget(self._icon)
        row.addWidget(parts.label(text, wrap=True), 1)
        self._draw()

    def _draw(self) -> None:
        self._icon.setPixmap(icons.pixmap(self._name, theme.px(18), theme.current().accent, self.devicePixelRatioF()))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._draw()


class EmptyView(parts.Pane):
    """The first thing a person sees."""

    def __init__(self, shell: Shell) -> None:
        super().__init__("surface")
        self._shell = shell
        self.zone = DropZone(shell)
        block = QWidget()
        block.setFixedWidth(theme.px(760))
        column = QVBoxLayout(block)
        column.setContentsMargins(0, theme.px(64), 0, theme.px(24))
        column.setSpacing(theme.px(6))
        column.addWidget(parts.label(translate("Empty", "Start with a contract"), "display", bold=True))
        column.addWidget(parts.label(translate(
            "Empty", "DocPrep reads with rules first and hands only the doubtful clauses to the model on this computer."
                     " No file leaves this computer."), quiet=True, wrap=True))
        column.addSpacing(theme.px(14))
        column.addWidget(self.zone)
        column.addSpacing(theme.px(14))
        cards = QHBoxLayout()
        cards.setSpacing(theme.px(20))
        cards.addWidget(self._model_card(), 3)
        cards.addWidget(self._next_card(), 2)
        column.addLayout(cards)
        column.addStretch(1)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(block)
        row.addStretch(1)
        self.column.addLayout(row)
        shell.bridge.endpoint_changed.connect(self._show_model)

    def _model_card(self) -> QWidget:
        card = Card(translate("Empty", "Which model"))
        card.head.row.addWidget(parts.button(translate("Empty", "Change…"), lambda: self._shell.go("run"),
                                             kind="link"))
        self._model_name = parts.label("", bold=True)
        self._model_text = parts.label("", "small", quiet=True, wrap=True)
        card.body.addWidget(self._model_name)
        card.body.addWidget(self._model_text)
        card.body.addWidget(parts.label(translate(
            "Empty", "Without a better model the rules still extract, check and mask as always."), "small", quiet=True,
            wrap=True))
        card.body.addStretch(1)
        self._show_model()
        return card

    def _show_model(self) -> None:
        choice = self._shell.workspace.endpoint
        if choice.url is None:
            self._model_name.setText(translate("Empty", "Built-in trial model"))
            self._model_text.setText(translate("Empty", "Only for trying the steps; its answers are worth nothing."))
        else:
            self._model_name.setText(choice.model or choice.url)
            self._model_text.setText(choice.url)

    def _next_card(self) -> QWidget:
        card = Card(translate("Empty", "What you will see next"))
        for icon, text in (
            ("document", translate("Empty", "How the contract is cut, and where rules hit")),
            ("lock", translate("Empty", "ID numbers and accounts masked first")),
            ("play", translate("Empty", "How often the model is asked, and how long it takes, before you start")),
            ("checklist", translate("Empty", "Every finding one click from its place")),
        ):
            card.body.addWidget(IconLine(icon, text))
        card.body.addStretch(1)
        return card
