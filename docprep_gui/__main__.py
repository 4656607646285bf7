"""`python -m docprep_gui`: the window; with a subcommand, the command line."""

from __future__ import annotations

import sys
from pathlib import Path


def main() -> int:
    if len(sys.argv) > 1:
        from docprep_gui.cli.arguments import build_parser

        options = build_parser().parse_args()
        if options.command != "open":
            from docprep_gui.cli.main import run as run_command

            return run_command(options)
        files = [Path(name) for name in options.files]
    else:
        files = []
    from docprep_gui.gui.app import run

    return run(files)


if __name__ == "__main__":
    sys.exit(main())
