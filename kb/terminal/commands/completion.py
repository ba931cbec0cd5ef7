"""`rankdown completion SHELL`: the script that a shell loads to complete commands, options, slugs and files."""

from __future__ import annotations

import argparse
from importlib import import_module

import shtab

from kb.terminal.cli import COMMANDS, top
from kb.terminal.opening import opened
from kb.terminal.usage import FOUND

FILES, FOLDERS = ("files", "against", "output"), ("keep", "content", "follow", "root")


def parser(program: str) -> argparse.ArgumentParser:
    about = f"Prints a shell's completion: {program} bash > ~/.local/share/bash-completion/completions/rankdown"
    parser = argparse.ArgumentParser(program, description=about)
    parser.add_argument("shell", choices=shtab.SUPPORTED_SHELLS)
    return parser


def run(options: argparse.Namespace) -> int:
    print(shtab.complete(whole(list(opened().catalogue.by_slug)), options.shell))
    return FOUND


def whole(slugs: list[str]) -> argparse.ArgumentParser:
    """Every command with all its options, and what its values can be."""
    parser = top()
    (commands,) = (action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    for name in COMMANDS:
        own = import_module(f"kb.terminal.commands.{name}").parser(f"rankdown {name}")
        for action in own._actions:
            _complete(action, slugs)
        commands.choices[name] = own
    return parser


def _complete(action: argparse.Action, slugs: list[str]) -> None:
    if action.dest in ("slug", "slugs"):
        action.choices = slugs
    elif action.dest in FILES:
        action.complete = shtab.FILE
    elif action.dest in FOLDERS:
        action.complete = shtab.DIRECTORY
