from __future__ import annotations

import pytest

from docprep_gui.gui import figures


@pytest.mark.parametrize(("text", "language", "said"), [
    ("1000000", "zh", "100 万元"), ("15000", "zh", "1.5 万元"), ("1280000", "zh", "128 万元"),
    ("150000000", "zh", "1.5 亿元"), ("1234567", "zh", "1,234,567"), ("999", "zh", "999"), ("0", "zh", "0"),
    ("1000000", "en", "1,000,000"), ("1000000.50", "zh", "1,000,000.50"),
])
def test_amounts_of_rules(text: str, language: str, said: str) -> None:
    assert figures.amount(text, language) == said


@pytest.mark.parametrize(("text", "said"), [
    ("1280000", "1,280,000"), ("1280000.00", "1,280,000.00"), ("0.12345", "0.12345"), ("1,280,000", "1,280,000"),
    ("1280000; 5000", "1,280,000; 5,000"), ("", ""),
])
def test_thousands_apart(text: str, said: str) -> None:
    assert figures.grouped(text) == said
