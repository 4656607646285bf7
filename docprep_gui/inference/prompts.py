"""What is asked of a language model: the body of a request to /v1/chat/completions. Pure.

Wording and tasks are data (resources/prompts/tasks.json); this module only arranges them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from docprep_gui.domain.errors import SettingError
from docprep_gui.text import tokens

Response = Literal["text", "json"]
Language = Literal["zh", "en"]

TEMPERATURE = 0.1
MAX_TOKENS = 500
# The trial model repeats itself until it is stopped, so its answers are held short by grammar, not by cutting them.
TRIAL_MAX_TOKENS = 600
_TRIAL_CHARS = 80
_TRIAL_MEMBER_CHARS = 20
_TRIAL_ITEMS = 2
_TRIAL_GRAMMAR = f"root ::= [^\\n] [^\\n]{{0,{_TRIAL_CHARS - 1}}}"

_PER_MESSAGE = 4
_RULED_LINE = re.compile("={5,}")
_LANGUAGES: tuple[str, ...] = ("zh", "en")
_FRAME_KEYS = (
    "system", "system_trial", "task", "wish", "document", "place", "fields", "hints", "text", "answer_text",
    "answer_json",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class TaskPrompt:
    """A task that users can pick. `title` and `instruction` by language; `schema` (JSON Schema) where `response` is
    "json"; `max_tokens` bounds the answer."""

    id: str
    title: Mapping[str, str]
    instruction: Mapping[str, str]
    response: Response = "text"
    max_tokens: int = MAX_TOKENS
    schema: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Book:
    """The tasks, and the words around them by language."""

    frame: Mapping[str, Mapping[str, str]]
    tasks: Mapping[str, TaskPrompt] = field(default_factory=dict)


def load(text: str) -> Book:
    """The book of a tasks.json. SettingError("bad_prompts") with `where`, the member that is missing or wrong."""
    try:
        data = json.loads(text)
    except ValueError as error:
        raise SettingError("bad_prompts", where=str(error)) from error
    frame = _member(data, "frame", dict, "frame")
    words = {
        language: {
            key: str(_member(_member(frame, language, dict, "frame"), key, str, f"frame.{language}"))
            for key in _FRAME_KEYS
        }
        for language in _LANGUAGES
    }
    tasks = {}
    for item in _member(data, "tasks", list, "tasks"):
        task = _task(item)
        tasks[task.id] = task
    return Book(words, tasks)


def _task(item: Any) -> TaskPrompt:
    name = str(_member(item, "id", str, "tasks"))
    response = _member(item, "response", str, name)
    if response not in ("text", "json"):
        raise SettingError("bad_prompts", where=f"{name}.response")
    texts = {
        key: {language: str(_member(_member(item, key, dict, name), language, str, f"{name}.{key}"))
              for language in _LANGUAGES}
        for key in ("title", "instruction")
    }  # fmt: skip
    return TaskPrompt(
        name,
        texts["title"],
        texts["instruction"],
        "json" if response == "json" else "text",
        int(_member(item, "max_tokens", int, name)),
        _member(item, "schema", dict, name) if response == "json" else None,
    )


def _member(data: Any, key: str, kind: type, where: str) -> Any:
    if not isinstance(data, dict) or not isinstance(data.get(key), kind):
        raise SettingError("bad_prompts", where=f"{where}.{key}")
    return data[key]


def build(
    book: Book,
    question: TaskPrompt | str,
    *,
    model: str,
    chunk_text: str,
    title: str = "",
    title_path: Sequence[str] = (),
    fields: Mapping[str, Sequence[str]] | None = None,
    hints: Sequence[str] = (),
    language: Language = "zh",
    response: Response | None = None,
    temperature: float = TEMPERATURE,
    max_tokens: int | None = None,
    trial: bool = False,
    wish: str = "",
) -> dict[str, Any]:
    """The body that asks one question about one chunk.

    `question`: a task, or a sentence of the user's own. `title` is the file's name or the document's title,
    `title_path` the headings over the chunk, `fields` what rules found in it, `hints` the prompts of rules. `response`
    and `max_tokens` default to the task's. `trial`: for the built-in model, with short words and a bounded answer.
    `wish`: the user's sentence that was taken for the task; it may say more than the task does.

    The chunk stands between two ruled lines longer than any in it, and is named untrusted.
    """
    words = book.frame[language]
    task = question if isinstance(question, TaskPrompt) else None
    instruction = task.instruction[language] if task else str(question).strip()
    response = response or (task.response if task else "text")
    limit = max_tokens or (task.max_tokens if task else MAX_TOKENS)
    line = _ruled_line(chunk_text)
    parts = [words["task"] + instruction]
    if wish.strip():
        parts.append(words["wish"] + wish.strip())
    if title:
        parts.append(words["document"] + title)
    if title_path:
        parts.append(words["place"] + " > ".join(title_path))
    if fields and not trial:
        parts += [words["fields"], *(f"- {name}: {'; '.join(values)}" for name, values in fields.items() if values)]
    if hints:
        parts.append(words["hints"] + " ".join(hints))
    parts += [words["text"], line, chunk_text.strip("\n"), line]
    parts.append(words["answer_json" if response == "json" else "answer_text"])
    body: dict[str, Any] = {
        "model": model,
        "messages": [
            {"role": "system", "content": words["system_trial" if trial else "system"]},
            {"role": "user", "content": "\n".join(parts)},
        ],
        "temperature": temperature,
        "max_tokens": min(limit, TRIAL_MAX_TOKENS) if trial else limit,
        "stream": True,
        "stream_options": {"include_usage": True},
    }
    if response == "json":
        schema = (task.schema if task else None) or {"type": "object"}
        body["response_format"] = {
            "type": "json_schema",
            "json_schema": {"name": task.id if task else "answer", "schema": _bounded(schema) if trial else schema},
        }
    elif trial:
        body["grammar"] = _TRIAL_GRAMMAR
    return body


def estimate(body: Mapping[str, Any]) -> int:
    """Estimated tokens of a body's prompt: its messages with a few for the form of each, without the answer."""
    return sum(tokens.count(str(message["content"])) + _PER_MESSAGE for message in body["messages"])


def _ruled_line(text: str) -> str:
    longest = max((len(run) for run in _RULED_LINE.findall(text)), default=4)
    return "=" * (longest + 1)


def _bounded(schema: Any) -> Any:
    """A JSON Schema with short strings and lists. An object of any shape becomes one with a single answer."""
    if not isinstance(schema, Mapping):
        return schema
    kind = schema.get("type")
    if kind == "object" and "properties" not in schema:
        schema = {"type": "object", "properties": {"answer": {"type": "string"}}, "required": ["answer"],
                  "additionalProperties": False}  # fmt: skip
    bounded = dict(schema)
    if "properties" in bounded:
        bounded["properties"] = {name: _bounded(inner) for name, inner in bounded["properties"].items()}
    if "items" in bounded:
        bounded["items"] = _bounded(bounded["items"])
    if kind == "array":
        bounded["maxItems"] = _TRIAL_ITEMS
    if kind == "string" and "enum" not in bounded:
        bounded["maxLength"] = _TRIAL_MEMBER_CHARS
    return bounded
