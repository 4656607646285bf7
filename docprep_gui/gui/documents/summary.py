"""What is known of a whole file: its chunks by route, what the reader noticed, all fields that rules found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from PySide6.QtCore import QCoreApplication, QModelIndex, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHeaderView, QWidget

from docprep_gui.domain.chunk import Route, Verdict
from docprep_gui.gui import cells, theme, words
from docprep_gui.gui.documents import fields
from docprep_gui.gui.documents.index import DocumentIndex
from docprep_gui.gui.shell import Shell
from docprep_gui.gui.theme import tokens
from docprep_gui.gui.translations import count
from docprep_gui.gui.widgets import paint, parts
from docprep_gui.gui.widgets.rows import Row, RowsModel
from docprep_gui.gui.widgets.views import Tree
from docprep_gui.workspace.model import OpenFile

translate = QCoreApplication.translate
_AT_ONCE, _MORE = 200, 1000
"""Fields that are listed before more are asked for, and then: a view of rows of different heights measures each of them
at every change of theme."""
_ROUTES: tuple[Route, ...] = ("model", "local_only", "rule_only", "ocr", "ignore")
_TONES: dict[Route, cells.Tone] = {"model": "model", "local_only": "warn", "rule_only": "ok", "ocr": "accent",
                                   "ignore": "muted"}


class _Head(QWidget):
    """The file's name, and its sizes."""

    def __init__(self) -> None:
        super().__init__()
        self._title, self._sizes = "", ""
        self.setFixedHeight(theme.px(74))

    def show_file(self, title: str, sizes: str) -> None:
        self._title, self._sizes = title, sizes
        self.setAccessibleName(title)
        self.setAccessibleDescription(sizes)
        self.setToolTip(title)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        px = theme.px
        painter = QPainter(self)
        room = QRectF(px(14), px(10), self.width() - px(28), px(24))
        paint.text(painter, room, self._title, theme.font("heading", bold=True), "text",
                   elide=Qt.TextElideMode.ElideMiddle)
        paint.text(painter, room.translated(0, px(29)), self._sizes, theme.tabular(theme.font("small")), "muted")
        painter.fillRect(0, self.height() - 1, self.width(), 1, theme.colour("line"))


class FileSummary(parts.Pane):
    """`place_chosen` asks for a span of the file to be shown."""

    place_chosen = Signal(int, int)

    def __init__(self, shell: Shell) -> None:
        super().__init__("surface")
        self._shell = shell
        self._file: tuple[OpenFile, DocumentIndex] | None = None
        self._most = _AT_ONCE
        self.head = _Head()
        self.column.addWidget(self.head)
        self.rows = Tree(translate("Inspector", "About this file"), flat=True, row=28)
        self._model = RowsModel(self)
        self.rows.setUniformRowHeights(False)
        self.rows.setModel(self._model)
        self.rows.header().hide()
        self.rows.header().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.rows.linked.connect(self._linked)
        self.column.addSpacing(theme.px(6))
        self.column.addWidget(self.rows, 1)

    def show_file(self, file: OpenFile, index: DocumentIndex) -> None:
        """A file that is ready."""
        if self._file is None or self._file[0].key != file.key:
            self._most = _AT_ONCE
        self._file = file, index
        document = file.document
        assert document is not None
        by_route: dict[Route, list[int]] = {}  # lengths of the chunks
        for chunk, verdict in zip(file.chunks, file.verdicts, strict=True):
            by_route.setdefault(verdict.route, []).append(chunk.tokens)
        tokens_all = sum(map(sum, by_route.values()))
        kind = document.source.kind
        sizes = [self._shell.messages.word("kind.image") if kind == "image" else kind.upper()]
        if document.source.pages:
            sizes.append(count(document.source.pages, translate("Documents", "%n page"),
                               translate("Documents", "%n pages")))
        sizes.append(count(len(file.chunks), translate("Inspector", "%n chunk"), translate("Inspector", "%n chunks")))
        sizes.append(translate("Inspector", "{n} tokens").format(n=f"{tokens_all:,}"))
        self.head.show_file(file.name, " · ".join(sizes))
        self._model.show([*self._routes(by_route), *self._notices(file), *self._fields(file.verdicts, index)])

    def _routes(self, by_route: Mapping[Route, Sequence[int]]) -> Iterator[Row]:
        yield _title(translate("Inspector", "Chunks by route"))
        for route in _ROUTES:
            if mine := by_route.get(route):
                n = count(len(mine), translate("Inspector", "%n chunk"), translate("Inspector", "%n chunks"))
                size = translate("Inspector", "{n} tokens").format(n=f"{sum(mine):,}")
                left = cells.Text(words.route(route), icon=tokens.ROUTE_ICON[route], icon_tone=_TONES[route])
                yield Row(cells.Pair(left, cells.Text(f"{n} · {size}", tone="muted")), height=26)

    def _notices(self, file: OpenFile) -> Iterator[Row]:
        assert file.prepared is not None
        found = (*file.prepared.document.notices, *file.prepared.judgement.notices)
        said = list(dict.fromkeys(self._shell.messages.notice(notice) for notice in found))
        if said:
            yield _title(translate("Inspector", "Noticed while reading"))
        for line in said:
            yield Row(cells.Text(line, small=True, icon="alert", icon_tone="warn"), tip=line, height=26)

    def _fields(self, verdicts: Sequence[Verdict], index: DocumentIndex) -> Iterator[Row]:
        some = [verdict for verdict in verdicts if verdict.fields]
        total = sum(len(values) for verdict in some for values in verdict.fields.values())
        yield _title(translate("Inspector", "Fields"), f"{total:,}" if total else "")
        if not total:
            yield Row(cells.Text(translate("Inspector", "No rule extracts anything from this file."), small=True,
                                 tone="muted"))
        found = (row for verdict in some for row in fields.rows(verdict, index, self._shell.messages))
        for row in islice(found, self._most):
            yield Row(cells.Pair(cells.Text(row.value, second=row.name), cells.Link(row.place)), span=row.span,
                      tip=f"{row.name}  {row.value}", height=26)
        left = total - self._most
        if left > 0:
            yield Row(cells.Link(count(left, translate("Inspector", "Show %n more field"),
                                       translate("Inspector", "Show %n more fields"))), fold=True)

    def _linked(self, index: QModelIndex) -> None:
        row = self._model.rows[index.row()]
        if row.fold and self._file is not None:
            at = self.rows.verticalScrollBar().value()
            self._most += _MORE
            self.show_file(*self._file)
            self.rows.setCurrentIndex(self._model.index(index.row(), 0))
            self.rows.verticalScrollBar().setValue(at)
        elif row.span is not None:
            self.place_chosen.emit(*row.span)


def _title(text: str, number: str = "") -> Row:
    return Row(cells.Text(text, bold=True, small=True, second=number), height=36)
