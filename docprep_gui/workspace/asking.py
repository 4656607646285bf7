"""Asking a language model about one chunk: which model it is, what leaves for it, what comes back."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache

from docprep_gui.domain.chunk import EntityKind
from docprep_gui.domain.errors import EndpointError
from docprep_gui.domain.task import Answer, Citation
from docprep_gui.inference import prompts
from docprep_gui.inference.addresses import host, is_local, normalise
from docprep_gui.inference.answers import read_json
from docprep_gui.inference.embedded import CONTEXT, EmbeddedModel
from docprep_gui.inference.endpoint import Endpoint, Timeouts, ask, make_client, models
from docprep_gui.inference.masking import Vault, leaks, mask_request, mask_span, unmask
from docprep_gui.workspace.choices import EndpointChoice, EndpointReport, Question
from docprep_gui.workspace.paths import shipped
from docprep_gui.workspace.pipeline import Prepared
from docprep_gui.workspace.settings import Profile


@cache
def book() -> prompts.Book:
    return prompts.load((shipped("resources") / "prompts" / "tasks.json").read_text("utf-8"))


class ModelHost:
    """The chosen language model. The built-in one is started when first needed and ended with `close`."""

    def __init__(self, choice: EndpointChoice, key: str | None = None) -> None:
        self.choice = choice
        self._key = key
        self._window: int | None = None
        self._embedded = EmbeddedModel()
        self.client = make_client()

    @property
    def window(self) -> int | None:
        """Tokens that the model takes; None: not known, taken to be enough for the defaults."""
        return CONTEXT if self.choice.url is None else self._window

    @property
    def name(self) -> str:
        """The language model's name, as people know it; "" where a server is to choose."""
        return self._embedded.name if self.choice.url is None else self.choice.model or ""

    @property
    def available(self) -> bool:
        """False where the built-in model is chosen and not installed."""
        return self.choice.url is not None or self._embedded.available()

    @property
    def local(self) -> bool:
        """Nothing leaves this machine."""
        return self.choice.url is None or is_local(self.choice.url)

    def choose(self, choice: EndpointChoice, window: int | None) -> None:
        self.choice, self._window = choice, window

    def endpoint(self, choice: EndpointChoice, trusted_hosts: frozenset[str] = frozenset()) -> Endpoint:
        """Where to ask; starts the built-in model. Blocks; EndpointError where it cannot be started, SettingError for
        an address that is none."""
        if choice.url is None:
            return self._embedded.start()
        url = normalise(choice.url)
        return Endpoint(url, choice.model or "default", self._key, trusted=choice.trusted or host(url) in trusted_hosts)

    def check(self, choice: EndpointChoice, trusted_hosts: frozenset[str] = frozenset()) -> EndpointReport:
        """Asks a server for its models. Blocks; EndpointError where it cannot be reached."""
        found = models(self.client, self.endpoint(choice, trusted_hosts))
        chosen = next((one for one in found if one.name == choice.model), found[0] if found else None)
        return EndpointReport(tuple(one.name for one in found), chosen.window if chosen else None)

    def close(self) -> None:
        self._embedded.stop()
        self.client.close()


def ask_about(models: ModelHost, choice: EndpointChoice, prepared: Prepared, ordinal: int, kinds: frozenset[EntityKind],
              question: Question, profile: Profile, cancelled: Callable[[], bool],
              on_text: Callable[[str], None]) -> Answer:
    """Asks one question about one chunk; blocks. `kinds`: what is masked wherever it stands in the request.

    EndpointError says why it failed, refused_egress (with `leak`) when something sensitive would have left after all;
    AskCancelledError when it was stopped."""
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
