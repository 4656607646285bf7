"""Packs and their rules for the list: check box, title, hits over all open documents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import (
    QAbstractItemModel,
    QCoreApplication,
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    QTimer,
    Signal,
)

from docprep_gui.gui import cells
from docprep_gui.gui.translations import count
from docprep_gui.rules.model import Pack, Rule
from docprep_gui.workspace.messages import Language
from docprep_gui.workspace.session import Workspace

translate = QCoreApplication.translate
Index = QModelIndex | QPersistentModelIndex
_PACK = 0
_ENABLED = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
_FLAGS_PACK = _ENABLED | Qt.ItemFlag.ItemIsDropEnabled
_FLAGS_RULE = _ENABLED | Qt.ItemFlag.ItemIsUserCheckable | Qt.ItemFlag.ItemIsDragEnabled
_MIME = "application/x-docprep-rule"
_SINGLE = 20
"""Changed rows that are told of one by one."""


class RuleListModel(QAbstractItemModel):
    """Two levels: packs, rules. The internal id is 0 for packs, else the place of the pack + 1. `dragged`: a rule was
    dropped at another place of its pack (pack, from, to), to counted without it; the text of the pack is to follow."""

    dragged = Signal(str, int, int)

    def __init__(self, workspace: Workspace, language: Language, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._language = language
        self._counts: Mapping[tuple[str, str], int] = workspace.hit_counts()
        self._wanted = ""
        self._shown: list[tuple[Pack, tuple[Rule, ...]]] = []
        self._said: dict[tuple[str, int], object] = {}
        self._fill()

    def _packs(self) -> list[Pack]:
        """Those for documents in other languages than the user's come last."""
        return sorted(self._workspace.packs, key=lambda pack: pack.language not in ("", self._language))

    def _fill(self) -> None:
        words = self._wanted.casefold().split()
        self._shown = []
        for pack in self._packs():
            rules = tuple(rule for rule in pack.rules
                          if all(word in self._searched(rule) for word in words))
            if rules or not words:
                self._shown.append((pack, rules))

    def _searched(self, rule: Rule) -> str:
        return f"{rule.title_in(self._language)} {rule.id} {rule.why_in(self._language)}".casefold()

    def narrow(self, text: str) -> None:
        """Shows the rules in whose title, id or reason all words of `text` occur."""
        self.beginResetModel()
        self._wanted = text
        self._fill()
        self.endResetModel()

    def take_over(self) -> bool:
        """Rules are new. True where rows came or went; else they only say something else."""
        packs = self._packs()
        if len(self._shown) == len(packs) and all(
                one is other for (one, _), other in zip(self._shown, packs, strict=True)):
            return False
        before = self._shown
        self._fill()
        after = self._shown
        if [(pack.id, len(rules)) for pack, rules in before] == [(pack.id, len(rules)) for pack, rules in after]:
            self.refresh()
            return False
        self._shown = before
        self.beginResetModel()
        self._shown = after
        self._counts = self._workspace.hit_counts()
        self.endResetModel()
        return True

    def refresh(self) -> None:
        """Switches or hits are new. Only what says something else now is told of: views ask for all that they are told
        of, seen or not."""
        self._counts = self._workspace.hit_counts()
        told, said = self._said, self._say()
        if told.keys() != said.keys():
            told = {}
        for place, (pack, rules) in enumerate(self._shown):
            top = self.index(place, 0)
            if told.get((pack.id, -1)) != said[pack.id, -1]:
                self.dataChanged.emit(top, self.index(place, 1))
            rows = [row for row in range(len(rules)) if told.get((pack.id, row)) != said[pack.id, row]]
            if len(rows) > _SINGLE:
                self.dataChanged.emit(self.index(rows[0], 0, top), self.index(rows[-1], 1, top))
            else:
                for row in rows:
                    self.dataChanged.emit(self.index(row, 0, top), self.index(row, 1, top))

    def _say(self) -> dict[tuple[str, int], object]:
        """What the rows say, to tell which say something else later."""
        enabled, counts, made = self._workspace.is_enabled, self._counts, dict[tuple[str, int], object]()
        published = self._published
        for pack, rules in self._shown:
            before = published.get(pack.id)
            other = before if before is not pack else None
            on = 0
            for row, rule in enumerate(rules):
                switched = rule.enabled and enabled(pack.id, rule.id)
                on += switched
                made[pack.id, row] = rule, switched, counts.get((pack.id, rule.id), 0), other
            made[pack.id, -1] = pack.title, pack.titles, on, len(pack.rules), self._workspace.rulebook.changed(pack.id)
        self._said = made
        return made

    def rule_at(self, index: Index) -> tuple[Pack, Rule] | None:
        """None for a pack."""
        if not index.isValid() or index.internalId() == _PACK:
            return None
        pack, rules = self._shown[index.internalId() - 1]
        return pack, rules[index.row()]

    def pack_at(self, index: Index) -> Pack | None:
        """The pack of a row, or that a rule's row belongs to."""
        if not index.isValid():
            return None
        return self._shown[index.row() if index.internalId() == _PACK else index.internalId() - 1][0]

    def place_of(self, index: Index) -> int:
        """The place of a rule in its pack, whatever is filtered out."""
        pack, rules = self._shown[index.internalId() - 1]
        wanted = rules[index.row()]
        return next(i for i, rule in enumerate(pack.rules) if rule is wanted)

    def index_at(self, pack: str, at: int) -> QModelIndex:
        """Of the rule at a place of its pack; invalid where it is filtered out."""
        for place, (one, rules) in enumerate(self._shown):
            if one.id == pack and 0 <= at < len(one.rules):
                row = next((row for row, rule in enumerate(rules) if rule is one.rules[at]), None)
                if row is not None:
                    return self.index(row, 0, self.index(place, 0))
        return QModelIndex()

    def index_of(self, pack: str, rule: str) -> QModelIndex:
        for place, (one, rules) in enumerate(self._shown):
            if one.id == pack:
                for row, candidate in enumerate(rules):
                    if candidate.id == rule:
                        return self.index(row, 0, self.index(place, 0))
        return QModelIndex()

    # --- Qt ---------------------------------------------------------------------------------------------
    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008  Qt's signature
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        if not parent.isValid():
            return self.createIndex(row, column, _PACK)
        return self.createIndex(row, column, parent.row() + 1)

    def parent(self, index: Index) -> QModelIndex:  # type: ignore[override]  # Qt has two methods of this name
        if not index.isValid() or index.internalId() == _PACK:
            return QModelIndex()
        return self.createIndex(index.internalId() - 1, 0, _PACK)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's signature
        if not parent.isValid():
            return len(self._shown)
        return len(self._shown[parent.row()][1]) if parent.internalId() == _PACK and parent.column() == 0 else 0

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's signature
        return 2

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return _FLAGS_PACK if index.internalId() == _PACK else _FLAGS_RULE

    # --- dragging
    def supportedDropActions(self) -> Qt.DropAction:
        return Qt.DropAction.MoveAction

    def mimeTypes(self) -> list[str]:
        return [_MIME]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        data = QMimeData()
        found = next((index for index in indexes if self.rule_at(index) is not None), None)
        pack = self.pack_at(found) if found is not None else None
        if found is not None and pack is not None:
            data.setData(_MIME, f"{pack.id}\n{self.place_of(found)}".encode())
        return data

    def canDropMimeData(self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index) -> bool:
        """Only between the rules of the same pack, and only while all of them are shown."""
        if not parent.isValid() or parent.internalId() != _PACK or self._wanted or not data.hasFormat(_MIME):
            return False
        pack = self.pack_at(parent)
        return pack is not None and row >= 0 and bytes(data.data(_MIME).data()).decode().split("\n")[0] == pack.id

    def dropMimeData(self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index) -> bool:
        """False always: the rows are not moved here, they come anew with the text."""
        if self.canDropMimeData(data, action, row, column, parent):
            pack, said = bytes(data.data(_MIME).data()).decode().split("\n")
            place = int(said)
            to = row - (row > place)
            if to != place:
                # After the drop is over: the view still holds its row.
                QTimer.singleShot(0, self, lambda: self.dragged.emit(pack, place, to))
        return False

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        found = self.rule_at(index)
        if found is None:
            return self._pack_data(index, role)
        pack, rule = found
        on = rule.enabled and self._workspace.is_enabled(pack.id, rule.id)
        title = rule.title_in(self._language)
        hits = self._counts.get((pack.id, rule.id), 0)
        if role == cells.CELL:
            if index.column() == 0:
                return cells.Switch(title, on, second=self._about(pack, rule))
            return cells.Figure(f"{hits:,}" if on else "—", "text" if on and hits else "muted")
        if role == Qt.ItemDataRole.DisplayRole:
            return title if index.column() == 0 else f"{hits:,}"
        if role == Qt.ItemDataRole.CheckStateRole and index.column() == 0:
            return Qt.CheckState.Checked if on else Qt.CheckState.Unchecked
        if role == Qt.ItemDataRole.AccessibleTextRole:
            if index.column():
                return count(hits, translate("Rules", "%n hit"), translate("Rules", "%n hits"))
            return f"{title}, {translate('Rules', 'on') if on else translate('Rules', 'off')}"
        if role == Qt.ItemDataRole.ToolTipRole:
            return rule.why_in(self._language) or title
        return None

    def _about(self, pack: Pack, rule: Rule) -> str:
        """What is to be said of a rule beside its name: that it was edited."""
        published = self._published.get(pack.id)
        if published is None or published is pack:
            return ""
        return "" if rule in published.rules else translate("Rules", "edited")

    @property
    def _published(self) -> Mapping[str, Pack]:
        return {pack.id: pack for pack in self._workspace.rulebook.published()}

    def figures(self) -> list[str]:
        """What stands in the second column of the packs."""
        return [self._switched_on(pack) for pack, _ in self._shown]

    def _switched_on(self, pack: Pack) -> str:
        on = sum(rule.enabled and self._workspace.is_enabled(pack.id, rule.id) for rule in pack.rules)
        return f"{on}/{len(pack.rules)}"

    def _pack_data(self, index: Index, role: int) -> object:
        pack, _ = self._shown[index.row()]
        title, figure = pack.title_in(self._language), self._switched_on(pack)
        on, _, whole = figure.partition("/")
        text = translate("Rules", "{on} of {all} on").format(on=on, all=whole)
        edited = translate("Rules", "edited") if self._workspace.rulebook.changed(pack.id) else ""
        if role == cells.CELL:
            if index.column() == 0:
                return cells.Text(title, bold=True, second=edited)
            return cells.Figure(figure, "muted")
        if role == Qt.ItemDataRole.DisplayRole:
            return title if index.column() == 0 else figure
        if role == Qt.ItemDataRole.ToolTipRole:
            return title if index.column() == 0 else text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(filter(None, (title, edited, text))) if index.column() == 0 else text
        return None
