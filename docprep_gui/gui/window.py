"""The main window: menu, rail, places, status bar; files dropped anywhere. What happens inside a place is its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAction,
    QActionGroup,
    QCloseEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QGuiApplication,
    QKeySequence,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QMainWindow,
    QMenu,
    QMenuBar,
    QMessageBox,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

import docprep_gui
from docprep_gui.gui import commands, drop, places, samples, theme
from docprep_gui.gui.commands import COMMANDS, MENUS, SUBMENUS, Command
from docprep_gui.gui.help import HelpDialog
from docprep_gui.gui.palette import CommandPalette
from docprep_gui.gui.rail import Rail
from docprep_gui.gui.settings_dialog import SettingsDialog
from docprep_gui.gui.shell import Place, Shell
from docprep_gui.gui.status import StatusBar
from docprep_gui.gui.theme import icons
from docprep_gui.gui.widgets import parts
from docprep_gui.gui.widgets.parts import FocusRing, Line
from docprep_gui.workspace.files import FoundFile

translate = QCoreApplication.translate
_REST_MS = 100
"""After the window was painted, and between two places, in milliseconds."""


def _soon(parent: QObject, call: Callable[[], None]) -> QTimer:
    """A timer that calls once when what is going on now is over, however often it is started."""
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.setInterval(0)
    timer.timeout.connect(call)
    return timer


class MainWindow(QMainWindow):
    """One window over one workspace. `language_chosen` asks the application for a window in another language.

    It has no place in it before `come_in`, which is the last of its `steps`."""

    language_chosen = Signal(str)

    def __init__(self, shell: Shell) -> None:
        super().__init__()
        self.shell = shell
        self.setObjectName("main")
        room = self.screen().availableSize()  # less than the least where a small screen shows everything at 200 %
        self.setMinimumSize(min(theme.px(1100), room.width()), min(theme.px(700), room.height()))
        self.resize(theme.px(1440), theme.px(900))
        self.setAcceptDrops(True)
        self._actions_due = _soon(self, self._refresh_actions)
        self._status_due = _soon(self, self._refresh_status)
        self._stack = QStackedWidget()
        self.places = places.Places(shell, self._built)
        # The other places are built while nothing else is to do.
        self._rest_due = _soon(self, self._build_rest)
        self._rest_due.setInterval(_REST_MS)
        self._undressed: list[QWidget] = []
        self._unseen: list[QWidget] = []
        self.actions_by_id: dict[str, QAction] = {}
        self._build_menus()
        self.rail = Rail(
            [(spec.id, spec.icon, commands.BY_ID[spec.command].label, commands.BY_ID[spec.command].shortcut)
             for spec in places.PLACES], wide=shell.language == "en")
        self.rail.add_foot("settings", translate("Window", "Settings"), commands.BY_ID["settings"].shortcut,
                           partial(self.trigger, "settings"))
        self.settings_dialog: SettingsDialog | None = None
        self.status = StatusBar(shell)
        self._lay_out()
        self.drop_frame = drop.DropFrame(self)
        self._ring = FocusRing(self)
        self._help: HelpDialog | None = None
        self.rail.chosen.connect(self.go)
        shell.bridge.run_changed.connect(self._light_run)
        shell.wanted.connect(self.places.__getitem__)
        shell.went.connect(self.go)
        shell.revealed.connect(lambda *_: self.go("documents"))
        shell.commanded.connect(self.trigger)
        shell.said.connect(lambda sentence: self.status.show_place(sentence, self.place.zoom()))
        self._restore()
        self._undressed += (self.menuBar(), self.rail, self.status)

    def steps(self) -> Iterator[None]:
        """All that it needs to be shown at once, in parts between which the program may go on."""
        self.places[self._first_place()].resize(self._stack.size())
        yield
        while self._undressed:
            self._dress_one()
            yield
        while self._unseen:
            self._rehearse_one()
            yield
        self.come_in()

    def come_in(self) -> None:
        """Goes to the place that was shown last."""
        self.go(self._first_place())

    def _first_place(self) -> str:
        name = str(self.shell.settings.value("place", "documents"))
        return name if name in [spec.id for spec in places.PLACES] else "documents"

    def _built(self, place: Place) -> None:
        self._stack.addWidget(place)
        self._undressed += place.parts()
        # Every place answers every change of a file; the menus and the status bar follow once for all of them.
        place.handlers_changed.connect(self._actions_due.start)
        place.status_changed.connect(self._status_due.start)
        self._actions_due.start()

    def _dress_one(self) -> None:
        part = self._undressed.pop()
        theme.theme().dress(part)
        self._unseen.append(part)

    def _rehearse_one(self) -> None:
        """Paints a part where nobody sees it. Qt polishes it, lays it out, and draws its signs and letters for the
        first time now, which it would do for all parts of a place at once when that is first shown."""
        part = self._unseen.pop()
        if not part.isVisible():
            part.grab()

    def _build_rest(self) -> None:
        """A step at a time: a place is built, then its parts are dressed and rehearsed one by one."""
        if self.shell.workspace.reading:
            pass
        elif self._unseen:
            self._rehearse_one()
        elif self._undressed:
            self._dress_one()
        elif (missing := self.places.missing()) is not None:
            self.places[missing].resize(self._stack.size())
        else:
            return
        self._rest_due.start()

    def _light_run(self) -> None:
        """The rail shows that a run goes on."""
        self.rail.buttons["run"].set_lit(self.shell.runs.state == "running")

    # --- building ---------------------------------------------------------------------------------------
    def _lay_out(self) -> None:
        middle = QWidget()
        row = QHBoxLayout(middle)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.rail)
        row.addWidget(self._stack, 1)
        whole = QWidget()
        column = QVBoxLayout(whole)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(Line())
        column.addWidget(middle, 1)
        column.addWidget(self.status)
        self.setCentralWidget(whole)

    def _build_menus(self) -> None:
        bar = QMenuBar()
        self.setMenuBar(bar)
        search = parts.button(translate("Window", "Search commands or files"), partial(self.trigger, "palette"),
                              icon="search", small=True)
        inner = QHBoxLayout(search)
        inner.setContentsMargins(0, 0, theme.px(8), 0)
        inner.addStretch(1)
        keys = parts.label("Ctrl+K", "small", quiet=True)
        keys.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        inner.addWidget(keys)
        search.setProperty("quiet", True)
        search.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        search.setFixedWidth(theme.px(268))
        corner = self._corner = QWidget()  # kept: the menu bar does not
        row = QHBoxLayout(corner)
        row.setContentsMargins(0, theme.px(2), theme.px(8), theme.px(2))
        row.addWidget(search)
        bar.setCornerWidget(corner)
        menus = {menu.id: bar.addMenu(menu.label) for menu in MENUS}
        submenus: dict[str, QMenu] = {}
        groups: dict[str, QActionGroup] = {}
        for command in COMMANDS:
            home = menus[command.menu]
            if command.new_block:
                home.addSeparator()
            if command.submenu:
                if command.submenu not in submenus:
                    if not submenus:
                        home.addSeparator()
                    label = next(menu.label for menu in SUBMENUS if menu.id == command.submenu)
                    submenus[command.submenu] = home.addMenu(label)
                home = submenus[command.submenu]
            action = self._action(command)
            if command.group:
                group = groups.setdefault(command.group, QActionGroup(self))
                group.addAction(action)
            home.addAction(action)
            self.actions_by_id[command.id] = action
            if command.id == "open_folder":
                self._recent = home.addMenu(translate("Window", "Recent"))
                self._recent.setToolTipsVisible(True)
                self._recent.aboutToShow.connect(self._fill_recent)

    def _fill_recent(self) -> None:
        self._recent.clear()
        paths = self.shell.workspace.recent()
        for path in paths:
            action = self._recent.addAction(path.name.replace("&", "&&"), partial(self.open_paths, [path]))
            action.setToolTip(str(path))
        if not paths:
            self._recent.addAction(translate("Window", "Nothing was opened yet")).setEnabled(False)
            return
        self._recent.addSeparator()
        self._recent.addAction(translate("Window", "Clear this list"), self.shell.workspace.forget_recent)

    def _action(self, command: Command) -> QAction:
        action = QAction(command.label, self)
        action.setCheckable(command.checkable or bool(command.group))
        if command.shortcut:
            action.setShortcut(QKeySequence(command.shortcut))
        if command.icon and not action.isCheckable():
            action.setIcon(icons.icon(command.icon, "muted"))
        action.setMenuRole({"quit": QAction.MenuRole.QuitRole, "about": QAction.MenuRole.AboutRole}.get(
            command.id, QAction.MenuRole.NoRole))
        action.triggered.connect(partial(self._triggered, command.id))
        return action

    # --- commands ---------------------------------------------------------------------------------------
    @property
    def place(self) -> Place:
        found = self._stack.currentWidget()
        assert isinstance(found, Place)
        return found

    def _own(self) -> commands.Handlers:
        own: dict[str, Callable[[], object]] = {
            "open": self.ask_files, "open_folder": self.ask_folder, "quit": self.close, "paste": self.paste_files,
            "palette": self.open_palette, "next_pane": partial(self._cycle, 1),
            "previous_pane": partial(self._cycle, -1), "about": self._about, "help": self.open_help,
            "settings": self.open_settings,
            "language_zh": partial(self.language_chosen.emit, "zh"),
            "language_en": partial(self.language_chosen.emit, "en"),
        }
        if samples.sample(self.shell.language):
            own["open_sample"] = self.open_sample
        if self.shell.workspace.files:
            own["close_all"] = lambda: self.shell.workspace.close(tuple(self.shell.workspace.files))
        if self.shell.workspace.can_reopen:
            own["reopen"] = self._reopen
        for choice in ("light", "dark", "system"):
            own[f"theme_{choice}"] = partial(self._set_theme, choice)
        for spec in places.PLACES:
            own[spec.command] = partial(self.go, spec.id)
        return own

    def _triggered(self, command: str, _checked: bool = False) -> None:
        self.trigger(command)

    def trigger(self, command: str) -> None:
        """Carries a command out: the shown place first, then the window, then the other places."""
        for handlers in self._all_handlers():
            if command in handlers:
                handlers[command]()
                break
        self._refresh_actions()

    def _all_handlers(self) -> Iterator[commands.Handlers]:
        """In the order in which they are asked; places that are not built come last."""
        yield self.place.handlers()
        yield self._own()
        for place in self.places.there():
            yield place.handlers()
        while (missing := self.places.missing()) is not None:
            yield self.places[missing].handlers()

    def _refresh_actions(self) -> None:
        able = set(self._own())
        checked: set[str] = set()
        for place in self.places.there():
            able.update(place.handlers())
            checked.update(place.checked())
        checked.add(f"theme_{theme.theme().choice}")
        checked.add(f"language_{self.shell.language}")
        checked.add(self.places.shown(self.place).command)
        for command, action in self.actions_by_id.items():
            action.setEnabled(command in able)
            if action.isCheckable():
                action.setChecked(command in checked)

    def _refresh_status(self) -> None:
        self.status.show_place(self.place.status(), self.place.zoom())
        title = self.place.title()
        self.setWindowTitle(f"{title} — DocPrep" if title else "DocPrep")

    def go(self, place: str) -> None:
        theme.theme().catch_up()
        shown = self.places[place]
        while self._undressed:
            self._dress_one()
        self._stack.setCurrentWidget(shown)
        self.rail.choose(place)
        self.shell.settings.setValue("place", place)
        shown.entered()
        self._refresh_actions()
        self._refresh_status()

    def _cycle(self, step: int) -> None:
        panes = [pane for pane in self.place.panes() if pane.isVisible()]
        if not panes:
            return
        focus = self.focusWidget()
        at = next((i for i, pane in enumerate(panes) if focus is not None and (
            pane is focus or pane.isAncestorOf(focus))), -1 if step > 0 else 0)
        panes[(at + step) % len(panes)].setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _set_theme(self, choice: theme.SchemeChoice) -> None:
        theme.theme().set_scheme(choice)
        self.shell.settings.setValue("theme", choice)

    def open_palette(self) -> None:
        CommandPalette(self).open_at_top()

    def open_help(self) -> None:
        """Opens the help page at what it says of the place shown, or at its top while nothing is open."""
        shown = self.places.shown(self.place)
        section = commands.BY_ID[shown.command].label if self.shell.workspace.files else ""
        if self._help is None:
            self._help = HelpDialog(self.shell.language, section, self)
        self._help.show_section(section)
        self._help.show()
        self._help.raise_()
        self._help.activateWindow()

    def open_settings(self) -> None:
        """Opens the settings, or brings them to the front."""
        if self.settings_dialog is None or not self.settings_dialog.isVisible():
            if self.settings_dialog is not None:
                self.settings_dialog.deleteLater()
            self.settings_dialog = SettingsDialog(
                self.shell, self.trigger, lambda command: self.actions_by_id[command].isChecked(), self)
        self.settings_dialog.show()
        self.settings_dialog.raise_()
        self.settings_dialog.activateWindow()

    def _about(self) -> None:
        QMessageBox.about(self.status, "DocPrep", translate(
            "Window", "DocPrep {version}. Reads, cuts and sorts documents for a language model on this computer."
        ).format(version=docprep_gui.__version__))

    # --- files ------------------------------------------------------------------------------------------
    def ask_files(self) -> None:
        names, _ = QFileDialog.getOpenFileNames(self.status, translate("Window", "Open files"),
                                                str(self.shell.settings.value("folder", "")))
        if names:
            self.shell.settings.setValue("folder", str(Path(names[0]).parent))
            self.open_paths([Path(name) for name in names])

    def ask_folder(self) -> None:
        name = QFileDialog.getExistingDirectory(self.status, translate("Window", "Open folder"),
                                                str(self.shell.settings.value("folder", "")))
        if name:
            self.shell.settings.setValue("folder", name)
            self.open_paths([Path(name)])

    def open_paths(self, paths: list[Path]) -> None:
        """Reads files and folders, and shows Documents."""
        if paths:
            self.go("documents")
            self.shell.workspace.open(paths)

    def _reopen(self) -> None:
        self.go("documents")
        self.shell.workspace.reopen()

    def open_sample(self) -> None:
        path = samples.sample(self.shell.language)
        if path is not None:
            self.go("documents")
            self.shell.workspace.add([FoundFile(path, path.name)])

    def paste_files(self) -> None:
        self.open_paths(drop.paths(QGuiApplication.clipboard().mimeData()))

    # --- drop anywhere ----------------------------------------------------------------------------------
    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        dropped = drop.paths(event.mimeData())
        if not dropped:
            event.ignore()
            return
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        self._show_promise(drop.promise(dropped))

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self._show_promise("")

    def dropEvent(self, event: QDropEvent) -> None:
        self._show_promise("")
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        self.open_paths(drop.paths(event.mimeData()))

    def _show_promise(self, text: str) -> None:
        zone = getattr(self.place, "drop_zone", None)
        if zone is not None and zone.isVisible():
            zone.promise(text)
        elif text:
            self.drop_frame.open(text)
        if not text:
            self.drop_frame.hide()

    # --- Qt ---------------------------------------------------------------------------------------------
    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._rest_due.start()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.drop_frame.isVisible():
            self.drop_frame.setGeometry(self.rect())

    def closeEvent(self, event: QCloseEvent) -> None:
        self.shell.settings.setValue("geometry", self.saveGeometry())
        super().closeEvent(event)

    def _restore(self) -> None:
        geometry = self.shell.settings.value("geometry")
        if geometry is not None:
            self.restoreGeometry(geometry)
