"""What several commands share: exit codes, the profile and the rules that were asked for."""

from __future__ import annotations

import argparse
import locale
import sys

from docprep_gui.domain.document import Notice
from docprep_gui.domain.errors import SettingError
from docprep_gui.workspace import packs
from docprep_gui.workspace.memory import Memory
from docprep_gui.workspace.paths import remembered
from docprep_gui.workspace.pipeline import Prepared, RuleChoice
from docprep_gui.workspace.settings import PROFILES, Profile

DONE, SET_ASIDE, USAGE, NOTHING_READ, INTERRUPTED = 0, 1, 2, 3, 130


def profile_of(options: argparse.Namespace) -> Profile:
    """The named profile with the overrides. SettingError: unknown_profile and those of Profile.override."""
    if options.profile not in PROFILES:
        raise SettingError("unknown_profile", profile=options.profile, known=", ".join(PROFILES))
    return PROFILES[options.profile].override(options.settings)


def rules_of(options: argparse.Namespace, *, masking: bool) -> RuleChoice:
    """The packs that were named, or all that are known by name less the rules that were switched off in the
    window. `masking`: the pack that marks what is sensitive comes along in any case."""
    if options.rules:
        return RuleChoice(packs.choose(options.rules, masking))
    return RuleChoice(packs.choose(packs.known_names(), masking), Memory(remembered()).load().disabled)


def all_notices(prepared: Prepared) -> tuple[Notice, ...]:
    """Those of reading, cutting and judging."""
    oversize = [chunk for chunk in prepared.chunks if chunk.oversize]
    cutting = (Notice("oversize_chunk", len(oversize), oversize[0].core),) if oversize else ()
    return (*prepared.document.notices, *cutting, *prepared.judgement.notices)


def typed_password() -> str:
    """The first line of standard input. Bytes that are no text make a wrong password, not a fault."""
    line = sys.stdin.buffer.readline().rstrip(b"\r\n")
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode(locale.getencoding(), "replace")
