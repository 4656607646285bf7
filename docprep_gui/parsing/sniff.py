"""What a file is, by its bytes. The name counts only where the bytes leave it open: txt, md or csv."""

from __future__ import annotations

import io
import re
import struct
import zipfile
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import NoReturn

from docprep_gui.domain.document import FileKind
from docprep_gui.domain.errors import FileError
from docprep_gui.parsing import encodings
from docprep_gui.parsing.unpacking import DAMAGE

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_PICTURES = (
    (b"\x89PNG\r\n\x1a\n", "png"), (b"\xff\xd8\xff", "jpg"), (b"GIF87a", "gif"), (b"GIF89a", "gif"),
    (b"II*\0", "tiff"), (b"MM\0*", "tiff"), (b"BM", "bmp"),
)
_OTHERS = (
    (b"Rar!\x1a\x07", "rar"), (b"7z\xbc\xaf\x27\x1c", "7z"), (b"\x1f\x8b\x08", "gz"), (b"\xfd7zXZ\0", "xz"),
    (b"BZh", "bz2"), (b"\x7fELF", "elf"), (b"MZ", "exe"), (b"SQLite format 3\0", "sqlite"), (b"%!PS", "ps"),
    (b"CAJ\0", "caj"), (b"KDH ", "kdh"), (b"RIFF", "media"), (b"ID3", "media"), (b"OggS", "media"),
)
_CONTENT_TYPES: tuple[tuple[bytes, FileKind], ...] = (
    (b"wordprocessingml.document.main", "docx"), (b"wordprocessingml.template.main", "docx"),
    (b"ms-word.document.macroEnabled.main", "docx"), (b"ms-word.template.macroEnabledTemplate.main", "docx"),
    (b"spreadsheetml.sheet.main", "xlsx"), (b"spreadsheetml.template.main", "xlsx"),
    (b"ms-excel.sheet.macroEnabled.main", "xlsx"), (b"ms-excel.template.macroEnabled.main", "xlsx"),
    (b"presentationml.presentation.main", "pptx"), (b"presentationml.slideshow.main", "pptx"),
    (b"presentationml.template.main", "pptx"), (b"ms-powerpoint.presentation.macroEnabled.main", "pptx"),
    (b"ms-powerpoint.slideshow.macroEnabled.main", "pptx"),
)
_FOLDERS: tuple[tuple[str, FileKind], ...] = (("word/", "docx"), ("xl/", "xlsx"), ("ppt/", "pptx"))
_ODF = {
    "text": "odt", "spreadsheet": "ods", "presentation": "odp", "graphics": "odg", "text-template": "ott",
    "spreadsheet-template": "ots", "presentation-template": "otp",
}
OLD_FORMATS: Mapping[str, FileKind] = {
    **dict.fromkeys(("doc", "wps", "rtf", "odt", "ott", "fodt", "word-xml"), "docx"),
    **dict.fromkeys(("ods", "ots", "fods", "xlsb", "excel-xml"), "xlsx"),
    **dict.fromkeys(("ppt", "dps", "odp", "otp", "fodp", "powerpoint-xml"), "pptx"),
}
"""Formats that a converter makes into one that is read here, and which."""
_OFFICE_NAMES = frozenset({
    "pdf", "doc", "docx", "docm", "dot", "dotx", "xls", "xlsx", "xlsm", "xlsb", "xlt", "et", "ppt", "pptx", "pptm",
    "pps", "wps", "dps", "fodt", "fods", "fodp",
})
_SHEET_NAMES = frozenset({"xls", "xlsx", "xlt", "et"})
_WORD_NAMES = frozenset({"doc", "docx", "docm", "dot", "dotx", "wps"})
_MARKDOWN_NAMES = frozenset({"md", "markdown", "mdown", "mkd"})
_TABLE_NAMES = frozenset({"csv", "tsv", "tab"})
_WEB_NAMES = frozenset({"html", "htm", "xhtml", "mht", "mhtml", "xml"})
_HTML = re.compile(
    rb"(?:\xef\xbb\xbf)?(?><!--.*?-->|<\?xml[^>]*\?>|\s)*+<(?:!doctype\s+html|html|head|body|meta|table|style|div)\b",
    re.I | re.S,
)
_CELLS = re.compile(rb"<t[dh]\b", re.I)
_MHTML = re.compile(rb"\s*(?:From:|MIME-Version:|Content-Type:).{0,2000}?multipart/related", re.I | re.S)
_OFFICE_XML = re.compile(rb"<\?mso-application\s+progid=[\"'](\w+)\.|<(\w+):wordDocument\b", re.I)
_FLAT_ODF = re.compile(
    rb"<office:document\b[^>]*?office:mimetype=[\"']application/vnd\.oasis\.opendocument\.(text|spreadsheet|presentation)",
    re.I | re.S,
)
_ENCRYPTED_SLIDES = b"\x14\0\0\0\xdf\xc4\xd1\xf3"
"""Size and token of the atom that says who used a deck last, where the deck has a password ([MS-PPT] 2.3.2)."""
# Record number and length of the BOF record: workbooks of Excel 2 to 4 have no compound file around them.
_BIFF_STARTS = (b"\x09\x08", b"\x09\x04", b"\x09\x02", b"\x09\x00")
_BIFF_LENGTHS = (b"\x04\0", b"\x06\0", b"\x08\0", b"\x10\0")
# Of Office; of WPS and LibreOffice; of macOS on disks of others.
_LEFT_BESIDE = ("~$", ".~", "._")
_BLANKS = b" \t\r\n\v\f\0\xef\xbb\xbf\xff\xfe"


def name_part(data: bytes, name: str) -> str:
    """What of its name decides how a file is read: nothing for most formats."""
    path = PurePosixPath(name.replace("\\", "/"))
    if path.name.startswith(_LEFT_BESIDE):
        return "~$"
    clear = data.startswith((b"PK\x03\x04", b"{\\rtf", b"%PDF-"))
    return "" if clear else path.suffix[1:].lower()


def kind(data: bytes, name: str) -> FileKind:
    """Raises FileError: skipped (what programs leave beside a file that is open), empty, encrypted, corrupt,
    unsupported, needs_converter, no_text_layer (pictures), unreadable, content_mismatch; `format` says what was seen,
    where something was, and `target` what a converter should make of it. `password` of an encrypted file:
    protection.unlock may open it."""
    path = PurePosixPath(name.replace("\\", "/"))
    if path.name.startswith(_LEFT_BESIDE):
        raise FileError("skipped", format="office_lock")
    if not data[:4096].strip(_BLANKS) and not data.strip(_BLANKS):
        raise FileError("empty")
    extension = path.suffix[1:].lower()
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06", b"PK00PK\x03\x04")):
        return _archive(data, extension)
    if data.startswith(_OLE):
        return _compound(data, extension)
    if _is_pdf(data, extension):
        return "pdf"
    head = data.lstrip(b"\xef\xbb\xbf \t\r\n")
    if head.startswith(b"{\\rtf"):
        _convert("rtf")
    if data[:2] in _BIFF_STARTS and data[2:4] in _BIFF_LENGTHS:
        return "xls"
    _refuse_signatures(data)
    if not encodings.looks_like_text(data):
        if extension in _OFFICE_NAMES:
            raise FileError("corrupt", format=extension)
        if extension in {"txt", "text"} | _MARKDOWN_NAMES | _TABLE_NAMES:
            raise FileError("unreadable", format=extension)
        raise FileError("unsupported", format=extension or "binary")
    return _plain(data, extension)


def _convert(form: str) -> NoReturn:
    target = OLD_FORMATS.get(form)
    if form == "ofd":
        raise FileError("needs_converter", format=form, reason=form)
    if target is None:
        raise FileError("unsupported", format=form)
    raise FileError("needs_converter", format=form, target=target)


def _refuse_signatures(data: bytes) -> None:
    for signature, form in _PICTURES:
        if data.startswith(signature) and (form != "bmp" or data[6:10] == b"\0\0\0\0"):
            raise FileError("no_text_layer", format=form)
    if data[4:8] == b"ftyp":
        brand = data[8:12]
        if brand in (b"heic", b"heix", b"mif1", b"avif"):
            raise FileError("no_text_layer", format="heic")
        raise FileError("unsupported", format="media")
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        raise FileError("no_text_layer", format="webp")
    for signature, form in _OTHERS:
        if data.startswith(signature) and (len(signature) > 2 or b"\0" in data[:64]):
            raise FileError("unsupported", format=form)


def _is_pdf(data: bytes, extension: str) -> bool:
    """The header may stand anywhere in the first 1,024 bytes (ISO 32000, implementation note 13)."""
    place = data[:1024].find(b"%PDF-")
    if place < 0:
        return extension == "pdf" and b" obj" in data and b"endobj" in data
    return not data[:place].strip(_BLANKS) or extension == "pdf" or b"endobj" in data


def _archive(data: bytes, extension: str) -> FileKind:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = {entry.filename.replace("\\", "/").lower().lstrip("/"): entry for entry in archive.infolist()}
            if any(entry.flag_bits & 1 for entry in names.values()):
                raise FileError("encrypted", format="zip")
            return _package(archive, names)
    except DAMAGE as error:
        raise FileError("corrupt", format=extension or "zip") from error


def _package(archive: zipfile.ZipFile, names: dict[str, zipfile.ZipInfo]) -> FileKind:
    types = _member(archive, names, "[content_types].xml")
    if b"sheet.binary.macroEnabled.main" in types:
        _convert("xlsb")
    for mark, found in _CONTENT_TYPES:
        if mark in types:
            return found
    mimetype = _member(archive, names, "mimetype").strip().decode("ascii", "replace")
    if mimetype.startswith("application/vnd.oasis.opendocument."):
        form = _ODF.get(mimetype.rpartition("opendocument.")[2], "odf")
        if b"encryption-data" in _member(archive, names, "meta-inf/manifest.xml"):
            raise FileError("encrypted", format=form)
        _convert(form)
    if "ofd.xml" in names:
        _convert("ofd")
    for folder, found in _FOLDERS:
        if any(name.startswith(folder) and name.endswith(".xml") for name in names):
            return found
    if mimetype == "application/epub+zip":
        raise FileError("unsupported", format="epub")
    if any(name.endswith(".iwa") for name in names):
        raise FileError("unsupported", format="iwork")
    raise FileError("unsupported", format="zip")


def _member(archive: zipfile.ZipFile, names: dict[str, zipfile.ZipInfo], name: str) -> bytes:
    """At most the first MiB of a member; b"" where it is missing."""
    entry = names.get(name)
    if entry is None:
        return b""
    with archive.open(entry) as stream:
        return stream.read(1 << 20)


def _stream(data: bytes, name: str) -> tuple[int, int] | None:
    """(offset of the first sector, size) of a stream of a compound file, by its directory entry ([MS-CFB] 2.6.1).

    Entries lie on multiples of 128 bytes, so the name is found without the sector chains, also in a cut file.
    """
    wanted = name.encode("utf-16-le")
    place = data.find(wanted)
    while place >= 0:
        if place % 128 == 0 and place + 128 <= len(data):
            length, entry = struct.unpack_from("<HB", data, place + 64)
            if length == len(wanted) + 2 and entry in (1, 2, 5):
                sector, size = struct.unpack_from("<II", data, place + 116)
                (shift,) = struct.unpack_from("<H", data, 30)
                return (sector + 1) << min(shift, 12), size
        place = data.find(wanted, place + 1)
    return None


def _compound(data: bytes, extension: str) -> FileKind:
    if _stream(data, "EncryptionInfo") and _stream(data, "EncryptedPackage"):
        raise FileError("encrypted", format=extension, password="missing")
    word = _stream(data, "WordDocument")
    if word:
        header = data[word[0] : word[0] + 12]
        # fEncrypted of the file information block ([MS-DOC] 2.5.2); small streams lie elsewhere and have no such start.
        if header[:2] in (b"\xec\xa5", b"\xdc\xa5") and len(header) == 12 and header[11] & 1:
            raise FileError("encrypted", format="doc", reason="old_format")
        _convert("wps" if extension == "wps" else "doc")
    book = _stream(data, "Workbook") or _stream(data, "Book")
    if book:
        if _has_filepass(data, book[0]):
            raise FileError("encrypted", format="xls", password="missing")
        return "xls"
    if _stream(data, "PowerPoint Document"):
        if _stream(data, "EncryptedSummary") or _ENCRYPTED_SLIDES in data:
            raise FileError("encrypted", format="ppt", reason="old_format")
        _convert("dps" if extension == "dps" else "ppt")
    if _stream(data, "EncryptedPackage") or _stream(data, "\x06DataSpaces"):
        raise FileError("encrypted", format=extension)  # by a company's rights management
    if not _stream(data, "Root Entry"):
        raise FileError("corrupt", format=extension or "ole")
    raise FileError("unsupported", format="msg" if _stream(data, "__properties_version1.0") else extension or "ole")


def _has_filepass(data: bytes, place: int) -> bool:
    """The FILEPASS record (0x2F) follows the BOF record among the first of the workbook ([MS-XLS] 2.1.7.20.1)."""
    for _ in range(8):
        if place + 4 > len(data):
            return False
        record, length = struct.unpack_from("<HH", data, place)
        if record == 0x2F:
            return True
        place += 4 + length
    return False


def _plain(data: bytes, extension: str) -> FileKind:
    head = data[:8192]
    if extension in _OFFICE_NAMES or extension in _WEB_NAMES:
        from docprep_gui.parsing import flat as flat_package  # an XML parser, which few files ask for here

        if flat_package.is_flat(data) and b"wordprocessingml.document.main" in data:
            return "docx"
        if extension in _WORD_NAMES and is_web(data):
            return "docx"  # `docx.chunks`
        form = _OFFICE_XML.search(head)
        if form:
            _convert((form[1] or b"word").decode("ascii").lower() + "-xml")
        flat = _FLAT_ODF.search(head)
        if flat:
            _convert({b"text": "fodt", b"spreadsheet": "fods", b"presentation": "fodp"}[flat[1].lower()])
        if is_web(data):
            if extension in _SHEET_NAMES and (_MHTML.match(head) or len(_CELLS.findall(data)) > 1):
                return "xls"  # `workbook.web`
            kind_of_error = "unsupported" if extension in _WEB_NAMES else "content_mismatch"
            raise FileError(kind_of_error, format="html", extension=extension)
        if extension in _WEB_NAMES:
            raise FileError("unsupported", format=extension)
        if extension in _SHEET_NAMES and _is_tabular(data):
            return "csv"
        raise FileError("corrupt", format=extension)
    if extension in _MARKDOWN_NAMES:
        return "md"
    return "csv" if extension in _TABLE_NAMES else "txt"


def is_web(data: bytes) -> bool:
    """Is it a web page, or one with all its parts in one file?"""
    return bool(_HTML.match(data[:8192]) or _MHTML.match(data[:8192]))


def _is_tabular(data: bytes) -> bool:
    """Do the first lines have the same number, at least one, of tabs, semicolons or commas?"""
    decoded = encodings.decode(data[:8192])
    lines = [line for line in decoded.text.splitlines() if line.strip()][:20] if decoded else []
    if len(data) > 8192:
        lines = lines[:-1]
    if len(lines) < 2:
        return False
    return any(len({line.count(sign) for line in lines}) == 1 and sign in lines[0] for sign in "\t;,")
