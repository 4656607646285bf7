"""`docprep simulate`: a queue scenario under a simulated clock."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from docprep_gui.cli.common import DONE
from docprep_gui.cli.say import print_json
from docprep_gui.domain.errors import DocPrepError, SettingError
from docprep_gui.scheduling import simulate
from docprep_gui.workspace.pipeline import reason_of


def execute(options: argparse.Namespace) -> int:
    try:
        scenario = json.loads(Path(options.scenario).read_text("utf-8-sig"))
        if not isinstance(scenario, dict):
            raise ValueError("not an object")
    except OSError as error:
        raise DocPrepError("bad_scenario", path=options.scenario, reason=reason_of(error)) from error
    except (ValueError, RecursionError) as error:
        raise DocPrepError("bad_scenario", path=options.scenario, reason=str(error)) from error
    try:
        for event in simulate.run(scenario):
            print_json(event)
    except SettingError as error:
        if error.kind != "bad_scenario":
            raise
        raise DocPrepError("bad_scenario", path=options.scenario, reason=error.params.get("cause", "")) from error
    return DONE
