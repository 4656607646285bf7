"""Packs under way: the text of each as it is edited, what of it speaks, and its versions.

An edited text speaks at once where it has no error; while it has one, the last text without speaks on. Used from the
main thread only; texts are read and checked in the background.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial

from docprep_gui.domain.errors import DocPrepError, Problem
from docprep_gui.rules import lint, samples
from docprep_gui.rules.pack import Draft, Pack, draft, version_of
from docprep_gui.rules.samples import SampleResult
from docprep_gui.workspace import packs as shelf
from docprep_gui.workspace.asking import book
from docprep_gui.workspace.executor import Executor
from docprep_gui.workspace.packstore import PackStore, Version

CHECK_AFTER_S = 0.3
SAVE_AFTER_S = 0.5
_STEPS = 200


@dataclass(frozen=True, slots=True)
class Checked:
    """What the check and the samples say of a text."""

    text: str
    problems: tuple[Problem, ...]
    results: tuple[SampleResult, ...]


@dataclass(slots=True)
class _State:
    """`published` None: never. `read`: what could be understood of `read_text`, the last text that was read."""

    text: str
    published_text: str
    published: Pack | None
    read_text: str
    read: Draft
    undo: list[str] = field(default_factory=list)
    redo: list[str] = field(default_factory=list)
    checked: Checked | None = None
    check_due: bool = False


class RuleBook:
    """`spoke` is called with a pack that speaks from now on, `gone` with the name of one that no longer does, `told`
    with the name of a pack whose text, problems or versions are new."""

    def __init__(self, executor: Executor, published: Sequence[Pack], store: PackStore, keep_drafts: bool,
                 spoke: Callable[[Pack], None], gone: Callable[[str], None], told: Callable[[str], None]) -> None:
        self._executor = executor
        self._store = store
        self._keep = keep_drafts
        self._spoke, self._gone, self._told = spoke, gone, told
        self._published = {pack.id: pack for pack in published}
        self._states: dict[str, _State] = {}
        self._save_due: set[str] = set()

    def take(self, published: Sequence[Pack]) -> None:
        """What is published, where it was not known at first."""
        self._published = {pack.id: pack for pack in published}

    def restore(self) -> tuple[Pack, ...]:
        """Takes up the drafts of last time; the packs of those that can speak."""
        spoken = []
        for name, text in self._store.drafts().items():
            state = self._states[name] = self._open(name)
            state.text = state.read_text = text
            state.read = _draft(name, text)
            if state.read.ok:
                spoken.append(state.read.pack)
        return tuple(spoken)

    # --- what is there ----------------------------------------------------------------------------------
    def published(self) -> tuple[Pack, ...]:
        return tuple(self._published.values())

    def text(self, pack: str) -> str:
        return self._state(pack).text

    def changed(self, pack: str) -> bool:
        """Its text is otherwise than what is published."""
        state = self._states.get(pack)
        return state is not None and (state.published is None or state.text != state.published_text)

    def read(self, pack: str) -> tuple[str, Draft]:
        """The last text that was read, and what it says; a later one is still being read."""
        state = self._state(pack)
        return state.read_text, state.read

    def reading(self, pack: str) -> bool:
        state = self._state(pack)
        return state.text != state.read_text

    def checked(self, pack: str) -> Checked | None:
        """None while the text as it is has not been checked; asking has it checked."""
        state = self._state(pack)
        if state.checked is not None and state.checked.text == state.text:
            return state.checked
        self._check_soon(pack, 0.0 if state.checked is None else CHECK_AFTER_S)
        return None

    def versions(self, pack: str) -> list[Version]:
        """The latest first; what ships with the program is the last."""
        found = self._store.versions(pack)
        path = shelf.shipped_path(pack)
        if path is not None:
            own = version_of(shelf.read(path))
            found.append(Version(own, path, None))
        return found

    # --- changes ----------------------------------------------------------------------------------------
    def edit(self, pack: str, text: str, read: Draft | None = None) -> None:
        """The text from now on, as one step that can be undone. `read`: what it says, where that is known."""
        state = self._state(pack)
        if text == state.text:
            return
        state.undo.append(state.text)
        del state.undo[:-_STEPS]
        state.redo.clear()
        self._set(pack, state, text, read)

    def can_undo(self, pack: str) -> bool:
        return bool(self._state(pack).undo)

    def can_redo(self, pack: str) -> bool:
        return bool(self._state(pack).redo)

    def undo(self, pack: str) -> None:
        self._step(pack, self._state(pack).undo, self._state(pack).redo)

    def redo(self, pack: str) -> None:
        self._step(pack, self._state(pack).redo, self._state(pack).undo)

    def _step(self, pack: str, source: list[str], target: list[str]) -> None:
        if source:
            state = self._state(pack)
            target.append(state.text)
            self._set(pack, state, source.pop(), None)

    def discard(self, pack: str) -> None:
        """Back to what is published, as a step that can be undone; a pack that never was is taken away."""
        state = self._state(pack)
        if state.published is not None:
            self.edit(pack, state.published_text)
            return
        del self._states[pack]
        self._store.drop_draft(pack)
        self._gone(pack)
        self._told(pack)

    def add(self, text: str, name: str) -> str:
        """A new pack as a draft, or the text for the pack that it names. DocPrepError "bad_pack_name"
        refuses one without a usable name. Gives the name of the pack."""
        made = draft(text, name)
        if not shelf.is_name(made.pack.id):
            raise DocPrepError("bad_pack_name", pack=made.pack.id)
        pack = made.pack.id
        if pack in self._published or pack in self._states:
            self.edit(pack, text)
            return pack
        state = self._states[pack] = _State(text, "", None, text, made)
        self._changed(pack, state)
        return pack

    def publish(self, pack: str) -> str:
        """Makes a version of the text and has the command line speak it too; gives its name. OSError where it cannot be
        written. The text has been read and has no error."""
        state = self._state(pack)
        made = state.read.pack
        now = datetime.now(UTC)
        if state.published is not None and not any(
                one.version == state.published.version for one in self.versions(pack)):
            self._store.keep_version(pack, state.published_text, state.published.version, now)
        self._store.publish(pack, state.text, made.version, now)
        state.published, state.published_text = made, state.text
        self._published[pack] = made
        self._store.drop_draft(pack)
        self._told(pack)
        return made.version

    def go_back(self, pack: str, version: Version) -> None:
        """Takes the text of a version as the draft."""
        self.edit(pack, shelf.read(version.path))

    def save(self) -> None:
        """Writes drafts that are not written yet."""
        if not self._keep:
            return
        for pack in tuple(self._save_due):
            if pack in self._states:
                self._save(pack)

    # --- inside -----------------------------------------------------------------------------------------
    def _state(self, pack: str) -> _State:
        found = self._states.get(pack)
        if found is None:
            found = self._states[pack] = self._open(pack)
        return found

    def _open(self, name: str) -> _State:
        pack = self._published.get(name)
        if pack is None:
            return _State("", "", None, "", draft("", name))
        text = ""
        for path in (shelf.path_of(name), shelf.shipped_path(name)):
            if path is not None and path.is_file():
                text = shelf.read(path)
                if version_of(text) == pack.version:
                    break
        return _State(text, text, pack, text, Draft(pack, pack.warnings))

    def _set(self, pack: str, state: _State, text: str, read: Draft | None) -> None:
        state.text = text
        if read is not None:
            state.read_text, state.read = text, _named(pack, read)
            self._changed(pack, state)
            return
        self._told(pack)
        self._executor.submit(partial(_draft, pack, text), partial(self._was_read, pack, text))

    def _was_read(self, pack: str, text: str, future: Future[Draft]) -> None:
        state = self._states.get(pack)
        if state is not None and state.text == text:  # else a later text has its own reading under way
            state.read_text, state.read = text, future.result()
            self._changed(pack, state)

    def _changed(self, pack: str, state: _State) -> None:
        if state.read.ok:
            self._spoke(state.read.pack)
        self._told(pack)
        self._check_soon(pack, CHECK_AFTER_S)
        if self._keep and pack not in self._save_due:
            self._save_due.add(pack)
            self._executor.later(SAVE_AFTER_S, partial(self._save, pack))

    def _save(self, pack: str) -> None:
        self._save_due.discard(pack)
        state = self._states.get(pack)
        if state is None:
            return
        try:
            if self.changed(pack):
                self._store.keep_draft(pack, state.text)
            else:
                self._store.drop_draft(pack)
        except OSError:
            pass  # a full disk must not end the editing; publishing says so

    def _check_soon(self, pack: str, seconds: float) -> None:
        state = self._state(pack)
        if not state.check_due:
            state.check_due = True
            self._executor.later(seconds, partial(self._check, pack))

    def _check(self, pack: str) -> None:
        state = self._states.get(pack)
        if state is None:
            return
        self._executor.submit(partial(_checked, pack, state.text), partial(self._was_checked, pack))

    def _was_checked(self, pack: str, future: Future[Checked]) -> None:
        state = self._states.get(pack)
        if state is None:
            return
        state.check_due = False
        state.checked = future.result()
        if state.checked.text != state.text:
            self._check_soon(pack, CHECK_AFTER_S)
        else:
            self._told(pack)


def _named(name: str, read: Draft) -> Draft:
    """A pack that gives itself another name while it is edited is refused."""
    if read.pack.id == name or not read.ok:
        return Draft(replace(read.pack, id=name), read.problems)
    problem = Problem("bad_shape", "", 1, 1, "error", {"key": "pack", "reason": "choice", "value": name})
    return Draft(replace(read.pack, id=name), (problem, *read.problems))


def _draft(name: str, text: str) -> Draft:
    return _named(name, draft(text, name))


def _checked(name: str, text: str) -> Checked:
    report = lint.check(text, name, tuple(book().tasks))
    read = _draft(name, text)
    results = tuple(samples.run(read.pack)) if read.ok else ()
    known = {(problem.kind, problem.line, problem.column) for problem in report.problems}
    extra = tuple(one for one in read.problems if (one.kind, one.line, one.column) not in known)
    return Checked(text, (*extra, *report.problems), results)
