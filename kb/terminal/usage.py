"""What every command shares: exit statuses, the error that says what to do, and what a stream can show."""

from __future__ import annotations

import argparse
import sys

# 0 an answer, 1 none, 2 bad usage.
FOUND, NOTHING_FOUND, BAD_USAGE = 0, 1, 2


class BadUsage(Exception):
    """What was asked for cannot be done; the message says what to do."""


def never_fail_to_print() -> None:
    """A sign that a terminal cannot show must not end the command with the exit status for "no match"."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")


def in_color(options: argparse.Namespace) -> bool:
    """Whether standard output is a terminal whose user wants colours."""
    return sys.stdout.isatty() and not options.no_color


def add_no_color(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--no-color", action="store_true", help="no colours, on a terminal too")
