"""Beside the sentence: the pack as YAML, and the rule's plain values as a form."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QIntValidator
from PySide6.QtWidgets import QFormLayout, QLineEdit, QStackedWidget, QTabBar, QWidget

from docprep_gui.domain.errors import Problem
from docprep_gui.gui import theme
from docprep_gui.gui.rules.sentence_parts import Op
from docprep_gui.gui.rules.yaml_editor import YamlEditor
from docprep_gui.gui.shell import Shell
from docprep_gui.gui.theme import tokens
from docprep_gui.gui.translations import count
from docprep_gui.gui.widgets import parts
from docprep_gui.gui.widgets.choices import CheckBox, ComboBox
from docprep_gui.rules import editing
from docprep_gui.rules.model import Rule

translate = QCoreApplication.translate


class ProblemBar(parts.Pane):
    """The first fault of the text in words, with the button that mends it where there is one. `fixed`: what to do with
    the text; `chosen`: line and column to go to."""

    fixed = Signal(object)
    chosen = Signal(int, int)

    def __init__(self) -> None:
        super().__init__("surface")
        self.problem: Problem | None = None
        self._bar: parts.NoticeBar | None = None
        self._shown: tuple[object, ...] = ()
        self.hide()

    def show_problem(self, found: tuple[Problem, str] | None, more: int, silenced: bool) -> None:
        """`more`: how many other errors there are; `silenced`: the text as it is does not speak."""
        wanted = (found, more, silenced)
        if wanted == self._shown:
            return
        self._shown = wanted
        self.problem = problem = found[0] if found else None
        self.setVisible(found is not None)
        if self._bar is not None:
            self.column.removeWidget(self._bar)
            self._bar.hide()
            self._bar.deleteLater()
            self._bar = None
        if found is None or problem is None:
            return
        title = translate("Rules", "Line {n}: {problem}").format(n=problem.line, problem=found[1])
        said = []
        if silenced:
            said.append(translate("Rules", "The rules as they were before go on working until this is mended."))
        if more > 0:
            said.append(count(more, translate("Rules", "%n more error."), translate("Rules", "%n more errors.")))
        if problem.kind == "unquoted_scalar":
            action, call = translate("Rules", "Put in quotes"), partial(self.fixed.emit, partial(
                editing.quote, line=problem.line, column=problem.column))
        else:
            action, call = translate("Rules", "Show line"), partial(
                self.chosen.emit, problem.line, problem.column)
        tone = "error" if problem.severity == "error" else "warn"
        self._bar = parts.NoticeBar(tone, title, " ".join(said), action, call)
        self.column.addWidget(self._bar)


class FormPane(parts.Pane):
    """`edited`: what to do with the text."""

    edited = Signal(object)

    def __init__(self, language: str) -> None:
        super().__init__("surface")
        self._language = language
        self._place = -1
        self._rule: Rule | None = None
        inner = QWidget()
        form = QFormLayout(inner)
        form.setContentsMargins(theme.px(14), theme.px(14), theme.px(14), theme.px(14))
        form.setVerticalSpacing(theme.px(10))
        form.setHorizontalSpacing(theme.px(12))
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        self.title = self._line(form, translate("Rules", "Name"), lambda said: partial(
            editing.set_title, rule=self._place, title=said, language=self._language),
                                lambda rule: rule.title_in(self._language))
        self.id = self._line(form, translate("Rules", "Short name"), lambda said: partial(
            editing.set_id, rule=self._place, name=said), lambda rule: rule.id)
        self.why = self._line(form, translate("Rules", "Reason"), lambda said: partial(
            editing.set_why, rule=self._place, why=said, language=self._language),
                              lambda rule: rule.why_in(self._language), empty=True)
        self.priority = self._line(form, translate("Rules", "Turn"), lambda said: partial(
            editing.set_priority, rule=self._place, priority=int(said)), lambda rule: str(rule.priority))
        self.priority.setValidator(QIntValidator(-9999, 99999, self.priority))
        self.priority.setToolTip(translate("Rules", "Rules with smaller figures speak first."))
        self.scope = ComboBox(translate("Rules", "Looks at"))
        self.scope.addItem(translate("Rules", "each chunk"), "chunk")
        self.scope.addItem(translate("Rules", "the whole document"), "document")
        self.scope.addItem(translate("Rules", "what is asked"), "instruction")
        self.scope.activated.connect(lambda _: self._set_scope())
        form.addRow(translate("Rules", "Looks at"), self.scope)
        self.enabled = CheckBox(translate("Rules", "This rule is on"))
        self.enabled.clicked.connect(self._set_enabled)
        form.addRow("", self.enabled)
        self.column.addWidget(inner)
        self.column.addStretch(1)

    def _line(self, form: QFormLayout, name: str, op: Callable[[str], Op], value: Callable[[Rule], str],
              empty: bool = False) -> QLineEdit:
        field = QLineEdit()
        field.setAccessibleName(name)
        field.setAcceptDrops(False)

        def finished() -> None:
            said = field.text().strip()
            if self._rule is None or said == value(self._rule):
                return
            if said or empty:
                self.edited.emit(op(said))
            else:
                field.setText(value(self._rule))

        field.editingFinished.connect(finished)
        form.addRow(name, field)
        return field

    def show_rule(self, rule: Rule, place: int) -> None:
        self._rule, self._place = rule, place
        for field, text in ((self.title, rule.title_in(self._language)), (self.id, rule.id),
                            (self.why, rule.why_in(self._language)),
                            (self.priority, str(rule.priority))):
            if field.text() != text:
                field.setText(text)
                field.setCursorPosition(0)
        self.scope.setCurrentIndex(self.scope.findData(rule.scope))
        self.enabled.setChecked(rule.enabled)

    def _set_scope(self) -> None:
        if self._rule is not None and self.scope.currentData() != self._rule.scope:
            self.edited.emit(partial(editing.set_scope, rule=self._place, scope=str(self.scope.currentData())))

    def _set_enabled(self) -> None:
        self.edited.emit(partial(editing.set_enabled, rule=self._place, on=self.enabled.isChecked()))


class SidePane(parts.Pane):
    """The tabs YAML and Form."""

    def __init__(self, shell: Shell) -> None:
        super().__init__("surface")
        self._shell = shell
        self.tabs = QTabBar()
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        self.tabs.addTab("YAML")
        self.tabs.addTab(translate("Rules", "Form"))
        self.tabs.setAccessibleName(translate("Rules", "YAML or form"))
        self.head = parts.PaneHeader()
        self.head.setFixedHeight(theme.px(tokens.TAB))
        self.head.row.setContentsMargins(theme.px(4), 0, theme.px(12), 0)
        self.head.row.addWidget(self.tabs)
        self.head.row.addStretch(1)
        self.state = parts.label("", "small", quiet=True)
        self.head.row.addWidget(self.state)
        self.column.addWidget(self.head)
        self.editor = YamlEditor()
        self.form = FormPane(shell.language)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.editor)
        self.stack.addWidget(self.form)
        self.column.addWidget(self.stack, 1)
        self.problem = ProblemBar()
        self.column.addWidget(self.problem)
        self.tabs.currentChanged.connect(self.stack.setCurrentIndex)
        self.problem.chosen.connect(self._go_to)

    def _go_to(self, line: int, column: int) -> None:
        self.tabs.setCurrentIndex(0)
        self.editor.go_to(line, column)

    def show_problems(self, problems: Sequence[Problem], speaks: bool) -> None:
        """`speaks`: the text as it is has no error. What the samples say stands in their list, and is only underlined
        here."""
        said = [(problem, self._shell.messages.problem(problem.kind, problem.params)) for problem in problems]
        self.editor.show_problems(said)
        ranked = sorted(said, key=lambda one: (one[0].severity != "error", one[0].kind != "unquoted_scalar",
                                               one[0].line))
        # Other warnings are underlined too, and told of by their tooltip.
        shown = [one for one in ranked if one[0].kind != "sample_failed" and (
            one[0].severity == "error" or one[0].kind == "unquoted_scalar")]
        errors = sum(one[0].severity == "error" for one in shown)
        self.problem.show_problem(shown[0] if shown else None, errors - 1, not speaks)
