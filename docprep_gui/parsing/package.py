"""Opens an Office Open XML package (a zip of XML parts, ECMA-376 part 2) without trusting it.

Limits, all above what people write: `MAX_ENTRIES` files in the zip, `MAX_PART` bytes for one part once unpacked,
`MAX_TOTAL` bytes for all of them together by what the zip says. A document type declaration is refused, as the format
demands, so no entity is ever expanded. Names of the Strict flavour (ISO/IEC 29500 Strict) are mapped to the usual ones.
"""

from __future__ import annotations

import io
import posixpath
import re
import struct
import zipfile
import zlib
from dataclasses import dataclass
from functools import lru_cache
from typing import IO
from urllib.parse import unquote

from lxml import etree

from docprep_gui.domain.errors import FileError
from docprep_gui.parsing.unpacking import DAMAGE

MAX_ENTRIES = 20_000
MAX_PART = 100_000_000
MAX_TOTAL = 2_000_000_000

_LOCAL_HEADER = b"PK\x03\x04"
_STRICT = b"http://purl.oclc.org/ooxml/"
_STRICT_NAME = re.compile(rb"""(xmlns(?::[\w.-]+)?\s*=\s*["'])http://purl\.oclc\.org/ooxml/([^"']*)""")
_MOVED = {
    b"drawingml/chart": b"drawingml/2006/chart",
    b"drawingml/diagram": b"drawingml/2006/diagram",
    b"drawingml/main": b"drawingml/2006/main",
    b"drawingml/picture": b"drawingml/2006/picture",
    b"drawingml/spreadsheetDrawing": b"drawingml/2006/spreadsheetDrawing",
    b"drawingml/wordprocessingDrawing": b"drawingml/2006/wordprocessingDrawing",
    b"officeDocument/math": b"officeDocument/2006/math",
    b"officeDocument/relationships": b"officeDocument/2006/relationships",
    b"presentationml/main": b"presentationml/2006/main",
    b"spreadsheetml/main": b"spreadsheetml/2006/main",
    b"wordprocessingml/main": b"wordprocessingml/2006/main",
}
_UTF16 = re.compile(r"^<\?xml[^>]*\?>")


@dataclass(frozen=True, slots=True)
class Relation:
    """`kind`: the last word of its type ("styles", "header"). `target`: a part's name, or an address outside."""

    id: str
    kind: str
    target: str
    external: bool


def _megabytes(size: int) -> str:
    return f"{size // 1_000_000} MB"


class Package:
    """Parts by name, without regard to case or a slash in front, as the format says.

    Raises FileError: "corrupt" where the zip cannot be read, "encrypted", "too_large" beyond the limits.
    """

    def __init__(self, data: bytes) -> None:
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
            entries = self._zip.infolist()
        except (zipfile.BadZipFile, zipfile.LargeZipFile, NotImplementedError, ValueError, OSError) as error:
            raise FileError("corrupt", reason="zip") from error
        if len(entries) > MAX_ENTRIES:
            raise FileError("too_large", reason="entries")
        if sum(entry.file_size for entry in entries) > MAX_TOTAL:
            raise FileError("too_large", limit=_megabytes(MAX_TOTAL), reason="total")
        self._data = data
        self._entries = {_key(entry.filename): entry for entry in entries}
        self._relations: dict[tuple[str, bytes], dict[str, Relation]] = {}
        # To make one anew takes longer than to parse a small part.
        self._parser = parser(recover=False)
        self.repaired = False

    def names(self) -> list[str]:
        """In lower case, in the order of the zip."""
        return list(self._entries)

    def content(self, name: str) -> tuple[int, int]:
        """Size and checksum of a part as the zip gives them, without reading it; zeros where there is no such part."""
        entry = self._entries.get(_key(name))
        return (entry.file_size, entry.CRC) if entry else (0, 0)

    def read(self, name: str) -> bytes | None:
        """A part's bytes; None where there is no such part."""
        entry = self._entries.get(_key(name))
        if entry is None:
            return None
        if entry.flag_bits & 1:
            raise FileError("encrypted")
        if entry.file_size > MAX_PART:
            raise FileError("too_large", limit=_megabytes(MAX_PART), reason="part", part=name)
        try:
            return self._unpacked(entry)
        except DAMAGE as error:
            raise FileError("corrupt", reason="part", part=name) from error

    def _unpacked(self, entry: zipfile.ZipInfo) -> bytes:
        """An entry's bytes, its checksum verified. Slides and their relations are hundreds of small entries, for each
        of which a stream of `zipfile` would cost more than unpacking it."""
        data, start = self._data, entry.header_offset
        if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) or start < 0 or (
            data[start : start + 4] != _LOCAL_HEADER or start + 30 > len(data)
        ):
            with self._zip.open(entry) as stream:
                return stream.read(entry.file_size)
        name_length, extra_length = struct.unpack_from("<HH", data, start + 26)
        first = start + 30 + name_length + extra_length
        content = data[first : first + entry.compress_size]
        if entry.compress_type == zipfile.ZIP_DEFLATED:
            content = zlib.decompressobj(-zlib.MAX_WBITS).decompress(content, entry.file_size + 1)
        if len(content) != entry.file_size or zlib.crc32(content) != entry.CRC:
            raise zipfile.BadZipFile("size or checksum")
        return content

    def open(self, name: str) -> IO[bytes] | None:
        """A part as a stream, for parts that may be large: what the zip says of its size bounds it. None where there
        is no such part. Reading it raises what `zipfile` raises for damaged data."""
        entry = self._entries.get(_key(name))
        if entry is None:
            return None
        if entry.flag_bits & 1:
            raise FileError("encrypted")
        try:
            return self._zip.open(entry)
        except (zipfile.BadZipFile, OSError, RuntimeError, ValueError) as error:
            raise FileError("corrupt", reason="part", part=name) from error

    def xml(self, name: str) -> etree._Element | None:
        """A part's root element; None where there is no such part.

        Faulty XML is read as far as it can be made sense of, and `repaired` is set. Raises FileError("corrupt") where
        nothing can.
        """
        content = self.markup(name)
        return None if content is None else self.parsed(content, name)

    def markup(self, name: str) -> bytes | None:
        """A part's XML as UTF-8 and in the usual names, not parsed; None where there is no such part."""
        content = self.read(name)
        if content is None:
            return None
        content = _as_utf8(content)
        return _STRICT_NAME.sub(_usual_name, content) if _STRICT in content else content

    def parsed(self, content: bytes, name: str, brief: bytes = b"") -> etree._Element:
        """The root element of what `markup` gave for a part, as `xml` promises it. `brief`: the same less what is of no
        interest, read in its place unless it is faulty."""
        if declares_type(content):
            raise FileError("corrupt", reason="doctype", part=name)
        try:
            return etree.fromstring(brief or content, self._parser)
        except (etree.XMLSyntaxError, ValueError) as error:
            _tell_no_memory(error)
        try:
            root: etree._Element | None = etree.fromstring(content, parser(recover=True))
        except (etree.XMLSyntaxError, ValueError) as error:
            _tell_no_memory(error)
            root = None
        if root is None:
            raise FileError("corrupt", reason="xml", part=name)
        self.repaired = True
        return root

    def side_xml(self, name: str) -> etree._Element | None:
        """As `xml`, for parts that a document can do without: a faulty one counts as missing, `repaired` is set."""
        try:
            return self.xml(name)
        except FileError as error:
            self._bear(error)
            return None

    def side(self, name: str) -> bytes | None:
        """As `read`, for parts that a document can do without."""
        try:
            return self.read(name)
        except FileError as error:
            self._bear(error)
            return None

    def _bear(self, error: FileError) -> None:
        if error.kind != "corrupt":
            raise error
        self.repaired = True

    def relations(self, part: str = "") -> dict[str, Relation]:
        """Relations of a part by id; of the package itself for "". Empty where there are none. Not to be changed: parts
        with the same relations share them."""
        folder, name = posixpath.split(part.lstrip("/"))
        name = posixpath.join(folder, "_rels", name + ".rels")
        try:
            content = self.markup(name)
            if content is None:
                return {}
            known = self._relations.get((folder, content))  # most slides of a deck have the same
            if known is None:
                known = self._relations[folder, content] = _relations(self.parsed(content, name), folder)
            return known
        except FileError as error:
            self._bear(error)
            return {}


def _relations(root: etree._Element, folder: str) -> dict[str, Relation]:
    relations: dict[str, Relation] = {}
    for element in root:
        target = element.get("Target") or ""
        external = element.get("TargetMode") == "External"
        if not external:
            target = _resolved(folder, target)
        kind = (element.get("Type") or "").rsplit("/", 1)[-1]
        identity = element.get("Id") or ""
        relations[identity] = Relation(identity, kind, target, external)
    return relations


def parser(*, recover: bool) -> etree.XMLParser:
    """One that fetches nothing and expands nothing. `recover`: faulty XML is read as far as it makes sense."""
    return etree.XMLParser(
        recover=recover, resolve_entities=False, no_network=True, huge_tree=True, remove_comments=True, remove_pis=True
    )


def _tell_no_memory(error: Exception) -> None:
    """The XML library tells of it as of a fault in the file."""
    if getattr(error, "code", None) == etree.ErrorTypes.ERR_NO_MEMORY:
        raise MemoryError from error


@lru_cache(maxsize=1024)
def _resolved(folder: str, target: str) -> str:
    """A target relative to a folder, as the name of a part."""
    target = unquote(target.replace("\\", "/"))
    return posixpath.normpath(target if target.startswith("/") else posixpath.join(folder, target)).lstrip("/")


def _key(name: str) -> str:
    return name.replace("\\", "/").lstrip("/").lower()


def _usual_name(match: re.Match[bytes]) -> bytes:
    start, name = match[1], match[2]
    moved = _MOVED.get(name)
    return start + b"http://schemas.openxmlformats.org/" + moved if moved else match[0]


def declares_type(content: bytes) -> bool:
    """As `b"<!DOCTYPE" in content`, in a tenth of the time: exclamation marks are rare."""
    place = content.find(b"!")
    while place >= 0:
        if content[place - 1 : place + 8] == b"<!DOCTYPE":
            return True
        place = content.find(b"!", place + 1)
    return False


def _as_utf8(content: bytes) -> bytes:
    """UTF-16 recoded, so that what is looked for in the bytes can be found."""
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        text = content.decode("utf-16", "replace")
    elif content[:4] == b"<\0?\0":
        text = content.decode("utf-16-le", "replace")
    elif content[:4] == b"\0<\0?":
        text = content.decode("utf-16-be", "replace")
    else:
        return content
    return _UTF16.sub("", text, count=1).encode("utf-8", "replace")
