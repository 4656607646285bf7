"""Sentences of the window in the user's language, read from the .ts files of resources/translations.

The English text in the source is the key. Files of one language are `*_<language>.ts`; there may be several.
"""

from __future__ import annotations

import os
import xml.etree.ElementTree as ET
from collections.abc import Mapping
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from docprep_gui.workspace import paths

LANGUAGES = ("zh", "en")


def system_language() -> str:
    """"zh" or "en": by DOCPREP_LANG, else by the system's locale."""
    chosen = os.environ.get("DOCPREP_LANG", "")
    if chosen in LANGUAGES:
        return chosen
    return "zh" if QLocale.system().language() == QLocale.Language.Chinese else "en"


def read(path: Path) -> dict[tuple[str, str], str]:
    """(context, source) to translation; unfinished ones left out."""
    table: dict[tuple[str, str], str] = {}
    for context in ET.parse(path).getroot().iter("context"):
        name = context.findtext("name", "")
        for message in context.iter("message"):
            translation = message.find("translation")
            if translation is not None and translation.get("type") is None and translation.text:
                table[name, message.findtext("source", "")] = translation.text
    return table


class Translator(QTranslator):
    """A translator over a table in memory."""

    def __init__(self, table: Mapping[tuple[str, str], str]) -> None:
        super().__init__()
        self._table = table

    def isEmpty(self) -> bool:
        return False

    def translate(self, context: bytes | str, source: bytes | str, disambiguation: bytes | str | None = None,
                  n: int = -1) -> str | None:
        key = (context if isinstance(context, str) else bytes(context).decode(),
               source if isinstance(source, str) else bytes(source).decode())
        return self._table.get(key)


_installed: list[QTranslator] = []
_spoken = ["en"]


def install(language: str) -> None:
    """Makes the application speak this language from now on; windows that are open rebuild their texts on
    LanguageChange."""
    app = QCoreApplication.instance()
    assert app is not None
    for translator in _installed:
        app.removeTranslator(translator)
    _installed.clear()
    _spoken[0] = language
    if language == "en":
        return
    own: dict[tuple[str, str], str] = {}
    for path in sorted((paths.shipped("resources") / "translations").glob(f"*_{language}.ts")):
        own.update(read(path))
    qt = QTranslator()
    if qt.load(f"qtbase_{language}_CN", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        _installed.append(qt)
    _installed.append(Translator(own))
    for translator in _installed:
        app.installTranslator(translator)


def language() -> str:
    """That which the application speaks, "zh" or "en"; for texts of rules, which bring their own."""
    return _spoken[0]


def count(n: int, one: str, many: str) -> str:
    """The form for a number, with %n filled in: count(2, tr("%n file"), tr("%n files"))."""
    return (one if n == 1 else many).replace("%n", f"{n:,}")
