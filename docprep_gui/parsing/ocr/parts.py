"""The pictures of a package (Word, PowerPoint): what was read in them, and what is still to be read."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field, replace

from docprep_gui.domain.document import Document, PictureRef
from docprep_gui.parsing.builder import Builder
from docprep_gui.parsing.ocr import Reading, Readings
from docprep_gui.parsing.package import Package
from docprep_gui.text import folding

# Formats of dots. Drawings (EMF, WMF, SVG) have their text as text, which nobody here looks for.
_DOTS = re.compile(r".+\.(?:png|jpe?g|jfif|gif|bmp|tiff?)", re.I)


@dataclass(slots=True)
class Parts:
    """Asked for each picture that is shown, in reading order. `looked_at`: how many have been read, `with_text` how
    many of these hold text; `asked`: those that can be read, and how often each is shown."""

    readings: Readings
    package: Package
    looked_at: int = 0
    with_text: int = 0
    failed: int = 0
    doubtful: int = 0
    asked: Counter[PictureRef] = field(default_factory=Counter)

    def text(self, part: str, said: str = "") -> str:
        """What the file says of a picture, and below it what was read in it. `part`: its name in the package, "" where
        it lies elsewhere."""
        if not _DOTS.fullmatch(part):
            return said
        picture = PictureRef(part=part)
        if self.readings.state == "on":
            self.asked[picture] += 1
        reading = self.readings.get(picture)
        if reading is None:
            return said
        if reading.failed:
            self.failed += 1
            return said
        self.looked_at += 1
        read = self._read(reading)
        return "\n".join(filter(None, (said, read)))

    def _read(self, reading: Reading) -> str:
        from docprep_gui.parsing.ocr import pieces

        text = folding.clean(pieces.content(reading).text).strip()
        if text:
            self.with_text += 1
            self.doubtful += sum(len(pieces.doubts(line)) for line in reading.lines)
        return text

    def notices(self, builder: Builder, pictures: int) -> None:
        """`pictures`: how many the file shows."""
        unread = self._unread()
        many = sum(times for picture, times in self.asked.items()
                   if picture not in unread and picture not in self.readings.known)
        without = pictures - self.looked_at - self.failed - many
        if without > 0:
            waits = unread or self.readings.state != "on"
            builder.notice("pictures_without_text", without, params=self.readings.reason if waits else {})
        if many > 0:
            builder.notice("pictures_without_text", many, params={"reason": "many", "most": str(self.readings.most)})
        if self.with_text:
            builder.notice("ocr_used", self.with_text, params={"reason": "pictures"})
        if self.doubtful:
            builder.notice("unreadable_text", self.doubtful, params={"reason": "unsure"})
        if self.failed:
            builder.notice("unreadable_text", self.failed, params={"reason": "pictures"})

    def of(self, document: Document) -> Document:
        """The document, which says what is still to be read."""
        unread = self._unread()
        return replace(document, unread=unread) if unread else document

    def _unread(self) -> tuple[PictureRef, ...]:
        contents = {picture: self.package.content(picture.part) for picture in self.asked}
        worth = self.readings.worth({picture: (float(content[0]), content) for picture, content in contents.items()})
        return tuple([one for one in self.asked if one in worth and one not in self.readings.known])
