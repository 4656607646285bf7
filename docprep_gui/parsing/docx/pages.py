"""Page numbers of a Word file, as far as it stores where its pages ended when it was saved."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Pages:
    """Counts pages by the breaks that Word has stored. `rendered`: there was one of its own making."""

    page: int = 1
    rendered: bool = False
    fresh: bool = False  # a break was counted and nothing has followed it yet

    def turn(self) -> None:
        """A break that the author made."""
        self.page += 1
        self.fresh = True

    def turn_rendered(self) -> None:
        """A break that Word noted; it notes the author's breaks too."""
        self.rendered = True
        if not self.fresh:
            self.page += 1
        self.fresh = False
