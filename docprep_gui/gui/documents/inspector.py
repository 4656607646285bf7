"""What is known of what is selected: of a chunk why it goes where it goes, its fields, what the model sees of it; of a
file its summary."""

from __future__ import annotations

import re
from collections.abc import Sequence
from concurrent.futures import Future
from functools import partial

from PySide6.QtCore import QCoreApplication, QModelIndex, QRectF, Signal
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent, QTextBlockFormat, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QFrame, QHBoxLayout, QHeaderView, QStackedWidget, QTabBar, QTextEdit, QVBoxLayout, QWidget
from shiboken6 import isValid

from docprep_gui.domain.chunk import Chunk, RuleTrace, Verdict
from docprep_gui.gui import cells, theme, words
from docprep_gui.gui.documents import fields, why
from docprep_gui.gui.documents.fields import FieldsModel, shown_value
from docprep_gui.gui.documents.index import DocumentIndex
from docprep_gui.gui.documents.summary import FileSummary
from docprep_gui.gui.shell import Shell
from docprep_gui.gui.theme import icons, tokens
from docprep_gui.gui.translations import count
from docprep_gui.gui.widgets import paint, parts
from docprep_gui.gui.widgets.rows import RowsModel
from docprep_gui.gui.widgets.views import Tree
from docprep_gui.inference.masking import mask_span
from docprep_gui.rules.facts import Facts
from docprep_gui.workspace import pipeline
from docprep_gui.workspace.model import OpenFile
from docprep_gui.workspace.pipeline import Prepared, RuleChoice

__all__ = ["Explainer", "Inspector", "shown_value"]
translate = QCoreApplication.translate
_LINE = 115
"""Per cent of what the typeface asks for; those for Chinese ask for much."""


_KEPT = 40_000_000
"""Characters of a document of which what was found in it is kept from one chunk to the next. It takes a tenth of the
room of the document; the next explanation takes a tenth of the time."""


class Explainer:
    """Says what every rule did with a chunk. What it finds in a document is kept for its next chunk. Works for one at
    a time, in whatever thread."""

    def __init__(self) -> None:
        self._facts: Facts | None = None

    def __call__(self, prepared: Prepared, rules: RuleChoice, ordinal: int) -> tuple[RuleTrace, ...]:
        document, chunks, facts = prepared.document, prepared.chunks, self._facts
        if facts is None or facts.document is not document or facts.chunks is not chunks:
            facts = Facts(document, chunks)
        self._facts = facts if len(document.text) <= _KEPT else None
        return pipeline.compiled(rules).explain(document, chunks, ordinal, rules.instruction, facts)


class ChunkHead(QWidget):
    """Name, number, route, priority and length of the chunk."""

    def __init__(self) -> None:
        super().__init__()
        self._title = ""
        self._number = ""
        self._chunk: Chunk | None = None
        self._verdict: Verdict | None = None
        self.setFixedHeight(theme.px(74))

    def show_chunk(self, title: str, number: str, chunk: Chunk, verdict: Verdict) -> None:
        self._title, self._number, self._chunk, self._verdict = title, number, chunk, verdict
        self.setAccessibleName(f"{title}, {number}")
        said = (cells.say(cells.RoutePill(verdict.route)), cells.say(cells.PriorityMark(verdict.priority)))
        self.setAccessibleDescription(", ".join((*said, self._length())))
        self.setToolTip(title)
        self.update()

    def _length(self) -> str:
        return translate("Inspector", "{n} tokens").format(n=f"{self._chunk.tokens:,}") if self._chunk else ""

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._chunk is None or self._verdict is None:
            return
        px = theme.px
        painter = QPainter(self)
        left, right = px(14), self.width() - px(14)
        small = theme.font("small")
        number = paint.text_width(self._number, small)
        paint.text(painter, QRectF(right - number, px(10), number, px(24)), self._number, small, "muted")
        paint.text(painter, QRectF(left, px(10), right - left - number - px(12), px(24)), self._title,
                   theme.font("heading", bold=True), "text")
        middle = px(51)
        x = left + paint.route_pill(painter, left, middle, self._verdict.route) + px(12)
        x += paint.priority(painter, x, middle, self._verdict.priority) + px(12)
        if paint.text_width(self._length(), small) <= right - x:
            paint.text(painter, QRectF(x, middle - px(12), right - x, px(24)), self._length(), small, "muted")
        painter.fillRect(0, self.height() - 1, self.width(), 1, theme.colour("line"))


class Inspector(parts.Pane):
    """`place_chosen` asks for a span of the selected file to be shown."""

    place_chosen = Signal(int, int)

    def __init__(self, shell: Shell) -> None:
        super().__init__("surface")
        self._shell = shell
        self._file: OpenFile | None = None
        self._ordinal = -1
        self._unfolded = False
        self._masked = ""
        self._asked: tuple[OpenFile, int] | None = None
        self._explain = Explainer()
        self._explaining = False
        self._traces: tuple[RuleTrace, ...] = ()
        self.head = ChunkHead()
        self.tabs = QTabBar()
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.setAccessibleName(translate("Inspector", "About this chunk"))
        for text in (translate("Inspector", "Why"), translate("Inspector", "Fields"),
                     translate("Inspector", "What the model sees")):
            self.tabs.addTab(text)
        self._stack = QStackedWidget()
        self._stack.addWidget(self._make_why())
        self._stack.addWidget(self._make_fields())
        self._stack.addWidget(self._make_model())
        self.tabs.currentChanged.connect(self._tab_changed)
        self._inner = QWidget()
        column = QVBoxLayout(self._inner)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        row = QHBoxLayout()
        row.setContentsMargins(theme.px(6), 0, 0, 0)
        row.addWidget(self.tabs)
        row.addStretch(1)
        column.addLayout(row)
        column.addWidget(parts.Line())
        column.addWidget(self._stack, 1)
        self.column.addWidget(self._inner)
        self._nothing = parts.EmptyState("panel", translate("Inspector", "No chunk selected"), translate(
            "Inspector", "Choose a chunk in the tree or on the page to see why it goes where it goes."))
        self.column.addWidget(self._nothing)
        self.file_summary = FileSummary(shell)
        self.file_summary.place_chosen.connect(self.place_chosen)
        self.column.addWidget(self.file_summary)
        self.show_nothing()
        theme.theme().changed.connect(self._fill_tab)

    def parts(self) -> Sequence[QWidget]:
        """What is shown of a chunk, of nothing and of a file, each of which is dressed by itself."""
        return (self._inner, self._nothing, self.file_summary)

    def _make_why(self) -> QWidget:
        made = parts.Pane()
        self.summary = parts.label("", wrap=True)
        self.summary.setContentsMargins(theme.px(14), theme.px(12), theme.px(14), theme.px(12))
        made.column.addWidget(self.summary)
        made.column.addWidget(parts.Line())
        self.why = Tree(translate("Inspector", "Rules and conditions"), flat=True, row=24)
        self._why_model = RowsModel(self)
        self.why.setUniformRowHeights(False)
        self.why.setModel(self._why_model)
        self.why.header().hide()
        self.why.header().setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.why.linked.connect(self._why_linked)
        made.column.addSpacing(theme.px(6))
        made.column.addWidget(self.why, 1)
        return made

    def _make_fields(self) -> QWidget:
        self._fields_stack = QStackedWidget()
        self.fields = Tree(translate("Inspector", "Fields"), flat=True, row=28)
        self._fields_model = FieldsModel(self)
        self.fields.setModel(self._fields_model)
        header = self.fields.header()
        header.hide()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        header.resizeSection(0, theme.px(112 if self._shell.language == "zh" else 128))
        header.resizeSection(2, theme.px(84 if self._shell.language == "zh" else 104))
        self.fields.linked.connect(lambda index: self.place_chosen.emit(*self._fields_model.rows[index.row()].span))
        self._fields_stack.addWidget(self.fields)
        self._fields_stack.addWidget(parts.EmptyState("tag", translate("Inspector", "No fields"), translate(
            "Inspector", "No rule extracts anything from this chunk.")))
        return self._fields_stack

    def _make_model(self) -> QWidget:
        made = parts.Pane()
        self.masked_line = _IconLabel("shield", "ok")
        made.column.addWidget(self.masked_line)
        made.column.addWidget(parts.Line())
        self.model_text = QTextEdit()
        self.model_text.setReadOnly(True)
        self.model_text.setProperty("bare", True)
        self.model_text.setFrameShape(QFrame.Shape.NoFrame)
        self.model_text.setAcceptDrops(False)
        self.model_text.setAccessibleName(translate("Inspector", "What the model sees"))
        self.model_text.document().setDocumentMargin(theme.px(14))
        made.column.addWidget(self.model_text, 1)
        made.column.addWidget(parts.Line())
        row = QHBoxLayout()
        row.setContentsMargins(theme.px(14), theme.px(8), theme.px(14), theme.px(8))
        row.addWidget(parts.button(translate("Inspector", "Copy"), self._copy, icon="copy", small=True))
        row.addStretch(1)
        self.total = parts.label("", "small", quiet=True)
        row.addWidget(self.total)
        made.column.addLayout(row)
        return made

    # --- showing ----------------------------------------------------------------------------------------
    def show_nothing(self) -> None:
        """Nothing is selected, or nothing of it is known yet."""
        self._show_part(self._nothing)

    def show_file(self, file: OpenFile, index: DocumentIndex) -> None:
        """A file that is ready, as a whole."""
        self.file_summary.show_file(file, index)
        self._show_part(self.file_summary)

    def _show_part(self, part: QWidget) -> None:
        if part is not self._inner:
            self._file, self._ordinal, self._asked = None, -1, None
        for one in (self._inner, self._nothing, self.file_summary):
            one.setVisible(one is part)

    def focus_target(self) -> QWidget:
        """What takes the focus of the keyboard when it comes to this pane."""
        return self.file_summary.rows if self.file_summary.isVisible() else self.tabs

    def show_chunk(self, file: OpenFile, ordinal: int, index: DocumentIndex, title: str) -> None:
        """A chunk of a file that is ready."""
        if (self._file.key if self._file else None, self._ordinal) != (file.key, ordinal):
            self._unfolded = False
            self._traces = ()
            self.summary.setText(words.route(file.verdicts[ordinal].route))
            self._why_model.show(())
        self._file, self._ordinal = file, ordinal
        chunk, verdict = file.chunks[ordinal], file.verdicts[ordinal]
        number = translate("Inspector", "Chunk {n} / {total}").format(n=ordinal + 1, total=len(file.chunks))
        self.head.show_chunk(title, number, chunk, verdict)
        rows = [*fields.rows(verdict, index, self._shell.messages)]
        self._fields_model.show(rows)
        self._fields_stack.setCurrentIndex(0 if rows else 1)
        called = translate("Inspector", "Fields")
        self.tabs.setTabText(1, f"{called}  {len(rows)}" if rows else called)
        self._show_part(self._inner)
        self._fill_tab()

    def _tab_changed(self, tab: int) -> None:
        self._stack.setCurrentIndex(tab)
        self._fill_tab()

    def _fill_tab(self) -> None:
        """Only what is looked at is worked out."""
        if self._file is None or self._file is not self._shell.workspace.files.get(self._file.key):
            return
        if self.tabs.currentIndex() == 0:
            self._fill_why()
        elif self.tabs.currentIndex() == 2:
            self._fill_model()

    def _fill_why(self) -> None:
        """Asks for the explanation in the background: for a book it takes longer than a blink. One is worked out at a
        time, of those that were asked for meanwhile the last: many at once would leave the window no time."""
        assert self._file is not None
        self._asked = self._file, self._ordinal
        if not self._explaining:
            self._explain_asked()

    def _explain_asked(self) -> None:
        asked = self._asked
        if asked is not None and asked[0].prepared is not None:
            self._explaining = True
            self._shell.executor.submit(
                partial(self._explain, asked[0].prepared, self._shell.workspace.rule_choice(), asked[1]),
                partial(self._explained, asked))

    def _explained(self, asked: tuple[OpenFile, int], future: Future[tuple[RuleTrace, ...]]) -> None:
        if not isValid(self):
            return
        self._explaining = False
        if asked is self._asked:
            self._traces = future.result()
            self._show_why()
        elif self.tabs.currentIndex() == 0:
            self._explain_asked()

    def _show_why(self) -> None:
        assert self._file is not None
        packs = self._shell.workspace.packs
        self.summary.setText(why.summary(self._file.verdicts[self._ordinal], self._traces, packs))
        self._why_model.show(why.rows(self._traces, packs, self._shell.messages, self._unfolded))

    def _why_linked(self, index: QModelIndex) -> None:
        row = self._why_model.rows[index.row()]
        if row.fold:
            self._unfolded = not self._unfolded
            self._show_why()
        elif row.span is not None:
            self.place_chosen.emit(*row.span)

    def _fill_model(self) -> None:
        file = self._file
        assert file is not None
        document = file.document
        assert document is not None
        chunk, verdict = file.chunks[self._ordinal], file.verdicts[self._ordinal]
        vault = self._shell.workspace.vault(file.key)
        context = mask_span(document, chunk.context, vault)
        core = mask_span(document, (chunk.core,), vault)
        self._masked = context + core
        placeholders = {secret.placeholder for secret in vault.secrets if secret.placeholder in self._masked}
        masked = sum(core.count(p) + context.count(p) for p in placeholders)
        self.masked_line.set_text(self._masked_sentence(verdict, masked))
        path = " › ".join(chunk.title_path) or "—"
        view = self.model_text
        view.clear()
        cursor = view.textCursor()
        cursor.beginEditBlock()
        head, body, grey, pill = self._formats()
        cursor.insertText(translate("Inspector", "Title path") + "\n", head)
        cursor.insertText(path + "\n\n", body)
        cursor.insertText(translate("Inspector", "Context") + "\n", head)
        if context.strip():
            self._insert(cursor, context.rstrip("\n") + "\n\n", placeholders, grey, pill)
        else:
            cursor.insertText(translate("Inspector", "None; this chunk stands by itself.") + "\n\n", grey)
        cursor.insertText(translate("Inspector", "Text") + "\n", head)
        self._insert(cursor, core.rstrip("\n"), placeholders, body, pill)
        cursor.select(QTextCursor.SelectionType.Document)
        air = QTextBlockFormat()
        air.setLineHeight(_LINE, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        cursor.mergeBlockFormat(air)
        cursor.endEditBlock()
        view.moveCursor(QTextCursor.MoveOperation.Start)
        self.total.setText(translate("Inspector", "{n} tokens").format(n=f"{chunk.tokens:,}"))

    def _masked_sentence(self, verdict: Verdict, masked: int) -> str:
        if verdict.route in ("rule_only", "ignore"):
            return translate("Inspector", "The model is not asked about this chunk. It would see this:")
        if verdict.route == "local_only":
            return translate("Inspector", "Only a model on this computer may see this chunk.")
        if not masked:
            return translate("Inspector", "Nothing in this chunk needs masking.")
        return count(masked, translate("Inspector", "%n place is masked; the answer is unmasked when it comes back."),
                     translate("Inspector", "%n places are masked; the answer is unmasked when it comes back."))

    def _formats(self) -> tuple[QTextCharFormat, QTextCharFormat, QTextCharFormat, QTextCharFormat]:
        made = []
        for kind, bold, role in (("small", True, "muted"), ("body", False, "text"), ("body", False, "muted"),
                                 ("body", False, "mask")):
            look = QTextCharFormat()
            look.setFont(theme.font("small" if kind == "small" else "body", bold))
            look.setForeground(theme.colour(role))
            made.append(look)
        made[3].setBackground(theme.colour("mask_bg"))
        return made[0], made[1], made[2], made[3]

    def _insert(self, cursor: QTextCursor, text: str, placeholders: set[str], plain: QTextCharFormat,
                pill: QTextCharFormat) -> None:
        if not placeholders:
            cursor.insertText(text, plain)
            return
        pattern = "|".join(map(re.escape, sorted(placeholders, key=len, reverse=True)))
        for part in re.split(f"({pattern})", text):
            cursor.insertText(part, pill if part in placeholders else plain)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._masked)
        self._shell.say(translate("Inspector", "Copied as the model sees it"))


class _IconLabel(QWidget):
    """An icon and a wrapped sentence."""

    def __init__(self, icon: str, role: str) -> None:
        super().__init__()
        self._icon, self._role = icon, role
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.px(40), theme.px(11), theme.px(14), theme.px(11))
        self._label = parts.label("", wrap=True)
        row.addWidget(self._label)

    def set_text(self, text: str) -> None:
        self._label.setText(text)

    def text(self) -> str:
        return self._label.text()

    def paintEvent(self, event: QPaintEvent) -> None:
        side = theme.px(tokens.ICON_ROW)
        icons.draw(QPainter(self), self._icon, theme.px(14), theme.px(13), side, theme.colour(self._role).name())
