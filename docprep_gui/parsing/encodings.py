"""From bytes to text. Chinese is preferred wherever the bytes allow it, since short texts prove nothing else.

Order of the evidence: byte order marks, the NUL pattern of UTF-16, UTF-8, then what reads most like a text that people
write: GB18030, Big5, UTF-16 without NULs, Japanese, against Western one-byte text; a guess by letter statistics is the
last resort.
"""

from __future__ import annotations

import codecs
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from docprep_gui.parsing import plausible

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
    (b"\x84\x31\x95\x33", "gb18030"),
)
_SAMPLE = 1 << 16
_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_PLAUSIBLE = re.compile(
    "[\t\n\r\\x20-\\x7e\\xa0-\\u024f\\u0370-\\u04ff\\u2000-\\u206f\\u2190-\\u22ff\\u2460-\\u25ff\\u3000-\\u30ff"
    "\\u4e00-\\u9fa5\\uac00-\\ud7a3\\uff01-\\uffee]"
)
# From what share on a reading is taken for right without regard to others (see `plausible.share`).
_SURELY = 0.7
_SURELY_WIDE = 0.75
_SURELY_NOT_WESTERN = 0.95
# Below this, Chinese would be of characters that hardly anybody writes.
_HARDLY = 0.5
_SURELY_JAPANESE, _CLEARLY = 0.85, 0.4
_BIAS = {"gb18030": 0.1, "cp932": 0.1, "euc_jp": 0.4}  # EUC-JP and GB 2312 have the syllable signs at the same places
_CUT_OFF = 0.3
_JAPANESE = frozenset(("cp932", "euc_jp"))
_WESTERN_SIGNS = "\xa0‘’“”–—…•€£§©®°«»‹›„¿¡·×²³"
_SIGN_ALONE = re.compile(f"(?<![^\\x00-\\x7f])[{_WESTERN_SIGNS}](?![^\\x00-\\x7f])")
_WESTERN_WORDS = frozenset("àÀéèÈáíóúôåøæ")  # of one letter
# Encodings of seven bits switch with signs of their own (RFC 1554, 1843).
_SWITCHED = ((b"\x1b$", "iso2022_jp_2"), (b"~{", "hz"))
_LEAST_HANGUL = 20
_HIGH_RUNS = re.compile(rb"[\x80-\xff]+")
_WESTERN_WORD = re.compile("[A-Za-z\xc0-\xd6\xd8-\xf6\xf8-\xffŒœŠšŽžŸ]+")


@dataclass(frozen=True, slots=True)
class Decoded:
    """`invalid` counts the places where bytes had no meaning and U+FFFD stands."""

    text: str
    encoding: str
    invalid: int = 0


def decode(data: bytes) -> Decoded | None:
    """The text of `data` without its byte order mark; None where the bytes are no text."""
    for mark, codec in _BOMS:
        if data.startswith(mark):
            marked = _lenient(data[len(mark) :], codec)
            return (marked.invalid and codec == "utf-8" and _by_line(data[len(mark) :])) or marked
    if b"\0" in data:
        wide = _wide(data)
        if wide:
            return _lenient(data, wide)
        if data.count(b"\0") > 2 + len(data) // 500:
            return None
    switched = _switched(data)
    if switched:
        return _lenient(data, switched)
    guessed = _codec(data)
    decoded = _lenient(data, guessed) if guessed is not None else None
    if decoded is None or decoded.invalid or guessed == "gb18030":
        decoded = _by_line(data) or decoded
    return decoded if decoded is not None and _is_text(decoded.text) else None


def looks_like_text(data: bytes) -> bool:
    """A quick judgement by the first 64 KiB."""
    head = data[:_SAMPLE]
    if len(data) > _SAMPLE:
        head = head[: head.rfind(b"\n") + 1] or head
    return decode(head) is not None


def _lenient(data: bytes, codec: str) -> Decoded:
    try:
        return Decoded(data.decode(codec), codec)
    except UnicodeDecodeError:
        text = data.decode(codec, "replace")
        sign = "\ufffd".encode(codec, "ignore")
        genuine = data.count(sign) if sign else 0
        return Decoded(text, codec, max(1, text.count("\ufffd") - genuine))


def _by_line(data: bytes) -> Decoded | None:
    """The text of lines in UTF-8 among others in GB18030, as programs leave them that add to a file of another; None
    where the bytes are none of this. Both must read like Chinese."""
    if _kinds(data[:_SAMPLE].split(b"\n")[: -1 if len(data) > _SAMPLE else None])["utf-8"] == 0:
        return None
    lines = data.split(b"\n")
    kinds = _kinds(lines)
    if not kinds["utf-8"] or not kinds["gb18030"] or kinds[""]:
        return None
    return Decoded("\n".join(line.decode(_kind(line) or "utf-8") for line in lines), "gb18030")


def _kinds(lines: Sequence[bytes]) -> Counter[str]:
    return Counter(_kind(line) for line in lines if not line.isascii())


def _kind(line: bytes) -> str:
    """ "utf-8" or "gb18030", whichever a line is in; "" where it reads like neither."""
    for codec in ("utf-8", "gb18030"):
        try:
            text = line.decode(codec)
        except UnicodeDecodeError:
            continue
        if plausible.share(text) >= _SURELY:
            return codec
    return ""


def _is_text(text: str) -> bool:
    head = text[:_SAMPLE]
    return len(_CONTROLS.findall(head)) <= 2 + len(head) // 100


def _wide(data: bytes) -> str | None:
    """UTF-16 by the sense that it makes in one of the two byte orders."""
    head = data[: _SAMPLE & ~1]
    head = head[: len(head) & ~1]
    best: tuple[float, str] | None = None
    for codec in ("utf-16-le", "utf-16-be"):
        text = head.decode(codec, "replace")
        if text:
            share = len(_PLAUSIBLE.findall(text)) / len(text)
            if share > 0.9 and (best is None or share > best[0]):
                best = (share, codec)
    return best[1] if best else None


def _switched(data: bytes) -> str | None:
    """An encoding of seven bits in which the bytes read like Chinese or Japanese."""
    for mark, codec in _SWITCHED:
        if mark in data[:_SAMPLE] and data.isascii() and _valid(data, codec):
            return codec if plausible.share(data.decode(codec)) >= _SURELY else None
    return None


def _is_korean(head: bytes) -> bool:
    """Are all pairs of bytes syllables or signs of KS X 1001, in words? Chinese has others, too, and few blanks."""
    runs = _HIGH_RUNS.findall(head)
    leads = b"".join(run[::2] for run in runs)
    syllables = sum(0xB0 <= lead <= 0xC8 for lead in leads)
    return (
        syllables >= _LEAST_HANGUL and len(leads) < 8 * len(runs) and all(len(run) % 2 == 0 for run in runs)
        and all(0xA1 <= lead <= 0xA3 or 0xB0 <= lead <= 0xC8 for lead in leads)
    )


def _valid(data: bytes, codec: str) -> bool:
    try:
        data.decode(codec)
    except UnicodeDecodeError:
        return False
    return True


def _codec(data: bytes) -> str | None:
    """The encoding of bytes without a byte order mark and without the NULs of UTF-16."""
    utf8 = _valid(data, "utf-8")
    if utf8 and not _CONTROLS.search(data[:_SAMPLE].decode("utf-8", "replace")):
        return "utf-8"
    head = data[:_SAMPLE]
    wide = _best(head, ("utf-16-le", "utf-16-be")) if len(data) % 2 == 0 else None
    if wide is not None and wide[0] >= _SURELY_WIDE:
        return wide[1]
    head = _telling(data)
    if utf8 or plausible.share(_cut_short(head, "utf-8") or "") >= _SURELY:
        return "utf-8"
    if _is_korean(head) and _valid(data, "cp949"):
        return "cp949"
    asian = _best(head, ("gb18030", "big5hkscs", "cp932", "euc_jp"))
    if _mostly(head, "utf-8", 0.25) and (asian is None or asian[0] < _SURELY):
        return "utf-8"
    if (asian is None or asian[0] < _SURELY) and _is_japanese(data, head, asian[0] if asian else 0.0):
        return "cp932"
    runs = _HIGH_RUNS.findall(head)
    high = sum(map(len, runs))
    alone = sum(len(run) == 1 for run in runs)
    # No Chinese text is of nothing but characters whose second byte is a letter.
    if (asian is None or asian[0] < _HARDLY or (alone == high > 1)) and _only_western_words(head):
        return "cp1252"
    western = high > 0 and alone >= 0.9 * high and (asian is None or asian[0] < _SURELY_NOT_WESTERN or high < 3)
    if not western:
        chinese = _chinese(data, head, asian)
        if chinese:
            return chinese
    if western and _western_words(head):
        return "cp1252"
    if western:
        return asian[1] if asian is not None and asian[0] >= _SURELY_NOT_WESTERN else "utf-8"
    return _guess(head)


def _telling(data: bytes) -> bytes:
    """A sample that begins with the line where the first byte beyond ASCII stands."""
    first = _HIGH_RUNS.search(data)
    if first is None or first.start() < _SAMPLE // 2:
        return data[:_SAMPLE]
    start = max(data.rfind(b"\n", 0, first.start()) + 1, first.start() - _SAMPLE // 2)
    return data[start : start + _SAMPLE]


def _mostly(data: bytes, codec: str, tolerance: float) -> bool:
    """At most `tolerance` wrong places for each right character beyond ASCII."""
    text = data.decode(codec, "replace")
    wrong = text.count("\ufffd")
    right = len(text) - wrong - len(text.encode("ascii", "ignore"))
    return right > 0 and wrong <= tolerance * right


def _best(head: bytes, codecs: Sequence[str]) -> tuple[float, str] | None:
    """The encoding, of those in which the bytes are valid, that reads most like a text, and how much it does.

    Japanese ones need syllable signs: half of all Chinese texts are valid in them. The end may be cut off, though that
    speaks against an encoding.
    """
    best: tuple[float, str] | None = None
    for codec in codecs:
        text = _cut_short(head, codec)
        if text is None or (text.isascii() and not head.isascii()):
            continue
        found = plausible.share(text) + _BIAS.get(codec, 0.0)
        if len(head) < _SAMPLE and not _valid(head, codec):
            found -= _CUT_OFF
        if codec in _JAPANESE and plausible.kana(text) < 0.15:
            continue
        if best is None or found > best[0]:
            best = found, codec
    return best


def _cut_short(head: bytes, codec: str) -> str | None:
    """The text of a beginning, less a character cut off at its end; None where it is not valid."""
    decoder = codecs.getincrementaldecoder(codec)()
    try:
        return decoder.decode(head)
    except UnicodeDecodeError:
        return None


def _chinese(data: bytes, head: bytes, best: tuple[float, str] | None) -> str | None:
    """Simplified or traditional Chinese, or Japanese; damaged places are borne where nothing is valid."""
    if best is not None and best[0] > 0:
        return best[1]
    gb = _valid(data, "gb18030") or _mostly(head, "gb18030", 0.05)
    big5 = _valid(data, "big5hkscs") or _mostly(head, "big5hkscs", 0.05)
    if gb and big5:
        shares = {codec: plausible.share(head.decode(codec, "ignore")) for codec in ("gb18030", "big5hkscs")}
        return "big5hkscs" if shares["big5hkscs"] > shares["gb18030"] + _BIAS["gb18030"] else "gb18030"
    if gb:
        return "gb18030"
    return "big5hkscs" if big5 else None


def _western_words(data: bytes) -> bool:
    """Are the lone high bytes letters of words or signs of Windows-1252?"""
    text = data.decode("cp1252", "replace")
    beyond = sensible = 0
    for i, sign in enumerate(text):
        if sign > "\x7f":
            beyond += 1
            in_word = sign.isalpha() and (text[i - 1 : i].isalpha() or text[i + 1 : i + 2].isalpha())
            sensible += in_word or sign in _WESTERN_SIGNS or sign in _WESTERN_WORDS
    return sensible >= 0.8 * beyond


def _is_japanese(data: bytes, head: bytes, otherwise: float) -> bool:
    """Is it Japanese without syllable signs, as names of columns are, by how much more it reads like a text then?"""
    text = _cut_short(head, "cp932") or ""
    found = plausible.share(text)
    return found >= max(_SURELY_JAPANESE, otherwise + _CLEARLY) and len(text) > 4 and _valid(data, "cp932")


def _only_western_words(data: bytes) -> bool:
    """Do all high bytes stand in words with plain letters, no more than two side by side, or alone as signs?"""
    if not _valid(data, "cp1252"):
        return False
    text = data.decode("cp1252")
    words = [word for word in _WESTERN_WORD.findall(text) if not word.isascii()]
    within = sum(len(word) - len(word.encode("ascii", "ignore")) for word in words)
    within += len(_SIGN_ALONE.findall(text))
    longest = max((len(run) for word in words for run in re.findall("[^A-Za-z]+", word)), default=0)
    mixed = bool(words) and all(any(sign.isascii() for sign in word) for word in words)
    return mixed and longest <= 2 and within == len(text) - len(text.encode("ascii", "ignore"))


def _guess(data: bytes) -> str | None:
    from charset_normalizer import from_bytes

    best = from_bytes(data).best()
    return best.encoding if best else None
