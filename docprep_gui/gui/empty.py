"""What is shown while nothing is open: the drop zone, and what comes next."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QEvent, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from docprep_gui.gui import samples, theme
from docprep_gui.gui.models.list import ModelList
from docprep_gui.gui.shell import Shell
from docprep_gui.gui.theme import icons, tokens
from docprep_gui.gui.widgets import parts

translate = QCoreApplication.translate


class DropZone(QWidget):
    """A dashed field; while files are dragged over the window it says what a release will do."""

    def __init__(self, shell: Shell) -> None:
        super().__init__()
        self._promise = ""
        self.setMinimumHeight(theme.px(224))
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
        kinds = parts.label(
            translate("Empty", "Word, Excel, PowerPoint, PDF, text and scans; as many as you like at once"), quiet=True)
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
        self.body.setContentsMargins(theme.px(14), theme.px(12), theme.px(14), theme.px(12))
        self.body.setSpacing(theme.px(8))
        column.addLayout(self.body, 1)
        column.addWidget(parts.Line())
        self.foot = QHBoxLayout()
        self.foot.setContentsMargins(theme.px(14), theme.px(8), theme.px(14), theme.px(8))
        column.addLayout(self.foot)

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
        column.setContentsMargins(0, theme.px(24), 0, theme.px(16))
        column.setSpacing(theme.px(6))
        column.addStretch(1)
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
        column.addStretch(3)
        whole = parts.Pane("surface")
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(block)
        row.addStretch(1)
        whole.column.addLayout(row)
        scroll = QScrollArea()
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(whole)
        self.column.addWidget(scroll)
        shell.bridge.endpoint_changed.connect(self._show_model)

    def _model_card(self) -> QWidget:
        card = Card(translate("Empty", "Which model"))
        self._model_state = parts.label("", "small")
        card.head.row.addWidget(self._model_state)
        card.body.setContentsMargins(1, 0, 1, theme.px(8))
        self.model = ModelList(self._shell, by_address=False)
        card.body.addWidget(self.model)
        card.body.addStretch(1)
        card.foot.addWidget(parts.label(translate("Empty", "Without a model the rules still extract, check and mask."),
                                        "small", quiet=True), 1)
        self._show_model()
        return card

    def _show_model(self) -> None:
        """What is sure of the chosen model: whether it is here, and where it was found."""
        host = self._shell.workspace.host
        if host.choice.off:
            text, tone = translate("Empty", "Rules only"), ""
        elif not host.available:
            text, tone = translate("Empty", "Not installed"), "warn"
        elif host.choice.trial:
            text, tone = translate("Empty", "Ready, for trying only"), ""
        else:
            name = host.name or host.choice.url or host.choice.gguf
            text, tone = translate("Empty", "Chosen: {name}").format(name=name), "ok"
        self._model_state.setText(text)
        self._model_state.setProperty("tone", tone)
        self._model_state.setProperty("quiet", not tone)
        parts.repolish(self._model_state)

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
        card.foot.addWidget(parts.button(translate("Empty", "In two minutes"), lambda: self._shell.command("help"),
                                         kind="link", small=True))
        card.foot.addStretch(1)
        card.foot.addWidget(parts.label("F1", "small", quiet=True))
        return card
