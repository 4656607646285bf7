"""Settings as data: keys, types, defaults, bounds. A profile is a set of overrides of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, get_args

from docprep_gui import chunking
from docprep_gui.chunking import ChunkSettings
from docprep_gui.domain.document import FileKind
from docprep_gui.domain.errors import SettingError
from docprep_gui.parsing.ocr import MOST_PICTURES

Group = Literal["", "reading", "chunks", "queue", "requests"]
SettingValue = int | float | str | bool | None


@dataclass(frozen=True, slots=True)
class Setting:
    """`default` None: by kind of file (see chunking.defaults) or by task. `low` and `high` bound numbers, both
    included; `choices` lists the words allowed; `unit` is what a number counts. `group`: where the window shows it; ""
    where it does not."""

    key: str
    kind: Literal["int", "float", "choice", "flag", "weights", "words", "path"]
    default: SettingValue
    unit: str = ""
    low: float = 0
    high: float = 1e9
    choices: tuple[str, ...] = ()
    group: Group = ""


SETTINGS: tuple[Setting, ...] = (
    Setting("chunking.target_tokens", "int", None, "tokens", 20, 100_000, group="chunks"),
    Setting("chunking.max_tokens", "int", None, "tokens", 20, 130_000, group="chunks"),
    Setting("chunking.max_chars", "int", None, "characters", 10, 1_000_000, group="chunks"),
    Setting("chunking.overlap_tokens", "int", None, "tokens", 0, 50_000, group="chunks"),
    Setting("chunking.overlap_chars", "int", None, "characters", 0, 500_000, group="chunks"),
    Setting("chunking.table_rows", "int", None, "rows", 1, 100_000, group="chunks"),
    Setting("scheduling.concurrency", "int", 4, "requests", 1, 64, group="queue"),
    Setting("scheduling.max_attempts", "int", 4, "requests", 1, 20, group="queue"),
    Setting("scheduling.backoff_s", "float", 1.0, "seconds", 0, 600, group="queue"),
    Setting("scheduling.weights", "weights", "5,3,2", group="queue"),
    Setting("inference.stream", "flag", True, group="requests"),
    Setting("inference.response", "choice", None, choices=("text", "json"), group="requests"),
    Setting("inference.timeout_s", "float", 120.0, "seconds", 0.1, 3600, group="requests"),
    Setting("inference.temperature", "float", 0.1, "", 0, 2, group="requests"),
    Setting("inference.max_tokens", "int", None, "tokens", 1, 32_000, group="requests"),
    Setting("inference.trusted_hosts", "words", "", group="requests"),
    Setting("reading.ocr", "flag", True, group="reading"),
    Setting("reading.pictures", "int", MOST_PICTURES, "pictures", 0, 100_000, group="reading"),
    Setting("reading.cache", "flag", True, group="reading"),
    Setting("reading.libreoffice", "path", "", group="reading"),
    Setting("reading.columns_left_out", "words", "", group="reading"),
    Setting("masking.default", "choice", "on", choices=("on", "off")),
)
BY_KEY: Mapping[str, Setting] = {setting.key: setting for setting in SETTINGS}


def parse(setting: Setting, text: str) -> SettingValue:
    """The value that a person wrote. SettingError: bad_value, out_of_range, no_such_file."""
    word = text.strip()
    if setting.kind in ("int", "float"):
        try:
            value = int(word) if setting.kind == "int" else float(word)
        except ValueError:
            raise SettingError("bad_value", key=setting.key, value=text) from None
        if not setting.low <= value <= setting.high:
            raise SettingError("out_of_range", key=setting.key, value=text, low=f"{setting.low:g}",
                               high=f"{setting.high:g}")
        return value
    if setting.kind == "flag":
        if word.lower() not in ("true", "false", "on", "off"):
            raise SettingError("bad_value", key=setting.key, value=text)
        return word.lower() in ("true", "on")
    if setting.kind == "choice" and word not in setting.choices:
        raise SettingError("bad_value", key=setting.key, value=text)
    if setting.kind == "path" and word and not Path(word).expanduser().is_file():
        raise SettingError("no_such_file", key=setting.key, value=text)
    if setting.kind == "weights":
        parts = word.split(",")
        if len(parts) != 3 or not all(part.strip().isdecimal() and int(part) > 0 for part in parts):
            raise SettingError("bad_value", key=setting.key, value=text)
    return word


@dataclass(frozen=True)
class Profile:
    """Overrides of the defaults, by key."""

    values: Mapping[str, SettingValue] = field(default_factory=dict)

    def override(self, assignments: list[str]) -> Profile:
        """With KEY=VALUE texts on top. SettingError: unknown_setting and those of `parse`."""
        values = dict(self.values)
        for assignment in assignments:
            key, equals, text = assignment.partition("=")
            if not equals or key not in BY_KEY:
                raise SettingError("unknown_setting", key=key)
            values[key] = parse(BY_KEY[key], text)
        return Profile(values)

    def get(self, key: str) -> SettingValue:
        return self.values.get(key, BY_KEY[key].default)

    def with_value(self, key: str, value: SettingValue) -> Profile:
        """With one value, or (None) with its default. SettingError where it cannot work with the others."""
        values = {name: kept for name, kept in self.values.items() if name != key}
        if value is not None:
            values[key] = value
        made = Profile(values)
        for kind in get_args(FileKind):
            made.chunking(kind, None)
        return made

    def of(self, part: str) -> Mapping[str, SettingValue]:
        """The overrides of one part: chunking, scheduling, inference, masking."""
        return {key: value for key, value in self.values.items() if key.startswith(f"{part}.")}

    def number(self, key: str) -> float:
        value = self.get(key)
        assert isinstance(value, int | float), key
        return value

    def whole(self, key: str) -> int:
        return int(self.number(key))

    def weights(self) -> dict[str, int]:
        high, medium, low = (int(part) for part in str(self.get("scheduling.weights")).split(","))
        return {"high": high, "medium": medium, "low": low}

    def trusted_hosts(self) -> frozenset[str]:
        return frozenset(str(self.get("inference.trusted_hosts")).replace(",", " ").split())

    def chunking(self, kind: FileKind, window: int | None) -> ChunkSettings:
        """What to cut this kind of file by. SettingError where the overrides cannot work."""
        chosen = {key.removeprefix("chunking."): int(str(value)) for key, value in self.values.items()
                  if key.startswith("chunking.") and value is not None}
        return chunking.defaults(kind, window).changed(**chosen).checked()


def remembered(values: Mapping[str, Any]) -> Profile:
    """The profile of values that were kept in a file. Those that this version does not know, or that cannot work, are
    left out."""
    profile = Profile()
    for key, value in values.items():
        try:
            profile = profile.with_value(key, parse(BY_KEY[key], written(value)))
        except (KeyError, SettingError):
            continue
    return profile


def written(value: SettingValue) -> str:
    """As a person writes it, and `parse` reads it; "" for None."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "on" if value else "off"
    return f"{value:g}" if isinstance(value, float) else str(value)


PROFILES: Mapping[str, Profile] = {"default": Profile()}
