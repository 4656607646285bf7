"""Files in older formats, made by the LibreOffice of this machine from newer ones, and by hand where it writes none."""

from __future__ import annotations

import atexit
import io
import subprocess
import tempfile
import zipfile
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from docprep_gui.workspace import converter

_PROGRAM = converter.find()
needs_libreoffice = pytest.mark.skipif(_PROGRAM is None, reason="LibreOffice is not installed")


@cache
def _maker() -> Path:
    """One profile for all that is made: LibreOffice sets up a new one for seconds."""
    folder = tempfile.TemporaryDirectory(prefix="docprep-maker-")
    atexit.register(folder.cleanup)
    return Path(folder.name)


def older(source: Path, ending: str, folder: Path) -> bytes:
    """A file in another format of LibreOffice's. Its numbering is what LibreOffice keeps of it."""
    assert _PROGRAM is not None
    maker = _maker()
    subprocess.run([str(_PROGRAM), f"-env:UserInstallation={maker.as_uri()}", "--headless", "--convert-to",
                    ending, "--outdir", str(folder), str(source)], check=True, capture_output=True, timeout=120)
    return (folder / f"{source.stem}.{ending}").read_bytes()


_ODF = {
    "office": "office", "text": "text", "draw": "drawing", "table": "table", "meta": "meta",
    "presentation": "presentation", "svg": "svg-compatible", "manifest": "manifest",
}


@cache
def _names() -> str:
    spaces = " ".join(f'xmlns:{prefix}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
                      for prefix, name in _ODF.items())
    return (f'{spaces} xmlns:xlink="http://www.w3.org/1999/xlink" '
            'xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2"')


def flat(kind: str, body: str) -> bytes:
    """A flat OpenDocument file. `kind`: text, spreadsheet or presentation."""
    return (f'<?xml version="1.0" encoding="UTF-8"?><office:document {_names()} office:version="1.2" '
            f'office:mimetype="application/vnd.oasis.opendocument.{kind}"><office:body><office:{kind}>{body}'
            f"</office:{kind}></office:body></office:document>").encode()


def opendocument(kind: str, body: str, meta: str = "", declaration: str = "",
                 more: Mapping[str, str] | None = None) -> bytes:
    mime = f"application/vnd.oasis.opendocument.{kind}"
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as package:
        package.writestr("mimetype", mime)
        package.writestr("content.xml", f'<?xml version="1.0"?>{declaration}<office:document-content {_names()} '
                         f'office:version="1.2"><office:body><office:{kind}>{body}</office:{kind}></office:body>'
                         "</office:document-content>")
        package.writestr("meta.xml", f'<?xml version="1.0"?><office:document-meta {_names()} office:version="1.2">'
                         f"<office:meta>{meta}</office:meta></office:document-meta>")
        package.writestr("META-INF/manifest.xml", f'<?xml version="1.0"?><manifest:manifest {_names()}>'
                         + "".join(f'<manifest:file-entry manifest:full-path="{path}" manifest:media-type="{media}"/>'
                                   for path, media in (("/", mime), ("content.xml", "text/xml"), ("meta.xml", "text/xml")))
                         + "</manifest:manifest>")
        for name, content in (more or {}).items():
            package.writestr(name, content)
    return made.getvalue()
