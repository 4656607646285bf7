"""The four places, in the order of the rail. What a place consists of is imported when it is built."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from docprep_gui.gui.shell import Place, Shell


@dataclass(frozen=True, slots=True)
class PlaceSpec:
    """`command` is the id of the command that goes there, and gives the name."""

    id: str
    command: str
    icon: str
    make: Callable[[Shell], Place]


def _documents(shell: Shell) -> Place:
    from docprep_gui.gui.documents.place import DocumentsPlace

    return DocumentsPlace(shell)


def _rules(shell: Shell) -> Place:
    from docprep_gui.gui.rules.place import RulesPlace

    return RulesPlace(shell)


def _run(shell: Shell) -> Place:
    from docprep_gui.gui.run.place import RunPlace

    return RunPlace(shell)


def _results(shell: Shell) -> Place:
    from docprep_gui.gui.results.place import ResultsPlace

    return ResultsPlace(shell)


PLACES: tuple[PlaceSpec, ...] = (
    PlaceSpec("documents", "place_documents", "document", _documents),
    PlaceSpec("rules", "place_rules", "sliders", _rules),
    PlaceSpec("run", "place_run", "play", _run),
    PlaceSpec("results", "place_results", "checklist", _results),
)


class Places(Mapping[str, Place]):
    """The places of a window by id. A place is built when it is first asked for; `built` is called with it."""

    def __init__(self, shell: Shell, built: Callable[[Place], object]) -> None:
        self._shell = shell
        self._built = built
        self._there: dict[str, Place] = {}
        self._specs = {spec.id: spec for spec in PLACES}

    def __getitem__(self, place: str) -> Place:
        if place not in self._there:
            made = self._there[place] = self._specs[place].make(self._shell)
            self._built(made)
        return self._there[place]

    def __iter__(self) -> Iterator[str]:
        return iter(self._specs)

    def __len__(self) -> int:
        return len(self._specs)

    def there(self) -> tuple[Place, ...]:
        """Those that are built."""
        return tuple(self._there.values())

    def shown(self, place: Place) -> PlaceSpec:
        return next(spec for spec in PLACES if self._there.get(spec.id) is place)

    def missing(self) -> str | None:
        """The first that is not built yet."""
        return next((place for place in self._specs if place not in self._there), None)
