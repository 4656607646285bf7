"""Older formats into those that are read here, by LibreOffice where it is installed.

It runs without a window, in a profile of the program's own (so that it also works while the user's LibreOffice is
open), with macros, active contents, links and their updates switched off, and with a time limit (see `limits`) after
which its whole process group is killed. On Linux it has no network at all and dies with the process that started it,
where the system's own tools for that (`unshare`, `setpriv`) are there.

The copy it reads and the file it writes lie in a folder that only the user can open, and are gone afterwards.
"""

from __future__ import annotations

import math
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import IO
from xml.sax.saxutils import escape

from docprep_gui.domain.document import FileKind
from docprep_gui.domain.errors import FileError
from docprep_gui.workspace.limits import PATIENCE

NAMED_BY = "DOCPREP_SOFFICE"
"""The environment variable that may name the program."""
SECONDS = 50.0
"""Of the processor, for one file: less than a reading process has, as is the time by the clock, waiting for a profile
included."""
MAX_PROFILES = 8
_WAIT_S = 0.1
_RESTART = 81
"""LibreOffice's exit code when it has set up a new profile and wants to be started again."""

_FILTERS: Mapping[FileKind, str] = {
    "docx": "docx:MS Word 2007 XML",
    "xlsx": "xlsx:Calc MS Excel 2007 XML",
    "pptx": "pptx:Impress MS PowerPoint 2007 XML",
}
_ENDINGS = {"wps": "doc", "dps": "ppt"}
"""What a copy is called: LibreOffice takes the name `.wps` for a file of Microsoft Works. Flat XML is told by its
contents."""

_SCRIPTING = "/org.openoffice.Office.Common/Security/Scripting"
_SETTINGS: tuple[tuple[str, str, str], ...] = (
    (_SCRIPTING, "MacroSecurityLevel", "3"),
    (_SCRIPTING, "DisableMacrosExecution", "true"),
    (_SCRIPTING, "DisablePythonRuntime", "true"),
    (_SCRIPTING, "DisableOLEAutomation", "true"),
    (_SCRIPTING, "DisableActiveContent", "true"),
    (_SCRIPTING, "BlockUntrustedRefererLinks", "true"),
    (_SCRIPTING, "SecureURL", ""),
    ("/org.openoffice.Office.Writer/Content/Update", "Link", "0"),
    ("/org.openoffice.Office.Writer/Content/Update", "Field", "false"),
    ("/org.openoffice.Office.Writer/Content/Update", "Chart", "false"),
    ("/org.openoffice.Office.Calc/Content/Update", "Link", "1"),
    ("/org.openoffice.Office.Calc/Formula/Load", "OOXMLRecalcMode", "1"),
    ("/org.openoffice.Office.Calc/Formula/Load", "ODFRecalcMode", "1"),
    ("/org.openoffice.Inet/Settings", "ooInetProxyType", "1"),
    ("/org.openoffice.Inet/Settings", "ooInetHTTPProxyName", "127.0.0.1"),
    ("/org.openoffice.Inet/Settings", "ooInetHTTPProxyPort", "9"),
    ("/org.openoffice.Inet/Settings", "ooInetHTTPSProxyName", "127.0.0.1"),
    ("/org.openoffice.Inet/Settings", "ooInetHTTPSProxyPort", "9"),
    ("/org.openoffice.Inet/Settings", "ooInetNoProxy", ""),
    ("/org.openoffice.Setup/Office", "ooSetupInstCompleted", "true"),
    ("/org.openoffice.Office.Common/Misc", "FirstRun", "false"),
    ("/org.openoffice.Office.Common/History", "PickListSize", "0"),
    ("/org.openoffice.Office.Recovery/AutoSave", "Enabled", "false"),
)
"""LibreOffice's own settings, by the schemas Common, Writer, Calc, Inet, Setup and Recovery of its registry. Links of
texts: 0 is never; of spreadsheets: 1 is never; recalculation: 1 is never, so that values stay as they were saved; the
proxy goes nowhere."""


def find(named: str = "") -> Path | None:
    """The program: what `named` or the environment says, else what the search path has, else where installers put it.
    None where there is none."""
    for chosen in (named, os.environ.get(NAMED_BY, "")):
        if chosen:
            return path if (path := Path(chosen).expanduser()).is_file() else None
    for name in ("soffice", "libreoffice"):
        found = shutil.which(name)
        # A snap sees neither hidden folders nor the system's folder for temporary files.
        if found and Path(found).resolve().name != "snap":
            return Path(found)
    return next((path for path in _usual_places() if path.is_file()), None)


def _usual_places() -> Iterator[Path]:
    home = Path.home()
    if sys.platform == "win32":
        yield from _windows_places()
    elif sys.platform == "darwin":
        for folder in (Path("/Applications"), home / "Applications"):
            yield folder / "LibreOffice.app/Contents/MacOS/soffice"
    else:
        for library in ("/usr/lib", "/usr/lib64", "/usr/local/lib"):
            yield Path(library, "libreoffice/program/soffice")
        yield from sorted(Path("/opt").glob("libreoffice*/program/soffice"), reverse=True)
        for flatpak in (Path("/var/lib/flatpak"), home / ".local/share/flatpak"):
            yield flatpak / "exports/bin/org.libreoffice.LibreOffice"
        for folder in (home / "Applications", home / "bin", home / ".local/bin"):
            yield from sorted(folder.glob("LibreOffice*.AppImage"), reverse=True)


def _windows_places() -> Iterator[Path]:
    if sys.platform == "win32":
        import winreg

        for hive in (winreg.HKEY_LOCAL_MACHINE, winreg.HKEY_CURRENT_USER):
            for key in (r"SOFTWARE\LibreOffice\UNO\InstallPath", r"SOFTWARE\WOW6432Node\LibreOffice\UNO\InstallPath"):
                try:
                    yield Path(winreg.QueryValue(hive, key), "soffice.exe")
                except OSError:
                    continue
    for variable in ("ProgramFiles", "ProgramFiles(x86)"):
        yield Path(os.environ.get(variable, "C:\\"), "LibreOffice", "program", "soffice.exe")


@cache
def version(program: Path) -> str:
    """What decides how this program converts: where it is, and when and how large it was made. "" where it is gone."""
    try:
        found = _binary(program).stat()
    except OSError:
        return ""
    return f"{program}:{found.st_size}:{found.st_mtime_ns}"


def convert(data: bytes, form: str, target: FileKind, program: Path, folder: Path, seconds: float = SECONDS,
            patience: float = PATIENCE) -> bytes:
    """The file in another format. `form`: its own format, one of `sniff.OLD_FORMATS`; `folder`: where the profiles are
    kept, made when missing; `seconds`: of the processor (on Linux), `patience`: how much longer by the clock.

    Raises FileError: timeout; corrupt where LibreOffice does not make a file of it; unreadable where it cannot be
    started or its folder cannot be written.
    """
    end = time.monotonic() + seconds * patience
    try:
        with _profile(folder, end) as profile:
            work = profile / "work"
            shutil.rmtree(work, ignore_errors=True)  # what a process that was killed has left
            work.mkdir(mode=0o700)
            try:
                return _converted(data, form, target, program, profile, work, seconds, end)
            finally:
                shutil.rmtree(work, ignore_errors=True)
    except subprocess.TimeoutExpired:
        raise FileError("timeout", seconds=f"{seconds * patience:.0f}", format=form) from None
    except OSError as error:
        raise FileError("unreadable", reason="converter", cause=error.strerror or str(error)) from error


def _converted(data: bytes, form: str, target: FileKind, program: Path, profile: Path, work: Path,
               seconds: float, end: float) -> bytes:
    source = work / f"document.{_ENDINGS.get(form, form.removesuffix('-xml'))}"
    source.write_bytes(data)
    command = [*_alone(), str(_binary(program)), f"-env:UserInstallation={profile.as_uri()}", "--headless",
               "--norestore", "--nolockcheck", "--nologo", "--nodefault", "--convert-to", _FILTERS[target],
               "--outdir", str(work / "made"), str(source)]
    used = _used_by_children()
    code = _run(command, profile, work, seconds, end)
    if code == _RESTART:
        code = _run(command, profile, work, seconds, end)
    made = next((work / "made").glob(f"*.{target}"), None) if (work / "made").is_dir() else None
    if made is None:
        if code < 0 and _used_by_children() - used > seconds - 1:
            raise FileError("timeout", seconds=f"{seconds:.0f}", format=form)
        raise FileError("corrupt", format=form, reason="converter", code=str(code))
    return made.read_bytes()


def _run(command: list[str], profile: Path, work: Path, seconds: float, end: float) -> int:
    """The exit code, below 0 where it used more than `seconds`. TimeoutExpired after `end`. Nothing of it lives on."""
    surroundings = {name: value for name, value in os.environ.items()
                    if name.upper() in ("PATH", "LANG", "SYSTEMROOT", "SYSTEMDRIVE", "WINDIR", "PROGRAMFILES")}
    surroundings |= dict.fromkeys(("HOME", "USERPROFILE", "APPDATA", "LOCALAPPDATA", "XDG_RUNTIME_DIR"), str(profile))
    surroundings |= dict.fromkeys(("TMPDIR", "TMP", "TEMP"), str(work)) | {"SAL_USE_VCLPLUGIN": "svp"}
    hidden = getattr(subprocess, "CREATE_NO_WINDOW", 0)  # Windows alone has it
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               cwd=work, env=surroundings, start_new_session=True, creationflags=hidden)
    _limit(process.pid, seconds)
    try:
        return process.wait(max(0.1, end - time.monotonic()))
    finally:
        _kill(process)


def _limit(process: int, seconds: float) -> None:
    """The system ends a process after so many seconds of the processor, at least one."""
    if sys.platform == "linux":
        import resource

        limit = math.ceil(seconds)
        with suppress(ProcessLookupError, PermissionError):
            resource.prlimit(process, resource.RLIMIT_CPU, (limit, limit))


def _used_by_children() -> float:
    """Seconds of the processor that processes started here have used, once they have ended; 0 where nobody knows."""
    if sys.platform == "win32":
        return 0.0
    import resource

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Ends a process with all that it started, also where it itself has ended."""
    if sys.platform == "win32":
        if process.poll() is None:
            subprocess.run(["taskkill", "/F", "/T", "/PID", str(process.pid)], capture_output=True, check=False)
    else:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _binary(program: Path) -> Path:
    """LibreOffice itself instead of the script that starts it, so that the process we start is the one that works."""
    if sys.platform == "linux":
        inner = program.resolve().with_name("soffice.bin")
        if inner.is_file():
            return inner
    return program


@cache
def _alone() -> tuple[str, ...]:
    """What a command begins with so that it has no network, and dies with the process that started it."""
    if sys.platform != "linux":
        return ()
    begin: tuple[str, ...] = ()
    for tool in (("unshare", "--user", "--map-current-user", "--net"),
                 ("unshare", "--user", "--map-root-user", "--net"),  # older tools know only this
                 ("setpriv", "--pdeathsig", "KILL")):
        if tool[0] in begin or not shutil.which(tool[0]):
            continue
        try:
            tried = subprocess.run([*begin, *tool, "true"], capture_output=True, timeout=5, check=False)
        except (OSError, subprocess.TimeoutExpired):
            continue
        if tried.returncode == 0:
            begin = (*begin, *tool)
    return begin


@contextmanager
def _profile(folder: Path, end: float) -> Iterator[Path]:
    """A profile that no other process uses meanwhile. TimeoutExpired where none is free in time."""
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o700)
    while True:
        for number in range(1, MAX_PROFILES + 1):
            with (folder / f"{number}.lock").open("ab") as lock:
                if _locked(lock):
                    profile = folder / str(number)
                    _furnish(profile)
                    yield profile
                    return
        if time.monotonic() > end:
            raise subprocess.TimeoutExpired("soffice", 0)
        time.sleep(_WAIT_S)


def _locked(file: IO[bytes]) -> bool:
    """Takes hold of a file until it is closed or this process ends; False where another process has it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _furnish(profile: Path) -> None:
    """Writes the settings, unless that was done before. A profile with others is made anew."""
    items = "".join(
        f'<item oor:path="{path}"><prop oor:name="{name}" oor:op="fuse"><value>{escape(value)}</value></prop></item>\n'
        for path, name, value in _SETTINGS)
    note = profile / "settings.txt"
    if note.is_file() and note.read_text("utf-8") == items:
        return
    shutil.rmtree(profile, ignore_errors=True)
    (profile / "user").mkdir(parents=True)
    (profile / "user" / "registrymodifications.xcu").write_text(
        '<?xml version="1.0" encoding="UTF-8"?>\n<oor:items xmlns:oor="http://openoffice.org/2001/registry" '
        'xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\n'
        f"{items}</oor:items>\n", "utf-8")
    note.write_text(items, "utf-8")
