"""`docprep simulate`: a queue scenario under a simulated clock."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from docprep_gui.cli.common import DONE
from docprep_gui.cli.say import print_json
from docprep_gui.domain.errors import DocPrepError
from docprep_gui.scheduling import simulate


def execute(options: argparse.Namespace) -> int:
    try:
        scenario = json.loads(Path(options.scenario).read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise DocPrepError("bad_scenario", path=options.scenario, reason=str(error)) from error
    for event in simulate.run(scenario):
        print_json(event)
    return DONE
