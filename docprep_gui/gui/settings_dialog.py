"""The settings, generated from workspace.settings: what is typed is checked at once, and applied when it can work."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QDialog,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from docprep_gui.domain.errors import SettingError
from docprep_gui.gui import theme
from docprep_gui.gui.commands import COMMANDS
from docprep_gui.gui.kept_row import KeptRow
from docprep_gui.gui.shell import Shell
from docprep_gui.gui.widgets import paint, parts
from docprep_gui.gui.widgets.choices import CheckBox, ComboBox, RadioRow
from docprep_gui.workspace.settings import SETTINGS, Setting, SettingValue, parse, written

translate = QCoreApplication.translate

WINDOW_GROUPS = {"appearance": "theme", "language": "language"}
"""Sections whose choices are commands of the window, by the group of those commands."""

_APPLY_MS = 500


class SettingRow(QWidget):
    """One setting: its name, a field, its unit, what it does; Reset while it is not at its default."""

    typed = Signal()

    def __init__(self, setting: Setting, shell: Shell) -> None:
        super().__init__()
        self.setting = setting
        self._shell = shell
        word = shell.messages.word
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.px(16), theme.px(8), theme.px(16), theme.px(8))
        column.setSpacing(theme.px(2))
        row = QHBoxLayout()
        row.setSpacing(theme.px(8))
        name = parts.label(word(f"setting.{setting.key}"))
        row.addWidget(name, 1)
        self.reset = parts.button(translate("Settings", "Reset"), self._reset, kind="link", small=True)
        row.addWidget(self.reset)
        self.field = self._make_field(name.text())
        row.addWidget(self.field)
        unit = parts.label(word(f"unit.{setting.unit}") if setting.unit else "", "small", quiet=True)
        unit.setFixedWidth(theme.px(64))
        row.addWidget(unit)
        column.addLayout(row)
        self.about = parts.label("", "small", wrap=True)
        column.addWidget(self.about)
        self.show_value()

    def _make_field(self, name: str) -> QWidget:
        setting = self.setting
        if setting.kind == "flag":
            check = CheckBox("")
            check.setAccessibleName(name)
            check.setFixedWidth(theme.px(150))
            check.clicked.connect(lambda _=False: self.typed.emit())
            return check
        if setting.kind == "choice":
            word = self._shell.messages.word
            box = ComboBox(name)
            if setting.default is None:
                box.addItem(word("setting_choice.auto"), "")
            for choice in setting.choices:
                box.addItem(word(f"setting_choice.{choice}"), choice)
            box.setFixedWidth(theme.px(150))
            box.activated.connect(lambda _: self.typed.emit())
            return box
        field = QLineEdit()
        field.setAccessibleName(name)
        field.setAcceptDrops(False)
        field.setPlaceholderText(translate("Settings", "None") if setting.kind == "words" else (
            written(setting.default) or translate("Settings", "Automatic")))
        field.setFixedWidth(theme.px(150))
        field.textEdited.connect(lambda _: self.typed.emit())
        return field

    def show_value(self) -> None:
        """What holds now."""
        profile, setting, field = self._shell.workspace.profile, self.setting, self.field
        value = profile.get(setting.key)
        if isinstance(field, CheckBox):
            field.setChecked(bool(value))
        elif isinstance(field, ComboBox):
            field.setCurrentIndex(max(0, field.findData(written(value))))
        elif isinstance(field, QLineEdit):
            field.setText(written(value))
        self.show_error("")
        self.show_reset()

    def show_reset(self) -> None:
        self.reset.setVisible(self.setting.key in self._shell.workspace.profile.values)

    def value(self) -> SettingValue:
        """None: the default. SettingError as `parse`."""
        field = self.field
        if isinstance(field, CheckBox):
            text = written(field.isChecked())
        elif isinstance(field, ComboBox):
            text = str(field.currentData())
        else:
            assert isinstance(field, QLineEdit)
            text = field.text().strip()
        if not text:
            return None
        value = parse(self.setting, text)
        return None if value == self.setting.default else value

    def show_error(self, sentence: str) -> None:
        """In place of what the setting does; "" when all is well."""
        self.about.setText(sentence or self._shell.messages.word(f"setting_about.{self.setting.key}"))
        for widget, quiet in ((self.about, not sentence), (self.field, False)):
            widget.setProperty("tone", "error" if sentence else "")
            widget.setProperty("quiet", quiet)
            parts.repolish(widget)

    def _reset(self) -> None:
        if isinstance(self.field, QLineEdit):
            self.field.setText(written(self.setting.default))
        elif isinstance(self.field, CheckBox):
            self.field.setChecked(bool(self.setting.default))
        elif isinstance(self.field, ComboBox):
            self.field.setCurrentIndex(max(0, self.field.findData(written(self.setting.default))))
        self.typed.emit()


class SectionEntry(QAbstractButton):
    """A section's name at the left; put them into one exclusive QButtonGroup."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.setText(text)
        self.setCheckable(True)
        self.setAccessibleName(text)
        self.setProperty("ring_inside", True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def sizeHint(self) -> QSize:
        return QSize(theme.px(120), theme.px(32))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        on = self.isChecked()
        if on or self.underMouse():
            painter.fillRect(self.rect(), theme.colour("accent_soft" if on else "hover"))
        if on:
            bar = theme.colour("accent" if self.hasFocus() else "control")
            painter.fillRect(0, 0, theme.px(3), self.height(), bar)
        paint.text(painter, QRectF(theme.px(16), 0, self.width() - theme.px(20), self.height()), self.text(),
                   theme.font(bold=on), "text")


class SettingsDialog(QDialog):
    """`trigger` carries out a command of the window, `checked` says which of its choices holds."""

    def __init__(self, shell: Shell, trigger: Callable[[str], object], checked: Callable[[str], bool],
                 parent: QWidget) -> None:
        super().__init__(parent)
        theme.theme().dress(self)
        self._shell = shell
        self._trigger = trigger
        self.setWindowTitle(translate("Settings", "Settings"))
        self.setProperty("pane", "window")
        self.resize(theme.px(720), theme.px(560))
        self.rows: dict[str, SettingRow] = {}
        self.choices: dict[str, RadioRow] = {}
        self._due: list[SettingRow] = []
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_APPLY_MS)
        self._timer.timeout.connect(self.apply)
        self.sections: dict[str, SectionEntry] = {}
        self._stack = QStackedWidget()
        side = parts.Pane("window")
        side.setFixedWidth(theme.px(180))
        side.column.setContentsMargins(0, theme.px(8), 0, theme.px(8))
        group = QButtonGroup(self)
        for name in dict.fromkeys([setting.group for setting in SETTINGS if setting.group] + list(WINDOW_GROUPS)):
            page = (self._page_of_commands(WINDOW_GROUPS[name], checked) if name in WINDOW_GROUPS
                    else self._page([setting for setting in SETTINGS if setting.group == name]))
            self._stack.addWidget(page)
            entry = SectionEntry(shell.messages.word(f"setting.group.{name}"))
            entry.toggled.connect(lambda on, page=page: self._stack.setCurrentWidget(page) if on else None)
            group.addButton(entry)
            self.sections[name] = entry
            side.column.addWidget(entry)
        side.column.addStretch(1)
        next(iter(self.sections.values())).setChecked(True)
        shell.bridge.run_changed.connect(self._show_run)
        self._show_run()
        middle = QHBoxLayout()
        middle.setSpacing(0)
        middle.addWidget(side)
        middle.addWidget(parts.Line(vertical=True))
        middle.addWidget(self._stack, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(middle, 1)
        column.addWidget(parts.Line())
        column.addLayout(self._foot())

    def _foot(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(theme.px(16), theme.px(10), theme.px(16), theme.px(10))
        row.addWidget(parts.label(translate("Settings", "Applied as you type. The command line does not use them."),
                                  "small", quiet=True), 1)
        self.close_button = parts.button(translate("Settings", "Close"), self.accept)
        self.close_button.setDefault(False)
        self.close_button.setAutoDefault(False)
        row.addWidget(self.close_button)
        return row

    def _page(self, settings: Sequence[Setting]) -> QWidget:
        inner = parts.Pane("surface")
        inner.column.setContentsMargins(0, theme.px(8), 0, theme.px(8))
        if any(setting.group == "chunks" for setting in settings):
            self.held = parts.label(translate("Settings", "A run goes on. Chunks can be changed when it has ended."),
                                    "small", tone="warn", wrap=True)
            self.held.setContentsMargins(theme.px(16), theme.px(4), theme.px(16), theme.px(4))
            inner.column.addWidget(self.held)
        for setting in settings:
            row = SettingRow(setting, self._shell)
            row.typed.connect(lambda row=row: self._typed(row))
            self.rows[setting.key] = row
            inner.column.addWidget(row)
        if any(setting.group == "reading" for setting in settings):
            self.kept = KeptRow(self._shell)
            inner.column.addWidget(self.kept)
        inner.column.addStretch(1)
        return _scrolled(inner)

    def _page_of_commands(self, group: str, checked: Callable[[str], bool]) -> QWidget:
        inner = parts.Pane("surface")
        inner.column.setContentsMargins(0, theme.px(8), 0, theme.px(8))
        buttons = QButtonGroup(self)
        for command in COMMANDS:
            if command.group == group:
                row = RadioRow(command.label)
                row.setChecked(checked(command.id))
                row.clicked.connect(lambda _=False, command=command: self._trigger(command.id))
                buttons.addButton(row)
                self.choices[command.id] = row
                inner.column.addWidget(row)
        inner.column.addStretch(1)
        return _scrolled(inner)

    def _show_run(self) -> None:
        """What a run asks about stays as it was cut."""
        going = self._shell.runs.going_on
        self.held.setVisible(going)
        for row in self.rows.values():
            row.setEnabled(not (going and row.setting.group == "chunks"))

    # --- applying ---------------------------------------------------------------------------------------
    def _typed(self, row: SettingRow) -> None:
        """Says at once what cannot work; what can is applied when the typing rests."""
        try:
            self._shell.workspace.profile.with_value(row.setting.key, row.value())
        except SettingError as error:
            row.show_error(self._said(error))
            if row in self._due:
                self._due.remove(row)
            return
        row.show_error("")
        if row not in self._due:
            self._due.append(row)
        self._timer.start()

    def _said(self, error: SettingError) -> str:
        """In the words of this dialog: settings by their names."""
        messages = self._shell.messages
        key = error.params.get("key", "")
        named = SettingError(error.kind, **{**error.params, "key": messages.word(f"setting.{key}")}) if key else error
        message, hint = messages.error(named)
        return f"{message}{'' if messages.language == 'zh' else ' '}{hint}"

    def apply(self) -> None:
        due, self._due = self._due, []
        self._timer.stop()
        workspace = self._shell.workspace
        profile = workspace.profile
        for row in due:
            try:
                profile = profile.with_value(row.setting.key, row.value())
            except SettingError as error:
                row.show_error(self._said(error))
        if due:
            workspace.set_profile(profile)
        for row in due:
            row.show_reset()

    def done(self, result: int) -> None:
        self.apply()
        super().done(result)


def _scrolled(inner: QWidget) -> QScrollArea:
    area = QScrollArea()
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(inner)
    return area
