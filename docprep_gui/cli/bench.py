"""`docprep bench`: one workload timed in this process; imports and loading are outside of what is timed."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path

from docprep_gui.cli.common import DONE
from docprep_gui.cli.say import print_json
from docprep_gui.domain.errors import FileError
from docprep_gui.workspace.pipeline import reason_of

WARM_RUNS = 3


def execute(options: argparse.Namespace) -> int:
    try:
        work = _WORKLOADS[options.workload](Path(options.file))
    except OSError as error:
        raise FileError("unreadable", reason=reason_of(error)) from error
    except (ValueError, KeyError, TypeError) as error:
        # Not the form of file that this workload takes.
        raise FileError("corrupt", reason=str(error)) from error
    wall, cpu = time.perf_counter(), time.process_time()
    extra = work()
    made = {"workload": options.workload, "wall_s": round(time.perf_counter() - wall, 4),
            "cpu_s": round(time.process_time() - cpu, 4), "rss_mb": round(_peak_mb(), 1), **extra}
    if options.workload != "queue":
        warm = []
        for _ in range(WARM_RUNS):
            start = time.process_time()
            work()
            warm.append(time.process_time() - start)
        made["warm_s"] = round(sorted(warm)[len(warm) // 2], 4)
    print_json(made)
    return DONE


def _peak_mb() -> float:
    """Peak memory of this process in MiB; 0 where the system does not tell."""
    if sys.platform == "win32":
        return 0.0
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1024 if sys.platform == "linux" else peak / 1024 / 1024


Work = Callable[[], dict[str, object]]


def _docx(path: Path) -> Work:
    from docprep_gui.parsing import docx

    with path.open("rb"):
        pass  # a file that is not there is said before anything is timed

    def work() -> dict[str, object]:
        return {"n": len(docx.read(path.read_bytes(), path.name).nodes)}

    return work


def _pdf(path: Path) -> Work:
    from docprep_gui.parsing import pdf

    with path.open("rb"):
        pass

    def work() -> dict[str, object]:
        return {"n": len(pdf.read(path.read_bytes(), path.name).nodes)}

    return work


def _pptx(path: Path) -> Work:
    from docprep_gui.parsing import pptx

    with path.open("rb"):
        pass

    def work() -> dict[str, object]:
        return {"n": len(pptx.read(path.read_bytes(), path.name).nodes)}

    return work


def _xlsx(path: Path) -> Work:
    from docprep_gui.parsing.workbook import xlsx

    with path.open("rb"):
        pass

    def work() -> dict[str, object]:
        return {"n": sum(node.kind in ("row", "caption") for node in xlsx.read(path.read_bytes(), path.name).nodes)}

    return work


def _chunk(path: Path) -> Work:
    """Text in memory to chunks of at most 1,500 tokens; reading and decoding are not timed."""
    from docprep_gui import chunking
    from docprep_gui.parsing import text
    from docprep_gui.workspace.settings import Profile

    data = path.read_bytes().decode("gb18030").encode("utf-8")
    settings = Profile({"chunking.max_tokens": 1500}).chunking("txt", None)

    def work() -> dict[str, object]:
        return {"n": len(chunking.cut(text.read(data, path.name), settings))}

    return work


def _rules(path: Path) -> Work:
    from docprep_gui.rules import bench

    loaded = bench.load(path)

    def work() -> dict[str, object]:
        number, digest = bench.run(loaded)
        return {"n": number, "hash": digest}

    return work


def _queue(path: Path) -> Work:
    from docprep_gui.scheduling import bench

    def work() -> dict[str, object]:
        return {"n": bench.run(path)}

    return work


_WORKLOADS: dict[str, Callable[[Path], Work]] = {
    "docx45": _docx, "docx200": _docx, "xlsx": _xlsx, "pdf": _pdf, "pptx": _pptx, "chunk": _chunk, "rules": _rules,
    "queue": _queue,
}
