from __future__ import annotations

import gc
from typing import Any

from docprep_gui.gui.collector import Collector


def test_collecting_is_the_main_threads_until_it_is_handed_back(qtbot: Any) -> None:
    busy = [True]
    collector = Collector(lambda: busy[0])
    try:
        assert not gc.isenabled()
        before = gc.get_freeze_count()
        collector._tick()
        assert gc.get_freeze_count() == before
        busy[0] = False
        collector._tick()
        assert gc.get_freeze_count() > before
    finally:
        collector.close()
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0
