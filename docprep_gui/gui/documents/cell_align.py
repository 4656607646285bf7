"""Where texts stand in the cells of tables."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt

from docprep_gui.gui.documents.grids import GridCell
from docprep_gui.gui.documents.page_looks import Looks


def in_text(text: str, cells: Sequence[GridCell], i: int) -> Qt.AlignmentFlag:
    """Headers and short names beside several rows in the middle, figures at the right; so is the name of a sum."""
    cell = cells[i]
    said = text[cell.span[0] : cell.span[1]]
    if cell.header or (cell.row_span > 1 and len(said) < 12):
        return Qt.AlignmentFlag.AlignHCenter
    if _is_figure(said):
        return Qt.AlignmentFlag.AlignRight
    after = cells[i + 1] if i + 1 < len(cells) else None
    if (cell.col_span > 1 and len(said) < 12 and after is not None and after.row == cell.row
            and _is_figure(text[after.span[0] : after.span[1]])):
        return Qt.AlignmentFlag.AlignRight
    return Qt.AlignmentFlag.AlignLeft


def in_sheet(text: str, cell: GridCell) -> Qt.AlignmentFlag:
    """As workbooks do it: numbers at the right, names of columns and what stands over several in the middle."""
    said = text[cell.span[0] : cell.span[1]]
    if cell.header or (cell.col_span > 1 and len(said) < 60):
        return Qt.AlignmentFlag.AlignHCenter
    bare = said.strip().lstrip("+-−(")
    number = bare[:1].isdigit() and len(bare) < 3 and bare.rstrip("%)").isdigit()
    return Qt.AlignmentFlag.AlignRight if number or _is_figure(said) else Qt.AlignmentFlag.AlignLeft


def said(looks: Looks, cell: GridCell) -> Qt.AlignmentFlag:
    """In a table whose file says where its texts stand."""
    own = looks.align(cell.span[0])
    return Qt.AlignmentFlag.AlignLeft if own is None or own == Qt.AlignmentFlag.AlignJustify else own


def _is_figure(text: str) -> bool:
    """An amount or a number, to be set at the right of its column."""
    bare = text.strip().lstrip("¥￥$€+-−（(").rstrip("%％元）)").strip()
    return bool(bare) and len(bare) > 2 and all(c.isdigit() or c in ",. " for c in bare)
