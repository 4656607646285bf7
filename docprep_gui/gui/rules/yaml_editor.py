"""The text of a pack: line numbers, colours, the chosen rule's lines lit, faults underlined in waves."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QEvent, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QSyntaxHighlighter,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QToolTip, QWidget

from docprep_gui.domain.errors import Problem
from docprep_gui.gui import theme
from docprep_gui.gui.theme import icons
from docprep_gui.gui.utf16 import Utf16
from docprep_gui.gui.widgets import paint

translate = QCoreApplication.translate
TYPED_MS = 40
_COMMENT = re.compile(r"(?:^|(?<=\s))#.*")
_KEY = re.compile(r"(?:^|(?<=[-{,\s]))[\w-]+(?=\s*:(?:\s|$))")
_STRING = re.compile(r"'(?:[^']|'')*'|\"(?:[^\"\\]|\\.)*\"")
_NUMBER = re.compile(r"(?<![\w.-])-?\d[\d_,]*(?:\.\d+)?(?![\w-])")
_WORD = re.compile(r"(?<![\w-])(?:true|false)(?![\w-])")


def to_utf16(text: str, offset: int) -> int:
    return Utf16(text).to_qt(offset)


def _common(one: str, other: str, most: int) -> int:
    """How many signs two texts have in common from their starts, at most so many."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


class YamlColours(QSyntaxHighlighter):
    """Keys, strings, numbers and comments, line by line. While it is off, lines stay as they are; those that are seen
    are coloured by `colour`."""

    def __init__(self, document: QTextDocument) -> None:
        super().__init__(document)
        self.off = False
        self._round = 1

    def forget(self) -> None:
        """The colours are others now."""
        self._round += 1

    def colour(self, block: QTextBlock) -> None:
        # Not set while it is coloured: a state that changes there has the next line coloured too, down to the last.
        if block.userState() != self._round:
            self.rehighlightBlock(block)
            block.setUserState(self._round)

    def highlightBlock(self, text: str) -> None:
        if self.off:
            return
        strings = [match.span() for match in _STRING.finditer(text)]
        comment = next((match.start() for match in _COMMENT.finditer(text)
                        if not any(a <= match.start() < b for a, b in strings)), len(text))
        for pattern, role in ((_NUMBER, "model"), (_WORD, "model"), (_KEY, "accent")):
            for match in pattern.finditer(text, 0, comment):
                if not any(a <= match.start() < b for a, b in strings):
                    self._colour(text, match.start(), match.end(), role)
        for a, b in strings:
            if a < comment:
                self._colour(text, a, b, "rule")
        if comment < len(text):
            self._colour(text, comment, len(text), "muted")

    def _colour(self, text: str, start: int, end: int, role: str) -> None:
        form = QTextCharFormat()
        form.setForeground(theme.colour(role))
        first = to_utf16(text, start)
        self.setFormat(first, to_utf16(text, end) - first, form)


class YamlEditor(QPlainTextEdit):
    """`typed`: the text as it is after a rest of TYPED_MS. `line_chosen`: the cursor went to another line, from 1. Undo
    and redo are asked for, since the pack has one stack of texts: `undo_asked`, `redo_asked`."""

    typed = Signal(str)
    line_chosen = Signal(int)
    undo_asked = Signal()
    redo_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(translate("Rules", "The pack as YAML"))
        self.setProperty("bare", True)
        self.setFont(theme.font("code"))
        self.setUndoRedoEnabled(False)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setTabChangesFocus(True)
        self.setAcceptDrops(False)
        self.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        self._colours = YamlColours(self.document())
        self._gutter = _Gutter(self)
        self._lit = (0, 0)
        self.problems: tuple[tuple[Problem, str], ...] = ()
        self._setting = False
        self._text: str | None = ""
        self._theme = theme.current()
        self._line = 0
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(TYPED_MS)
        self._timer.timeout.connect(self.flush)
        self._waiting = False
        self.textChanged.connect(self._text_changed)
        self.cursorPositionChanged.connect(self._cursor_moved)
        self.blockCountChanged.connect(self._fit)
        self.updateRequest.connect(self._update_gutter)
        self._fit()

    # --- content
    def text(self) -> str:
        """All of it; a long one is costly to get from the document."""
        if self._text is None:
            self._text = self.toPlainText()
        return self._text

    def show_text(self, text: str) -> None:
        """Takes another text with as little change as can be, so that cursor and scroll stay."""
        if self._waiting:
            return  # what is being typed comes first; it is told of in a moment
        old = self.text()
        if text == old or text.rstrip("\n") == old.rstrip("\n"):
            return
        head = _common(old, text, min(len(old), len(text)))
        tail = _common(old[::-1], text[::-1], min(len(old), len(text)) - head)
        self._setting = self._colours.off = True
        cursor = QTextCursor(self.document())
        cursor.setPosition(to_utf16(old, head))
        cursor.setPosition(to_utf16(old, len(old) - tail), QTextCursor.MoveMode.KeepAnchor)
        first = cursor.blockNumber()
        cursor.insertText(text[head : len(text) - tail])
        self._setting = self._colours.off = False
        self._text = text
        block = self.document().findBlock(to_utf16(text, head))
        while block.isValid() and block.blockNumber() <= first:
            block.setUserState(-1)
            block = block.next()

    def flush(self) -> None:
        """Tells of what was typed now."""
        if self._waiting:
            self._timer.stop()
            self._waiting = False
            self.typed.emit(self.text())

    def light(self, lines: tuple[int, int] | None, reveal: bool) -> None:
        """Lights the lines of a rule: first, and the one after the last, from 1."""
        if self._lit != (lines or (0, 0)):
            self._lit = lines or (0, 0)
            self._mark()
        if lines and reveal and not self.hasFocus():
            block = self.document().findBlockByNumber(lines[0] - 1)
            self._line = lines[0]
            cursor = QTextCursor(block)
            self.setTextCursor(cursor)
            self.verticalScrollBar().setValue(max(0, lines[0] - 3))

    def show_problems(self, problems: Sequence[tuple[Problem, str]]) -> None:
        """Each with its sentence."""
        if self.problems != tuple(problems):
            self.problems = tuple(problems)
            self._mark()
            self._gutter.update()

    def go_to(self, line: int, column: int) -> None:
        block = self.document().findBlockByNumber(line - 1)
        cursor = QTextCursor(block)
        cursor.setPosition(block.position() + min(to_utf16(block.text(), column - 1), block.length() - 1))
        self.setTextCursor(cursor)
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def line_problem(self, line: int) -> tuple[Problem, str] | None:
        found = [one for one in self.problems if one[0].line == line]
        return min(found, key=lambda one: one[0].severity != "error") if found else None

    # --- marks
    def _mark(self) -> None:
        made: list[QTextEdit.ExtraSelection] = []
        if self._lit[0]:
            for number in range(self._lit[0], self._lit[1]):
                made.append(self._line_ground(number, "accent_soft"))
        for problem, _ in self.problems:
            if problem.severity == "error":
                made.append(self._line_ground(problem.line, "error_bg"))
            made.append(self._wave(problem))
        self.setExtraSelections(made)

    def _line_ground(self, number: int, role: str) -> QTextEdit.ExtraSelection:
        one = QTextEdit.ExtraSelection()
        form = QTextCharFormat()
        form.setBackground(theme.colour(role))
        form.setProperty(QTextFormat.Property.FullWidthSelection, True)
        one.format = form
        one.cursor = QTextCursor(self.document().findBlockByNumber(number - 1))
        return one

    def _wave(self, problem: Problem) -> QTextEdit.ExtraSelection:
        block = self.document().findBlockByNumber(problem.line - 1)
        text = block.text()
        start = min(problem.column - 1, len(text))
        end = re.compile(r"[^\s,\]}]*").match(text, start)
        last = max(start + 1, end.end() if end else start + 1)
        one = QTextEdit.ExtraSelection()
        form = QTextCharFormat()
        form.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
        form.setUnderlineColor(theme.colour("error" if problem.severity == "error" else "warn"))
        cursor = QTextCursor(block)
        if start >= len(text):
            cursor.select(QTextCursor.SelectionType.LineUnderCursor)
        else:
            cursor.setPosition(block.position() + to_utf16(text, start))
            cursor.setPosition(block.position() + to_utf16(text, min(last, len(text))),
                               QTextCursor.MoveMode.KeepAnchor)
        one.format = form
        one.cursor = cursor
        return one

    # --- typing
    def _text_changed(self) -> None:
        if not self._setting:
            self._text = None
            self._waiting = True
            self._timer.start()

    def _cursor_moved(self) -> None:
        line = self.textCursor().blockNumber() + 1
        if line != self._line and self.hasFocus() and not self._setting:
            self._line = line
            self.line_chosen.emit(line)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Undo):
            self.flush()
            self.undo_asked.emit()
        elif event.matches(QKeySequence.StandardKey.Redo) or (
                event.key() == Qt.Key.Key_Y and event.modifiers() == Qt.KeyboardModifier.ControlModifier):
            self.flush()
            self.redo_asked.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            line = self.textCursor().block().text()
            blanks = line[: len(line) - len(line.lstrip(" "))]
            self.insertPlainText("\n" + blanks)
        else:
            super().keyPressEvent(event)

    # --- gutter
    def gutter_width(self) -> int:
        digits = max(2, len(str(self.blockCount())))
        return round(paint.text_width("0" * digits, theme.font("code"))) + theme.px(32)

    def _fit(self) -> None:
        self.setViewportMargins(self.gutter_width(), 0, 0, 0)
        g = self.contentsRect()
        self._gutter.setGeometry(QRect(g.left(), g.top(), self.gutter_width(), g.height()))

    def _update_gutter(self, rect: QRect, dy: int) -> None:
        if dy:
            self._gutter.scroll(0, dy)
        else:
            self._gutter.update(0, rect.y(), self._gutter.width(), rect.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def paint_gutter(self, event: QPaintEvent) -> None:
        painter = QPainter(self._gutter)
        painter.fillRect(event.rect(), theme.colour("window"))
        painter.fillRect(self._gutter.width() - 1, event.rect().top(), 1, event.rect().height(), theme.colour("line"))
        faults = {problem.line: problem.severity for problem, _ in reversed(self.problems)}
        block = self.firstVisibleBlock()
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        side = theme.px(14)
        while block.isValid() and top <= event.rect().bottom():
            height = self.blockBoundingRect(block).height()
            number = block.blockNumber() + 1
            rect = QRect(0, round(top), self._gutter.width() - theme.px(8), round(height))
            paint.text(painter, rect.toRectF(), str(number), theme.font("code"), "muted", Qt.AlignmentFlag.AlignRight)
            if number in faults:
                tone = "error" if faults[number] == "error" else "warn"
                icons.draw(painter, "error" if tone == "error" else "alert", theme.px(4),
                           round(rect.center().y() - side / 2), side, theme.colour(tone).name())
            block = block.next()
            top += height

    # --- Qt
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            point = self.viewport().mapFrom(self, event.pos())
            found = self.line_problem(self.cursorForPosition(point).blockNumber() + 1)
            if found is not None:
                QToolTip.showText(event.globalPos(), found[1], self)
            else:
                QToolTip.hideText()
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        self._setting, setting = True, self._setting  # colours are no change of the text
        block = self.firstVisibleBlock()
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        while block.isValid() and top <= event.rect().bottom():
            self._colours.colour(block)
            top += self.blockBoundingRect(block).height()
            block = block.next()
        self._setting = setting
        super().paintEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and hasattr(self, "_colours"):
            wanted = theme.font("code")
            if wanted != self.font():
                self.setFont(wanted)
            if theme.current() is not self._theme:
                self._theme = theme.current()
                self._colours.forget()
                self._mark()


class _Gutter(QWidget):
    def __init__(self, editor: YamlEditor) -> None:
        super().__init__(editor)
        self._editor = editor

    def sizeHint(self) -> QSize:
        return QSize(self._editor.gutter_width(), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        self._editor.paint_gutter(event)
