"""A rule as lines of words: what is drawn in a box, and in which. Made from the parts of `rules.sentence`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

from docprep_gui.domain.chunk import Priority, Route
from docprep_gui.gui.documents.why import noun
from docprep_gui.rules.model import Rule
from docprep_gui.rules.sentence import Part, parts
from docprep_gui.workspace.messages import Messages

ChipKind = Literal["field", "operator", "value", "pattern", "action", "target", "group", "route", "priority", "plain",
                   "text", "add"]


@dataclass(frozen=True, slots=True)
class Chip:
    """`route` and `priority` are set for those kinds; `text` says them too."""

    kind: ChipKind
    text: str
    route: Route | None = None
    priority: Priority | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """`lead` stands in front ("If", "and", "then"), "" under the lead above. `indent`: how deep in groups, from 0."""

    lead: str
    chips: tuple[Chip, ...]
    indent: int = 0
    gap: bool = field(default=False, compare=False)


def lines(rule: Rule, messages: Messages) -> tuple[Line, ...]:
    return tuple(_Writer(messages).lines(parts(rule, messages.language)))


def spoken(rule: Rule, messages: Messages) -> str:
    """The rule as one sentence, for the screen reader."""
    blank = "" if messages.language == "zh" else " "
    said = [blank.join(filter(None, (line.lead, blank.join(chip.text for chip in line.chips))))
            for line in lines(rule, messages)]
    return ("，" if messages.language == "zh" else ", ").join(said)


class _Writer:
    def __init__(self, messages: Messages) -> None:
        self._messages = messages

    def lines(self, found: Sequence[Part]) -> Iterator[Line]:
        then = next(i for i, part in enumerate(found) if part.key == "join.then")
        because = next((i for i, part in enumerate(found) if part.key == "join.because"), len(found))
        yield from self._when(found[:then])
        for i, action in enumerate(_cut(found[then + 1 : because], _begins_action)):
            yield Line(self._capital(found[then].key) if i == 0 else "", tuple(self._chips(action)), gap=i == 0)
        if because < len(found):
            yield Line(self._capital("join.because"), (Chip("text", found[because + 1].text),), gap=True)

    def _when(self, found: Sequence[Part]) -> Iterator[Line]:
        scope = [part for part in found if part.key.startswith("scope.")]
        rest = [part for part in found if not part.key.startswith("scope.")]
        for part in scope:
            yield Line("", (Chip("plain", self._messages.word(part.key)),))
        lead = self._messages.word(rest[0].key)
        if rest[0].key == "join.always":
            yield Line("", (Chip("plain", lead),))
            return
        body = rest[1:]
        if len(body) == 1 and body[0].children and body[0].key == "join.all":
            only = list(_cut(body[0].children, _begins_condition))
            if len(only) == 1 and not only[0][0].children:
                body = only[0]
        yield from self._condition(body, lead, 0)

    def _condition(self, condition: Sequence[Part], lead: str, indent: int) -> Iterator[Line]:
        first = condition[0]
        if not first.children:
            yield Line(lead, tuple(self._chips(condition)), indent)
            return
        yield Line(lead, (Chip("group", self._messages.word(first.key)),), indent)
        joined = self._messages.word("join.and" if first.key == "join.all" else "join.or")
        for i, child in enumerate(_cut(first.children, _begins_condition)):
            yield from self._condition(child, joined if i else "", indent + 1)

    def _chips(self, found: Sequence[Part]) -> Iterator[Chip]:
        said = any(part.key in ("action.prompt", "action.reason") for part in found)
        pattern = any(part.key in ("op.matches", "op.not_matches", "action.by_pattern") for part in found)
        for part in found:
            match part.role:
                case "field":
                    yield Chip("field", self._messages.word(part.key) if part.key else noun(part.text, self._messages))
                case "operator":
                    yield Chip("operator", self._messages.word(part.key, count=part.text))
                case "action":
                    yield Chip("action", self._messages.word(part.key))
                case "value" if said:
                    yield Chip("text", part.text)
                case "value":
                    yield Chip("pattern" if pattern else "value", part.text if pattern else figure(part.text))
                case "target":
                    yield self._target(part)
                case "join":
                    yield Chip("plain", self._messages.word(part.key))
                case "literal":
                    yield Chip("text", part.text)

    def _target(self, part: Part) -> Chip:
        text = self._messages.word(part.key) if part.key else noun(part.text, self._messages)
        value = part.key.partition(".")[2]
        for route in get_args(Route):
            if part.key == f"route.{route}":
                return Chip("route", text, route=route)
        for priority in get_args(Priority):
            if part.key.startswith("priority.") and priority == value:
                return Chip("priority", text, priority=priority)
        return Chip("target", text)

    def _capital(self, key: str) -> str:
        said = self._messages.word(key)
        return said[:1].upper() + said[1:]


def figure(text: str) -> str:
    """A large whole number with its thousands apart; anything else as it is."""
    return f"{int(text):,}" if text.isascii() and text.isdigit() and len(text) > 4 else text


def _begins_condition(found: Sequence[Part], i: int) -> bool:
    """A group, or a field with its operator: "within 30 days of another field" names a second field without one."""
    if found[i].children:
        return True
    return found[i].role == "field" and i + 1 < len(found) and found[i + 1].role == "operator"


def _begins_action(found: Sequence[Part], i: int) -> bool:
    return found[i].role == "action"


def _cut(found: Sequence[Part], begins: object) -> Iterator[list[Part]]:
    assert callable(begins)
    made: list[Part] = []
    for i, part in enumerate(found):
        if made and begins(found, i):
            yield made
            made = []
        made.append(part)
    if made:
        yield made
