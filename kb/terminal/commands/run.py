"""`rankdown run`: the runner, as `python -m kb.runner run`; `--list` is its `list`."""

from __future__ import annotations

import argparse
import signal

from kb.runner import __main__ as runner


def parser(program: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(program, description="Runs the broken and the fixed program of entries.")
    runner.add_content(parser)
    runner.add_run(parser)
    parser.add_argument(
        "--list", dest="do", action="store_const", const=runner.list_entries, help="each entry's needs and last verdict"
    )
    parser.add_argument("--json", action="store_true", help="with --list: for programs")
    parser.set_defaults(do=runner.run_entries, lists=f"{program} --list")
    return parser


def run(options: argparse.Namespace) -> int:
    for number in (signal.SIGINT, signal.SIGTERM):  # also where a shell started it with & and so deaf to Ctrl-C
        signal.signal(number, signal.default_int_handler)
    return runner.run(options)
