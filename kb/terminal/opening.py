"""Opens the catalogue for a command: shows on a terminal that it may take a moment, names what had to be left out."""

from __future__ import annotations

import sys
from collections.abc import Callable

from kb.catalogue.loading.problems import BrokenContent
from kb.library import Edition, library
from kb.terminal.usage import BadUsage


def opened(followed: bool = False) -> Edition:
    """The catalogue as it is; `followed` by a server, under which content may change.

    Raises BadUsage where the content has problems and nobody works on it (RANKDOWN_DEBUG=0).
    """
    try:
        edition = _shown(library.current if followed else library.once)
    except BrokenContent as broken:
        raise BadUsage(f"the content has problems: correct them, or set RANKDOWN_CONTENT\n{broken}") from broken
    for problem in edition.problems:
        print(f"left out: {problem}", file=sys.stderr)
    return edition


def _shown(ask: Callable[[], Edition]) -> Edition:
    if not sys.stderr.isatty():
        return ask()
    # Only here: most calls show nothing, and all wait for what is imported.
    from rich.console import Console

    with Console(stderr=True).status("opening the catalogue; only a first start reads and compiles all of it"):
        return ask()
