"""A chart as text: its titles, and a table of its categories and series, from the values that the file keeps of them
(ECMA-376 part 1, 21.2; for the newer kinds [MS-ODRAWXML] 2.24.3)."""

from __future__ import annotations

import datetime
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from lxml import etree

from docprep_gui.parsing.drawing.paragraphs import PARAGRAPH, text_of
from docprep_gui.parsing.ooxml import CHART as C
from docprep_gui.parsing.ooxml import A, number
from docprep_gui.parsing.tables import Grid, GridCell, place
from docprep_gui.text.folding import clean

_CX = "{http://schemas.microsoft.com/office/drawing/2014/chartex}"
# What a drawing holds in the place of a chart: its relation leads to the chart's part.
REFERENCES = frozenset({C + "chart", _CX + "chart"})
_LITERAL = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]')
_LONGEST_CODE = 1_000
_PERCENT = re.compile(r"0(?:\.(0+))?%")
_DATE = re.compile(r"[yd]", re.I)
_DAY_ZERO = datetime.date(1899, 12, 30)
_DAY_ZERO_1904 = datetime.date(1904, 1, 1)
_LAST_DAY = 2_958_465  # 9999-12-31

Points = dict[int, str]


def text(root: etree._Element) -> str:
    """The text of a chart part; "" where it shows neither titles nor values."""
    if root.tag == _CX + "chartSpace":
        titles, rows = _extended(root)
    else:
        titles, rows = _chart(root)
    lines = [line for line in titles if line]
    if rows and len(rows) > 1:
        cols = max(len(row) for row in rows)
        cells = [GridCell.of(y, x, value) for y, row in enumerate(rows) for x, value in enumerate(row)]
        lines.append(place(Grid(len(rows), cols, 1, cells), 0).text)
    return "\n".join(lines)


def _chart(root: etree._Element) -> tuple[list[str], list[list[str]]]:
    chart = root.find(C + "chart")
    plot = chart.find(C + "plotArea") if chart is not None else None
    if chart is None or plot is None:
        return [], []
    since_1904 = root.find(C + "date1904")
    zero = _DAY_ZERO_1904 if since_1904 is not None and since_1904.get("val", "1") in ("1", "true") else _DAY_ZERO
    categories: Points = {}
    corner = ""
    columns: list[tuple[str, Points]] = []
    across: list[Points] = []  # of each column, its values along the axis
    for series in plot.iter(C + "ser"):
        named = _first(_points(series.find(C + "tx"), zero))
        own = _points(series.find(C + "xVal"), zero)
        for found in (_points(series.find(C + "cat"), zero), own):
            if len(found) > len(categories):
                categories = found
        for name in ("val", "yVal", "bubbleSize"):
            element = series.find(C + name)
            if element is not None:
                columns.append((named, _points(element, zero)))
                across.append(own)
    if any(own and any(categories.get(at) != x for at, x in own.items()) for own in across):
        categories, columns = _by_value(across, columns)
    titles = [_title(chart, zero)]
    hidden = chart.find(C + "autoTitleDeleted")
    if not titles[0] and chart.find(C + "title") is not None and len(columns) == 1 and (
        hidden is None or hidden.get("val", "1") not in ("1", "true")
    ):
        titles[0] = columns[0][0]  # without a title of its own a chart has the name of its only series
    for axis in plot:
        if axis.tag in (C + "catAx", C + "dateAx") and not corner:
            corner = _title(axis, zero)
        elif axis.tag.endswith("Ax"):
            titles.append(_title(axis, zero))
    return titles, _table(corner, categories, columns)


def _by_value(
    across: Sequence[Points], columns: Sequence[tuple[str, Points]]
) -> tuple[Points, list[tuple[str, Points]]]:
    """Series of points, each with values of its own along the axis, put in rows by these: a row for each value, and as
    many as a series has points there."""
    rows: dict[tuple[str, int], int] = {}
    placed: list[tuple[str, Points]] = []
    for own, (named, points) in zip(across, columns, strict=True):
        passed: Counter[str] = Counter()
        moved: Points = {}
        for at in sorted(points.keys() | own.keys()):
            x = own.get(at, "")
            row = rows.setdefault((x, passed[x]), len(rows))
            passed[x] += 1
            if at in points:
                moved[row] = points[at]
        placed.append((named, moved))
    return {row: x for (x, _), row in rows.items()}, placed


def _table(corner: str, categories: Points, columns: list[tuple[str, Points]]) -> list[list[str]]:
    places = sorted(set(categories).union(*(points for _, points in columns)))
    rows = [[corner, *(name for name, _ in columns)]]
    for at in places:
        rows.append([categories.get(at, ""), *(points.get(at, "") for _, points in columns)])
    return rows


def _title(element: etree._Element, zero: datetime.date) -> str:
    title = element.find(C + "title")
    shown = title.find(C + "tx") if title is not None else None
    if shown is None:
        return ""
    lines = [text_of(paragraph) for paragraph in shown.iter(PARAGRAPH)]
    return " ".join(" ".join([line for line in lines if line] or [_first(_points(shown, zero))]).split())


def _first(points: Points) -> str:
    return points[min(points)] if points else ""


def _points(element: etree._Element | None, zero: datetime.date) -> Points:
    """The cached values under a c:cat, c:val, c:tx and so on, by their place."""
    if element is None:
        return {}
    for cache in element.iter(C + "strCache", C + "numCache", C + "strLit", C + "numLit", C + "multiLvlStrCache"):
        if cache.tag == C + "multiLvlStrCache":
            return _levels([dict(_cached(level, "", zero)) for level in cache.iterchildren(C + "lvl")])
        code = cache.findtext(C + "formatCode") or ""
        numeric = cache.tag in (C + "numCache", C + "numLit")
        return dict(_cached(cache, code if numeric else None, zero))
    value = element.find(C + "v")
    return {0: _clean(value.text)} if value is not None else {}


def _cached(element: etree._Element, code: str | None, zero: datetime.date) -> Iterator[tuple[int, str]]:
    """`code`: the number format; None for texts."""
    for point in element.iterchildren(C + "pt"):
        at = number(point.get("idx"))
        value = _clean(point.findtext(C + "v"))
        if at is not None and at >= 0 and value:
            yield at, value if code is None else _shown(value, point.get("formatCode") or code, zero)


def _levels(levels: list[Points]) -> Points:
    """Categories of several levels, the innermost first: an outer one holds until the next."""
    if not levels:
        return {}
    found = {at: [text] for at, text in levels[0].items()}
    for level in levels[1:]:
        starts = sorted(level)
        current = ""
        for at in sorted(found):
            while starts and starts[0] <= at:
                current = level[starts.pop(0)]
            if current:
                found[at].insert(0, current)
    return {at: " ".join(texts) for at, texts in found.items()}


def _shown(value: str, code: str, zero: datetime.date) -> str:
    """A stored number as a reader would see it: percentages, dates, and no digits beyond what a double holds."""
    try:
        amount = float(value)
    except ValueError:
        return value
    code = _LITERAL.sub("", code[:_LONGEST_CODE].split(";")[0])
    percent = _PERCENT.search(code)
    if percent:
        return f"{amount:.{len(percent[1] or '')}%}"
    if code.lower() != "general" and _DATE.search(code) and 0 < amount <= _LAST_DAY:
        try:
            return (zero + datetime.timedelta(days=int(amount))).isoformat()
        except OverflowError:
            return value
    return format(amount, ".15g") if abs(amount) < 1e15 else value


def _clean(value: str | None) -> str:
    return clean(value or "").strip()


def _extended(root: etree._Element) -> tuple[list[str], list[list[str]]]:
    """Waterfalls, funnels, trees and so on: columns of texts, then of numbers."""
    titles = [" ".join(filter(None, [text_of(p) for p in title.iter(A + "p")])) for title in root.iter(_CX + "title")]
    columns: list[tuple[str, Points]] = []
    labels: Points = {}
    for data in root.iter(_CX + "data"):
        for dimension in data:
            levels: list[Points] = []
            name = _clean(dimension.findtext(_CX + "nf"))
            for level in dimension.iterchildren(_CX + "lvl"):
                points: Points = {}
                for point in level.iterchildren(_CX + "pt"):
                    at, value = number(point.get("idx")), _clean(point.text)
                    if at is not None and value:
                        points[at] = value
                levels.append(points)
                name = name or _clean(level.get("name"))
            if dimension.tag == _CX + "strDim":
                labels = labels or _levels(levels)
            elif levels:
                columns.append((name, {at: _shown(value, "", _DAY_ZERO) for at, value in levels[0].items()}))
    names = [_clean(value.text) for series in root.iter(_CX + "series") for value in series.iter(_CX + "v")]
    columns = [(names[i] if i < len(names) else name, points) for i, (name, points) in enumerate(columns)]
    return titles, _table("", labels, columns)
