"""All commands of the window as frozen values. Menus and shortcuts are generated from them; a place says which of them
it can carry out now, by id."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

CONTEXT = "Commands"


@dataclass(frozen=True, slots=True)
class Command:
    """`text` is English source text of the context Commands; `menu` the id of its menu; `group`: one of a set of
    choices, checked by value; `new_block`: a separator stands before it."""

    id: str
    text: str
    menu: str
    shortcut: str = ""
    icon: str = ""
    checkable: bool = False
    group: str = ""
    submenu: str = ""
    new_block: bool = False

    @property
    def label(self) -> str:
        return QCoreApplication.translate(CONTEXT, self.text)


@dataclass(frozen=True, slots=True)
class Menu:
    id: str
    text: str

    @property
    def label(self) -> str:
        return QCoreApplication.translate(CONTEXT, self.text)


Handlers = Mapping[str, Callable[[], object]]

MENUS: tuple[Menu, ...] = (
    Menu("file", str(QT_TRANSLATE_NOOP("Commands", "File"))),
    Menu("edit", str(QT_TRANSLATE_NOOP("Commands", "Edit"))),
    Menu("view", str(QT_TRANSLATE_NOOP("Commands", "View"))),
    Menu("document", str(QT_TRANSLATE_NOOP("Commands", "Document"))),
    Menu("rules", str(QT_TRANSLATE_NOOP("Commands", "Rules"))),
    Menu("run", str(QT_TRANSLATE_NOOP("Commands", "Run"))),
    Menu("help", str(QT_TRANSLATE_NOOP("Commands", "Help"))),
)

SUBMENUS: tuple[Menu, ...] = (
    Menu("theme", str(QT_TRANSLATE_NOOP("Commands", "Appearance"))),
    Menu("language", str(QT_TRANSLATE_NOOP("Commands", "Language"))),
)

COMMANDS: tuple[Command, ...] = (
    Command("open", str(QT_TRANSLATE_NOOP("Commands", "Open…")), "file", "Ctrl+O", "folder"),
    Command("open_folder", str(QT_TRANSLATE_NOOP("Commands", "Open folder…")), "file", "Ctrl+Shift+O"),
    Command("open_sample", str(QT_TRANSLATE_NOOP("Commands", "Try the sample contract")), "file", "", "document"),
    Command("close", str(QT_TRANSLATE_NOOP("Commands", "Close document")), "file", "Ctrl+W", new_block=True),
    Command("close_all", str(QT_TRANSLATE_NOOP("Commands", "Close all documents")), "file", "Ctrl+Shift+W"),
    Command("reopen", str(QT_TRANSLATE_NOOP("Commands", "Reopen closed documents")), "file", "Ctrl+Shift+T"),
    Command("export", str(QT_TRANSLATE_NOOP("Commands", "Export…")), "file", "Ctrl+E", "export", new_block=True),
    Command("settings", str(QT_TRANSLATE_NOOP("Commands", "Settings…")), "file", "Ctrl+,", "settings", new_block=True),
    Command("quit", str(QT_TRANSLATE_NOOP("Commands", "Quit")), "file", "Ctrl+Q", new_block=True),
    Command("undo", str(QT_TRANSLATE_NOOP("Commands", "Undo")), "edit", "Ctrl+Z", "undo"),
    Command("redo", str(QT_TRANSLATE_NOOP("Commands", "Redo")), "edit", "Ctrl+Y", "redo"),
    Command("copy", str(QT_TRANSLATE_NOOP("Commands", "Copy")), "edit", "Ctrl+C", "copy"),
    Command("select_all", str(QT_TRANSLATE_NOOP("Commands", "Select all")), "edit", "Ctrl+A"),
    Command("paste", str(QT_TRANSLATE_NOOP("Commands", "Paste files")), "edit", "Ctrl+V"),
    Command("find", str(QT_TRANSLATE_NOOP("Commands", "Find on page")), "edit", "Ctrl+F", "search", new_block=True),
    Command("find_next", str(QT_TRANSLATE_NOOP("Commands", "Find next")), "edit", "F3"),
    Command("find_previous", str(QT_TRANSLATE_NOOP("Commands", "Find previous")), "edit", "Shift+F3"),
    Command("filter", str(QT_TRANSLATE_NOOP("Commands", "Filter")), "edit", "Ctrl+Shift+F", "filter"),
    Command("palette", str(QT_TRANSLATE_NOOP("Commands", "Search commands and files")), "edit", "Ctrl+K",
            new_block=True),
    Command("place_documents", str(QT_TRANSLATE_NOOP("Commands", "Documents")), "view", "Ctrl+1", group="place"),
    Command("place_rules", str(QT_TRANSLATE_NOOP("Commands", "Rules")), "view", "Ctrl+2", group="place"),
    Command("place_run", str(QT_TRANSLATE_NOOP("Commands", "Run")), "view", "Ctrl+3", group="place"),
    Command("place_results", str(QT_TRANSLATE_NOOP("Commands", "Results")), "view", "Ctrl+4", group="place"),
    Command("next_pane", str(QT_TRANSLATE_NOOP("Commands", "Next pane")), "view", "F6", new_block=True),
    Command("previous_pane", str(QT_TRANSLATE_NOOP("Commands", "Previous pane")), "view", "Shift+F6"),
    Command("show_chunks", str(QT_TRANSLATE_NOOP("Commands", "Show chunks")), "view", "", "hash", checkable=True,
            new_block=True),
    Command("show_hits", str(QT_TRANSLATE_NOOP("Commands", "Show hits")), "view", "", "tag", checkable=True),
    Command("show_masks", str(QT_TRANSLATE_NOOP("Commands", "Show masks")), "view", "Ctrl+M", "mask", checkable=True),
    Command("show_inspector", str(QT_TRANSLATE_NOOP("Commands", "Show inspector")), "view", "Ctrl+I", "panel",
            checkable=True),
    Command("zoom_in", str(QT_TRANSLATE_NOOP("Commands", "Larger text on page")), "view", "Ctrl++", new_block=True),
    Command("zoom_out", str(QT_TRANSLATE_NOOP("Commands", "Smaller text on page")), "view", "Ctrl+-"),
    Command("zoom_reset", str(QT_TRANSLATE_NOOP("Commands", "Page at 100 %")), "view", "Ctrl+0"),
    Command("zoom_width", str(QT_TRANSLATE_NOOP("Commands", "Page as wide as the view")), "view", "Ctrl+9"),
    Command("zoom_page", str(QT_TRANSLATE_NOOP("Commands", "Whole page in the view")), "view", "Ctrl+8"),
    Command("show_pages", str(QT_TRANSLATE_NOOP("Commands", "Pages as printed")), "view", "F8", "document",
            checkable=True),
    Command("theme_light", str(QT_TRANSLATE_NOOP("Commands", "Light")), "view", group="theme", submenu="theme"),
    Command("theme_dark", str(QT_TRANSLATE_NOOP("Commands", "Dark")), "view", group="theme", submenu="theme"),
    Command("theme_system", str(QT_TRANSLATE_NOOP("Commands", "As the system")), "view", group="theme",
            submenu="theme"),
    Command("language_zh", "中文", "view", group="language", submenu="language"),
    Command("language_en", "English", "view", group="language", submenu="language"),
    Command("next_chunk", str(QT_TRANSLATE_NOOP("Commands", "Next chunk")), "document", "Ctrl+PgDown"),
    Command("previous_chunk", str(QT_TRANSLATE_NOOP("Commands", "Previous chunk")), "document", "Ctrl+PgUp"),
    Command("next_hit", str(QT_TRANSLATE_NOOP("Commands", "Next hit")), "document", "F4"),
    Command("previous_hit", str(QT_TRANSLATE_NOOP("Commands", "Previous hit")), "document", "Shift+F4"),
    Command("columns", str(QT_TRANSLATE_NOOP("Commands", "Leave out columns…")), "document", "Ctrl+Shift+L", "grid",
            new_block=True),
    Command("reread", str(QT_TRANSLATE_NOOP("Commands", "Read again")), "document", "Ctrl+R", "retry",
            new_block=True),
    Command("expand_all", str(QT_TRANSLATE_NOOP("Commands", "Unfold all")), "document", "", new_block=True),
    Command("collapse_all", str(QT_TRANSLATE_NOOP("Commands", "Fold all")), "document"),
    Command("rules_toggle", str(QT_TRANSLATE_NOOP("Commands", "Switch rule on or off")), "rules", "Ctrl+Space"),
    Command("rules_new", str(QT_TRANSLATE_NOOP("Commands", "New rule")), "rules", "Ctrl+N", "plus", new_block=True),
    Command("rules_copy", str(QT_TRANSLATE_NOOP("Commands", "Copy rule")), "rules"),
    Command("rules_remove", str(QT_TRANSLATE_NOOP("Commands", "Remove rule")), "rules", "", "trash"),
    Command("rules_up", str(QT_TRANSLATE_NOOP("Commands", "Move rule up")), "rules", "Ctrl+Shift+Up"),
    Command("rules_down", str(QT_TRANSLATE_NOOP("Commands", "Move rule down")), "rules", "Ctrl+Shift+Down"),
    Command("rules_from_page", str(QT_TRANSLATE_NOOP("Commands", "Rule from selection")), "rules", "", "",
            new_block=True),
    Command("rules_sample", str(QT_TRANSLATE_NOOP("Commands", "Sample from selection")), "rules"),
    Command("rules_publish", str(QT_TRANSLATE_NOOP("Commands", "Publish…")), "rules", "", "", new_block=True),
    Command("rules_discard", str(QT_TRANSLATE_NOOP("Commands", "Drop what is not published")), "rules"),
    Command("rules_history", str(QT_TRANSLATE_NOOP("Commands", "Earlier versions")), "rules", "", "history"),
    Command("rules_new_pack", str(QT_TRANSLATE_NOOP("Commands", "New rule pack")), "rules", "", "", new_block=True),
    Command("rules_import", str(QT_TRANSLATE_NOOP("Commands", "Import rule pack…")), "rules", "", "import"),
    Command("rules_export", str(QT_TRANSLATE_NOOP("Commands", "Export rule pack…")), "rules", "", "export"),
    Command("rules_filter", str(QT_TRANSLATE_NOOP("Commands", "Filter rules")), "rules", new_block=True),
    Command("run_start", str(QT_TRANSLATE_NOOP("Commands", "Start")), "run", "F5", "play"),
    Command("run_pause", str(QT_TRANSLATE_NOOP("Commands", "Pause")), "run", "", "pause"),
    Command("run_resume", str(QT_TRANSLATE_NOOP("Commands", "Resume")), "run", "", "play"),
    Command("run_stop", str(QT_TRANSLATE_NOOP("Commands", "Stop")), "run", "Shift+F5", "stop"),
    Command("run_retry", str(QT_TRANSLATE_NOOP("Commands", "Retry failed")), "run", "", "retry", new_block=True),
    Command("help", str(QT_TRANSLATE_NOOP("Commands", "In two minutes")), "help", "F1", "help"),
    Command("about", str(QT_TRANSLATE_NOOP("Commands", "About DocPrep")), "help", "", "info"),
)
BY_ID: Mapping[str, Command] = {command.id: command for command in COMMANDS}
