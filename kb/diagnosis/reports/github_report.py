"""Answer -> GitHub's workflow commands: the proving lines as annotations, everything else where no command is obeyed.

How the runner reads commands: https://github.com/actions/runner, ActionCommand.cs. `::name …::` counts at a line's
begin, `##[name …]` anywhere in a line, and a log may hold both.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping

from kb.catalogue.digest import retry_of, where
from kb.diagnosis.answer import Answer
from kb.diagnosis.reports.headline import unproved
from kb.diagnosis.reports.markdown_report import told_lines
from kb.language import either, gettext
from kb.matching.match import Evidence
from kb.reading.errors import ErrorLine

# GitHub shows ten annotations of a level for each step.
MOST_SHOWN = 5
DATA = {"%": "%25", "\r": "%0D", "\n": "%0A"}
PROPERTY = DATA | {":": "%3A", ",": "%2C"}


def annotations(answer: Answer, paths: Mapping[str, str], site_url: str) -> str:
    """A command a line; `paths` leads from a file's name in the answer to its path, empty for standard input."""
    return "".join(f"{line}\n" for line in _commands(answer, paths, site_url))


def obeyed_by_nobody(text: str) -> str:
    """The same text, between commands that keep the runner from looking for commands in it."""
    token = secrets.token_hex(16)
    return f"::stop-commands::{token}\n{text}\n::{token}::\n"


def _commands(answer: Answer, paths: Mapping[str, str], site_url: str) -> Iterator[str]:
    level, title, told = _verdict(answer, site_url)
    lines = told_lines(answer)[:MOST_SHOWN]
    for line in lines:
        yield _command(level, title, f"{line.text.strip()}\n{told}", _place(line, paths))
    if not lines:
        yield _command("notice", title, told, {})


def _verdict(answer: Answer, site_url: str) -> tuple[str, str, str]:
    """Level, title, and what stands below the line."""
    if answer.best is None:
        told = answer.notice or gettext("Nothing in this text proves any entry.")
        return "error" if answer.own_exception else "warning", unproved(answer), told
    entry = answer.best.entry
    front = entry.front
    told = (
        either(front.summary, front.zh.summary),
        gettext(retry_of(entry, answer.best.retry)),
        where(entry, site_url),
    )
    level = "warning" if front.kind == "harmless" else "error"
    return level, either(entry.title, front.zh.title), "\n".join(told)


def _place(line: Evidence | ErrorLine, paths: Mapping[str, str]) -> dict[str, str]:
    path = paths.get(line.file, "")
    return {"file": path, "line": str(line.line)} if path else {}


def _command(level: str, title: str, message: str, place: Mapping[str, str]) -> str:
    told = ",".join(f"{name}={_escaped(value, PROPERTY)}" for name, value in {**place, "title": title}.items())
    return f"::{level} {told}::{_escaped(message, DATA)}"


def _escaped(text: str, signs: Mapping[str, str]) -> str:
    return text.translate(str.maketrans(dict(signs)))
