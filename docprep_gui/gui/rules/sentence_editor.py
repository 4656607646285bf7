"""A rule as a sentence that is edited by picking its parts: rows of chips, a picker or a field over the chosen one."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QFocusEvent, QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QMenu, QSizePolicy, QWidget

from docprep_gui.gui import theme
from docprep_gui.gui.rules.chip_button import HEIGHT, ChipButton
from docprep_gui.gui.rules.sentence import Chip
from docprep_gui.gui.rules.sentence_parts import Choice, Op, Part, Row
from docprep_gui.gui.widgets import paint, parts

translate = QCoreApplication.translate
_ROW, _GAP = 35, 6
_TEXT_MIN = 180


class SentenceEditor(QWidget):
    """`edited`: (what to do with the text, the part that is to be written next or ""). The whole sentence is its name
    for the screen reader. Ask `refuse` to say why typed words cannot be taken."""

    edited = Signal(object, str)

    def __init__(self) -> None:
        super().__init__()
        self._rows: tuple[Row, ...] = ()
        self._chips: list[list[ChipButton]] = []
        self._leads: list[tuple[QRectF, str]] = []
        self._heights: dict[int, float] = {}  # by width
        self._field: _InPlace | None = None
        self._menu: QMenu | None = None
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    # --- content
    def show_rows(self, rows: tuple[Row, ...], spoken: str, write: str = "") -> None:
        """The focus stays on the part that had it. `write`: the part that is to be written over at once."""
        self.setAccessibleName(spoken)
        focused = self.focused()
        place = self._place(focused) if focused else None
        wanted = write or (focused.part.id if focused else "")
        self._close_field()
        old = {chip.part.id: chip for chip in self.buttons()}
        self._rows = rows
        self._chips = [[self._button(part, old) for part in row.parts] for row in rows]
        for chip in old.values():
            chip.hide()
            chip.deleteLater()
        if any(chip.isHidden() for chip in self.buttons()):  # new ones; tab goes by age otherwise
            for before, after in pairwise(self.buttons()):
                QWidget.setTabOrder(before, after)
        for chip in self.buttons():
            if chip.isHidden():
                chip.show()
        self._heights.clear()
        self._lay_out()
        self.updateGeometry()
        found = self.button(wanted) if wanted else None
        if found is None and place is not None:
            found = self._near(*place)
        if found is not None:
            found.setFocus(Qt.FocusReason.OtherFocusReason)
            if write:
                self.pick(found)

    def _button(self, part: Part, old: dict[str, ChipButton]) -> ChipButton:
        """One of the old ones where it says the same."""
        kept = old.get(part.id)
        if kept is not None and kept.take_over(part):
            return old.pop(part.id)
        chip = ChipButton(part, self)
        chip.moved.connect(partial(self._move, chip))
        chip.picked.connect(partial(self.pick, chip))
        chip.removed.connect(partial(self._remove, chip))
        return chip

    def buttons(self) -> list[ChipButton]:
        return [chip for row in self._chips for chip in row]

    def chips(self) -> list[Chip]:
        return [button.part.chip for button in self.buttons()]

    def button(self, name: str) -> ChipButton | None:
        """By the id of its part."""
        return next((chip for chip in self.buttons() if chip.part.id == name), None)

    def focused(self) -> ChipButton | None:
        return next((chip for chip in self.buttons() if chip.hasFocus() or (
            self._field is not None and self._field.chip is chip)), None)

    def setFocus(self, reason: Qt.FocusReason = Qt.FocusReason.OtherFocusReason) -> None:
        first = next((chip for chip in self.buttons() if chip.focusPolicy() != Qt.FocusPolicy.NoFocus), None)
        if first is not None:
            first.setFocus(reason)

    # --- picking
    def pick(self, chip: ChipButton) -> None:
        """Opens the list of choices, or the field over the part."""
        part = chip.part
        if part.write is not None:
            self._open_field(chip)
        elif len(part.choices) == 1 and not part.choices[0].text:
            self._choose(part.choices[0])
        elif part.choices:
            self._menu = self._make_menu(chip)
            self._menu.popup(chip.mapToGlobal(QPoint(0, chip.height() + 2)))

    def menu(self) -> QMenu | None:
        """The list of choices that is open."""
        return self._menu if self._menu is not None and self._menu.isVisible() else None

    def _make_menu(self, chip: ChipButton) -> QMenu:
        menu = QMenu(self)
        menu.setAccessibleName(chip.part.name)
        for choice in chip.part.choices:
            if choice.block and menu.actions():
                menu.addSeparator()
            action = QAction(choice.text, menu)
            action.setCheckable(True)
            action.setChecked(choice.checked)
            action.triggered.connect(partial(self._chosen, choice))
            menu.addAction(action)
            if choice.checked:
                menu.setActiveAction(action)
        if chip.part.remove is not None:
            menu.addSeparator()
            menu.addAction(translate("Rules", "Remove"), partial(self._remove, chip))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.aboutToHide.connect(self._forget_menu)
        return menu

    def _forget_menu(self) -> None:
        self._menu = None

    def _chosen(self, choice: Choice, _checked: bool = False) -> None:
        if not choice.checked:
            # Not while the menu is still closing: the parts are made anew.
            QTimer.singleShot(0, self, partial(self._choose, choice))

    def _choose(self, choice: Choice) -> None:
        self.edited.emit(choice.op, choice.then)

    def _remove(self, chip: ChipButton) -> None:
        if chip.part.remove is not None:
            QTimer.singleShot(0, self, partial(self._emit, chip.part.remove))

    def _emit(self, op: Op) -> None:
        self.edited.emit(op, "")

    # --- writing
    def field(self) -> QLineEdit | None:
        """The field that is open over a part."""
        return self._field

    def _open_field(self, chip: ChipButton) -> None:
        self._close_field()
        self._field = _InPlace(chip, self)
        self._field.done.connect(self._written)
        self._place_field()
        self._field.show()
        self._field.setFocus(Qt.FocusReason.OtherFocusReason)
        self._field.selectAll()

    def _place_field(self) -> None:
        field = self._field
        if field is None:
            return
        g = field.chip.geometry()
        text = QFontMetricsF(field.font()).horizontalAdvance(field.text())
        wide = field.chip.part.chip.kind in ("text", "pattern")
        width = max(g.width(), theme.px(340 if wide else 110), round(text) + theme.px(30))
        width = min(width, self.width() - theme.px(2))
        left = max(0, min(g.left(), self.width() - width))
        field.setGeometry(QRect(left, g.top(), width, theme.px(HEIGHT)))
        field.raise_()

    def _written(self, taken: bool) -> None:
        field = self._field
        if field is None:
            return
        part, said, chip = field.chip.part, field.text(), field.chip
        if taken and said.strip() and said != part.text and part.write is not None:
            self.edited.emit(part.write(said), "")
            return
        if taken and not said.strip() and part.remove is not None and part.text:
            self.edited.emit(part.remove, "")
            return
        self._close_field()
        chip.setFocus(Qt.FocusReason.OtherFocusReason)

    def refuse(self, why: str) -> None:
        """The words in the open field cannot be taken; it stays open and says why."""
        if self._field is not None:
            self._field.complain(why)

    def _close_field(self) -> None:
        if self._field is not None:
            field, self._field = self._field, None
            field.blockSignals(True)
            field.hide()
            field.deleteLater()

    # --- moving
    def _place(self, chip: ChipButton) -> tuple[int, int]:
        return next((r, c) for r, row in enumerate(self._chips) for c, one in enumerate(row) if one is chip)

    def _near(self, r: int, c: int) -> ChipButton | None:
        for row in (*reversed(self._chips[: r + 1]), *self._chips[r + 1 :]):
            able = [chip for chip in row if chip.focusPolicy() != Qt.FocusPolicy.NoFocus]
            if able:
                return able[min(c, len(able) - 1)]
        return None

    def _move(self, chip: ChipButton, dx: int, dy: int) -> None:
        able = [[one for one in row if one.focusPolicy() != Qt.FocusPolicy.NoFocus] for row in self._chips]
        able = [row for row in able if row]
        if dx:
            line = [one for row in able for one in row]
            at = line.index(chip) + dx
            target = line[at] if 0 <= at < len(line) else None
        else:
            r = next(i for i, row in enumerate(able) if chip in row) + dy
            x = chip.geometry().center().x()
            target = min(able[r], key=lambda one: abs(one.geometry().center().x() - x)) if 0 <= r < len(able) else None
        if target is not None:
            target.setFocus(Qt.FocusReason.TabFocusReason)

    # --- layout
    def _lay_out(self) -> None:
        self._leads, _ = self._measure(self.width(), True)
        self._place_field()
        self.update()

    def _measure(self, width: int, place: bool) -> tuple[list[tuple[QRectF, str]], float]:
        """Leading words and height at a width; puts the parts there if asked."""
        px = theme.px
        leads: list[tuple[QRectF, str]] = []
        metrics = QFontMetricsF(theme.font())
        lead_width = max((metrics.horizontalAdvance(row.lead) for row in self._rows), default=0) + px(14)
        y = 0.0
        for row, chips in zip(self._rows, self._chips, strict=True):
            y += px(10) if row.gap else 0
            left = lead_width + px(20) * row.indent
            if row.lead:
                leads.append((QRectF(px(20) * max(0, row.indent - 1), y, lead_width - px(14), px(_ROW)), row.lead))
            x, tall = left, 0.0
            for chip in chips:
                rest = width - x
                long = chip.part.chip.kind == "text" and rest >= px(_TEXT_MIN)
                size = chip.wanted(rest if long else max(px(60), width - left))
                if x > left and x + size.width() > width:
                    x, y, tall = left, y + max(px(_ROW), tall), 0.0
                if place:
                    chip.setGeometry(round(x), round(y + px((_ROW - HEIGHT) // 2)), size.width(), size.height())
                x += size.width() + px(_GAP)
                tall = max(tall, size.height() + px(_ROW - HEIGHT))
            y += max(px(_ROW), tall)
        return leads, y

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        if width not in self._heights:
            self._heights[width] = self._measure(width, False)[1]
        return round(self._heights[width]) + 4

    def sizeHint(self) -> QSize:
        return QSize(theme.px(360), self.heightForWidth(max(self.width(), theme.px(300))))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._heights.clear()
            self._lay_out()
            self.updateGeometry()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        for rect, lead in self._leads:
            paint.text(painter, rect, lead, theme.font(), "muted")


class _InPlace(QLineEdit):
    """The words of a part. `done`: True for Enter or when the focus goes, False for Esc."""

    done = Signal(bool)

    def __init__(self, chip: ChipButton, parent: QWidget) -> None:
        super().__init__(chip.part.text, parent)
        self.chip = chip
        self.setAccessibleName(chip.part.name)
        self.setAcceptDrops(False)
        if chip.part.chip.kind == "pattern":
            self.setFont(theme.font("code"))
        self.textEdited.connect(self._calm)

    def complain(self, why: str) -> None:
        self.setProperty("tone", "error")
        self.setToolTip(why)
        self.setAccessibleDescription(why)
        parts.repolish(self)

    def _calm(self) -> None:
        if self.property("tone"):
            self.setProperty("tone", "")
            self.setToolTip("")
            self.setAccessibleDescription("")
            parts.repolish(self)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.done.emit(True)
        elif event.key() == Qt.Key.Key_Escape:
            self.done.emit(False)
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason):
            self.done.emit(not self.property("tone"))
