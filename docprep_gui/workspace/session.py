"""The application: what is open, which rules speak, which language model is asked. Used from the main thread only;
the work itself goes to the face's executor and to the reading processes."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path
from types import MappingProxyType

from docprep_gui.chunking import ChunkSettings
from docprep_gui.domain.chunk import Asked, EntityKind, RuleTrace
from docprep_gui.domain.document import Document, PictureRef
from docprep_gui.domain.errors import DocPrepError, FileError, SettingError
from docprep_gui.inference.masking import Vault
from docprep_gui.inference.servers import Address, FoundServer
from docprep_gui.parsing.ocr import Reading
from docprep_gui.parsing.workbook.leaving import LeftOut
from docprep_gui.rules.engine import hears
from docprep_gui.rules.pack import Pack, draft
from docprep_gui.workspace import packs as shelf
from docprep_gui.workspace import pipeline, recognition
from docprep_gui.workspace.asking import ModelHost
from docprep_gui.workspace.choices import EndpointChoice, EndpointReport
from docprep_gui.workspace.executor import Executor, T
from docprep_gui.workspace.files import FoundFile, walk
from docprep_gui.workspace.judging import HitCounts, Judged, Judging
from docprep_gui.workspace.memory import Columns, Memory, Remembered
from docprep_gui.workspace.model import (
    EndpointChanged,
    Event,
    FileChanged,
    FilesAdded,
    FilesClosed,
    OpenFile,
    PackEdited,
    RulesChanged,
    RunChanged,
)
from docprep_gui.workspace.packstore import PackStore
from docprep_gui.workspace.page_worker import PageFile
from docprep_gui.workspace.pipeline import Prepared, Request, RuleChoice
from docprep_gui.workspace.recognition import Recognition
from docprep_gui.workspace.rulebook import RuleBook
from docprep_gui.workspace.settings import Profile
from docprep_gui.workspace.workers import Workers

SAVE_AFTER_S = 0.5
JUDGE_AFTER_S = 0.015
"""An edited pack is first shown, then judged with: the threads that judge take the interpreter from the window."""
MAX_RECENT = 15
MAX_COLUMNS = 500
"""Of so many files it is remembered which columns are left out."""
_READING = ("reading.ocr", "reading.pictures", "reading.libreoffice", "reading.columns_left_out")
_PICTURE_CODES = {"no_text_layer", "pages_without_text", "pictures_without_text", "ocr_used"}


class Workspace:
    """What is open in one window, or in one call of the command line."""

    def __init__(self, executor: Executor, workers: Workers, memory: Memory | None = None,
                 packs: Sequence[Pack] | None = None, disabled: frozenset[tuple[str, str]] | None = None,
                 profile: Profile | None = None, places: Sequence[Address] = (), packs_later: bool = False) -> None:
        """`packs`: None for all that are known by name. `packs_later`: they are read when `load_packs` is called, and
        files after them. `places`: where model servers of this machine are looked for, when somebody asks."""
        self._places = tuple(places)
        self._executor = executor
        self._workers = workers
        self._memory = memory
        self._listeners: list[Callable[[Event], None]] = []
        self._files: dict[str, OpenFile] = {}
        self._keys = count(1)
        self._waiting: deque[str] = deque()
        self._reading: dict[str, Request] = {}
        self._passwords: dict[str, str] = {}
        self._vaults: dict[str, tuple[Prepared, Vault]] = {}
        self._save_due = False
        self._judging_due = False
        self._counts: dict[str, tuple[Prepared, HitCounts]] = {}
        self._judging = Judging(executor, self._files, self.rule_choice, self._judged)
        self._packs_due = packs_later
        known = packs if packs is not None else () if packs_later else shelf.available()
        self.packs: tuple[Pack, ...] = tuple(known)
        self._store = PackStore(shelf.user_folder())
        self.rulebook = RuleBook(executor, self.packs, self._store, memory is not None,
                                 self.set_pack, self.remove_pack, lambda pack: self.tell(PackEdited(pack)))
        if not packs_later:
            self._restore_drafts()
        self._remembered = memory.load() if memory else Remembered()
        self.profile = profile or Profile(self._remembered.settings)
        self._recent = self._remembered.recent
        self._columns = dict(self._remembered.columns)
        self._cut_by: dict[str, ChunkSettings] = {}
        self._closed: list[tuple[FoundFile, ...]] = []
        self.model_chosen = self._remembered.model_chosen
        """A person, or an earlier start, has said which language model to ask."""
        self._disabled = self._remembered.disabled if disabled is None else disabled
        self.host = ModelHost(self._remembered.endpoint, self._remembered.window)
        self.instruction = ""
        self._heeding: set[str] = set()
        self._pictures = Recognition(executor, workers, self._show_pictures, self._pictures_read)
        self._known: dict[str, Mapping[PictureRef, Reading]] = {}
        self._quiet: set[str] = set()

    def _restore_drafts(self) -> None:
        if self._memory is not None:
            for pack in self.rulebook.restore():
                self.packs = _with(self.packs, pack)

    def load_packs(self) -> None:
        """Reads the rule packs in the background; RulesChanged says that they are there."""
        self._executor.submit(partial(_read_packs, self._store), self._packs_read)

    def _packs_read(self, future: Future[tuple[Pack, ...]]) -> None:
        self._packs_due = False
        self.packs = future.result()
        self.rulebook.take(self.packs)
        self._restore_drafts()
        self.tell(RulesChanged())
        self._read_on()

    def listen(self, listener: Callable[[Event], None]) -> None:
        self._listeners.append(listener)

    def tell(self, event: Event) -> None:
        for listener in self._listeners:
            listener(event)

    def background(self, work: Callable[[], T], done: Callable[[Future[T]], None]) -> None:
        """Runs `work`, which must touch nothing of the workspace, in the background; `done` comes on the main thread
        with its outcome."""
        self._executor.submit(work, done)

    # --- files ------------------------------------------------------------------------------------------
    @property
    def files(self) -> Mapping[str, OpenFile]:
        """By key, in the order in which they were dropped."""
        return MappingProxyType(self._files)

    def open(self, paths: Iterable[Path]) -> None:
        """Walks through what was dropped and reads every file found; FilesAdded, then FileChanged for each."""
        asked = list(paths)
        opened = tuple(dict.fromkeys(str(path.absolute()) for path in reversed(asked)))
        self._recent = (*opened, *(path for path in self._recent if path not in opened))[:MAX_RECENT]
        self._executor.submit(partial(walk, asked), self._found)

    def recent(self) -> tuple[Path, ...]:
        """Files and folders that were opened, the last first; those that are gone are forgotten."""
        self._recent = tuple(path for path in self._recent if Path(path).exists())
        return tuple(map(Path, self._recent))

    def forget_recent(self) -> None:
        self._recent = ()
        self._save_soon()

    def remembered_files(self) -> tuple[FoundFile, ...]:
        """What was open when the program last ended."""
        return tuple(FoundFile(Path(path), name) for path, name in self._remembered.files)

    def add(self, found: Sequence[FoundFile]) -> tuple[str, ...]:
        """The keys of the files, those that were open already left out."""
        known = {file.path.absolute() for file in self._files.values()}
        names = {file.name for file in self._files.values()}
        added = []
        for one in found:
            if one.path.absolute() in known:
                continue
            key = f"f{next(self._keys)}"
            name = one.name
            if name in names:
                # Tasks and results go by name, so two files never share one.
                name = next(new for n in count(2) if (new := f"{one.name} ({n})") not in names)
            names.add(name)
            self._files[key] = OpenFile(key, one.path, name)
            self._waiting.append(key)
            added.append(key)
        if added:
            self.tell(FilesAdded(tuple(added)))
            self._read_on()
            self._save_soon()
        return tuple(added)

    def _found(self, future: Future[list[FoundFile]]) -> None:
        self.add(future.result())

    def close(self, keys: Iterable[str]) -> None:
        closed = {key: file for key in keys if (file := self._files.pop(key, None))}
        gone = tuple(closed)
        for key in gone:
            self._vaults.pop(key, None)
            self._cut_by.pop(key, None)
            self._heeding.discard(key)
            self._judging.forget(key)
            self._counts.pop(key, None)
            self._passwords.pop(key, None)
            self._known.pop(key, None)
            self._quiet.discard(key)
            self._pictures.stop(key)
            if key in self._reading:
                self._workers.give_up(self._reading[key])
        if gone:
            self._closed.append(tuple(FoundFile(file.path, file.name) for file in closed.values()))
            self.tell(FilesClosed(gone))
            self._save_soon()

    @property
    def can_reopen(self) -> bool:
        return bool(self._closed)

    def reopen(self) -> None:
        """Opens again what was closed last."""
        if self._closed:
            self.add(self._closed.pop())

    def retry(self, key: str, password: str | None = None) -> None:
        """Reads a file again. The password is kept in memory while the file is open, and nowhere else."""
        if key not in self._files or key in self._reading:
            return
        if password is not None:
            self._passwords[key] = password
        self._pictures.stop(key)
        self._quiet.discard(key)
        self._change(replace(self._files[key], state="waiting", error=None, pictures=None))
        if key not in self._waiting:
            self._waiting.append(key)
        self._read_on()

    def columns_left_out(self, key: str) -> Columns:
        """Of this file alone; the setting may leave out others."""
        return self._columns.get(str(self._files[key].path.absolute()), frozenset())

    def leave_out(self, key: str, columns: Columns) -> None:
        """Has exactly these columns left out of a file, now and when it is opened again. It is read once more, and
        stays as it is shown until then."""
        if key not in self._files or columns == self.columns_left_out(key):
            return
        path = str(self._files[key].path.absolute())
        self._columns.pop(path, None)
        if columns:
            self._columns[path] = columns
            for oldest in tuple(self._columns)[:-MAX_COLUMNS]:
                del self._columns[oldest]
        self._save_soon()
        if self._files[key].pictures is not None:
            self._pictures.stop(key)
            self._change(replace(self._files[key], pictures=None))
        self._read_quietly(key)

    def _left_out(self, key: str) -> str:
        return "; ".join(LeftOut.entry(*column) for column in sorted(self.columns_left_out(key)))

    def _read_quietly(self, key: str) -> None:
        """Reads a file that is shown once more; one that is waiting or being read is read as it should be anyway."""
        if self._files[key].state == "ready" and key not in self._reading and key not in self._waiting:
            self._quiet.add(key)
            self._waiting.append(key)
            self._read_on()

    def page_file(self, key: str) -> PageFile | None:
        """What the pages of a read file are drawn from."""
        file = self._files.get(key)
        if file is None or file.document is None:
            return None
        return PageFile(file.path, file.document.source.sha256, self._passwords.get(key))

    def _read_on(self) -> None:
        # A few more than the workers are kept under way, so that none waits for the main thread.
        while not self._packs_due and self._waiting and len(self._reading) < self._workers.count + 1:
            key = self._waiting.popleft()
            file = self._files.get(key)
            if not file:
                continue
            if key not in self._quiet:
                self._change(replace(file, state="reading"))
            known = self._known.get(key, {})
            # Without its document nothing is known of a file: it is read in its own right.
            digest = file.document.source.sha256 if file.document else ""
            readings = recognition.readings(self.profile, known, digest)
            request = Request(file.path, file.path.name, self.profile, self.rule_choice(), self.host.window,
                              self._passwords.get(key), readings, self._left_out(key))
            self._reading[key] = request
            work = partial(pipeline.with_vault, partial(self._workers.prepare, request))
            self._executor.submit(work, partial(self._read, key, request))

    def _read(self, key: str, request: Request, future: Future[tuple[Prepared, Vault | None]]) -> None:
        del self._reading[key]
        file = self._files.get(key)
        self._known.pop(key, None)
        self._quiet.discard(key)
        if file:
            try:
                prepared = self._kept(key, *future.result())
                self._show(key, replace(file, state="ready", prepared=prepared, error=None, pictures=None))
            except (FileError, SettingError) as error:
                if isinstance(error, FileError) and error.opens_with_password:
                    self._passwords.pop(key, None)  # it did not open the file
                self._change(replace(file, state="set_aside", prepared=None, error=error, pictures=None))
            if request.rules != self.rule_choice():
                self._judging.again([key])
            if request.window != self.host.window or request.profile is not self.profile:
                self._cut_again(key)
            if request.left_out != self._left_out(key):
                self._read_quietly(key)
            self._read_otherwise(key, request.profile)
        self._read_on()

    def _show(self, key: str, file: OpenFile) -> None:
        """Shows a file that was read; text in its pictures is read behind it."""
        document = file.document
        if document is not None and document.unread:
            self._pictures.start(key, document, file.path, self._passwords.get(key),
                                 str(self.profile.get("reading.libreoffice")))
            file = replace(file, pictures=self._pictures.progress(key))
        self._change(file)

    def _show_pictures(self, key: str) -> None:
        self._change(replace(self._files[key], pictures=self._pictures.progress(key)))

    def _pictures_read(self, key: str, known: Mapping[PictureRef, Reading]) -> None:
        """Has a file read once more with what its pictures say; it stays as it is shown until then."""
        self._known[key] = known
        self._change(replace(self._files[key], pictures=(len(known), len(known))))
        self._read_quietly(key)

    def _change(self, file: OpenFile) -> None:
        self._files[file.key] = file
        self.tell(FileChanged(file.key))

    @property
    def busy(self) -> bool:
        """Files are waiting, being read, being cut anew, or being judged by what is asked: their chunks, or what rules
        say of them, are not what they will be."""
        return bool(self.reading or self._pictures or self._cut_by or self._heeding)

    def unsettled(self, keys: Iterable[str]) -> bool:
        """As `busy`, for these files: text in the pictures of others may go on being read."""
        settling = self.reading or self._cut_by or self._heeding
        return bool(settling or any(self._pictures.progress(key) for key in keys))

    @property
    def reading(self) -> bool:
        """Files are waiting or being read; not so while only pictures are, which may take minutes."""
        return bool(self._waiting or self._reading)

    # --- rules ------------------------------------------------------------------------------------------
    def rule_choice(self) -> RuleChoice:
        heard = self.instruction if self.instruction and hears(self.packs, self._disabled) else ""
        return RuleChoice(self.packs, self._disabled, heard)

    def ask(self, instruction: str) -> None:
        """Has rules look at what the user asks in words of their own, "" for nothing; where they say something else of
        chunks for it, the open documents are judged again in the background, and `busy` says so."""
        if instruction == self.instruction:
            return
        before = self.rule_choice()
        self.instruction = instruction
        if self.rule_choice() != before:
            heeding = [key for key, file in self._files.items() if file.prepared]
            self._heeding.update(heeding)
            self._judging.again(heeding)

    def asked(self, key: str) -> Asked | None:
        """What rules take the instruction for, asked of an open document; None where none names a task."""
        document = self._files[key].document
        if document is None or not self.instruction:
            return None
        return pipeline.compiled(self.rule_choice()).asked(document, self.instruction)

    def is_enabled(self, pack: str, rule: str) -> bool:
        return (pack, rule) not in self._disabled

    def set_enabled(self, pack: str, rule: str, on: bool) -> None:
        """Switches a rule; the open documents are judged again in the background."""
        changed = self._disabled - {(pack, rule)} if on else self._disabled | {(pack, rule)}
        if changed == self._disabled:
            return
        self._disabled = changed
        self.tell(RulesChanged())
        self._save_soon()
        self._judging.again(self._files)

    def set_pack(self, pack: Pack) -> None:
        """Has a pack speak in the place of the one of its name, or beside the others; the open documents are judged
        again in the background."""
        self._speak(_with(self.packs, pack))

    def remove_pack(self, name: str) -> None:
        self._speak(tuple(pack for pack in self.packs if pack.id != name))

    def _speak(self, packs: tuple[Pack, ...]) -> None:
        if packs == self.packs:
            return
        self.packs = packs
        self.tell(RulesChanged())
        if not self._judging_due:
            self._judging_due = True
            self._executor.later(JUDGE_AFTER_S, self._judge_all)

    def _judge_all(self) -> None:
        self._judging_due = False
        self._judging.again(self._files)

    def _judged(self, one: Judged) -> None:
        key = one.key
        file, heeded = self._files.get(key), key in self._heeding
        self._heeding.discard(key)
        if file and file.prepared is one.before:
            self._counts[key] = one.after, one.counts
            self._change(replace(file, prepared=self._kept(key, one.after, one.vault)))
        elif file and heeded:  # who waits for it is to look again
            self.tell(FileChanged(key))

    def rule_title(self, pack: str, rule: str, language: str) -> str:
        """What a rule is called in a language; its id where it is gone."""
        return next((one.title_in(language) for found in self.packs if found.id == pack
                     for one in found.rules if one.id == rule), rule)

    def hit_counts(self) -> HitCounts:
        """Hits over all open documents."""
        whole = Counter[tuple[str, str]]()
        for key, file in self._files.items():
            if file.prepared is not None:
                kept = self._counts.get(key)
                if kept is None or kept[0] is not file.prepared:
                    kept = self._counts[key] = file.prepared, file.prepared.judgement.hit_counts()
                whole.update(kept[1])
        return whole

    def explain(self, key: str, ordinal: int) -> tuple[RuleTrace, ...]:
        """What every rule did with a chunk, conditions and values seen included; `ordinal` is its place, from 0."""
        prepared = self._prepared(key)
        return pipeline.compiled(self.rule_choice()).explain(prepared.document, prepared.chunks, ordinal,
                                                                 self.rule_choice().instruction)

    def masked_kinds(self) -> frozenset[EntityKind]:
        """What the rules that are on mark as sensitive, anywhere."""
        return frozenset(kind for pack in self.packs for rule in pack.rules
                         if rule.enabled and self.is_enabled(pack.id, rule.id)
                         for action in rule.then if action.kind == "mark" for kind in action.entities)

    # --- what the model will see ------------------------------------------------------------------------
    def _kept(self, key: str, prepared: Prepared, vault: Vault | None) -> Prepared:
        """Keeps a vault that was made in the background."""
        if vault is not None:
            self._vaults[key] = prepared, vault
        return prepared

    def vault(self, key: str) -> Vault:
        prepared = self._prepared(key)
        kept = self._vaults.get(key)
        if not kept or kept[0] is not prepared:
            kept = self._vaults[key] = prepared, pipeline.vault(prepared)
        return kept[1]

    def masked_text(self, key: str, ordinal: int) -> str:
        prepared = self._prepared(key)
        return pipeline.masked_text(prepared, prepared.chunks[ordinal], self.vault(key))

    def _prepared(self, key: str) -> Prepared:
        prepared = self._files[key].prepared
        if prepared is None:
            raise DocPrepError("not_ready", name=self._files[key].name)
        return prepared

    # --- the language model -----------------------------------------------------------------------------
    @property
    def endpoint(self) -> EndpointChoice:
        return self.host.choice

    def choose_endpoint(self, choice: EndpointChoice, window: int | None = None) -> None:
        """Takes another language model; where it is small, the open documents are cut to its window."""
        before = self.host.window
        self.host.choose(choice, window)
        self.model_chosen = True
        self.tell(EndpointChanged())
        self._save_soon()
        self._executor.submit(self.host.end_others, lambda future: future.result())
        if self.host.window != before:
            for key in tuple(self._files):
                self._cut_again(key)

    def find_servers(self, done: Callable[[tuple[FoundServer, ...]], None]) -> None:
        """Looks at all places at once; `done` gets what was found, in their order."""
        answers: dict[Address, FoundServer | None] = {}

        def looked(place: Address, future: Future[FoundServer | None]) -> None:
            answers[place] = future.result()
            if len(answers) == len(self._places):
                done(tuple(found for one in self._places if (found := answers[one])))

        for place in self._places:
            self._executor.submit(partial(self.host.look, place), partial(looked, place))
        if not self._places:
            done(())

    def check_endpoint(self, choice: EndpointChoice, done: Callable[[Future[EndpointReport]], None],
                       cancelled: Callable[[], bool] = lambda: False) -> None:
        """Asks a server for its models, or a model file what it is, in the background; and has the model say one
        token, which may take as long as it takes to load it."""
        self._executor.submit(partial(self.host.try_out, choice, self.profile.trusted_hosts(), cancelled), done)

    # --- settings ---------------------------------------------------------------------------------------
    def set_profile(self, profile: Profile) -> None:
        """Other settings: the open documents are cut by them, the next run and the next request obey them."""
        before, self.profile = self.profile, profile
        self._save_soon()
        for key in tuple(self._files):
            self._read_otherwise(key, before)
        if before.of("chunking") != profile.of("chunking"):
            for key in tuple(self._files):
                self._cut_again(key)
        self.tell(RunChanged())

    def _read_otherwise(self, key: str, before: Profile) -> None:
        """Reads a file again where settings that are others since `before` make it another file."""
        file = self._files[key]
        changed = {name for name in _READING if before.get(name) != self.profile.get(name)}
        converted = file.error is not None and (file.error.kind == "needs_converter"
                                                or file.error.params.get("reason") == "converter")
        table = file.document is not None and file.document.source.kind in ("xlsx", "xls", "csv")
        concerned = {"reading.ocr": _has_pictures(file), "reading.pictures": _has_pictures(file),
                     "reading.libreoffice": converted,
                     "reading.columns_left_out": table}
        if any(concerned[name] for name in changed):
            self.retry(key)

    def _cut_again(self, key: str) -> None:
        file = self._files.get(key)
        if file and isinstance(file.error, SettingError):
            self.retry(key)  # what could not work may work now
        if not file or not file.prepared:
            return
        document, rules = file.prepared.document, self.rule_choice()
        try:
            settings = self.profile.chunking(document.source.kind, self.host.window)
        except SettingError as error:
            self._change(replace(file, state="set_aside", prepared=None, error=error))
            return

        self._cut_by[key] = settings

        def work() -> Prepared:
            return pipeline.judge(document, pipeline.cut(document, settings), rules)

        self._executor.submit(partial(pipeline.with_vault, work), partial(self._cut, key, document, rules, settings))

    def _cut(self, key: str, document: Document, rules: RuleChoice, settings: ChunkSettings,
             future: Future[tuple[Prepared, Vault | None]]) -> None:
        file = self._files.get(key)
        # A later change of model or settings has its own answer under way.
        if settings == self._cut_by.get(key):
            del self._cut_by[key]
            if not file or file.document is not document:
                return
            self._change(replace(file, prepared=self._kept(key, *future.result())))
            if rules != self.rule_choice():
                self._judging.again([key])

    # --- the end ----------------------------------------------------------------------------------------
    def _save_soon(self) -> None:
        if self._memory and not self._save_due:
            self._save_due = True
            self._executor.later(SAVE_AFTER_S, self.save)

    def save(self) -> None:
        self._save_due = False
        if self._memory:
            files = tuple((str(file.path.absolute()), file.name) for file in self._files.values())
            self._memory.save(Remembered(files, self._disabled, self.host.choice, self.host.window,
                                         self.model_chosen, self._recent, self.profile.values, self._columns))

    def shut_down(self) -> None:
        """Ends the reading processes and the trial model; what is remembered is written."""
        self.save()
        self.rulebook.save()
        self._workers.close()
        self.host.close()


def _has_pictures(file: OpenFile) -> bool:
    """Would the file be another if text in pictures were read, or not read?"""
    codes = {notice.code for notice in file.document.notices} if file.document else set()
    return bool(codes & _PICTURE_CODES) or (file.error is not None and file.error.kind == "no_text_layer")


def _read_packs(store: PackStore) -> tuple[Pack, ...]:
    for name, text in store.drafts().items():
        draft(text, name)  # rules that were read once are not read again
    return shelf.available()


def _with(packs: tuple[Pack, ...], pack: Pack) -> tuple[Pack, ...]:
    """The packs with one in the place of that of its name, or last."""
    if not any(one.id == pack.id for one in packs):
        return (*packs, pack)
    return tuple(pack if one.id == pack.id else one for one in packs)
