"""What can be asked for on the command line."""

from __future__ import annotations

import argparse

from docprep_gui import __version__

BENCHES = ("docx45", "docx200", "xlsx", "pdf", "pptx", "chunk", "rules", "queue")


def _preparing(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rules", action="append", metavar="PACK_OR_PATH", default=[],
                        help="a rule pack by name or path; may be given several times")
    parser.add_argument("--profile", default="default", metavar="NAME", help="a named set of settings")
    parser.add_argument("--set", action="append", metavar="KEY=VALUE", default=[], dest="settings",
                        help="override one setting, e.g. chunking.max_tokens=800")


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="docprep", description="Reads, cuts and sorts office documents for a language model on your own machine. "
                                    "Without a command it opens the window. "
                                    "Commands use the settings in their arguments and the defaults, never those that "
                                    "were chosen in the window.")
    parser.add_argument("--version", action="version", version=f"docprep {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")

    commands.add_parser("open", help="open the window, with files").add_argument("files", nargs="*", metavar="FILE")

    inspect = commands.add_parser("inspect", help="read, cut and judge one file")
    inspect.add_argument("file", metavar="FILE")
    _preparing(inspect)
    inspect.add_argument("--password-stdin", action="store_true", help="read the file's password from standard input")
    inspect.add_argument("--json", action="store_true", help="print one JSON object instead of an overview")

    run = commands.add_parser("run", help="read, cut, judge and ask the language model; write the results")
    run.add_argument("paths", nargs="+", metavar="PATH", help="files and folders")
    asked = run.add_mutually_exclusive_group()
    asked.add_argument("--task", metavar="NAME", help="what to ask: a task that ships with the program")
    asked.add_argument("--ask", metavar="TEXT", help="what to ask, in your own words")
    run.add_argument("--endpoint", metavar="URL_OR_GGUF", help="an OpenAI-compatible server, or a model file "
                                                               "(*.gguf); default: the built-in trial model")
    run.add_argument("--llm", metavar="NAME", help="the language model's name at that server")
    _preparing(run)
    run.add_argument("--password-stdin", action="store_true",
                     help="read a password from standard input, for the files among them that have one")
    run.add_argument("--out", required=True, metavar="DIR", help="where the results go; an unfinished run is resumed")

    rules = commands.add_parser("rules", help="look after rule packs").add_subparsers(
        dest="action", required=True, metavar="ACTION")
    for action, help_text in (("check", "report the faults of a pack"), ("test", "run the samples of a pack"),
                              ("explain", "say a pack's rules as sentences"), ("format", "lay a pack out anew"),
                              ("import", "print rules of an older shape as a pack")):
        one = rules.add_parser(action, help=help_text)
        one.add_argument("path", metavar="PACK_OR_PATH")
        if action in ("check", "test"):
            one.add_argument("--json", action="store_true", help="print one JSON object")

    endpoints = commands.add_parser("endpoints", help="the model servers on this machine, their models and windows")
    endpoints.add_argument("--json", action="store_true", help="print one JSON object")

    simulate = commands.add_parser("simulate", help="the scheduler under a simulated clock, events as JSON lines")
    simulate.add_argument("scenario", metavar="SCENARIO.json")

    bench = commands.add_parser("bench", help="time one workload; prints one JSON line")
    bench.add_argument("workload", choices=BENCHES)
    bench.add_argument("file", metavar="FILE")
    return parser
