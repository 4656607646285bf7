"""Nothing in a file can reach the network, another file or another program: each format is read in a process whose every
step is listened to, from files that ask for all of that."""

from __future__ import annotations

import io
import json
import os
import socket
import subprocess
import sys
import threading
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import docx
import openpyxl
import pptx
import pymupdf
import pytest

from tests.parsing import workbooks
from tests.parsing.docx import making

_LISTENER = r"""
import json, os, sys, sysconfig
sys.path.insert(0, os.environ["ROOT"])
from pathlib import Path
from docprep_gui.workspace import pipeline, reading
from docprep_gui.workspace.settings import Profile
from docprep_gui.domain.errors import FileError
import importlib, pkgutil, docprep_gui.parsing
for found in pkgutil.walk_packages(docprep_gui.parsing.__path__, "docprep_gui.parsing."):
    importlib.import_module(found.name)

path = Path()
own = [str(Path(one).resolve()) for one in (*sys.path, *sysconfig.get_paths().values(), sys.prefix, sys.base_prefix,
       os.environ["ROOT"], os.environ["DOCPREP_HOME"], "/proc/self", "/sys/fs/cgroup") if one]
faults = []


def listen(event, details):
    if event in ("open", "os.open", "os.listdir", "os.scandir"):
        name = details[0]
        if isinstance(name, int) or name is None:
            return
        asked = os.path.realpath(os.fsdecode(name))
        if asked != str(path.resolve()) and not any(asked == one or asked.startswith(one + os.sep) for one in own):
            faults.append(f"{event} {asked}")
    elif event.startswith(("socket.connect", "socket.getaddrinfo", "socket.sendto", "subprocess.", "os.system",
                           "os.exec", "os.posix_spawn", "os.fork", "webbrowser.", "urllib.", "http.", "ftplib.",
                           "winreg.", "os.startfile", "ctypes.dlopen")):
        faults.append(f"{event} {details!r}")


sys.addaudithook(listen)
said = {}
for path in map(Path, sys.argv[1:]):
    faults, text, kind = [], "", ""
    try:
        found = reading.document(pipeline.load(path), path.name, Profile({"reading.cache": False,
                                                                         "reading.libreoffice": "/nowhere"}))
        text, kind = found.text, found.source.kind
    except FileError as error:
        kind = error.kind
    said[path.name] = {"faults": faults, "text": text, "kind": kind}
print(json.dumps(said))
"""
ROOT = Path(__file__).parent.parent.parent


def _saved(document: object) -> bytes:
    made = io.BytesIO()
    document.save(made)  # type: ignore[attr-defined]
    return made.getvalue()


def _changed(data: bytes, change: Callable[[str, bytes], bytes], more: dict[str, str] | None = None) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for item in old.infolist():
            new.writestr(item.filename, change(item.filename, old.read(item)))
        for name, content in (more or {}).items():
            new.writestr(name, content)
    return made.getvalue()


def _reaching(data: bytes, url: str, file: str) -> bytes:
    """Every relation of a package leads outside, in turn to a server and to a file, and there are more of them."""
    kinds = ("image", "hyperlink", "attachedTemplate", "oleObject", "externalLinkPath", "video", "frame", "subDocument",
             "externalLink", "customXml", "slideLayout", "theme", "settings", "styles", "numbering", "footnotes", "chart")
    more = "".join(
        f'<Relationship Id="x{n}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/{kind}" '
        f'TargetMode="External" Target="{target}"/>' for n, (kind, target) in enumerate(
            (kind, target) for kind in kinds for target in (f"{url}/{kind}", file, "../../../../../../etc/passwd")))
    return _changed(data, lambda name, content: content.replace(
        b"</Relationships>", more.encode() + b"</Relationships>") if name.endswith(".rels") else content)


def _entities(data: bytes, url: str, file: str) -> bytes:
    """Every part declares entities that are to be fetched, and speaks of them; a DTD is to be fetched, too."""
    declared = (f'<!DOCTYPE x PUBLIC "p" "{url}/a.dtd" [<!ENTITY e SYSTEM "{file}"><!ENTITY u SYSTEM "{url}/e">'
                f'<!ENTITY % p SYSTEM "{url}/p"> %p;]>').encode()

    def change(name: str, content: bytes) -> bytes:
        if not name.endswith((".xml", ".rels")) or name == "[Content_Types].xml":
            return content
        head, sign, rest = content.partition(b"?>")
        content = head + sign + declared + rest if sign else declared + content
        return content.replace(b"</w:t>", b"&e;&u;</w:t>").replace(b"</a:t>", b"&e;&u;</a:t>").replace(
            b"</t>", b"&e;&u;</t>").replace(b"</v>", b"&e;</v>")

    return _changed(data, change)


def _word() -> bytes:
    document = docx.Document()
    document.add_heading("付款", 1)
    document.add_paragraph("甲方应按期付款。")
    return _saved(document)


def _linked_word(url: str, file: str) -> bytes:
    fields = "".join(f'<w:fldSimple w:instr="{code}"><w:r><w:t>old</w:t></w:r></w:fldSimple>' for code in (
        f"INCLUDETEXT {file}", f"INCLUDEPICTURE {url}/a.png", f"DDEAUTO soffice {file}", f"LINK Word.Document.8 {file}"))
    return making.package(
        f"<w:p>{fields}</w:p><w:p><w:r><w:drawing><wp:inline><a:graphic><a:graphicData><pic:pic><pic:blipFill>"
        '<a:blip r:link="x0"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>'
        '<w:altChunk r:id="x1"/><w:subDoc r:id="x2"/>')


def _workbook(url: str, file: str) -> bytes:
    book = openpyxl.Workbook()
    book.active.append(["品名", f'=WEBSERVICE("{url}/a")', f"='[{file}]Sheet1'!A1", f'=HYPERLINK("{url}")'])
    book.active["A2"] = "=cmd|'/c calc'!A0"
    return _saved(book)


def _deck() -> bytes:
    deck = pptx.Presentation()
    deck.slides.add_slide(deck.slide_layouts[0]).shapes.title.text = "项目"
    return _saved(deck)


def _pdf(url: str, file: str) -> bytes:
    made = pymupdf.open()
    page = made.new_page()
    page.insert_text((50, 50), "The buyer pays.")
    page.insert_link({"kind": pymupdf.LINK_URI, "from": pymupdf.Rect(0, 0, 99, 99), "uri": f"{url}/a"})
    page.insert_link({"kind": pymupdf.LINK_LAUNCH, "from": pymupdf.Rect(0, 0, 99, 99), "file": file})
    page.insert_link({"kind": pymupdf.LINK_GOTOR, "from": pymupdf.Rect(0, 0, 99, 99), "file": file, "page": 0,
                      "to": pymupdf.Point(0, 0)})
    for action in (f"<</S/URI/URI({url}/open)>>", f"<</S/Launch/F({file})>>", f"<</S/SubmitForm/F({url}/form)>>",
                   f"<</S/JavaScript/JS(app.launchURL\\('{url}/js'\\))>>"):
        xref = made.get_new_xref()
        made.update_object(xref, action)
        made.xref_set_key(made.pdf_catalog(), "OpenAction", f"{xref} 0 R")
    # A stream that says its content lies in another file (ISO 32000-1, 7.3.8.2).
    made.xref_set_key(page.get_contents()[0], "F", f"({file.removeprefix('file://')})")
    return made.tobytes()


def _svg(url: str, file: str) -> str:
    return f'<svg xmlns:x="http://www.w3.org/1999/xlink"><image x:href="{url}/a.png"/><use x:href="{file}#a"/></svg>'


NOSY: dict[str, Callable[[str, str], bytes]] = {
    "relations.docx": lambda url, file: _reaching(_word(), url, file),
    "links.docx": lambda url, file: _reaching(_linked_word(url, file), url, file),
    "entities.docx": lambda url, file: _entities(_word(), url, file),
    "chunk.docx": lambda url, file: making.package('<w:altChunk r:id="x.html"/>', more={
        "x.html": f"<html><head><base href='{url}'><link rel=stylesheet href='{url}/a.css'><script src='{url}/a.js'>"
                  f"</script></head><body>x<img src='{url}/a.png'><iframe src='{file}'></iframe><object data='{file}'>"
                  "</object></body></html>"}),
    "flat.xml": lambda url, file: (
        f'<?xml version="1.0"?><?mso-application progid="Word.Document"?><!DOCTYPE x [<!ENTITY e SYSTEM "{file}">'
        f'<!ENTITY u SYSTEM "{url}/e">]><pkg:package xmlns:pkg="http://schemas.microsoft.com/office/2006/xmlPackage">'
        '<pkg:part pkg:name="/_rels/.rels"><pkg:xmlData><x>&e;&u;</x></pkg:xmlData></pkg:part></pkg:package>').encode(),
    "relations.xlsx": lambda url, file: _reaching(_workbook(url, file), url, file),
    "entities.xlsx": lambda url, file: _entities(workbooks.book(workbooks.sheet(workbooks.grid([["a", 1]])),
                                                               strings="<si><t>x</t></si>"), url, file),
    "relations.pptx": lambda url, file: _reaching(_deck(), url, file),
    "entities.pptx": lambda url, file: _entities(_deck(), url, file),
    "actions.pdf": _pdf,
    "links.md": lambda url, file: f"# a\n\n![x]({url}/a.png) ![y]({file})\n\n<iframe src='{url}/b'></iframe>\n"
                                  f"<img src='{file}'>\n\n[r]: {url}/c\n{_svg(url, file)}\n".encode(),
    "formulas.csv": lambda url, file: f'a,b\n"=WEBSERVICE(""{url}/a"")","=cmd|\'/c calc\'!A0"\n{file},1\n'.encode(),
    "page.xml": lambda url, file: f'<?xml version="1.0"?><!DOCTYPE a SYSTEM "{url}/a.dtd"><a/>'.encode(),
    "letter.rtf": lambda url, file: b"{\\rtf1 " + url.encode() + b"}",
    "old.xls": lambda url, file: workbooks.old_book([["a", f'=WEBSERVICE("{url}/a")'], [file, 1]]),
    "words.txt": lambda url, file: f"{url}/a {file}\n".encode(),
}


def _heard(script: str, folder: Path, paths: list[Path]) -> dict[str, dict[str, Any]]:
    done = subprocess.run([sys.executable, "-c", script, *map(str, paths)], capture_output=True, cwd=folder, timeout=300,
                          env={**os.environ, "ROOT": str(ROOT), "DOCPREP_HOME": str(folder / "home")}, check=False)
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    heard: dict[str, dict[str, Any]] = json.loads(done.stdout)
    return heard


@pytest.fixture(scope="module")
def heard(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """All files read one after the other in a process of their own; "callers": who called the server meanwhile."""
    folder = tmp_path_factory.mktemp("nosy")
    server = socket.create_server(("127.0.0.1", 0))
    callers: list[object] = []

    def serve() -> None:
        while True:
            try:
                caller, address = server.accept()
            except OSError:
                return
            callers.append(address)
            caller.close()

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    secret = folder / "secret.txt"
    secret.write_text("TOP-SECRET-WORDS")
    (folder / "in").mkdir()
    paths = [folder / "in" / name for name in NOSY]
    for path in paths:
        path.write_bytes(NOSY[path.name](f"http://127.0.0.1:{server.getsockname()[1]}", secret.as_uri()))
    found = _heard(_LISTENER, folder, paths)
    server.shutdown(socket.SHUT_RDWR)
    server.close()
    thread.join(5)
    return {**found, "callers": {"all": callers}}


@pytest.mark.parametrize("name", NOSY)
def test_nothing_gets_out(name: str, heard: dict[str, dict[str, Any]]) -> None:
    said = heard[name]
    assert said["faults"] == []
    assert "TOP-SECRET" not in said["text"]
    assert "root:" not in said["text"]
    assert said["kind"] in ("docx", "xlsx", "xls", "pptx", "pdf", "md", "csv", "txt", "corrupt", "unsupported",
                            "needs_converter")
    assert not heard["callers"]["all"]


def test_the_listener_hears(tmp_path: Path) -> None:
    """The same process, with a reader that opens another file and calls a server: both are told of."""
    path = tmp_path / "a.txt"
    path.write_text("words")
    (tmp_path / "b.txt").write_text("others")
    spoiled = _LISTENER.replace("    try:\n        found", (
        f"    open({str(tmp_path / 'b.txt')!r}).close()\n    import socket\n"
        "    try:\n        socket.create_connection(('127.0.0.1', 9), 1)\n    except OSError:\n        pass\n"
        "    try:\n        found"))
    said = " ".join(_heard(spoiled, tmp_path, [path])["a.txt"]["faults"])
    assert "b.txt" in said
    assert "socket.connect" in said
