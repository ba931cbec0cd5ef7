"""An entry, a check or a guide -> one Markdown document in the reader's language, for who reads it without the site."""

from __future__ import annotations

from collections.abc import Iterable

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.check import Check, Outcome
from kb.catalogue.digest import RETRY
from kb.catalogue.entry import Entry, Guide, Source, VersionNote
from kb.language import either, gettext, in_chinese, marked_words

# Somebody who has the failure reads the fix first.
ORDER = marked_words("Fix", "Root cause", "Symptoms", "Related errors", "Versions")


def entry_as_markdown(entry: Entry, catalogue: Catalogue) -> str:
    """All that the entry says, the fix first; then its look-alikes, what it leads to, versions and sources.

    For a Chinese reader its Chinese body, where it has one; else the Chinese fix in short stands above the English.
    """
    front = entry.front
    parts = [
        *_titles(entry.title, front.zh.title),
        either(front.summary, front.zh.summary),
        f"`{entry.slug}` · {entry.area} · {front.kind} · {gettext(RETRY[front.retry])}",
        *([front.zh.fix] if in_chinese() and not entry.chinese else []),
        *(f"## {gettext(title)}\n\n{text}" for title in ORDER if (text := _section(entry, title))),
        *_listed(
            gettext("Look-alikes"), (f"`{other.slug}`: {check}" for other, check in catalogue.neighbours(entry.slug))
        ),
        *_listed(gettext("Leads to"), map(_named, catalogue.leads_on_to(entry.slug))),
        *_listed(gettext("Follows from"), map(_named, catalogue.follows_from(entry.slug))),
        *_listed(gettext("Version notes"), map(_version, front.versions)),
        *_listed(gettext("Sources"), map(_source, front.sources)),
    ]
    return "\n\n".join(parts) + "\n"


def check_as_markdown(check: Check) -> str:
    """What to do, how to read it, and how it may end."""
    front = check.front
    needs = f" · needs: {', '.join(front.needs)}" if front.needs else ""
    parts = [
        *_titles(front.title, front.zh.title),
        f"`{check.slug}` · {front.minutes} min{needs}",
        *([f"```\n{front.run}\n```"] if front.run else []),
        either(check.markdown, front.zh.how).strip(),
        *_listed(gettext("It may end so"), map(_outcome, front.outcomes)),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def guide_as_markdown(guide: Guide) -> str:
    own = guide.chinese if in_chinese() and guide.chinese else guide
    return f"# {own.title}\n\n{own.summary}\n\n{own.markdown.strip()}\n"


def _titles(english: str, chinese: str) -> list[str]:
    """The reader's own first; the other is what a colleague may know it by."""
    first, second = (chinese, english) if in_chinese() and chinese else (english, chinese)
    return [f"# {first}", *([second] if second else [])]


def _section(entry: Entry, title: str) -> str:
    chinese = next((section.markdown for section in entry.chinese if section.title == title), "")
    return either(entry.section(title), chinese).strip()


def _named(entry: Entry) -> str:
    return f"`{entry.slug}`: {either(entry.title, entry.front.zh.title)}"


def _listed(title: str, lines: Iterable[str]) -> list[str]:
    lines = [f"- {line}" for line in lines]
    return [f"## {title}\n\n" + "\n".join(lines)] if lines else []


def _outcome(outcome: Outcome) -> str:
    shown = [f"  - {gettext('shown by')} `{sign.words}`" for sign in outcome.shown_by]
    return "\n".join([f"`{outcome.slug}`: {either(outcome.en, outcome.zh)}", *shown])


def _version(note: VersionNote) -> str:
    return f"{note.package} {note.specifier}: {note.note}" + (f" ({note.source})" if note.source else "")


def _source(source: Source) -> str:
    return f"{source.url or source.document}: {source.supports}"
