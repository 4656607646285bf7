"""The place Documents: the tree of what is open, the page, the inspector; selecting is tied between the three."""

from __future__ import annotations

from docprep_gui.gui.shell import Place


class DocumentsPlace(Place):
    """Tree, page, inspector."""
