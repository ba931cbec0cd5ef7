"""`rankdown`: one door to everything that needs no site; the first word names the command, its module has the rest."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module

# Each is a module of commands/, with `parser(program)` and `run(options)`, and is imported when it is asked for.
COMMANDS = {
    "match": "name the failure that a log shows",
    "search": "find entries by words",
    "show": "an entry, a check or a guide, to be read",
    "collect": "what a frozen, slow or dead job shows on this machine",
    "watch": "start a job; the answer when it dies or hangs",
    "triage": "a cluster's logs: a line a job, and a report",
    "run": "reproduce failures and verify their fixes",
    "serve": "the site",
    "mcp": "match, search and entries for coding agents",
    "completion": "what a shell asks for to complete words after `rankdown`",
}
# As a shell says it of a command that SIGPIPE ended.
READER_GONE = 141


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit status; problems go to standard error."""
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    # As with manage.py: broken entries of one's own content are named, the others still serve.
    os.environ.setdefault("RANKDOWN_DEBUG", "1")
    if not arguments or arguments[0] not in COMMANDS:
        top().parse_args(arguments)  # --help, --version, or the error that lists the commands
    # Imports leave no garbage to look for, and somebody waits.
    gc.disable()
    name = arguments[0]
    command = import_module(f"kb.terminal.commands.{name}")
    gc.enable()
    from kb.terminal.usage import BAD_USAGE, BadUsage

    options = command.parser(f"rankdown {name}").parse_args(arguments[1:])
    try:
        status = command.run(options)
        sys.stdout.flush()
        return status
    except BadUsage as problem:
        print(f"rankdown {name}: {problem}", file=sys.stderr)
        return BAD_USAGE
    except BrokenPipeError:
        # `rankdown show … | head`: nobody reads what is still in the buffer.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return READER_GONE


def top() -> argparse.ArgumentParser:
    """Every command by name; each one's own options are asked of its module."""
    from kb import __version__

    about = "Failures in multi-GPU and multi-node training: from the log to the entry that explains it."
    parser = argparse.ArgumentParser("rankdown", description=about, epilog="rankdown COMMAND --help says the rest.")
    parser.add_argument("--version", action="version", version=f"rankdown {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, told in COMMANDS.items():
        commands.add_parser(name, help=told)
    return parser
