"""`python -m docprep_gui`: the window; with a subcommand, the command line."""

from __future__ import annotations

import sys


def main() -> int:
    arguments = sys.argv[1:]
    if not arguments or arguments[0] == "open":
        from docprep_gui.gui.app import run

        return run(arguments[1:])
    from docprep_gui.cli.main import run as run_command

    return run_command(arguments)


if __name__ == "__main__":
    sys.exit(main())
