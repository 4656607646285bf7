"""Patterns in RE2's syntax: compiled, refused with a reason, and looked over for slips.

RE2 works on UTF-8; all offsets that leave this module count code points. The syntax is that of
https://github.com/google/re2/wiki/Syntax.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, NamedTuple

from docprep_gui.domain.document import Span

Ranges = tuple[tuple[int, int], ...]

_LAST = 0x10FFFF
_EVERYTHING: Ranges = ((0, _LAST),)
_SET_SIZE = 96
_SET_MEMORY = 64 << 20
_LOOP = 10  # a bounded repetition as long as this counts as a loop when slips are looked for
_POSITIONS = 160


class PatternError(ValueError):
    """RE2 refuses a pattern. `reason`: lookaround, backreference, unicode_escape, possessive, unclosed, unopened,
    repetition, class, escape or syntax; `part`: the piece of the pattern that it stumbled on."""

    def __init__(self, reason: str, part: str) -> None:
        super().__init__(reason, part)
        self.reason = reason
        self.part = part


def _re2() -> Any:
    import re2  # not before there is a pattern: a window opens without

    return re2


def _options() -> Any:
    options = _re2().Options()
    options.log_errors = False
    return options


_WIDE = {code: chr(code - 0xFEE0) for first, last in ((0xFF10, 0xFF19), (0xFF21, 0xFF3A), (0xFF41, 0xFF5A))
         for code in range(first, last + 1)}
_VIEW = _WIDE | dict.fromkeys((0xA0, 0x202F, 0x205F, 0x3000, *range(0x2000, 0x200B)), " ")
_VIEW |= dict.fromkeys(range(0xD800, 0xE000), "\ufffd")
_VIEWED = re.compile("[\ud800-\udfff" + "".join(chr(code) for code in _VIEW if not 0xD800 <= code < 0xE000) + "]")


def view(text: str) -> str:
    """The text that patterns are matched on, of the same length: full-width letters and digits as ASCII, all blanks
    as the ordinary one, since RE2 knows only those as `\\d`, `\\w` and `\\s`. Lone surrogates, which UTF-8 lacks, are
    U+FFFD. Everything else stays."""
    return text.translate(_VIEW) if _VIEWED.search(text) else text


@lru_cache(maxsize=2048)
def compiled(pattern: str) -> Any:
    """The compiled pattern; raises PatternError."""
    re2 = _re2()
    try:
        return re2.compile(view(pattern), _options())
    except re2.error as error:
        said = error.args[0] if error.args else b""
        raise _refusal(said.decode("utf-8", "replace") if isinstance(said, bytes) else str(said), pattern) from None


def _refusal(said: str, pattern: str) -> PatternError:
    what, _, part = said.partition(": ")
    if part.startswith(("(?=", "(?!", "(?<")):
        reason = "lookaround"
    elif part.startswith("(?P") or re.match(r"\\[1-9]", part):
        reason = "backreference"
    elif part.startswith(("\\u", "\\U")):
        reason = "unicode_escape"
    elif part.startswith("(?>") or part in ("*+", "++", "?+"):
        reason = "possessive"
    elif what.startswith("missing"):
        reason = "unclosed"
    elif what.startswith("unexpected"):
        reason = "unopened"
    elif "repe" in what:
        reason = "repetition"
    elif "class" in what:
        reason = "class"
    elif "escape" in what or "trailing" in what:
        reason = "escape"
    else:
        reason = "syntax"
    return PatternError(reason, part or pattern)


class Match(NamedTuple):
    """`span` is the whole match, `group` the first group that took part (the whole match where there is none)."""

    span: Span
    group: Span


def matches(pattern: str, text: str, offset: int = 0) -> Iterator[Match]:
    """All matches that are not empty, in order; spans are moved by `offset`."""
    regexp = compiled(pattern)
    groups = range(1, regexp.groups + 1)
    # The binding's own way back from bytes to code points takes longer than the search.
    data = text.encode()
    byte = place = 0
    for found in regexp.finditer(data):
        start, end = found.span()
        if start == end:
            continue
        first, last = start, end
        for number in groups:
            inner = found.span(number)
            if inner[0] >= 0:
                first, last = inner
                break
        place += len(data[byte:start].decode())
        byte = start
        span = place + offset, place + len(data[start:end].decode()) + offset
        if first == start and last == end:
            yield Match(span, span)
        else:
            begin = span[0] + len(data[start:first].decode())
            yield Match(span, (begin, begin + len(data[first:last].decode())))


class PatternSet:
    """Which of many patterns match a text, found in one pass."""

    def __init__(self, patterns: tuple[str, ...]) -> None:
        self.patterns = patterns
        self._sets = []
        for first in range(0, len(patterns), _SET_SIZE):
            options = _options()
            options.max_mem = _SET_MEMORY
            group = _re2().Set.SearchSet(options)
            # The empty pattern always matches: where it is missing, RE2 ran out of memory and said nothing.
            group.Add("")
            for pattern in patterns[first : first + _SET_SIZE]:
                group.Add(view(pattern))
            group.Compile()
            self._sets.append((first, group))

    def __call__(self, text: str) -> list[int]:
        """Places in `patterns`, in order, of those that may match a text made by `view`; those left out surely do not.
        Raises UnicodeEncodeError for lone surrogates."""
        found: list[int] = []
        for first, group in self._sets:
            places = sorted(group.Match(text))
            if places:
                found += [first + place - 1 for place in places[1:]]
            else:
                found.extend(range(first, min(first + _SET_SIZE, len(self.patterns))))
        return found


# --- the tree of a pattern --------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Chars:
    """One character out of `ranges`; `dot`: it was written as a dot."""

    ranges: Ranges
    dot: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that takes no character: an anchor, a flag, an empty group."""


@dataclass(frozen=True, slots=True)
class Row:
    parts: tuple[Tree, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    parts: tuple[Tree, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    part: Tree
    least: int
    most: int | None


Tree = Chars | Mark | Row | Choice | Repeat

_DIGITS: Ranges = ((48, 57),)
_WORD: Ranges = ((48, 57), (65, 90), (95, 95), (97, 122))
_SPACE: Ranges = ((9, 10), (12, 13), (32, 32))
_HAN: Ranges = ((0x2E80, 0x2FD5), (0x3005, 0x3007), (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF),
                (0x20000, 0x323AF))
_CLASSES = {"d": _DIGITS, "w": _WORD, "s": _SPACE}
_POSIX = {"digit": _DIGITS, "word": _WORD, "space": ((9, 13), (32, 32)), "alpha": ((65, 90), (97, 122)),
          "alnum": ((48, 57), (65, 90), (97, 122)), "upper": ((65, 90),), "lower": ((97, 122),),
          "xdigit": ((48, 57), (65, 70), (97, 102)), "punct": ((33, 47), (58, 64), (91, 96), (123, 126))}
_CONTROL = {"n": 10, "t": 9, "r": 13, "f": 12, "v": 11, "a": 7}
_COUNT = re.compile(r"\{(\d+)(,(\d*))?\}")
_OPEN = re.compile(r"\(\?(?:P?<\w+>|[a-zA-Z-]*:|[a-zA-Z-]+\))")


def _without(ranges: Ranges) -> Ranges:
    left, out = 0, []
    for first, last in sorted(ranges):
        if first > left:
            out.append((left, first - 1))
        left = max(left, last + 1)
    if left <= _LAST:
        out.append((left, _LAST))
    return tuple(out)


class _Parser:
    """Reads a pattern that RE2 has accepted."""

    def __init__(self, pattern: str) -> None:
        self.text = pattern
        self.at = 0

    def choice(self) -> Tree:
        parts = [self.row()]
        while self.at < len(self.text) and self.text[self.at] == "|":
            self.at += 1
            parts.append(self.row())
        return parts[0] if len(parts) == 1 else Choice(tuple(parts))

    def row(self) -> Tree:
        parts: list[Tree] = []
        while self.at < len(self.text) and self.text[self.at] not in "|)":
            part = self.atom()
            if isinstance(part, Row):
                parts.extend(part.parts[:-1])
                part = part.parts[-1]
            parts.append(self.repeated(part))
        return Row(tuple(parts))

    def repeated(self, part: Tree) -> Tree:
        while self.at < len(self.text):
            sign = self.text[self.at]
            counted = _COUNT.match(self.text, self.at) if sign == "{" else None
            if sign in "*+?":
                least, most = (1 if sign == "+" else 0), (1 if sign == "?" else None)
                self.at += 1
            elif counted:
                least = int(counted[1])
                most = least if counted[2] is None else int(counted[3]) if counted[3] else None
                self.at = counted.end()
            else:
                break
            if self.text[self.at : self.at + 1] == "?":
                self.at += 1
            part = Repeat(part, least, most)
        return part

    def atom(self) -> Tree:
        sign = self.text[self.at]
        if sign == "(":
            return self.group()
        if sign == "[":
            return self.bracket()
        if sign == "\\":
            return self.escape()
        self.at += 1
        if sign == ".":
            return Chars(_EVERYTHING, dot=True)
        return Mark() if sign in "^$" else Chars(((ord(sign), ord(sign)),))

    def group(self) -> Tree:
        opened = _OPEN.match(self.text, self.at)
        self.at = opened.end() if opened else self.at + 1
        if opened and opened[0].endswith(")"):
            return Mark()
        inner = self.choice()
        self.at += 1
        # A group of its own, so that a repetition behind it takes all of it.
        return Row((Choice((inner,)),))

    def escape(self) -> Tree:
        sign = self.text[self.at + 1]
        if sign == "Q":
            end = self.text.find("\\E", self.at)
            stop = len(self.text) if end < 0 else end
            letters = tuple(Chars(((ord(c), ord(c)),)) for c in self.text[self.at + 2 : stop])
            self.at = min(stop + 2, len(self.text))
            return Row(letters) if letters else Mark()
        if sign in "bBAz":
            self.at += 2
            return Mark()
        return Chars(self.escaped())

    def escaped(self) -> Ranges:
        sign = self.text[self.at + 1]
        self.at += 2
        if sign.lower() in _CLASSES:
            ranges = _CLASSES[sign.lower()]
            return ranges if sign.islower() else _without(ranges)
        if sign in "pP":
            if self.text[self.at] == "{":
                end = self.text.index("}", self.at)
                name, self.at = self.text[self.at + 1 : end], end + 1
            else:
                name, self.at = self.text[self.at], self.at + 1
            ranges = _HAN if name.lstrip("^") == "Han" else _EVERYTHING
            turned = (sign == "P") != name.startswith("^")
            return _without(ranges) if turned and ranges is _HAN else ranges
        if sign == "C":
            return _EVERYTHING
        if sign == "x":
            found = re.compile(r"\{([0-9A-Fa-f]+)\}|([0-9A-Fa-f]{1,2})").match(self.text, self.at)
            code = int(found[1] or found[2], 16) if found else 0
            self.at = found.end() if found else self.at
        elif sign in "01234567":
            found = re.compile("[0-7]{0,2}").match(self.text, self.at)
            code = int(sign + (found[0] if found else ""), 8)
            self.at = found.end() if found else self.at
        else:
            code = _CONTROL.get(sign, ord(sign))
        return ((code, code),)

    def bracket(self) -> Tree:
        self.at += 1
        turned = self.text[self.at] == "^"
        self.at += turned
        ranges: list[tuple[int, int]] = []
        first = True
        while first or self.text[self.at] != "]":
            first = False
            if self.text.startswith("[:", self.at):
                end = self.text.index(":]", self.at)
                name = self.text[self.at + 2 : end]
                known = _POSIX.get(name.lstrip("^"), _EVERYTHING)
                ranges.extend(_without(known) if name.startswith("^") else known)
                self.at = end + 2
                continue
            low = self.one()
            if len(low) == 1 and self.text[self.at] == "-" and self.text[self.at + 1] != "]":
                self.at += 1
                ranges.append((low[0][0], self.one()[0][1]))
            else:
                ranges.extend(low)
        self.at += 1
        return Chars(_without(tuple(ranges)) if turned else tuple(ranges))

    def one(self) -> Ranges:
        sign = self.text[self.at]
        if sign == "\\":
            return self.escaped()
        self.at += 1
        return ((ord(sign), ord(sign)),)


def tree(pattern: str) -> Tree:
    """The tree of a pattern that RE2 accepts."""
    return _Parser(pattern).choice()


# --- slips ------------------------------------------------------------------------------------------------
@cache
def slips(pattern: str) -> tuple[str, ...]:
    """What is probably not meant in a pattern that RE2 accepts: catastrophic_regex (a backtracking engine could
    hang), bare_dot (a dot between letters or digits that stands for any character), unbounded_gap (`.*` between two
    pieces)."""
    root = tree(pattern)
    found = []
    if _ambiguous_loop(root):
        found.append("catastrophic_regex")
    rows = list(_rows(root))
    if any(_bare_dot(row) for row in rows):
        found.append("bare_dot")
    if any(_gap(row) for row in rows):
        found.append("unbounded_gap")
    return tuple(found)


def _rows(part: Tree) -> Iterator[tuple[Tree, ...]]:
    if isinstance(part, Row):
        yield part.parts
    if isinstance(part, Row | Choice):
        for inner in part.parts:
            yield from _rows(inner)
    elif isinstance(part, Repeat):
        yield from _rows(part.part)


def _alnum(part: Tree) -> bool:
    while isinstance(part, Repeat):
        part = part.part
    if isinstance(part, Choice | Row):
        return bool(part.parts) and all(_alnum(inner) for inner in part.parts)
    known = _WORD
    return isinstance(part, Chars) and all(
        any(low <= first and last <= high for low, high in known) for first, last in part.ranges)


def _bare_dot(row: tuple[Tree, ...]) -> bool:
    return any(isinstance(part, Chars) and part.dot and _alnum(row[i]) and _alnum(row[i + 2])
               for i, part in enumerate(row[1:-1]))


def _bare(part: Tree) -> Tree:
    """Without the group around it."""
    while isinstance(part, Choice | Row) and len(part.parts) == 1:
        part = part.parts[0]
    return part


def _gap(row: tuple[Tree, ...]) -> bool:
    taking = [_bare(part) for part in row if not isinstance(part, Mark)]
    return any(isinstance(part, Repeat) and part.most is None and isinstance(part.part, Chars)
               and (part.part.dot or _without(part.part.ranges) == ()) for part in taking[1:-1])


class _Positions:
    """Glushkov's automaton: each character set of the pattern is a state; `follow` counts in how many ways one state
    comes after another."""

    def __init__(self, root: Tree) -> None:
        self.sets: list[Ranges] = []
        self.follow: list[dict[int, int]] = []
        self.visit(root)

    def visit(self, part: Tree) -> tuple[bool, list[int], list[int]]:
        """(may be empty, first states, last states)."""
        if isinstance(part, Chars):
            self.sets.append(part.ranges)
            self.follow.append({})
            return False, [len(self.sets) - 1], [len(self.sets) - 1]
        if isinstance(part, Mark):
            return True, [], []
        if isinstance(part, Choice):
            seen = [self.visit(inner) for inner in part.parts]
            return (any(empty for empty, _, _ in seen), [s for _, first, _ in seen for s in first],
                    [s for _, _, last in seen for s in last])
        if isinstance(part, Repeat):
            empty, first, last = self.visit(part.part)
            if part.most is None or part.most >= _LOOP:
                self.join(last, first)
            return empty or part.least == 0, first, last
        empty, first, last = True, [], []
        for inner in part.parts:
            void, starts, ends = self.visit(inner)
            self.join(last, starts)
            first = first + starts if empty else first
            last = last + ends if void else ends
            empty = empty and void
        return empty, first, last

    def join(self, before: list[int], after: list[int]) -> None:
        for p in before:
            ways = self.follow[p]
            for q in after:
                ways[q] = ways.get(q, 0) + 1


def _meet(a: Ranges, b: Ranges) -> bool:
    return any(first <= high and low <= last for first, last in a for low, high in b)


def _ambiguous_loop(root: Tree) -> bool:
    """True where some text can run round a loop in two ways, so that a backtracking engine needs exponential time
    (the criterion of exponential ambiguity: Weber and Seidl 1991)."""
    automaton = _Positions(root)
    n, follow, sets = len(automaton.sets), automaton.follow, automaton.sets
    reach = [_reached(p, follow) for p in range(n)]
    for p in range(n):
        for q, ways in follow[p].items():
            if ways > 1 and p in reach[q]:
                return True
    if n > _POSITIONS:
        return False
    looped = [p for p in range(n) if p in reach[p]]
    meets = {p: {q for q in looped if _meet(sets[p], sets[q])} for p in looped}
    for start in looped:
        inside = {p for p in reach[start] if start in reach[p]}
        apart = {(p, q) for p in inside for q in inside if p < q and q in meets[p]}
        seen, todo = set(), [(start, start)]
        back = False
        while todo and not back:
            p, q = todo.pop()
            for a in follow[p]:
                for b in follow[q]:
                    pair = (a, b) if a <= b else (b, a)
                    if pair in seen or a not in inside or b not in inside or b not in meets[a]:
                        continue
                    if pair == (start, start) and (p, q) in apart:
                        back = True
                    if pair in apart:
                        seen.add(pair)
                        todo.append(pair)
        if back:
            return True
    return False


def _reached(start: int, follow: list[dict[int, int]]) -> set[int]:
    seen: set[int] = set()
    todo = [start]
    while todo:
        for q in follow[todo.pop()]:
            if q not in seen:
                seen.add(q)
                todo.append(q)
    return seen
