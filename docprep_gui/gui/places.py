"""The four places, in the order of the rail."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from docprep_gui.gui.documents.place import DocumentsPlace
from docprep_gui.gui.results.place import ResultsPlace
from docprep_gui.gui.rules.place import RulesPlace
from docprep_gui.gui.run.place import RunPlace
from docprep_gui.gui.shell import Place, Shell


@dataclass(frozen=True, slots=True)
class PlaceSpec:
    """`command` is the id of the command that goes there, and gives the name."""

    id: str
    command: str
    icon: str
    make: Callable[[Shell], Place]


PLACES: tuple[PlaceSpec, ...] = (
    PlaceSpec("documents", "place_documents", "document", DocumentsPlace),
    PlaceSpec("rules", "place_rules", "sliders", RulesPlace),
    PlaceSpec("run", "place_run", "play", RunPlace),
    PlaceSpec("results", "place_results", "checklist", ResultsPlace),
)
