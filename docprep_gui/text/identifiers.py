"""Identity and bank cards, telephones, company codes and other identifiers in a text of folded width.

Borders are by figures and Latin letters, never by word borders: numbers stand glued to Han characters. Check digits
are verified: GB 11643 (ISO 7064 mod 11-2) for identity cards, GB 32100 (mod 31) for company codes, Luhn for cards.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator

from docprep_gui.domain.chunk import Entity, EntityKind
from docprep_gui.text.patterns import Pattern

_ALNUM = frozenset("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
_LONG = Pattern(r"[0-9]{3}(?:[0-9]{4}|[0-9]?\s?[ )）-]\s?[0-9]{3})")

_ID_CARD = Pattern(r"[1-9][0-9]{5}[ -]?(?:18|19|20)[0-9]{2}[01][0-9][0-3][0-9][ -]?[0-9]{3}[0-9Xx]")
_OLD_ID_CARD = Pattern(r"[1-9][0-9]{7}[01][0-9][0-3][0-9][0-9]{3}")
_ID_WORD = Pattern(r"身份证|证件号|ID\s?(?:card|No)", re.IGNORECASE)
_PROVINCES = frozenset(
    (11, 12, 13, 14, 15, 21, 22, 23, 31, 32, 33, 34, 35, 36, 37, 41, 42, 43, 44, 45, 46, 50, 51, 52, 53, 54, 61, 62, 63,
     64, 65, 71, 81, 82, 83)
)  # fmt: skip
_CARD = Pattern(r"[3-69][0-9]{3}(?:[ -]?[0-9]{4}){3}(?:[ -]?[0-9]{1,3})?")
_CARD_RUN = Pattern(r"[3-69][0-9]{15,18}")
# China UnionPay, Visa, Mastercard, JCB, and the first cards of ICBC.
_CARD_START = Pattern(r"62|4|5[1-5]|35|60|9558")
_MOBILE = Pattern(r"1[3-9][0-9](?:[ -]?[0-9]{4}[ -]?[0-9]{4}|[ -][0-9]{8}|[0-9][ -][0-9]{3}[ -]?[0-9]{4})")
_COUNTRY = Pattern(r"(?:\+\s?86|0086|(?<![0-9])86|[(（]\s?\+?86[)）])[ -]?$")
_AREA = r"(?:10|2[0-9]|[3-9][0-9]{2})"
_LANDLINE = Pattern(
    rf"0{_AREA}(?:\s?[-)）]\s?|\s)?[2-9][0-9]{{2,3}}[ -]?[0-9]{{4}}(?:\s?(?:转|-|ext\.?\s?)\s?[0-9]{{1,6}})?"
    r"|400[ -][0-9]{3,4}[ -]?[0-9]{3,4}"
)
_LANDLINE_ABROAD = Pattern(rf"(?:\+\s?86|0086)[ -]?[(（]?0?{_AREA}[)）]?[ -]?[2-9][0-9]{{2,3}}[ -]?[0-9]{{4}}")
_LANDLINE_PREFIX = re.compile(r"^(?:0086|86)0?")
_USCC = Pattern(r"[0-9AY][0-9A-HJ-NPQRTUWXY][0-9]{6}[0-9A-HJ-NPQRTUWXYa-hj-npqrtuwxy]{10}")
_USCC_SPACED = Pattern(r"[0-9AY][0-9A-HJ-NPQRTUWXY][0-9]{2}(?: [0-9A-HJ-NPQRTUWXY]{4}){3} [0-9A-HJ-NPQRTUWXY]{2}")
_EXTENSION = Pattern(r"-[0-9]{1,6}(?![0-9A-Za-z-])")
_USCC_SIGNS = "0123456789ABCDEFGHJKLMNPQRTUWXY"
_USCC_WEIGHTS = (1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28)
_LOCAL = frozenset("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz._%+-")
_DOMAIN = Pattern(r"(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})\.){1,8}[A-Za-z]{2,24}(?![A-Za-z0-9-])")
_PASSPORT = Pattern(r"[A-Z]{1,2}[0-9]{7,8}")
_PASSPORT_SURE = Pattern(r"E[A-HJ-NP-Z][0-9]{7}|[EG][0-9]{8}")
_PASSPORT_WORD = Pattern(r"护照|passport", re.IGNORECASE)
_PROVINCE = "京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼使"
_PLATE = Pattern(
    rf"[A-HJ-NP-Z](?<=[{_PROVINCE}][A-HJ-NP-Z])\s?[·•.]?\s?"
    r"(?:[DF][0-9A-HJ-NP-Z][0-9]{4}|[0-9]{5}[DF]|[0-9A-HJ-NP-Z]{4}[0-9A-HJ-NP-Z挂学警港澳领])"
)
_PLATE_GAP = re.compile(r"[\s·•.]")
# 号 is rarer than 合同: it is found first, then the words before it are read.
_NUMBER_SIGN = Pattern(r"[号Nn](?:(?<=号)码?|(?<=[Nn])(?:[Oo]\.|umber|UMBER))")
_CONTRACT_BEFORE = Pattern(
    r"(?:(?:合同|协议|订单|契约)\s?书?\s?编?\s?|(?<![一-龥])(?:编\s{0,4})|(?:contract|agreement|order)\s+)$",
    re.IGNORECASE,
)
_CONTRACT_GAP = Pattern(r"\s?[)）]?\s?(?:[:：#]|为|是)?\s{0,4}")
_CONTRACT_NO = Pattern(
    r"[A-Za-z0-9](?:[A-Za-z0-9]|[_./-](?=[A-Za-z0-9])|[(（〔【\[][A-Za-z0-9]+[)）〕】\]])+"
    r"|[\u4e00-\u9fffA-Za-z]{0,12}[(（〔【\[]?[12][0-9]{3}[)）〕】\]]?[\u4e00-\u9fffA-Za-z]{0,12}第?[0-9-]{1,8}号"
)


def luhn(digits: str) -> bool:
    """Does the last digit check the others (ISO/IEC 7812-1, annex B)?"""
    total = 0
    for i, sign in enumerate(reversed(digits)):
        value = int(sign) << (i & 1)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


def id_card(number: str) -> bool:
    """Is it a resident's number: known province, a day that exists, right check digit?"""
    if int(number[:2]) not in _PROVINCES:
        return False
    year, month, day = int(number[6:10]), int(number[10:12]), int(number[12:14])
    if not (1850 <= year <= 2099 and 1 <= month <= 12 and 1 <= day <= monthrange(year, month)[1]):
        return False
    total = sum(int(sign) * (1 << (17 - i)) for i, sign in enumerate(number[:17]))
    return "10X98765432"[total % 11] == number[17].upper()


def uscc(code: str) -> bool:
    """Is it a unified social credit code with the right check character?"""
    total = sum(_USCC_SIGNS.index(sign) * weight for sign, weight in zip(code, _USCC_WEIGHTS, strict=False))
    return _USCC_SIGNS[-total % 31] == code[17]


_DIGITS = frozenset("0123456789")


def _alone(text: str, start: int, end: int, joints: str = ".-_") -> bool:
    """No figure or letter touches the span, nor a figure behind one of the `joints`, which would make it the part of a
    longer number. A letter behind a joint is something else: the ending of a file name, the next sentence."""
    if start:
        before = text[start - 1]
        if before in _ALNUM or (before in joints and start > 1 and text[start - 2] in _DIGITS):
            return False
    if end < len(text):
        after = text[end]
        if after in _ALNUM or (after in joints and end + 1 < len(text) and text[end + 1] in _DIGITS):
            return False
    return True


def _digits(text: str) -> str:
    return "".join(sign for sign in text if sign in "0123456789Xx").upper()


def _cards(text: str) -> Iterator[Entity]:
    for match in _ID_CARD.finditer(text):
        number = _digits(match[0])
        # A check digit, a day and a province prove it: what is joined to it is another number.
        if _alone(text, *match.span(), joints="") and id_card(number):
            yield Entity("cn_id_card", match.span(), number)
    for match in _OLD_ID_CARD.finditer(text):
        # Fifteen figures without a check digit: a number only behind the word for it.
        number, start = match[0], match.start()
        day = 1 <= int(number[8:10]) <= 12 and 1 <= int(number[10:12]) <= 31
        worded = _ID_WORD.search(text, max(0, start - 16), start)
        if day and worded and int(number[:2]) in _PROVINCES and _alone(text, *match.span()):
            yield Entity("cn_id_card", match.span(), number)
    for pattern in (_CARD, _CARD_RUN):
        for match in pattern.finditer(text):
            number = _digits(match[0])
            if len(number) >= 16 and _CARD_START.match(number) and _alone(text, *match.span()) and luhn(number):
                yield Entity("bank_card", match.span(), number)


def _phones(text: str) -> Iterator[Entity]:
    for match in _MOBILE.finditer(text):
        start, end = match.span()
        country = _COUNTRY.search(text, max(0, start - 7), start)
        if country:
            start = country.start()
        extension = _EXTENSION.match(text, end)
        if _alone(text, start, extension.end() if extension else end):
            yield Entity("mobile", (start, end), _digits(match[0]))
    for pattern in (_LANDLINE, _LANDLINE_ABROAD):
        for match in pattern.finditer(text):
            start, end = match.span()
            closes = ")" in match[0] or "）" in match[0]
            if closes and start and text[start - 1] in "(（":
                start -= 1
            elif closes and pattern is _LANDLINE:
                continue
            country = _COUNTRY.search(text, max(0, start - 7), start)
            if country:
                start = country.start()
            if _alone(text, start, end):
                number = _digits(text[start:end].split("转")[0])
                yield Entity("landline", (start, end), _LANDLINE_PREFIX.sub("0", number))


def _codes(text: str) -> Iterator[Entity]:
    for pattern in (_USCC, _USCC_SPACED):
        for match in pattern.finditer(text):
            code = match[0].upper().replace(" ", "")
            if _alone(text, *match.span(), joints="") and uscc(code):
                yield Entity("uscc", match.span(), code)


def _emails(text: str) -> Iterator[Entity]:
    at = text.find("@")
    while at >= 0:
        # 64 characters is the limit of the part before the sign (RFC 5321, 4.5.3.1.1).
        start, low = at, max(0, at - 64)
        while start > low and text[start - 1] in _LOCAL:
            start -= 1
        while start < at and text[start] not in _ALNUM:
            start += 1
        domain = _DOMAIN.match(text, at + 1)
        if domain and start < at and text[at - 1] not in ".%":
            yield Entity("email", (start, domain.end()), text[start : domain.end()])
        at = text.find("@", at + 1)


def _passports(text: str) -> Iterator[Entity]:
    for match in _PASSPORT.finditer(text):
        start = match.start()
        sure = _PASSPORT_SURE.fullmatch(match[0]) or _PASSPORT_WORD.search(text, max(0, start - 20), start)
        if sure and _alone(text, *match.span()):
            yield Entity("passport", match.span(), match[0])


def _plates(text: str) -> Iterator[Entity]:
    for match in _PLATE.finditer(text):
        start, end = match.start() - 1, match.end()
        plate = _PLATE_GAP.sub("", text[start:end])
        if any(sign.isdigit() for sign in plate) and (end == len(text) or text[end] not in _ALNUM):
            yield Entity("plate", (start, end), plate)


def _contract_numbers(text: str) -> Iterator[Entity]:
    for match in _NUMBER_SIGN.finditer(text):
        if not _CONTRACT_BEFORE.search(text, max(0, match.start() - 14), match.start()):
            continue
        gap = _CONTRACT_GAP.match(text, match.end())
        number = _CONTRACT_NO.match(text, gap.end() if gap else match.end())
        if number and sum(sign.isdigit() for sign in number[0]) >= 2 and len(number[0]) >= 4:
            yield Entity("contract_no", number.span(), number[0])


_LATIN = bytes(sorted(map(ord, _ALNUM)))
_FIGURES_AS_ZEROS = bytes.maketrans(b"123456789", b"0" * 9)
_LATIN_AS_ZEROS = bytes.maketrans(_LATIN, b"0" * len(_LATIN))
_BEGINNING = 1 << 16
_BLANKS = bytes(range(9, 14)) + bytes(range(28, 33))


def _in_a_row(plain: bytes, count: int, parted_by: bytes = b"") -> bool:
    """Are there so many figures, parted by nothing but these signs? Bytes are looked through twenty times as fast as
    a pattern runs; and most texts that have such figures have some near their beginning."""
    return any(b"0" * count in part.translate(_FIGURES_AS_ZEROS, parted_by) for part in (plain[:_BEGINNING], plain))


def _with_codes(plain: bytes) -> bool:
    """Are there eighteen figures or letters, in one piece or as company codes are parted?"""
    return any(b"0" * 18 in latin or b"0000 0000 0000 0000 00" in latin
               for latin in (part.translate(_LATIN_AS_ZEROS) for part in (plain[:_BEGINNING], plain)))


def find(text: str, kinds: frozenset[EntityKind]) -> list[Entity]:
    """Identifiers of the kinds in a text of folded width, in no order; they may overlap."""
    out: list[Entity] = []
    plain = text.replace("）", ")").replace("\x85", " ").encode("ascii", "replace")
    # A card is looked for whatever is wanted: its figures are no telephone and no company code.
    cards = _in_a_row(plain, 15, b" -")
    phones = bool(kinds & {"mobile", "landline"}) and _in_a_row(plain, 9, _BLANKS + b"-)")
    codes = "uscc" in kinds and _with_codes(plain)
    passports = "passport" in kinds and _in_a_row(plain, 7)
    if (cards or phones or codes or passports) and _LONG.search(text):
        if cards:
            out += _cards(text)
        if phones:
            out += _phones(text)
        if codes:
            out += _codes(text)
        if passports:
            out += _passports(text)
    if "email" in kinds and "@" in text:
        out += _emails(text)
    if "plate" in kinds:
        out += _plates(text)
    if "contract_no" in kinds:
        out += _contract_numbers(text)
    return out
