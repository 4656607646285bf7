"""Where sentences end, and where else a text may be cut."""

from __future__ import annotations

import re

from docprep_gui.domain.document import Span

_CLOSING = "\"'”’」』）)】》〉〕］]}｝"
_CLOSERS = re.escape(_CLOSING)
_STOPS = "。！？｡．…!?."
# A line feed with the blanks behind it, or signs that may end a sentence with those that close what they end. The
# group: the signs behind the first. It begins with one set of signs, which is looked for fast.
_STOP = re.compile(rf"[{_STOPS}\n](?:(?<=\n)\s*|([{_STOPS}]*)[{_CLOSERS}]*)")
_PAUSE = "，、；：,;:"
_WORD_BEFORE = re.compile(r"[^\W\d_](?:[\w&'’-]|\.(?=\w))*$")
_LABEL_BEFORE = re.compile(
    r"(?:^|\n)\s*(?:[(（]?(?:\d{1,3}(?:\.\d{1,3})*|[A-Za-z]|[ivxIVX]{1,5})|(?:article|section|clause)\s+[\dIVX.]+)$",
    re.I,
)
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")

def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# Words before a dot that never end a sentence: what they announce follows.
_ANNOUNCE = _words(
    "no nos art arts sec secs cl para paras ch fig figs tab vol app sched ex exh att annex p pp ver vers e.g i.e eg ie "
    "cf vs v viz al approx ca est max min mr mrs ms dr prof messrs st mt ft gen col capt hon rev attn ref tel fax ext "
    "a/c incl excl resp nr bldg rm ste dept"
)
# Words that may stand at the end of a sentence: it ends if a word follows that mostly starts one.
_COMPANY = _words(
    "inc ltd co corp llc l.l.c plc llp l.p lp gmbh bv b.v s.a sa n.v nv ag pte pty bros jr sr esq etc a.m p.m "
    "u.s u.s.a u.k u.n e.u p.r.c prc d.c ph.d r.c jan feb mar apr jun jul aug sep sept oct nov dec "
    "mon tue wed thu fri sat sun"
)
_STARTERS = _words(
    "the this that these those it its he she they we you in on if at by as for each every all any no such upon when "
    "where while unless except subject notwithstanding neither either both an our their there however"
)
_LETTERED = _words(
    "party parties appendix schedule exhibit annex annexure class section part option plan series type grade category "
    "attachment phase group tranche lot item zone level tier site"
)
_BLANKS = re.compile(r"\s*")
_NEXT_WORD = re.compile(r"\s*[\"'“‘(（\[]*([A-Za-z]+)")
_LINE_WRAPPED = 60


def _dot_ends(text: str, start: int, dot: int, after: int, end: int) -> bool:
    """Does the single dot at `dot` end a sentence? `after` is behind it and its closing signs."""
    following = text[after] if after < end else "\n"
    if following.isascii() and following.isalnum() and after == dot + 1:
        return False  # inside a number, an address, a version
    glued = not following.isspace()
    before = text[dot - 1] if dot > start else "\n"
    if glued and after == dot + 1:
        if following in "/@\\-_~#%&=+":
            return False
        if not (_HAN.match(following) or following in "“‘「『（(《[【"):
            return False
    if before.isspace():
        return False
    head = text[max(start, dot - 40) : dot]
    # What stands before the last forty signs is no start of a line, unless a line feed is among them.
    if len(head) == dot - start or "\n" in head:
        label = _LABEL_BEFORE.search(head)
        if label and (label.start() > 0 or len(head) == dot - start):
            return False
    behind = _BLANKS.match(text, after, end)
    rest = behind.end() if behind else end
    if rest >= end or "\n" in text[after:rest]:
        return True
    if _HAN.match(before):
        return True
    if text[rest].islower():
        return False
    word = _WORD_BEFORE.search(head, head.rfind(" ") + 1)
    if not word:
        return True
    lower = word[0].lower()
    if lower in _ANNOUNCE:
        # "no" is also a whole answer: only a number, a bracket or a letter makes it an abbreviation.
        return False
    starts = _NEXT_WORD.match(text, after, end)
    starter = bool(starts and starts[1].lower() in _STARTERS and starts[1][0].isupper())
    if lower in _COMPANY:
        return starter
    if len(lower) == 1 and word[0].isupper():
        words = head[: word.start()].split()
        return starter or bool(words and words[-1].lower() in _LETTERED)
    if "." in lower and len(lower.replace(".", "")) * 2 - 1 == len(lower):
        return starter
    return True


def _line_ends(text: str, start: int, at: int, after: int, end: int) -> bool:
    """Does the line feed between `at` and `after` end a sentence? Not where a long line was wrapped at a width."""
    if after >= end or "\n" in text[text.index("\n", at) + 1 : after]:
        return True
    before, following = text[at - 1] if at > start else "\n", text[after]
    if before in "。！？；：.!?;:…" or _CLOSING.find(before) >= 0:
        return True
    if before in "，、," or following.islower():
        return False
    line_start = text.rfind("\n", start, at) + 1 or start
    if at - line_start >= _LINE_WRAPPED and following.isalpha() and before.isascii() and before.isalnum():
        return False
    return not (at - line_start >= _LINE_WRAPPED // 2 and _HAN.match(before) and _HAN.match(following))


def _ends(text: str, start: int, end: int) -> list[int]:
    """Offsets behind the last sign of each sentence of text[start:end], the last one at `end`."""
    ends: list[int] = []
    for stop in _STOP.finditer(text, start, end):
        first, at = stop.span()
        sign = text[first]
        if sign == "\n":
            if _line_ends(text, start, first, at, end):
                ends.append(at)
            continue
        following = text[at] if at < end else "\n"
        if following in _PAUSE:
            continue
        if sign in "。！？｡":
            ends.append(at)
        elif sign in "!?":
            if not (following.isascii() and (following.isalnum() or following in "/=&%_")):
                ends.append(at)
        elif sign == "…":
            # Longer rows are leaders of a contents line or a place to fill in.
            if stop.end(1) - first <= 6:
                ends.append(at)
        elif sign == "．":
            if first > start and _HAN.match(text[first - 1]):
                ends.append(at)
        elif not stop[1]:
            if _dot_ends(text, start, first, at, end):
                ends.append(at)
        elif stop.end(1) - first <= 6:
            word = _NEXT_WORD.match(text, at, end)
            if at == end or (word and word[1][0].isupper()):
                ends.append(at)
    if not ends or ends[-1] < end:
        ends.append(end)
    return ends


def split(text: str, start: int, end: int) -> list[Span]:
    """Spans of the sentences in text[start:end], in order, blanks at their ends left out. What is not blank is in
    exactly one of them. A semicolon ends none: see `cut_places`."""
    if start < end and not (_STOP.search(text, start, end) or text[start].isspace() or text[end - 1].isspace()):
        return [(start, end)]
    spans = []
    at = start
    for stop in _ends(text, start, end):
        first, last = at, stop
        while first < last and text[first].isspace():
            first += 1
        while last > first and text[last - 1].isspace():
            last -= 1
        if first < last:
            spans.append((first, last))
        at = stop
    return spans


_MINOR = re.compile(rf"[；;：:，、,][{_CLOSERS}]*")


def cut_places(text: str, start: int, end: int) -> list[Span]:
    """(offset, strength) of the places inside text[start:end] where it may be cut, by offset: 3 behind a sentence,
    2 behind a semicolon or a colon, 1 behind a comma. The blanks behind a sign go with it. Never inside a number."""
    places: dict[int, int] = {}

    def add(at: int, strength: int) -> None:
        while at < end and text[at].isspace():
            at += 1
        if start < at < end and places.get(at, 0) < strength:
            places[at] = strength

    for stop in _ends(text, start, end):
        add(stop, 3)
    for match in _MINOR.finditer(text, start, end):
        sign, after = match[0][0], match.end()
        if sign in ",:;" and after < end and not text[after].isspace() and not _HAN.match(text[after]):
            continue  # inside a number, a time or an address
        add(after, 1 if sign in "，、," else 2)
    return sorted(places.items())
