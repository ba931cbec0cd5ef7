"""An entry, a check or a guide -> one Markdown document, for whoever reads it without the site."""

from __future__ import annotations

from collections.abc import Iterable

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.check import Check, Outcome
from kb.catalogue.digest import RETRY
from kb.catalogue.entry import Entry, Guide, Source, VersionNote

# Somebody who has the failure reads the fix first.
ORDER = ("Fix", "Root cause", "Symptoms", "Related errors", "Versions")


def entry_as_markdown(entry: Entry, catalogue: Catalogue) -> str:
    """All that the entry says, the fix first; then its look-alikes, what it leads to, versions and sources."""
    front = entry.front
    parts = [
        f"# {entry.title}",
        front.zh.title,
        front.summary,
        f"`{entry.slug}` · {entry.area} · {front.kind} · {RETRY[front.retry]}",
        *(f"## {title}\n\n{entry.section(title).strip()}" for title in ORDER if entry.section(title).strip()),
        *_listed("Look-alikes", (f"`{other.slug}`: {check}" for other, check in catalogue.neighbours(entry.slug))),
        *_listed("Leads to", (f"`{other.slug}`: {other.title}" for other in catalogue.leads_on_to(entry.slug))),
        *_listed("Follows from", (f"`{other.slug}`: {other.title}" for other in catalogue.follows_from(entry.slug))),
        *_listed("Version notes", map(_version, front.versions)),
        *_listed("Sources", map(_source, front.sources)),
    ]
    return "\n\n".join(parts) + "\n"


def check_as_markdown(check: Check) -> str:
    """What to do, how to read it, and how it may end."""
    front = check.front
    needs = f" · needs: {', '.join(front.needs)}" if front.needs else ""
    parts = [
        f"# {front.title}",
        front.zh.title,
        f"`{check.slug}` · {front.minutes} min{needs}",
        *([f"```\n{front.run}\n```"] if front.run else []),
        check.markdown.strip(),
        *_listed("It may end so", map(_outcome, front.outcomes)),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def guide_as_markdown(guide: Guide) -> str:
    return f"# {guide.title}\n\n{guide.summary}\n\n{guide.markdown.strip()}\n"


def _listed(title: str, lines: Iterable[str]) -> list[str]:
    lines = [f"- {line}" for line in lines]
    return [f"## {title}\n\n" + "\n".join(lines)] if lines else []


def _outcome(outcome: Outcome) -> str:
    shown = [f"  - shown by `{sign.words}`" for sign in outcome.shown_by]
    return "\n".join([f"`{outcome.slug}`: {outcome.en}", *shown])


def _version(note: VersionNote) -> str:
    return f"{note.package} {note.specifier}: {note.note}" + (f" ({note.source})" if note.source else "")


def _source(source: Source) -> str:
    return f"{source.url or source.document}: {source.supports}"
