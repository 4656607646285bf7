"""Asking a language model about one chunk: which model it is, what leaves for it, what comes back."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docprep_gui.domain.chunk import EntityKind
from docprep_gui.domain.errors import EndpointError, SettingError
from docprep_gui.domain.task import Answer, Citation
from docprep_gui.inference import gguf, machine, prompts
from docprep_gui.inference.addresses import host, is_local, normalise
from docprep_gui.inference.answers import read_json
from docprep_gui.inference.calls import Endpoint, Timeouts
from docprep_gui.inference.embedded import CONTEXT, EmbeddedModel
from docprep_gui.inference.masking import Vault, leaks, mask_request, mask_span, unmask
from docprep_gui.inference.servers import Address, FoundServer
from docprep_gui.workspace.choices import EndpointChoice, EndpointReport, Question
from docprep_gui.workspace.paths import shipped
from docprep_gui.workspace.pipeline import Prepared
from docprep_gui.workspace.settings import Profile

if TYPE_CHECKING:
    import httpx


@cache
def book() -> prompts.Book:
    return prompts.load((shipped("resources") / "prompts" / "tasks.json").read_text("utf-8"))


class ModelHost:
    """The chosen language model. One that the embedded runtime runs is started when first needed, and ended with
    `end_others` or `close`."""

    def __init__(self, choice: EndpointChoice, window: int | None = None, key: str | None = None) -> None:
        self.choice = choice
        self._key = key
        self._window = window
        self._embedded = EmbeddedModel()
        self._own: dict[str, EmbeddedModel] = {}
        self._guard = threading.Lock()
        self._closed = threading.Event()
        self._client: httpx.Client | None = None

    @property
    def client(self) -> httpx.Client:
        """Made when it is first needed: importing what it is made of takes a good part of the start of the program."""
        from docprep_gui.inference.endpoint import make_client

        with self._guard:
            if self._client is None:
                self._client = make_client()
            return self._client

    @property
    def window(self) -> int | None:
        """Tokens that the model takes; None: not known, or no model: taken to be enough for the defaults."""
        return CONTEXT if self.choice.trial else self._window

    @property
    def name(self) -> str:
        """The language model's name, as people know it; "" where a server is to choose, or there is none."""
        return self._embedded.name if self.choice.trial else self.choice.model or ""

    @property
    def available(self) -> bool:
        """False where no model is wanted, or the embedded runtime is needed and not installed."""
        return not self.choice.off and (self.choice.url is not None or self._embedded.available())

    @property
    def local(self) -> bool:
        """Nothing leaves this machine."""
        return self.choice.url is None or is_local(self.choice.url)

    def choose(self, choice: EndpointChoice, window: int | None) -> None:
        self.choice, self._window = choice, window

    def endpoint(self, choice: EndpointChoice, trusted_hosts: frozenset[str] = frozenset()) -> Endpoint:
        """Where to ask; starts the embedded model. Blocks; EndpointError where it cannot be started, SettingError for
        an address that is none, AskCancelledError where the program ends meanwhile."""
        if choice.off:
            raise SettingError("no_model")
        if choice.url is None:
            return (self._embedded if choice.gguf is None else self._from_file(choice)).start(
                cancelled=self._closed.is_set)
        url = normalise(choice.url)
        return Endpoint(url, choice.model or "default", self._key, trusted=choice.trusted or host(url) in trusted_hosts)

    def _from_file(self, choice: EndpointChoice) -> EmbeddedModel:
        assert choice.gguf is not None
        with self._guard:
            window = self._window if choice.gguf == self.choice.gguf else None
            model = self._own.get(choice.gguf)
            if model is None or model.window != (window or model.window):
                if model is not None:
                    model.stop()
                path = Path(choice.gguf)
                file = gguf.read(path)
                model = self._own[choice.gguf] = EmbeddedModel(
                    path, file.name, window=window or gguf.window(file, machine.free_memory()),
                    threads=machine.model_threads())
            return model

    def check(self, choice: EndpointChoice, trusted_hosts: frozenset[str] = frozenset()) -> EndpointReport:
        """Asks a server for its models, or a file what it is. Blocks; EndpointError where it cannot be reached, or
        where a server here would hand the model's work to another machine (refused_egress with reason "elsewhere")."""
        if choice.gguf is not None:
            model = self._from_file(choice)
            if not model.available():
                raise EndpointError("unreachable", url="", reason="not_installed")
            return EndpointReport((model.name,), model.window)
        from docprep_gui.inference import discovery  # see `client`
        from docprep_gui.inference.endpoint import models

        place = self.endpoint(choice, trusted_hosts)
        found = {one.name: one.window for one in models(self.client, place)}
        server = discovery.look_at(self.client, place.url, self._key) if choice.url and is_local(place.url) else None
        if server:
            if choice.model and not choice.trusted and _named(choice.model, server.elsewhere):
                raise EndpointError("refused_egress", host=host(place.url), model=choice.model, reason="elsewhere")
            found = {one.name: one.window for one in server.models}
        chosen = _named(choice.model, found) if choice.model else None
        if chosen is None and (choice.model is None or len(found) == 1):
            chosen = next(iter(found), None)
        return EndpointReport(tuple(found), found[chosen] if chosen is not None else None)

    def try_out(self, choice: EndpointChoice, trusted_hosts: frozenset[str] = frozenset(),
                cancelled: Callable[[], bool] = lambda: False) -> EndpointReport:
        """As `check`, and has the model say one token, so that it is sure to answer, and is in memory afterwards. The
        report's first model is the one that was tried."""
        from docprep_gui.inference.endpoint import ask  # see `client`

        report = self.check(choice, trusted_hosts)
        if not report.models:
            raise EndpointError("unreachable", url=choice.url or "", reason="no_models")
        name = choice.model if choice.model in report.models else report.models[0]
        place = replace(self.endpoint(choice, trusted_hosts), model=name)
        with _short_answers():
            ask(self.client, place, {**_TRY_OUT, "model": name},
                cancelled=lambda: cancelled() or self._closed.is_set())
        if choice.url is not None:
            # Some servers tell the window of a model only when it is in memory.
            report = self.check(replace(choice, model=name), trusted_hosts)
        return EndpointReport((name, *(one for one in report.models if one != name)), report.window)

    def end_others(self) -> None:
        """Ends embedded models that are not chosen. May block while one of them starts."""
        with self._guard:
            kept = self.choice.gguf
            ended = [self._own.pop(path) for path in tuple(self._own) if path != kept]
        if not self.choice.trial:
            ended.append(self._embedded)
        for model in ended:
            model.stop()

    def look(self, place: Address) -> FoundServer | None:
        """The model server at a usual place of this machine, if there is one. Blocks for a few seconds at most."""
        from docprep_gui.inference import discovery  # see `client`

        return discovery.look(self.client, place, self._key)

    def close(self) -> None:
        self._closed.set()
        for model in (self._embedded, *self._own.values()):
            model.stop()
        if self._client is not None:
            self._client.close()


def _named(name: str, names: Iterable[str]) -> str | None:
    """Which of the names is meant: Ollama takes "qwen3" for "qwen3:latest"."""
    return next((one for one in names if one in (name, f"{name}:latest")), None)


_TRY_OUT: Mapping[str, Any] = {"messages": [{"role": "user", "content": "OK?"}], "max_tokens": 1, "temperature": 0}


@contextmanager
def _short_answers() -> Iterator[None]:
    """One token is no whole answer, and a model that thinks first says nothing with it; that it came is enough."""
    try:
        yield
    except EndpointError as error:
        if error.kind not in ("answer_cut", "empty"):
            raise


def ask_about(models: ModelHost, choice: EndpointChoice, prepared: Prepared, ordinal: int, kinds: frozenset[EntityKind],
              question: Question, profile: Profile, cancelled: Callable[[], bool],
              on_text: Callable[[str], None]) -> Answer:
    """Asks one question about one chunk; blocks. `kinds`: what is masked wherever it stands in the request.

    EndpointError says why it failed, refused_egress (with `leak`) when something sensitive would have left after all;
    AskCancelledError when it was stopped."""
    from docprep_gui.inference.endpoint import ask  # see `ModelHost.client`

    started = time.monotonic()
    endpoint = models.endpoint(choice, profile.trusted_hosts())
    document, chunk = prepared.document, prepared.chunks[ordinal]
    verdict = prepared.judgement.verdicts[ordinal]
    vault = Vault.build(document, prepared.judgement.sensitive, (document.source.name, question.text))
    wanted, limit = profile.values.get("inference.response"), profile.get("inference.max_tokens")
    body, vault = mask_request(prompts.build(
        book(), book().tasks[question.task] if question.task else question.text,
        model=endpoint.model,
        chunk_text=mask_span(document, (*chunk.context, chunk.core), vault),
        title=document.source.name,
        title_path=chunk.title_path,
        fields={name: [document.slice(value.span) for value in values] for name, values in verdict.fields.items()},
        hints=verdict.prompts,
        language=document.source.language,
        wish=question.text if question.task else "",
        response="json" if wanted == "json" else "text" if wanted == "text" else None,
        temperature=profile.number("inference.temperature"),
        max_tokens=int(str(limit)) if limit else None,
        trial=endpoint.trial,
    ), vault, kinds)
    found = leaks(body, vault, kinds)
    if found:
        raise EndpointError("refused_egress", leak=found[0].kind)
    raw = ask(models.client, endpoint, body, stream=bool(profile.get("inference.stream")),
              timeouts=Timeouts(first_s=profile.number("inference.timeout_s")), cancelled=cancelled,
              on_delta=on_text)
    content = unmask(read_json(raw.text) if "response_format" in body else raw.text, vault)
    return Answer(content, raw.model, endpoint.trial, time.monotonic() - started, raw.usage,
                  (Citation("", chunk.core, chunk.location, proven=False),))
