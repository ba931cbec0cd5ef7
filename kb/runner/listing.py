"""Entries -> how each stands, a line or a JSON object an entry."""

from __future__ import annotations

import datetime
import json

from kb.catalogue.schema.entry import Entry
from kb.runner.recording.standing import Standing, standing


def show_list(entries: list[Entry], as_json: bool) -> int:
    """Prints one line an entry, or one JSON array; the exit status is 0."""
    rows = [row(entry) for entry in sorted(entries, key=lambda e: e.slug)]
    if as_json:
        print(json.dumps(rows, ensure_ascii=False))
        return 0
    for told in rows:
        print(f"{told['slug']:<40} {'+'.join(told['needs']) or '-':<10} {told['state']}")
    return 0


def row(entry: Entry) -> dict:
    """`standing` is a word for programs; `state` says it to people, with age and versions."""
    now = standing(entry)
    date = now.last["date"] if now.last else None
    return {
        "slug": entry.slug,
        "needs": list(now.needs),
        "standing": now.word,
        "state": _state(now),
        "reason": now.reason,
        "showed": list(now.showed),
        "last": now.last,
        "news": now.news,
    } | ({"days": _days(date)} if date else {})


def _state(now: Standing) -> str:
    state = f"{now.word}: {now.reason}" if now.reason else now.word
    if now.last:
        state += f" {_age(now.last['date'])} with {_versions(now.last)}"
    if now.showed[0] < now.showed[1]:
        state += f"; {now.showed[0]} of {now.showed[1]} runs showed it"
    if now.news:
        state += f"; another failure {_age(now.news['date'])} with {_versions(now.news)}"
    return state


def _versions(run: dict) -> str:
    """The torch of the environment, and what was laid over it for one of the programs."""
    told = f"torch {run['environment'].get('torch') or '(none)'}"
    laid = [
        f"{', '.join(side['packages'][:2])} for {name}"
        for name in ("broken", "fixed")
        if isinstance(side := run.get(name), dict) and side.get("packages")
    ]
    return told + (f" ({'; '.join(laid)})" if laid else "")


def _days(date: str) -> int:
    return (datetime.datetime.now(datetime.timezone.utc).date() - datetime.date.fromisoformat(date)).days


def _age(date: str) -> str:
    days = _days(date)
    if days < 0:
        return f"on {date}, which is yet to come,"
    return "today" if days == 0 else f"{days} day(s) ago"
