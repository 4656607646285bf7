"""What the keyboard means on the page: it scrolls, stretches the selection, and lets go of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from docprep_gui.gui import theme
from docprep_gui.gui.documents.page_face import Lit

if TYPE_CHECKING:
    from docprep_gui.gui.documents.page import PageView


def pressed(page: PageView, lit: Lit, event: QKeyEvent) -> bool:
    """Does what a key means; False: it means nothing here."""
    bar, across = page.verticalScrollBar(), page.horizontalScrollBar()
    control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
    back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
    screen = bar.pageStep() - theme.px(40)
    moves = {
        Qt.Key.Key_Down: bar.singleStep(), Qt.Key.Key_Up: -bar.singleStep(), Qt.Key.Key_PageDown: screen,
        Qt.Key.Key_PageUp: -screen, Qt.Key.Key_Space: -screen if back else screen,
        Qt.Key.Key_Home: -bar.maximum(),
    }
    key = Qt.Key(event.key())
    chosen = lit.selection
    if key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and back and not control and chosen and page.content:
        end = chosen[1] + (1 if key == Qt.Key.Key_Right else -1)
        page.set_selection((chosen[0], min(max(end, 0), len(page.content.document.text))))
    elif key in moves and (not control or key == Qt.Key.Key_Home):
        bar.setValue(bar.value() + moves[key])
    elif key == Qt.Key.Key_End:
        while bar.value() < bar.maximum():  # the end moves away while estimates above it become exact
            bar.setValue(bar.maximum())
    elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and not control:
        across.setValue(across.value() + across.singleStep() * (1 if key == Qt.Key.Key_Right else -1))
    elif key == Qt.Key.Key_Escape and chosen:
        page.set_selection(None)
    else:
        return False
    return True
