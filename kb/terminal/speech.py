"""In which language a command answers: as it was told, else as the terminal's locale says, else in English."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping
from contextlib import AbstractContextManager

from kb.language import DEFAULT, LANGUAGES, speaking

# As for every other program: the first of these that says anything.
VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


def add_language(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--lang", choices=tuple(LANGUAGES), help="of the answer (default: as LC_ALL or LANG say)")


def spoken(options: argparse.Namespace, for_people: bool = True) -> AbstractContextManager[None]:
    """Inside it the command answers so. What is for programs changes its language only where that was asked for."""
    return speaking(options.lang or (of_locale(os.environ) if for_people else DEFAULT))


def of_locale(environment: Mapping[str, str]) -> str:
    """zh_CN.UTF-8 -> zh; English for C, and for whatever is not spoken here."""
    said = next((value for name in VARIABLES if (value := environment.get(name))), "")
    code = said.replace("-", "_").split("_")[0].split(".")[0].lower()
    return code if code in LANGUAGES else DEFAULT
