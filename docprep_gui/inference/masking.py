"""Masking: what is sensitive leaves this program as a placeholder ("[身份证-1]") and comes back as what it was. Pure.

Values are compared folded: full-width signs, blanks, hyphens, dots, invisible signs, letter case and the country code
of a mobile number make no difference. The same value has the same placeholder everywhere in a document's requests.
"""

from __future__ import annotations

import json
import re
import unicodedata
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from docprep_gui.domain.chunk import Entity, EntityKind, Sensitive
from docprep_gui.domain.document import Document, Span
from docprep_gui.domain.packed import Packed
from docprep_gui.text import entities

Kinds = frozenset[EntityKind]

LABELS: Mapping[str, Mapping[EntityKind, str]] = {
    "zh": {
        "cn_id_card": "身份证", "bank_card": "账号", "mobile": "手机", "landline": "电话", "email": "邮箱",
        "uscc": "信用代码", "passport": "护照", "plate": "车牌", "contract_no": "合同号", "party": "单位",
        "amount": "金额", "date": "日期", "date_range": "期间", "percent": "比例",
    },
    "en": {
        "cn_id_card": "ID", "bank_card": "ACCOUNT", "mobile": "MOBILE", "landline": "PHONE", "email": "EMAIL",
        "uscc": "USCC", "passport": "PASSPORT", "plate": "PLATE", "contract_no": "CONTRACT", "party": "PARTY",
        "amount": "AMOUNT", "date": "DATE", "date_range": "PERIOD", "percent": "PERCENT",
    },
}  # fmt: skip

# Kinds long and odd enough to be looked for inside any run of signs; of the others only whole words are meant.
_ANYWHERE: Kinds = frozenset({"cn_id_card", "bank_card", "mobile", "landline", "email", "uscc", "passport"})
_HEAD = 4
_FEW = 100
_FIGURE = re.compile(r"[\d@\uff20]")

_DROPPED = (
    " \t\n\r\v\f\x1c\x1d\x1e\x1f\x85\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
    "\u00ad\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2062\u2063\u2064"
    "\u2066\u2067\u2068\u2069\ufe0e\ufe0f\ufeff\u20e3"
    "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d_\uff3f.\uff0e\u00b7\u30fb\u2022+\uff0b()\uff08\uff09"
)
_FOLD: dict[int, str | None] = {
    **{code: chr(code - 0xFEE0).lower() for code in range(0xFF01, 0xFF5F)},
    **{code: chr(code + 32) for code in range(ord("A"), ord("Z") + 1)},
    **dict.fromkeys(map(ord, _DROPPED)),
}
_DROPPED_SET = frozenset(_DROPPED)
_ODD_DIGIT = re.compile(r"(?![0-9\uff10-\uff19])\d")
_COUNTRY = re.compile(r"(?:\+|00)?86$")
_COUNTRY_BEFORE = re.compile(r"(?:[+\uff0b]|[0\uff10]{2})?[8\uff18][6\uff16][\s\u00a0\u3000()（）-]*$")
_FILLER = "\u200b"
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|[nrtbf])")

_INDEX = re.compile(r"\[\d+\]")

_DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\uff0d_"
_TYPED = re.compile(
    r"\\?[\[\uff3b\u3010\u3014(\uff08]\s*(?P<label>[A-Za-z\u3400-\u9fff]{2,12})\s*"
    r"\\?[" + _DASHES + r"]\s*(?P<n>\d{1,9})\s*"
    r"\\?[\])\uff3d\u3011\u3015\uff09]"
)
_PIECE, _LONGEST_TYPED = 100_000, 100


def compact(text: str) -> str:
    """A value as it is compared."""
    if not text.isascii() and _ODD_DIGIT.search(text):
        text = _ODD_DIGIT.sub(lambda m: str(unicodedata.decimal(m[0])), text)
    return text.translate(_FOLD)


def _key(kind: EntityKind, text: str) -> str:
    key = compact(text)
    if kind == "mobile" and len(key) > 11 and key[-11:].isdigit() and _COUNTRY.fullmatch(key[:-11]):
        return key[-11:]
    return key or text


class Secret(NamedTuple):
    """A value that must not leave: `key` is what it is compared by, `original` how it was first written."""

    kind: EntityKind
    key: str
    original: str
    placeholder: str


class Masked(NamedTuple):
    """A place in a document's text, and what stands for it."""

    start: int
    end: int
    placeholder: str


_NO_SECRETS: Packed[Secret] = Packed(Secret)
_NO_PLACES: Packed[Masked] = Packed(Masked)


@dataclass(frozen=True, slots=True)
class Leak:
    """Something sensitive in a request body; `where` is the place in it ("messages[1].content"). It doesn't repeat
    the value, so that it may be logged."""

    kind: EntityKind
    where: str


@dataclass(frozen=True)
class Vault:
    """The secrets of one document and their placeholders. `places` are the sensitive spans of its text, disjoint and
    in order; `taken` are placeholders that stand in the text as such, and are therefore given to nobody."""

    language: str
    secrets: Packed[Secret] = _NO_SECRETS
    places: Packed[Masked] = _NO_PLACES
    taken: frozenset[tuple[str, int]] = frozenset()

    @staticmethod
    def build(document: Document, sensitive: Sequence[Sensitive], texts: Iterable[str] = ()) -> Vault:
        """`sensitive` are places of the whole document, in any order, overlaps allowed; numbers follow the order of
        the text. `texts` are the free strings that will be sent with it: typed placeholders in them are avoided."""
        taken = frozenset(name for text in (document.text, *texts) for name in _typed(text))
        vault = Vault(document.source.language, taken=taken)
        merged = [(a, b, kind) for a, b, kind in _merged(sensitive) if document.text[a:b].strip()]
        vault = vault._with((kind, document.text[start:end]) for start, end, kind in merged)
        vault = vault._with((item.kind, document.slice(item.span)) for item in sensitive)
        known = vault.by_key
        places = (Masked(a, b, known[_key(kind, document.text[a:b])].placeholder) for a, b, kind in merged)
        return replace(vault, places=Packed.of(Masked, places))

    def including(self, texts: Iterable[str], kinds: Kinds) -> Vault:
        """The vault with the values of `kinds` that stand in `texts` as well; itself where there is nothing new."""
        return self._with(
            (entity.kind, view[entity.span[0] : entity.span[1]].replace(_FILLER, ""))
            for text in texts
            for part, _, masked in _segments(text, self)
            if not masked
            for view in dict.fromkeys((part, _resolved(part)))
            for entity in _entities(view, kinds)
        )

    def _with(self, values: Iterable[tuple[EntityKind, str]]) -> Vault:
        known = self.by_key
        numbers: dict[str, int] = {}
        added: dict[str, Secret] = {}
        labels = LABELS[self.language]
        for kind, original in values:
            key = _key(kind, original)
            if key in known or key in added or not key.strip():
                continue
            label = labels[kind]
            numbers = numbers or dict(self.by_name.keys())
            n = numbers.get(label.lower(), 0) + 1
            while (label.lower(), n) in self.taken:
                n += 1
            numbers[label.lower()] = n
            added[key] = Secret(kind, key, original, f"[{label}-{n}]")
        return replace(self, secrets=Packed.joined(Secret, (self.secrets, added.values()))) if added else self

    @cached_property
    def by_key(self) -> Mapping[str, Secret]:
        return {secret.key: secret for secret in self.secrets}

    @cached_property
    def by_name(self) -> Mapping[tuple[str, int], Secret]:
        """Secrets by label (lower case) and number, in order of number within a label."""
        return {_name(secret.placeholder): secret for secret in self.secrets}

    @cached_property
    def heads(self) -> Mapping[str, tuple[int, ...]]:
        """Lengths of the keys that are looked for anywhere, the longest first, by how they begin."""
        heads: dict[str, set[int]] = {}
        for secret in self.secrets:
            if secret.kind in _ANYWHERE and len(secret.key) >= _HEAD:
                heads.setdefault(secret.key[:_HEAD], set()).add(len(secret.key))
        return {head: tuple(sorted(lengths, reverse=True)) for head, lengths in heads.items()}

    @cached_property
    def words(self) -> tuple[Secret, ...]:
        """Secrets of which only whole words count, the longest first."""
        words = [s for s in self.secrets if s.kind not in _ANYWHERE or len(s.key) < _HEAD]
        return tuple(sorted(words, key=lambda s: (-len(s.key), s.key)))

    @cached_property
    def starts(self) -> Sequence[int]:
        return array("i", self.places.each("start"))


def mask_span(document: Document, spans: Iterable[Span], vault: Vault) -> str:
    """The text of a document's spans, one after the other, with the vault's places and every other occurrence of its
    values replaced. A place of which a span holds only a part is replaced there as well."""
    parts: list[tuple[str, bool]] = []
    text, places = document.text, vault.places
    for start, end in spans:
        i = max(0, bisect_right(vault.starts, start) - 1)
        while i < len(places) and places[i][0] < end:
            a, b, placeholder = places[i]
            if b > start:
                parts += [(text[start : max(start, a)], False), (placeholder, True)]
                start = min(b, end)
            i += 1
        parts.append((text[start:end], False))
    # Plain parts side by side are one text: a value may begin in the context and end in the core.
    joined: list[tuple[str, bool]] = []
    for part, masked in parts:
        if joined and not masked and not joined[-1][1]:
            joined[-1] = joined[-1][0] + part, False
        elif part:
            joined.append((part, masked))
    return "".join(part if masked else _masked(part, vault, frozenset(), words=True) for part, masked in joined)


def mask_text(text: str, vault: Vault, kinds: Kinds) -> str:
    """A free string (a title, a file name, an instruction, a field) with the vault's values replaced, and entities of
    `kinds` too: those that the vault lacks lose their value for good (see `Vault.including`)."""
    return _mask_string(text, vault, kinds, words=True)


def mask_request(body: Mapping[str, Any], vault: Vault, kinds: Kinds) -> tuple[dict[str, Any], Vault]:
    """A request body with every string in it masked, names of members included, and the vault that unmasks its
    answer. Outside of `messages` (schemas, a grammar), where no user's text is expected, only identifiers count, not
    words such as an amount that was marked."""
    masked: dict[str, Any] = dict(body)
    for _ in range(3):  # a replaced value can uncover one that it overlapped
        vault = vault.including((text for text, _, _ in _strings(masked)), kinds)
        masked = {
            _mask_string(name, vault, kinds, words=False): _walk(value, vault, kinds, words=name == "messages")
            for name, value in masked.items()
        }
        if not leaks(masked, vault, kinds):
            break
    return masked, vault


def leaks(body: Mapping[str, Any], vault: Vault, kinds: Kinds) -> list[Leak]:
    """What is still sensitive in a request body as it will be sent. Whoever sends it must refuse unless this is empty.

    Looks at the serialised body read back: at each string, plain and with escapes such as "\\u0031" resolved, at
    numbers, and for identifiers at the strings of a list joined, since a value may be spread over several.
    """
    found: dict[Leak, None] = {}
    joined: dict[str, list[str]] = {}
    for text, where, words in _strings(json.loads(json.dumps(body, ensure_ascii=True))):
        parts = [("\0" if masked else part) for part, _, masked in _segments(text, vault)]
        joined.setdefault(_INDEX.sub("", where), []).extend(parts)
        for part in parts:
            found.update({Leak(kind, where): None for _, _, kind in _occurrences(part, vault, kinds, words)})
    if not found:
        for where, parts in joined.items():
            found.update({Leak(secret.kind, where): None for _, _, secret in _identifiers("".join(parts), vault)})
    return list(found)


def unmask(answer: Any, vault: Vault) -> Any:
    """An answer (text, or a JSON value) with the placeholders replaced by what they stand for. Blanks inside, other
    brackets, full-width signs and letter case, as models write them, are let through; a placeholder that the vault
    doesn't know stays as it is."""
    if isinstance(answer, str):
        return _TYPED.sub(lambda m: _original(m, vault), answer)
    if isinstance(answer, dict):
        return {unmask(name, vault): unmask(value, vault) for name, value in answer.items()}
    if isinstance(answer, list):
        return [unmask(value, vault) for value in answer]
    return answer


def _original(match: re.Match[str], vault: Vault) -> str:
    secret = vault.by_name.get((match["label"].lower(), int(match["n"])))
    return secret.original if secret else match[0]


def _name(placeholder: str) -> tuple[str, int]:
    label, _, number = placeholder[1:-1].rpartition("-")
    return label.lower(), int(number)


def _typed(text: str) -> Iterator[tuple[str, int]]:
    """Piece by piece, since one look at a whole text of a large file would hold the interpreter for half a second.
    Those at the edge of two pieces may come twice."""
    for start in range(0, len(text), _PIECE):
        for match in _TYPED.finditer(text, start, start + _PIECE + _LONGEST_TYPED):
            yield match["label"].lower(), int(match["n"])


def _merged(sensitive: Sequence[Sensitive]) -> list[tuple[int, int, EntityKind]]:
    """Spans in order, overlapping ones as one with the kind of the first and longest."""
    merged: list[tuple[int, int, EntityKind]] = []
    for item in sorted(sensitive, key=lambda s: (s.span[0], -s.span[1], s.kind)):
        start, end = item.span
        if merged and start < merged[-1][1]:
            a, b, kind = merged[-1]
            merged[-1] = a, max(b, end), kind
        elif end > start:
            merged.append((start, end, item.kind))
    return merged


def _segments(text: str, vault: Vault) -> Iterator[tuple[str, int, bool]]:
    """(part, offset, is a placeholder of the vault) of a text, in order."""
    at = 0
    if "[" in text:
        for match in _TYPED.finditer(text):
            secret = vault.by_name.get((match["label"].lower(), int(match["n"])))
            if secret is None or secret.placeholder != match[0]:
                continue
            if match.start() > at:
                yield text[at : match.start()], at, False
            yield match[0], match.start(), True
            at = match.end()
    if at < len(text):
        yield text[at:], at, False


def _strings(value: Any, where: str = "", words: bool = False) -> Iterator[tuple[str, str, bool]]:
    """(string, place, whether words count there) of a body: members' names and numbers too."""
    if isinstance(value, str):
        yield value, where, words
    elif isinstance(value, Mapping):
        for name, inner in value.items():
            place = f"{where}.{name}" if where else str(name)
            yield str(name), f"{place}:", words
            yield from _strings(inner, place, words or place == "messages")
    elif isinstance(value, list | tuple):
        for i, inner in enumerate(value):
            yield from _strings(inner, f"{where}[{i}]", words)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield str(value), where, words


def _walk(value: Any, vault: Vault, kinds: Kinds, words: bool) -> Any:
    if isinstance(value, str):
        return _mask_string(value, vault, kinds, words)
    if isinstance(value, Mapping):
        return {_mask_string(str(k), vault, kinds, words): _walk(v, vault, kinds, words) for k, v in value.items()}
    if isinstance(value, list | tuple):
        return [_walk(inner, vault, kinds, words) for inner in value]
    return value


def _mask_string(text: str, vault: Vault, kinds: Kinds, words: bool) -> str:
    return "".join(part if masked else _masked(part, vault, kinds, words) for part, _, masked in _segments(text, vault))


def _masked(text: str, vault: Vault, kinds: Kinds, words: bool) -> str:
    parts: list[str] = []
    at = 0
    labels = LABELS[vault.language]
    for start, end, kind in _occurrences(text, vault, kinds, words):
        secret = vault.by_key.get(_key(kind, _resolved(text[start:end])))
        parts += [text[at:start], secret.placeholder if secret else f"[{labels[kind]}]"]
        at = end
    parts.append(text[at:])
    return "".join(parts)


def _occurrences(text: str, vault: Vault, kinds: Kinds, words: bool) -> list[tuple[int, int, EntityKind]]:
    """Places of the vault's values and of entities of `kinds`, disjoint and in order, overlapping ones as one."""
    found: list[Sensitive] = []
    resolved = _resolved(text)
    for view in (text,) if resolved == text else (text, resolved):
        found += [Sensitive(secret.kind, (start, end)) for start, end, secret in _identifiers(view, vault)]
        if words and vault.words:
            found += [Sensitive(secret.kind, (start, end)) for start, end, secret in _words(view, vault)]
        found += [Sensitive(e.kind, e.span) for e in _entities(view, kinds if words else kinds & _ANYWHERE)]
    if not found:
        return []
    return [(_whole_escape(resolved, start, text), end, kind) for start, end, kind in _merged(found)]


def _entities(text: str, kinds: Kinds) -> Sequence[Entity]:
    if not kinds or (kinds <= _ANYWHERE and not _FIGURE.search(text)):
        return ()  # most strings of a request: every identifier has a figure or an @
    return entities.find(text, kinds)


def _identifiers(text: str, vault: Vault) -> Iterator[tuple[int, int, Secret]]:
    heads = vault.heads
    if not heads:
        return
    view = compact(text)
    if len(heads) <= _FEW and not any(head in view for head in heads):
        return
    by_key = vault.by_key
    i, last, back = 0, len(view) - _HEAD, None
    while i <= last:
        for length in heads.get(view[i : i + _HEAD], ()):
            secret = by_key.get(view[i : i + length]) if i + length <= len(view) else None
            if secret is not None and secret.kind in _ANYWHERE:
                if back is None:
                    back = [at for at, sign in enumerate(text) if sign not in _DROPPED_SET]
                start, end = back[i], back[i + length - 1] + 1
                if secret.kind == "mobile" and (country := _COUNTRY_BEFORE.search(text, max(0, start - 12), start)):
                    start = country.start()
                yield start, end, secret
                i += length - 1
                break
        i += 1


def _words(text: str, vault: Vault) -> Iterator[tuple[int, int, Secret]]:
    view = compact(text)
    back: list[int] | None = None
    for secret in vault.words:
        i = view.find(secret.key)
        while i >= 0:
            if back is None:
                back = [at for at, sign in enumerate(text) if sign not in _DROPPED_SET]
            start, end = back[i], back[i + len(secret.key) - 1] + 1
            if _stands_alone(text, start, end) and _light(text[start:end]) == _light(secret.original):
                yield start, end, secret
            i = view.find(secret.key, i + 1)


def _light(text: str) -> str:
    return "".join(unicodedata.normalize("NFKC", text).casefold().split())


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Is a word not the middle of a longer one? Han characters end where they begin."""
    before, after = text[max(0, start - 2) : start], text[end : end + 2]
    if (
        _in_word(text[start])
        and before
        and (_in_word(before[-1]) or (before[-1] in ".,:/-" and len(before) == 2 and _in_word(before[0])))
    ):
        return False
    return not (
        _in_word(text[end - 1])
        and after
        and (_in_word(after[0]) or (after[0] in ".,:/-" and len(after) == 2 and _in_word(after[1])))
    )


def _in_word(sign: str) -> bool:
    return sign.isalnum() and (sign.isascii() or "\uff10" <= sign <= "\uff5a")


def _resolved(text: str) -> str:
    """The text with escapes such as "\\u0031" and "\\n" as what they mean, of the same length: signs without width
    stand in front of what an escape means."""
    if "\\" not in text:
        return text
    return _ESCAPE.sub(lambda m: chr(int(m[1], 16)).rjust(6, _FILLER) if m[1] else "  ", text)


def _whole_escape(resolved: str, start: int, text: str) -> int:
    while start and resolved[start - 1] == _FILLER != text[start - 1]:
        start -= 1
    return start
