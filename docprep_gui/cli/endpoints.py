"""`docprep endpoints`: the model servers that run on this machine, their models and windows."""

from __future__ import annotations

import argparse
import os
from concurrent.futures import Future
from dataclasses import asdict
from functools import partial

from docprep_gui.cli.common import DONE
from docprep_gui.cli.pool import PlainExecutor
from docprep_gui.cli.say import messages, print_json
from docprep_gui.inference import discovery
from docprep_gui.inference.discovery import FoundModel, FoundServer
from docprep_gui.inference.embedded import CONTEXT, TRIAL_NAME, EmbeddedModel
from docprep_gui.inference.transport import make_client


def execute(options: argparse.Namespace) -> int:
    found = _look()
    trial = EmbeddedModel().available()
    if options.json:
        print_json({"endpoints": [asdict(server) for server in found],
                    "embedded": {"model": TRIAL_NAME, "window": CONTEXT} if trial else None})
    else:
        _print(found, trial)
    return DONE


def _look() -> list[FoundServer]:
    """Looks at all usual places at once; what was found, in their order."""
    places = discovery.addresses(os.environ)
    answers: dict[str, FoundServer | None] = {}

    def told(url: str, future: Future[FoundServer | None]) -> None:
        answers[url] = future.result()

    executor = PlainExecutor(len(places))
    with make_client() as client:
        for place in places:
            executor.submit(partial(discovery.look, client, place), partial(told, place.url))
        executor.run_until(lambda: len(answers) == len(places))
    executor.close()
    return [server for place in places if (server := answers[place.url])]


def _print(found: list[FoundServer], trial: bool) -> None:
    words = messages()
    for server in found:
        print(f"{words.word(f'program.{server.program}')}  {server.url}")
        for model in server.models:
            print(f"  {model.name}  {_window(model)}")
        for name in server.elsewhere:
            print(f"  {name}  {words.word('models.elsewhere')}")
        if not server.models:
            print(f"  {words.word('models.none')}")
    if not found:
        print(words.word("models.no_server"))
    if trial:
        print(f"{words.word('models.trial')}  {TRIAL_NAME}  {words.word('models.window', n=f'{CONTEXT:,}')}")


def _window(model: FoundModel) -> str:
    words = messages()
    said = words.word("models.window", n=f"{model.window:,}") if model.window else words.word("models.window_unknown")
    if model.largest and (not model.window or model.largest > model.window):
        said += words.word("models.largest", n=f"{model.largest:,}")
    return said + (f"  {words.word('models.loaded')}" if model.loaded else "")
