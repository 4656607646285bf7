"""A package written as one XML file ("Flat OPC", what Word saves as .xml), made into the zip that it stands for.

Its root is a pkg:package of pkg:part elements, each with its XML or its bytes in Base64.
"""

from __future__ import annotations

import base64
import binascii
import io
import zipfile

from lxml import etree

from docprep_gui.domain.errors import FileError
from docprep_gui.parsing.package import MAX_ENTRIES, declares_type, parser

_PKG = "{http://schemas.microsoft.com/office/2006/xmlPackage}"
_NAMESPACE = _PKG[1:-1].encode()
_HEAD = 4096


def is_flat(data: bytes) -> bool:
    head = data[:_HEAD]
    return head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<") and _NAMESPACE in head


def zipped(data: bytes) -> bytes:
    """Raises FileError: corrupt, too_large."""
    if declares_type(data):
        raise FileError("corrupt", reason="doctype")
    try:
        root = etree.fromstring(data, parser(recover=True))
    except (etree.XMLSyntaxError, ValueError) as error:
        raise FileError("corrupt", reason="xml") from error
    if root is None:
        raise FileError("corrupt", reason="xml")
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for count, part in enumerate(root.iterchildren(_PKG + "part")):
            if count >= MAX_ENTRIES:
                raise FileError("too_large", reason="entries")
            archive.writestr((part.get(_PKG + "name") or "").lstrip("/") or f"part{count}", _bytes(part))
    return out.getvalue()


def _bytes(part: etree._Element) -> bytes:
    for kind in part:
        if kind.tag == _PKG + "xmlData" and len(kind):
            return etree.tostring(kind[0], encoding="UTF-8", with_tail=False)
        if kind.tag == _PKG + "binaryData":
            try:
                return base64.b64decode(kind.text or "")
            except (binascii.Error, ValueError):
                return b""
    return b""
