"""The help page: two minutes to read, in the user's language, opened at what it says of the place shown."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QTextBlock, QTextBlockFormat, QTextCursor, QTextFrameFormat, QTextLength, QTextTable
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QTextBrowser, QVBoxLayout, QWidget

from docprep_gui.gui import theme
from docprep_gui.gui.widgets import parts
from docprep_gui.workspace import paths

translate = QCoreApplication.translate


def text(language: str) -> str:
    """The page in Markdown."""
    return (paths.shipped("resources") / "help" / f"{language}.md").read_text(encoding="utf-8")


class HelpDialog(QDialog):
    """`section`: the heading to begin at; "" or one that is not there: the top. It may stay open beside the work."""

    def __init__(self, language: str, section: str, parent: QWidget) -> None:
        super().__init__(parent)
        theme.theme().dress(self)
        self.setWindowTitle(translate("Help", "Help"))
        self.resize(theme.px(640), theme.px(680))
        self.setProperty("pane", "surface")
        self.view = QTextBrowser()
        self.view.setFrameShape(QFrame.Shape.NoFrame)
        self.view.setProperty("bare", True)
        self.view.setAccessibleName(translate("Help", "Help"))
        self.view.document().setDefaultFont(theme.font("body"))
        self.view.document().setDocumentMargin(theme.px(24))
        self.view.document().setIndentWidth(theme.px(20))
        self.view.setMarkdown(text(language))
        self._dress()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.view, 1)
        column.addWidget(parts.Line())
        row = QHBoxLayout()
        row.setContentsMargins(theme.px(12), theme.px(10), theme.px(12), theme.px(10))
        row.addStretch(1)
        self.close_button = parts.button(translate("Help", "Close"), self.close)
        row.addWidget(self.close_button)
        column.addLayout(row)
        self.show_section(section)

    def _blocks(self) -> list[QTextBlock]:
        found, block = [], self.view.document().begin()
        while block.isValid():
            found.append(block)
            block = block.next()
        return found

    def _dress(self) -> None:
        """Lines with air between them, headings in the sizes of the table, hairlines in the table of keys."""
        document = self.view.document()
        cursor = QTextCursor(document)
        for block in self._blocks():
            level = block.blockFormat().headingLevel()
            look = QTextBlockFormat()
            look.setLineHeight(110 if level else 118, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
            if level:
                look.setTopMargin(theme.px(0 if level == 1 else 18))
                look.setBottomMargin(theme.px(6))
            cursor.setPosition(block.position())
            cursor.mergeBlockFormat(look)
            if level:
                cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
                form = cursor.charFormat()
                form.setFont(theme.font("title" if level == 1 else "heading", bold=True))
                cursor.setCharFormat(form)
        for frame in document.rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                table = frame.format().toTableFormat()
                table.setBorderCollapse(True)
                table.setBorder(1)
                table.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
                table.setColumnWidthConstraints([QTextLength(QTextLength.Type.FixedLength, theme.px(140)),
                                                 QTextLength(QTextLength.Type.FixedLength, theme.px(260))])
                table.setBorderBrush(theme.colour("line"))
                table.setCellPadding(theme.px(5))
                table.setTopMargin(theme.px(6))
                frame.setFormat(table)

    def show_section(self, section: str) -> None:
        """Scrolls so that the heading stands at the top."""
        place = next((block for block in self._blocks()
                      if block.blockFormat().headingLevel() == 2 and block.text() == section), None)
        cursor = self.view.textCursor()
        cursor.movePosition(QTextCursor.MoveOperation.End if place else QTextCursor.MoveOperation.Start)
        self.view.setTextCursor(cursor)
        if place is not None:
            # From below, Qt scrolls no further than needed: the heading comes to stand at the top.
            cursor.setPosition(place.position())
            self.view.setTextCursor(cursor)
