"""The status bar: what is sure at the left, which model and rules at the right."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QEvent, QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from docprep_gui.gui import theme
from docprep_gui.gui.shell import Shell
from docprep_gui.gui.theme import icons, tokens
from docprep_gui.gui.translations import count
from docprep_gui.gui.widgets import paint
from docprep_gui.workspace import kinds
from docprep_gui.workspace.model import OpenFile

translate = QCoreApplication.translate
_KINDS_SEEN = 3


class Item(QWidget):
    """An icon or dot and a few words in small type. `elastic`: where there is little room the words are cut; the whole
    is its tooltip."""

    def __init__(self, elastic: bool = False) -> None:
        super().__init__()
        self._elastic = elastic
        self._width = 0
        self._text, self._icon, self._role = "", "", "muted"
        self.hide()  # it would take room between the others
        self.setFixedHeight(theme.px(tokens.STATUS))

    def text(self) -> str:
        return self._text

    def show_text(self, text: str, icon: str = "", role: str = "muted") -> None:
        """`icon`: a name, or "dot" or "circle". Empty text hides the item."""
        if (text, icon, role) == (self._text, self._icon, self._role):
            return
        self._text, self._icon, self._role = text, icon, role
        self.setAccessibleName(text)
        self.setVisible(bool(text))
        width = paint.text_width(text, theme.tabular(theme.font("small"))) + 2
        self._width = round(width + (theme.px(20) if icon else 0))
        if self._elastic:
            self.setMinimumWidth(min(self._width, theme.px(60)))
            self.setMaximumWidth(self._width)
            self.setToolTip(text)
            self.updateGeometry()
        else:
            self.setFixedWidth(self._width)
        self.update()

    def fit(self, room: int) -> None:
        """Is as wide as its words, or as there is room for."""
        if self.width() != (width := min(self._width, max(room, 0))) or self.maximumWidth() != width:
            self.setFixedWidth(width)
            self.setToolTip(self._text if width < self._width else "")

    def sizeHint(self) -> QSize:
        return QSize(self._width, theme.px(tokens.STATUS))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        middle, x = self.height() / 2, 0
        if self._icon in ("dot", "circle"):
            paint.dot(painter, 2, middle, theme.px(8), theme.colour(self._role), self._icon == "dot")
            x = theme.px(15)
        elif self._icon:
            side = theme.px(14)
            icons.draw(painter, self._icon, 0, round(middle - side / 2), side, theme.colour(self._role).name())
            x = theme.px(20)
        paint.text(painter, QRectF(x, 0, self.width() - x, self.height()), self._text,
                   theme.tabular(theme.font("small")), "muted")


class StatusBar(QWidget):
    def __init__(self, shell: Shell) -> None:
        super().__init__()
        self._shell = shell
        self._counted: dict[str, tuple[object, int, int, str]] = {}
        self.setFixedHeight(theme.px(tokens.STATUS))
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.px(12), 0, theme.px(12), 0)
        row.setSpacing(theme.px(18))
        self.lossless, self.files, self.place = Item(), Item(), Item()
        self.model, self.rules, self.zoom = Item(), Item(elastic=True), Item()
        for item in (self.lossless, self.files, self.place):
            row.addWidget(item)
        row.addStretch(1)
        for item in (self.model, self.rules, self.zoom):
            row.addWidget(item)
        bridge = shell.bridge
        bridge.files_added.connect(self.refresh)
        bridge.files_changed.connect(self.refresh)
        bridge.files_closed.connect(self.refresh)
        bridge.rules_changed.connect(self.refresh_rules)
        bridge.endpoint_changed.connect(self.refresh_model)
        self.refresh()
        self.refresh_rules()
        self.refresh_model()

    def event(self, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize):
            self._make_room()
        return super().event(event)

    def _make_room(self) -> None:
        """Where the words about the rules have been cut as far as they can be, those about the files are cut."""
        row = self.layout()
        if row is None or self.files.isHidden():
            return
        shown = [item for item in (self.lossless, self.place, self.model, self.rules, self.zoom) if not item.isHidden()]
        margins = row.contentsMargins()
        taken = sum(item.minimumWidth() for item in shown) + row.spacing() * (len(shown) + 1)
        self.files.fit(self.width() - margins.left() - margins.right() - taken)

    def _count(self, file: OpenFile) -> tuple[int, int, str]:
        """(characters in the cores of the chunks, characters of the body, kind of document)."""
        kept = self._counted.get(file.key)
        if kept is None or kept[0] is not file.prepared:
            document = file.document
            body = document.source.body[1] - document.source.body[0] if document else 0
            cores = sum(chunk.core[1] - chunk.core[0] for chunk in file.chunks)
            kept = self._counted[file.key] = file.prepared, cores, body, kinds.kind_of(file.verdicts)
        return kept[1:]

    def refresh(self, *_: object) -> None:
        files = self._shell.workspace.files
        self._counted = {key: value for key, value in self._counted.items() if key in files}
        ready = [file for file in files.values() if file.state == "ready"]
        reading = sum(file.state in ("waiting", "reading") for file in files.values())
        if not files:
            self.lossless.show_text(translate("Status", "No file open yet"))
            self.files.show_text("")
            return
        cores = sum(self._count(file)[0] for file in ready)
        body = sum(self._count(file)[1] for file in ready)
        if cores == body:
            self.lossless.show_text(
                translate("Status", "Every character accounted for: {cores} / {body}").format(
                    cores=f"{cores:,}", body=f"{body:,}") if ready else "", "check", "ok")
        else:
            self.lossless.show_text(translate("Status", "{n} characters are in no chunk").format(
                n=f"{body - cores:,}"), "error", "error")
        parts = [count(len(files), translate("Status", "%n file"), translate("Status", "%n files"))]
        made_of = self._made_of(ready)
        if made_of and not reading:
            comma = self._shell.messages.word("summary.comma")
            more = "" if len(made_of) <= _KINDS_SEEN else f"{comma}…"
            parts[0] = self._shell.messages.word("summary.line", files=parts[0],
                                                 parts=comma.join(made_of[:_KINDS_SEEN]) + more)
        self.files.setToolTip("\n".join(made_of))
        chunks = sum(len(file.chunks) for file in ready)
        parts.append(count(chunks, translate("Status", "%n chunk"), translate("Status", "%n chunks")))
        aside = sum(file.state == "set_aside" for file in files.values())
        if aside:
            parts.append(translate("Status", "{n} set aside").format(n=aside))
        if reading:
            parts.append(translate("Status", "reading {n}…").format(n=reading))
        pictures = sum(file.pictures[1] - file.pictures[0] for file in ready if file.pictures)
        if pictures:
            parts.append(translate("Status", "recognising text, {n} to go…").format(n=pictures))
        self.files.show_text(" · ".join(parts))

    def _made_of(self, ready: Sequence[OpenFile]) -> list[str]:
        """How many there are of each kind; nothing where no kind is known."""
        if not any(self._count(file)[2] for file in ready):
            return []
        return kinds.counts(ready, self._shell.messages, True, lambda file: self._count(file)[2])

    def refresh_rules(self) -> None:
        titles = [pack.title_in(self._shell.language) for pack in self._shell.workspace.packs]
        joined = translate("Status", ", ").join(titles)
        self.rules.show_text(translate("Status", "Rules: {titles}").format(titles=joined) if titles else "")

    def refresh_model(self) -> None:
        host = self._shell.workspace.host
        if not host.available:
            self.model.show_text(translate("Status", "No model, rules only"), "circle")
        elif host.choice.trial:
            self.model.show_text(translate("Status", "Built-in trial model"), "dot", "warn")
        else:
            name = host.name or host.choice.url or host.choice.gguf
            text = (translate("Status", "Model on this computer · {name}") if host.local
                    else translate("Status", "Model: {name}"))
            self.model.show_text(text.format(name=name), "dot", "ok")

    def show_place(self, text: str, zoom: int | None) -> None:
        self.place.show_text(text)
        self.zoom.show_text(f"{zoom} %" if zoom is not None else "")

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.colour("window"))
        painter.fillRect(0, 0, self.width(), 1, theme.colour("line"))
