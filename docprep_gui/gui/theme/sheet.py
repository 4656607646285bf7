"""The one style sheet: what a palette cannot say. A template filled from the table.

A focus border of 2 px needs padding and minimum height less by the pixel that it adds, so that nothing jumps.
Variants come by dynamic property: kind = primary | flat | link, tone = error | warn, small = true, pane = surface |
window, type = display | title | heading | small, quiet = true.
"""

from __future__ import annotations

from collections.abc import Callable
from string import Template

from docprep_gui.gui.theme.tokens import Scheme

_TEMPLATE = Template("""
QWidget { color: $text; }
QMainWindow, QDialog, QWidget[pane="window"] { background: $window; }
QWidget[pane="surface"] { background: $surface; }
QWidget[pane="raised"] { background: $raised; }
QWidget[pane="desk"] { background: $desk; }
QLabel { background: transparent; }
QLabel[quiet="true"] { color: $muted; }
QLabel[tone="error"] { color: $error; }
QLabel[tone="warn"] { color: $warn; }
QLabel[tone="ok"] { color: $ok; }
QLabel:disabled { color: $faint; }

QToolTip { background: $raised; color: $text; border: 1px solid $edge; padding: ${p4}px; }

QMenuBar { background: $window; border: none; padding: ${p2}px ${p8}px; spacing: 0; }
QMenuBar::item { background: transparent; padding: ${p4}px ${p8}px; border-radius: ${r4}px; color: $text; }
QMenuBar::item:selected { background: $hover; }
QMenuBar::item:pressed { background: $pressed; }
QMenu { background: $raised; border: 1px solid $edge; padding: ${p4}px 0; }
QMenu::item { padding: ${p4}px ${p24}px ${p4}px ${p12}px; color: $text; background: transparent; }
QMenu::item:selected { background: $accent_soft; color: $text; }
QMenu::item:disabled { color: $faint; }
QMenu::icon { padding-left: ${p8}px; }
QMenu::separator { height: 1px; background: $line; margin: ${p4}px 0; }

QPushButton { background: $raised; color: $text; border: 1px solid $edge; border-radius: ${r4}px;
  padding: 0 ${p12}px; min-height: ${h26}px; }
QPushButton:hover { background: $hover; }
QPushButton:pressed, QPushButton:checked { background: $pressed; }
QPushButton:disabled { background: $window; color: $faint; border-color: $line; }
QPushButton[small="true"] { min-height: ${h22}px; padding: 0 ${p8}px; }
QPushButton[quiet="true"] { color: $muted; text-align: left; }
QPushButton[kind="primary"] { background: $accent; color: $on_accent; border-color: $accent; font-weight: 600; }
QPushButton[kind="primary"]:hover { background: $accent_hover; border-color: $accent_hover; }
QPushButton[kind="primary"]:pressed { background: $accent_hover; }
QPushButton[kind="primary"]:disabled { background: $window; color: $faint; border-color: $line; }
QPushButton[kind="flat"] { background: transparent; border-color: transparent; }
QPushButton[kind="flat"]:hover { background: $hover; }
QPushButton[kind="flat"]:pressed { background: $pressed; }
QPushButton[kind="link"] { background: transparent; border: none; color: $accent; padding: 0 ${p2}px;
  min-height: ${h20}px; text-align: left; }
QPushButton[kind="link"]:hover { color: $accent_hover; text-decoration: underline; }
QPushButton[kind="link"]:disabled { color: $faint; }

QToolButton { background: transparent; color: $text; border: 1px solid transparent; border-radius: ${r4}px;
  padding: ${p3}px; }
QToolButton:hover { background: $hover; }
QToolButton:pressed { background: $pressed; }
QToolButton:checked { background: $accent_soft; color: $accent; }
QToolButton:disabled { color: $faint; background: transparent; }
QToolButton::menu-indicator { image: none; width: 0; }

QLineEdit, QPlainTextEdit, QTextEdit, QSpinBox, QComboBox { background: $raised; color: $text;
  border: 1px solid $edge; border-radius: ${r4}px; selection-background-color: $accent;
  selection-color: $on_accent; }
QLineEdit, QSpinBox, QComboBox { padding: 0 ${p6}px; min-height: ${h26}px; }
QLineEdit:focus, QSpinBox:focus, QComboBox:focus { border: 2px solid $accent; padding: 0 ${p5}px;
  min-height: ${h24}px; }
QPlainTextEdit, QTextEdit { padding: ${p4}px; }
QPlainTextEdit:focus, QTextEdit:focus { border: 2px solid $accent; padding: ${p3}px; }
QLineEdit[tone="error"], QSpinBox[tone="error"] { border-color: $error; }
QLineEdit:disabled, QSpinBox:disabled, QComboBox:disabled { background: $window; color: $faint; }
QTextEdit[bare="true"], QPlainTextEdit[bare="true"] { background: transparent; border: none; padding: 0; }
QComboBox::drop-down { border: none; width: ${h20}px; }
QComboBox QAbstractItemView { background: $raised; border: 1px solid $edge; selection-background-color: $accent_soft;
  selection-color: $text; outline: none; }

QTreeView, QListView, QTableView { background: $surface; color: $text; border: none; outline: none;
  selection-background-color: $accent_soft; selection-color: $text; }
QTreeView[ground="raised"], QListView[ground="raised"], QTableView[ground="raised"] { background: $raised; }
QHeaderView { background: $surface; border: none; }
QHeaderView::section { background: $surface; color: $muted; border: none; border-bottom: 1px solid $line;
  padding: 0 ${p6}px; min-height: ${h25}px; font-size: ${small}pt; font-weight: 400; }
QTreeView[flat="true"] QHeaderView::section { background: $window; }
QTreeView[flat="true"] QHeaderView::section:first { padding-left: ${p12}px; }
QTableView QHeaderView::section { background: $window; }
QTableCornerButton::section { background: $window; border: none; }

QTabBar { background: transparent; border: none; }
QTabBar::tab { background: transparent; color: $muted; border: none; border-bottom: 2px solid transparent;
  padding: 0 ${p10}px; min-height: ${h33}px; }
QTabBar::tab:hover { color: $text; }
QTabBar::tab:selected { color: $text; border-bottom-color: $accent; font-weight: 600; }
QTabBar::tab:focus { color: $accent; }

QSplitter::handle { background: transparent; }
QScrollArea { background: transparent; border: none; }
QAbstractScrollArea::corner { background: transparent; }
QScrollBar:vertical { background: transparent; width: ${p10}px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: ${p10}px; margin: 0; }
QScrollBar::handle:vertical { background: $edge; border-radius: 3px; min-height: ${p32}px; margin: ${p2}px; }
QScrollBar::handle:horizontal { background: $edge; border-radius: 3px; min-width: ${p32}px; margin: ${p2}px; }
QScrollBar::handle:hover { background: $control; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }

QProgressBar { background: $pressed; border: none; border-radius: ${r4}px; max-height: ${p8}px; color: transparent; }
QProgressBar::chunk { background: $accent; border-radius: ${r4}px; }

QCheckBox, QRadioButton { spacing: ${p8}px; background: transparent; }
QCheckBox:disabled, QRadioButton:disabled { color: $faint; }
""")


def sheet(scheme: Scheme, px: Callable[[float], int], small_points: float) -> str:
    """The style sheet of a scheme; `px` scales sizes."""
    sizes = {f"p{n}": str(px(n)) for n in (2, 3, 4, 5, 6, 8, 10, 12, 24, 32)}
    heights = {f"h{n}": str(px(n)) for n in (20, 22, 24, 25, 26, 33)}
    return _TEMPLATE.substitute(scheme.colours(), **sizes, **heights, r4=str(px(4)), small=f"{small_points:g}")
