"""How many rows at the top of a table name its columns."""

from __future__ import annotations

from collections.abc import Sequence

from docprep_gui.parsing.workbook import wording
from docprep_gui.parsing.workbook.merges import Merges
from docprep_gui.parsing.workbook.sheets import SheetRow
from docprep_gui.parsing.workbook.wording import is_value

MOST = 6
_SAMPLE = 200
_LEVELS = 4  # rows from the first name of a column down to the first value


def count(rows: Sequence[SheetRow], cols: Sequence[int], merges: Merges) -> int:
    """How many rows at the top name the columns: by their kind of content against that of the rows below, and by
    merged names."""
    if len(rows) < 2 or len(cols) < 2:
        return 0
    top = rows[0]
    if is_upper_name(rows, cols, merges):
        lower = count(rows[1:], cols, merges)
        return lower + 1 if lower else 0
    if len(top.texts) < 2 or not can_name(top, rows):
        return 0
    spans = [merges.at(top.index, col) for col in top.cols]
    if len(cols) > 3 and len(spans) == 2 and spans[1][1] == len(cols) - 1 and rows[1].cols[:1] == top.cols[:1]:
        return 0  # a name, and its value over all that is left
    taken = sum(across for _, across in spans)
    across_some = any(across > 1 for _, across in spans)
    depth = 1
    while depth < min(len(rows) - 1, MOST) and _goes_on(rows, depth, merges):
        depth += 1
    if depth == 1 and not across_some and 2 <= taken < len(cols) and len(rows) > 2:
        below = rows[1]
        if len({*top.cols, *below.cols}) == len(cols) and len(below.texts) > len(cols) - taken and (
            can_name(below, rows[1:]) and any(map(is_value, rows[2].texts))
        ):
            return 2
    if taken < len(cols) - max(1, len(cols) // 4) and not (
        2 * taken >= len(cols) and _over_values(top, rows[depth : depth + 5])
    ):
        return 0
    pairs = len(cols) == 2 or (len(spans) == 2 and all(row.cols == top.cols for row in rows))
    if depth == 1 and pairs and is_list(top, rows[1:_SAMPLE]):
        return 0
    if depth > 1 or any(any(map(is_value, row.texts)) for row in rows[depth : depth + 5]):
        return depth
    if len(set(top.texts)) < len(top.texts):
        return 0
    if pairs:
        # Names and values side by side look the same; a table that says nothing else has some length.
        return int(len(rows) > 3 and not any(text.endswith(wording.COLONS) for row in rows[:4] for text in row.texts))
    return int(taken >= len(cols) - 1)


def is_upper_name(rows: Sequence[SheetRow], cols: Sequence[int], merges: Merges) -> bool:
    """Is the only text of the first row a name over some of the columns, all of which have names in the row below?"""
    top = rows[0]
    if len(top.texts) != 1 or len(rows) < 3 or top.cols[0] == cols[0] or len(rows[1].texts) < len(cols):
        return False
    down, across = merges.at(top.index, top.cols[0])
    return down == 1 and 1 < across <= len(cols) // 2 and can_name(rows[1], rows[1:])


def is_list(top: SheetRow, rows: Sequence[SheetRow]) -> bool:
    """Are two columns a list of names and their values, where the second holds words and figures by turns ("甲方 |
    甲公司", "金额 | 10000"), or begins with a number of a document?"""
    texts = [dict(zip(row.cols, row.texts, strict=True)) for row in rows]
    if wording.names_anything(top.texts[1]) or any(is_value(found.get(top.cols[0], "")) for found in texts):
        return False
    second = [found[top.cols[1]] for found in texts if top.cols[1] in found]
    return wording.is_code(top.texts[1]) or 0 < sum(map(is_value, second)) < len(second)


def _over_values(top: SheetRow, rows: Sequence[SheetRow]) -> bool:
    """Do the names stand over values, in rows that fill all their columns? Then others may lack a name."""
    if any(sign in text for text in top.texts for sign in wording.COLONS):
        return False
    filled = [dict(zip(row.cols, row.texts, strict=True)) for row in rows if set(top.cols) <= set(row.cols)]
    return 2 * len(filled) > len(rows) and any(is_value(row[col]) for row in filled for col in top.cols)


def can_name(row: SheetRow, rows: Sequence[SheetRow]) -> bool:
    """Could all texts of the row be names of columns? Years can, beside words, and so can what counts on."""
    years = 0
    if _counts_on(row, rows):
        return True
    for text in row.texts:
        if len(text) > wording.NAME_LIMIT or text.endswith("。") or (text.endswith(wording.COLONS) and len(rows) < 4):
            return False
        if is_value(text):
            if not wording.YEAR.fullmatch(text):
                return False
            years += 1
    return years == 0 or (years > 1 and (
        years < len(row.texts) or any(row.cols[:1] != below.cols[:1] for below in rows[1:_LEVELS])
    ))


def _counts_on(row: SheetRow, rows: Sequence[SheetRow]) -> bool:
    """Among words, dates that rise or numbers from 1 on, over something else."""
    counted = {col: text for col, text in zip(row.cols, row.texts, strict=True) if is_value(text)}
    if len(counted) < 2 or len(rows) < 2 or not row.cols or row.cols[0] in counted:
        return False
    if any(len(text) > wording.NAME_LIMIT for text in row.texts):
        return False
    found = list(counted.values())
    below = [text for col, text in zip(rows[1].cols, rows[1].texts, strict=True) if col in counted]
    if all(wording.DATE.match(text) for text in found):
        return found == sorted(set(found)) and not any(wording.DATE.match(text) for text in below)
    if found != [str(number) for number in range(1, len(found) + 1)]:
        return False
    words = {col for col in row.cols[1:] if col not in counted}
    named = any(col in words and is_value(text) for col, text in zip(rows[1].cols, rows[1].texts, strict=True))
    return len(found) > MOST or (len(found) > 2 and (named or not any(map(is_value, below))))


def _goes_on(rows: Sequence[SheetRow], depth: int, merges: Merges) -> bool:
    """Is the row below `depth` header rows one, too: under a name over several columns, or beside one over rows?"""
    row = rows[depth]
    if row.texts and (all(map(wording.UNIT.fullmatch, row.texts)) or wording.counts_columns(row.texts)):
        return True
    if any(is_value(text) for text in row.texts) or any(len(text) > wording.NAME_LIMIT for text in row.texts):
        return False
    first = rows[0].index
    over_rows = {start for start in merges.covered.get(row.index, {}).values() if first <= start[0] < row.index}
    if over_rows:
        return True
    above = rows[depth - 1]
    starts = merges.starts.get(above.index, ())
    wide = [(left, right) for left, last, right in starts if right > left and last == above.index]
    return sum(left <= col <= right for col in row.cols for left, right in wide) > len(wide) > 0
