"""The item model over what is open: document, section, chunk, hit. It copies no text; rows below a document are made
when they are first unfolded, and what a row shows is worked out when it is painted."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from typing import Literal

from PySide6.QtCore import QAbstractItemModel, QCoreApplication, QModelIndex, QObject, QPersistentModelIndex, Qt
from shiboken6 import isValid

from docprep_gui.domain.chunk import Verdict
from docprep_gui.domain.document import Span
from docprep_gui.domain.errors import FileError
from docprep_gui.gui import cells, ranges, words
from docprep_gui.gui.documents import marks
from docprep_gui.gui.documents.index import DocumentIndex
from docprep_gui.gui.documents.marks import PlaceMark
from docprep_gui.gui.documents.outline import Branch, Leaf, outline
from docprep_gui.gui.shell import Shell
from docprep_gui.workspace.model import OpenFile

translate = QCoreApplication.translate
Index = QModelIndex | QPersistentModelIndex
NAME, ROUTE, PRIORITY, LENGTH, HITS = range(5)
COLUMNS = ("name", "route", "priority", "length", "hits")
_MANY_MARKS = 20_000
SETTLED_S = 0.05
"""After that the rows of a file that has just come have been laid out and painted: work beside would make each of
thousands of questions that Qt asks for them wait for the interpreter."""
_FILE_ICONS = {"xlsx": "grid", "xls": "grid", "csv": "grid", "pptx": "slides", "image": "scan"}


@dataclass(slots=True)
class Item:
    """A row. `children` None: not made yet."""

    kind: Literal["file", "section", "chunk", "mark", "aside"]
    key: str
    parent: int
    row: int
    title: str = ""
    ordinal: int = -1
    last: int = -1
    mark: PlaceMark | None = None
    branch: Branch | None = None
    children: list[int] | None = None


@dataclass(slots=True)
class _File:
    """A file as the rows show it, and what was worked out of it between paints. The workspace may be a step ahead."""

    file: OpenFile
    index: DocumentIndex | None = None
    totals: dict[int, int] = field(default_factory=dict)
    counts: dict[int, int] = field(default_factory=dict)
    counting: bool = False


class DocumentsModel(QAbstractItemModel):
    def __init__(self, shell: Shell, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._shell = shell
        self._ids = count(1)
        self._items: dict[int, Item] = {}
        self._root: list[int] = []
        self._by_key: dict[str, int] = {}
        self._files: dict[str, _File] = {}
        self._filter: dict[str, frozenset[int] | None] | None = None
        self.shapes_only = False
        """Route and priority have no room for words, and their columns no title."""
        self._titles = marks.rule_titles(shell.workspace.packs)
        self._extracts = marks.rule_extracts(shell.workspace.packs)

    # --- structure --------------------------------------------------------------------------------------
    def item(self, index: Index) -> Item | None:
        return self._items.get(index.internalId()) if index.isValid() else None

    def _children(self, parent: Index) -> list[int] | None:
        if not parent.isValid():
            return self._root
        item = self._items.get(parent.internalId())
        return item.children if item else None

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008  Qt's signature
        children = self._children(parent)
        if children is None or not 0 <= row < len(children) or not 0 <= column < len(COLUMNS):
            return QModelIndex()
        return self.createIndex(row, column, children[row])

    def _index_of(self, ref: int, column: int = 0) -> QModelIndex:
        return self.createIndex(self._items[ref].row, column, ref)

    def parent(self, index: Index) -> QModelIndex:  # type: ignore[override]
        item = self._items.get(index.internalId()) if index.isValid() else None
        return self._index_of(item.parent) if item is not None and item.parent else QModelIndex()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's signature
        if parent.isValid() and parent.column() != 0:
            return 0
        return len(self._children(parent) or ())

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  Qt's signature
        return len(COLUMNS)

    def hasChildren(self, parent: Index = QModelIndex()) -> bool:  # noqa: B008  Qt's signature
        item = self.item(parent)
        if item is None:
            return bool(self._root)
        if item.children is not None:
            return bool(item.children)
        if item.kind == "file":
            file = self.file(item)
            return file.state == "set_aside" or bool(file.chunks)
        if item.kind == "chunk":
            return marks.has_any(self.file(item).verdicts[item.ordinal])
        return item.kind == "section"

    def canFetchMore(self, parent: Index) -> bool:
        item = self.item(parent)
        return item is not None and item.children is None and self.hasChildren(parent)

    def fetchMore(self, parent: Index) -> None:
        item = self.item(parent)
        if item is None or item.children is not None:
            return
        made = self._make_children(item, parent.internalId())
        if not made:
            item.children = []
            return
        self.beginInsertRows(self._index_of(parent.internalId()), 0, len(made) - 1)
        item.children = self._adopt(made)
        self.endInsertRows()

    def _adopt(self, made: Sequence[Item]) -> list[int]:
        ids = []
        for row, item in enumerate(made):
            ref = next(self._ids)
            item.row = row
            self._items[ref] = item
            ids.append(ref)
        return ids

    def _make_children(self, item: Item, ref: int) -> list[Item]:
        if item.kind == "file":
            if self.file(item).state == "set_aside":
                return [Item("aside", item.key, ref, 0)]
            return self._branches(outline(self.file(item).chunks), item.key, ref)
        if item.branch is not None:
            return self._branches(item.branch.children, item.key, ref)
        if item.kind == "chunk":
            return [Item("mark", item.key, ref, 0, ordinal=item.ordinal, mark=mark) for mark in self.marks(item)]
        return []

    def _branches(self, entries: Sequence[Branch | Leaf], key: str, parent: int) -> list[Item]:
        shown = self._filter.get(key) if self._filter is not None else None
        made = []
        for entry in entries:
            if isinstance(entry, Leaf):
                if shown is None or entry.ordinal in shown:
                    made.append(Item("chunk", key, parent, 0, entry.title, entry.ordinal))
            elif shown is None or any(entry.first <= ordinal <= entry.last for ordinal in shown):
                made.append(Item("section", key, parent, 0, entry.title, entry.first, entry.last, branch=entry))
        return made

    def _forget(self, ids: Sequence[int]) -> None:
        for ref in ids:
            item = self._items.pop(ref)
            if item.children:
                self._forget(item.children)

    # --- changes ----------------------------------------------------------------------------------------
    def add_files(self, keys: Sequence[str]) -> None:
        """Appends rows, all in one batch."""
        keys = [key for key in keys if key not in self._by_key and key in self._shell.workspace.files
                and (self._filter is None or key in self._filter)]
        if not keys:
            return
        first = len(self._root)
        self.beginInsertRows(QModelIndex(), first, first + len(keys) - 1)
        for key in keys:
            ref = next(self._ids)
            self._items[ref] = Item("file", key, 0, len(self._root))
            self._root.append(ref)
            self._by_key[key] = ref
            self._files[key] = _File(self._shell.workspace.files[key])
        self.endInsertRows()

    def change_files(self, keys: Sequence[str]) -> None:
        """New states or contents. Rows below a document are made anew only where its chunks are others."""
        for key in keys:
            ref = self._by_key.get(key)
            if ref is None:
                continue
            item, file = self._items[ref], self._shell.workspace.files[key]
            before, self._files[key] = self._files[key], _File(file)
            same = (before.file.state == file.state == "ready" and before.file.document is file.document
                    and before.file.chunks is file.chunks)
            if same:
                self._files[key].index = before.index
                self._renew_marks(item)
            elif item.children is not None:
                if item.children:
                    self.beginRemoveRows(self._index_of(ref), 0, len(item.children) - 1)
                    gone, item.children = item.children, None
                    self._forget(gone)
                    self.endRemoveRows()
                item.children = None
            for column in range(len(COLUMNS)):  # one by one: for a range the view would paint everything anew
                changed = self._index_of(ref, column)
                self.dataChanged.emit(changed, changed)

    def _renew_marks(self, item: Item) -> None:
        """Below chunks that are unfolded, where the hits are others now."""
        for ref in item.children or ():
            child = self._items[ref]
            if child.kind != "chunk":
                self._renew_marks(child)
                continue
            if child.children is None:
                continue
            now = self.marks(child)
            if tuple(self._items[c].mark for c in child.children) == now:
                continue
            if child.children:
                self.beginRemoveRows(self._index_of(ref), 0, len(child.children) - 1)
                gone, child.children = child.children, []
                self._forget(gone)
                self.endRemoveRows()
            if now:
                self.beginInsertRows(self._index_of(ref), 0, len(now) - 1)
                child.children = self._adopt(self._make_children(child, ref))
                self.endInsertRows()

    def close_files(self, keys: Sequence[str]) -> None:
        """Removes rows, those that are neighbours in one batch."""
        shown = [ref for key in keys if (ref := self._by_key.pop(key, None)) is not None]
        for first, last in ranges.from_the_end(self._items[ref].row for ref in shown):
            self.beginRemoveRows(QModelIndex(), first, last)
            gone = self._root[first:last + 1]
            del self._root[first:last + 1]
            for later in range(first, len(self._root)):
                self._items[self._root[later]].row = later
            self._forget(gone)
            self.endRemoveRows()
        for key in keys:
            self._files.pop(key, None)

    def rules_changed(self) -> None:
        self._titles = marks.rule_titles(self._shell.workspace.packs)
        self._extracts = marks.rule_extracts(self._shell.workspace.packs)

    # --- filter -----------------------------------------------------------------------------------------
    def matches(self, term: str) -> Iterator[tuple[str, frozenset[int] | None]]:
        """File by file, so that the caller may stop in between: key and the chunks that match (None: all of them).
        Files without a match are left out. Names of files, headings, text and names of hits are looked through."""
        pattern = re.compile(re.escape(term), re.IGNORECASE)
        for key, file in tuple(self._shell.workspace.files.items()):
            kept = self._files.get(key)
            if kept is None or kept.file is not file:
                kept = _File(file)
            if pattern.search(file.name):
                yield key, None
                continue
            document = file.document
            if document is None:
                continue
            index = self._index(kept)
            found: set[int] = set()
            for match in pattern.finditer(document.text, *document.source.body):
                ordinal = index.chunk_at(match.start()) if index else None
                if ordinal is not None:
                    found.add(ordinal)
            for chunk, verdict in zip(file.chunks, file.verdicts, strict=True):
                if chunk.ordinal not in found and (
                        any(pattern.search(title) for title in chunk.title_path)
                        or any(pattern.search(mark.name) for mark in self._marks(verdict))):
                    found.add(chunk.ordinal)
            if found:
                yield key, frozenset(found)

    def set_filter(self, found: dict[str, frozenset[int] | None] | None) -> None:
        """Shows what `matches` found; None shows everything."""
        self.beginResetModel()
        self._filter = found
        self._items.clear()
        self._root.clear()
        self._by_key.clear()
        for key in self._shell.workspace.files:
            if found is None or key in found:
                ref = next(self._ids)
                self._items[ref] = Item("file", key, 0, len(self._root))
                self._root.append(ref)
                self._by_key[key] = ref
                self._files[key] = _File(self._shell.workspace.files[key])
        self.endResetModel()

    # --- finding rows -----------------------------------------------------------------------------------
    def file_index(self, key: str) -> QModelIndex:
        ref = self._by_key.get(key)
        return self._index_of(ref) if ref is not None else QModelIndex()

    def find(self, key: str, ordinal: int, span: Span | None = None) -> QModelIndex:
        """The row of a chunk, or of the mark at `span` below it; rows on the way are made. Invalid: not shown."""
        at = self.file_index(key)
        while at.isValid():
            item = self.item(at)
            assert item is not None
            if item.kind == "chunk" and span is None:
                return at
            self.fetchMore(at)
            below = None
            for ref in item.children or ():
                child = self._items[ref]
                if child.kind == "mark" and child.mark is not None and child.mark.span == span:
                    return self._index_of(ref)
                if (child.kind == "chunk" and child.ordinal == ordinal) or (
                        child.kind == "section" and child.ordinal <= ordinal <= child.last):
                    below = ref
                    break
            if below is None:
                return at if item.kind == "chunk" else QModelIndex()
            at = self._index_of(below)
        return at

    # --- what rows show ---------------------------------------------------------------------------------
    def file(self, item: Item) -> OpenFile:
        return self._files[item.key].file

    def _index(self, kept: _File) -> DocumentIndex | None:
        if kept.index is None and kept.file.document is not None:
            kept.index = DocumentIndex(kept.file.document, kept.file.chunks)
        return kept.index

    def _marks(self, verdict: Verdict) -> tuple[PlaceMark, ...]:
        return marks.marks(verdict, self._titles, self.field_name, self._extracts)

    def marks(self, item: Item) -> tuple[PlaceMark, ...]:
        return self._marks(self.file(item).verdicts[item.ordinal])

    def field_name(self, name: str) -> str:
        for group in ("field", "entity"):
            said = self._shell.messages.word(f"{group}.{name}")
            if said != name:
                return said
        return name

    def _mark_count(self, key: str, verdicts: Sequence[Verdict], ordinal: int) -> int:
        counts = self._files[key].counts
        found = counts.get(ordinal)
        if found is None:
            found = counts[ordinal] = marks.count(verdicts[ordinal], self._extracts)
        return found

    def _total(self, item: Item, column: int) -> int | None:
        """Length or hits of a file or a section; None while they are counted."""
        kept, chunks = self._files[item.key], self.file(item).chunks
        if item.kind == "file" and column in kept.totals:
            return kept.totals[column]
        if column == HITS and not self._is_counted(item.key, kept):
            return None
        between = range(len(chunks)) if item.kind == "file" else range(item.ordinal, item.last + 1)
        total = sum(chunks[i].tokens if column == LENGTH else kept.counts[i] for i in between)
        if item.kind == "file":
            kept.totals[column] = total
        return total

    def _is_counted(self, key: str, kept: _File) -> bool:
        """Are the marks of all chunks counted? Where they are very many, that is done beside, and the rows are told."""
        verdicts, extracts = kept.file.verdicts, self._extracts
        if kept.counting or len(kept.counts) == len(verdicts):
            return not kept.counting
        if sum(len(verdict.hits) + len(verdict.sensitive) for verdict in verdicts) <= _MANY_MARKS:
            kept.counts = marks.counts(verdicts, extracts)
            return True
        kept.counting = True

        def done(future: Future[dict[int, int]]) -> None:
            if isValid(self) and self._files.get(key) is kept:
                kept.counts, kept.counting = future.result(), False
                self._tell_totals(self._by_key.get(key))

        executor = self._shell.executor
        executor.later(SETTLED_S, partial(executor.submit, partial(marks.counts, verdicts, extracts), done))
        return False

    def _tell_totals(self, ref: int | None) -> None:
        """Those of a file or a section have changed, and of what stands below."""
        if ref is None or self._items[ref].kind not in ("file", "section"):
            return
        changed = self._index_of(ref, HITS)
        self.dataChanged.emit(changed, changed)
        for child in self._items[ref].children or ():
            self._tell_totals(child)

    def title(self, item: Item) -> str:
        if item.kind == "file":
            return self.file(item).name
        if item.kind == "chunk" and not item.title:
            index = self._index(self._files[item.key])
            item.title = index.label(self.file(item).chunks[item.ordinal]) if index else ""
        return item.title

    def _cell(self, item: Item, column: int) -> cells.Cell | None:
        match item.kind:
            case "file":
                return self._file_cell(item, column)
            case "section":
                if column == NAME:
                    return cells.Text(item.title, icon="section", wide=True)
                return self._totals_cell(item, column)
            case "chunk":
                return self._chunk_cell(item, column)
            case "mark":
                return self._mark_cell(item, column)
            case "aside":
                return self._aside_cell(item) if column == NAME else None

    def _totals_cell(self, item: Item, column: int) -> cells.Cell | None:
        if column not in (LENGTH, HITS):
            return None
        total = self._total(item, column)
        return None if total is None else cells.Figure(f"{total:,}")

    def _file_cell(self, item: Item, column: int) -> cells.Cell | None:
        file = self.file(item)
        ready, aside = file.state == "ready", file.state == "set_aside"
        pictures = file.pictures if ready else None
        if column == NAME:
            kind = file.document.source.kind if file.document else ""
            icon = "error" if aside else _FILE_ICONS.get(kind, "document")
            return cells.Text(file.name, bold=ready, icon=icon, icon_tone="error" if aside else "text", middle=True,
                              wide=ready and not pictures, tone="text" if ready or aside else "muted")
        if pictures and column == ROUTE:
            return cells.Spread(translate("Documents", "recognising text, {n} of {all}…").format(
                n=pictures[0], all=pictures[1]))
        if ready:
            return None if pictures else self._totals_cell(item, column)
        if column == ROUTE:
            if aside and file.error is not None:
                return cells.Spread(self._shell.messages.error(file.error)[0], "error")
            waits = file.state == "waiting"
            return cells.Spread(translate("Documents", "waiting") if waits else translate("Documents", "reading…"))
        return None

    def _chunk_cell(self, item: Item, column: int) -> cells.Cell | None:
        file = self.file(item)
        chunk, verdict = file.chunks[item.ordinal], file.verdicts[item.ordinal]
        match column:
            case 0:
                return cells.Text(self.title(item), badge=(item.ordinal + 1, item.ordinal % 2))
            case 1:
                return cells.RoutePill(verdict.route)
            case 2:
                return cells.PriorityMark(verdict.priority)
            case 3:
                return cells.Figure(f"{chunk.tokens:,}")
            case _:
                return cells.Figure(f"{self._mark_count(item.key, self.file(item).verdicts, item.ordinal):,}")

    def _mark_cell(self, item: Item, column: int) -> cells.Cell | None:
        mark = item.mark
        assert mark is not None
        if column == NAME:
            return cells.Mark(words.entity(mark.entity) if mark.entity else mark.name, mark.kind)
        if column == ROUTE:
            document = self.file(item).document
            assert document is not None
            if mark.kind == "mask":
                placeholder = self._placeholder(item.key, mark.span)
                return cells.Spread(translate("Documents", "masked · {name}").format(name=placeholder))
            return cells.Spread(" ".join(document.text[mark.span[0] : min(mark.span[1], mark.span[0] + 80)].split()))
        return None

    def _placeholder(self, key: str, span: Span) -> str:
        """What the language model sees in place of a sensitive span."""
        if self._files[key].file is not self._shell.workspace.files.get(key):
            return "…"
        vault = self._shell.workspace.vault(key)
        at = bisect_right(vault.starts, span[0]) - 1
        return vault.places[at][2] if at >= 0 else "…"

    def _aside_cell(self, item: Item) -> cells.Cell:
        file = self.file(item)
        hint = self._shell.messages.error(file.error)[1] if file.error is not None else ""
        return cells.Pair(cells.Text(hint, small=True, tone="muted"), cells.Link(self.remedy(file)))

    def remedy(self, file: OpenFile) -> str:
        """The words on the button that may help a file that was set aside."""
        if isinstance(file.error, FileError) and file.error.opens_with_password:
            return translate("Documents", "Enter password…")
        return translate("Documents", "Try again")

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        item = self.item(index)
        if item is None:
            return None
        if role == cells.CELL:
            return self._cell(item, index.column())
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            cell = self._cell(item, index.column())
            return cells.say(cell) if cell is not None else None
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(item, index.column())
        return None

    def _tip(self, item: Item, column: int) -> str | None:
        if item.kind == "file" and column == NAME:
            return str(self.file(item).path)
        if item.kind == "chunk" and column == NAME:
            return " › ".join(self.file(item).chunks[item.ordinal].title_path) or None
        if item.kind == "aside" or (item.kind == "file" and self.file(item).error is not None):
            error = self.file(item).error
            return "\n".join(self._shell.messages.error(error)) if error is not None else None
        return None

    def headerData(self, section: int, orientation: Qt.Orientation,
                   role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if orientation == Qt.Orientation.Horizontal:
            if role == Qt.ItemDataRole.DisplayRole and not (self.shapes_only and section in (ROUTE, PRIORITY)):
                return words.column(COLUMNS[section])
            if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
                return words.column(COLUMNS[section])
            if role == Qt.ItemDataRole.TextAlignmentRole and section >= LENGTH:
                return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        return None
