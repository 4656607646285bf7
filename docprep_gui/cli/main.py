"""The command line: who answers what was asked. A command's module is imported when it is called."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module
from io import TextIOWrapper
from typing import Protocol, cast

from docprep_gui.cli.common import DONE, INTERRUPTED, NOTHING_READ, USAGE
from docprep_gui.cli.say import complain
from docprep_gui.domain.errors import DocPrepError, FileError


class Command(Protocol):
    def execute(self, options: argparse.Namespace) -> int: ...


def run(options: argparse.Namespace) -> int:
    """The exit code of the command that the options name."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # Where the terminal's encoding lacks a character, its code stands in.
            stream.reconfigure(errors="backslashreplace")
    command = cast(Command, import_module(f"docprep_gui.cli.{options.command}"))
    try:
        return command.execute(options)
    except DocPrepError as error:
        complain(error)
        return NOTHING_READ if isinstance(error, FileError) else USAGE
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of our output has gone (`| head`); nothing is left to say.
        sys.stderr.close()
        return DONE
