"""An entry, a check or a guide -> one Markdown document in the reader's language: for terminals, agents and `.md`."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.digest import message, retry_of
from kb.catalogue.schema.check import Check, Outcome
from kb.catalogue.schema.entry import Entry, Source
from kb.catalogue.schema.guide import Guide
from kb.language import either, gettext, in_chinese, marked, marked_words

# Somebody who has the failure reads the fix first.
ORDER = marked_words("Fix", "Root cause", "Symptoms", "Related errors", "Versions")
# What a source is that no reader can open.
HELD = marked("(a document that we hold; it is not public)")
FENCE = "```"
# How a document speaks of another entry: by a name to ask for, or by a link.
Named = Callable[[Entry], str]


def title_of(entry: Entry) -> str:
    return either(entry.title, entry.front.zh.title)


def by_name(entry: Entry) -> str:
    return f"`{entry.slug}` ({title_of(entry)})"


def entry_as_markdown(
    entry: Entry, catalogue: Catalogue, named: Named = by_name, about: str = "", more: Iterable[tuple[str, str]] = ()
) -> str:
    """All that the entry says, the fix first; then its neighbours, version notes and sources.

    `about` stands in place of the line that names it; `more` are sections (title, text) before the sources. Where
    nobody has translated the body, a Chinese reader gets the fix in short above the English.
    """
    front, known_by = entry.front, message(entry)
    own = {section.title: section.markdown for section in (in_chinese() and entry.chinese) or entry.sections}
    apart = (f"{named(other)}: {told}" for other, told in catalogue.neighbours(entry.slug))
    parts = [
        f"# {title_of(entry)}",
        code(known_by) if known_by else "",
        either(front.summary, front.zh.summary),
        about or f"`{entry.slug}` · {entry.area} · {front.kind} · {gettext(retry_of(entry))}",
        front.zh.fix if in_chinese() and not entry.chinese else "",
        *(_section(gettext(title), own.get(title, "")) for title in ORDER),
        _section(gettext("Version notes"), listed(f"{v.package} {v.specifier}: {v.words}" for v in front.versions)),
        _section(gettext("Tell it apart"), listed(apart)),
        _section(gettext("What can lead to it"), listed(map(named, catalogue.follows_from(entry.slug)))),
        _section(gettext("What it leads to"), listed(map(named, catalogue.leads_on_to(entry.slug)))),
        *(_section(title, text) for title, text in more),
        _section(gettext("Sources"), listed(map(_source, front.sources))),
    ]
    return _joined(parts)


def check_as_markdown(check: Check, catalogue: Catalogue | None = None, named: Named = by_name) -> str:
    """What to do, how to read it, and how it may end; with a `catalogue` also what each outcome says of failures."""
    front = check.front
    about = [gettext("Minutes: {minutes}").format(minutes=front.minutes)]
    about += [gettext("Needs: {needs}").format(needs=", ".join(front.needs))] if front.needs else []
    run = code(front.run, "bash") if front.run else ""
    how = either(check.markdown, front.zh.how).strip()
    outcomes = listed(_outcome(one, catalogue, named) for one in front.outcomes)
    title = either(front.title, front.zh.title)
    return _joined(
        [f"# {title}", f"`{check.slug}`", run, listed(about), how, _section(gettext("How it may end"), outcomes)]
    )


def guide_as_markdown(guide: Guide, catalogue: Catalogue, named: Named = by_name) -> str:
    own = (in_chinese() and guide.chinese) or guide
    known = [catalogue.by_slug[slug] for slug in guide.failures if slug in catalogue.by_slug]
    failures = _section(gettext("The failures it belongs to"), listed(map(named, known)))
    return _joined([f"# {own.title}", own.summary, own.markdown.strip(), failures])


def listed(items: Iterable[str]) -> str:
    return "\n".join(f"- {item}" for item in items)


def code(text: str, language: str = "text") -> str:
    return f"{FENCE}{language}\n{text}\n{FENCE}"


def _joined(parts: Iterable[str]) -> str:
    return "\n\n".join(part for part in parts if part) + "\n"


def _section(title: str, body: str) -> str:
    return f"## {title}\n\n{body.strip()}" if body.strip() else ""


def _outcome(outcome: Outcome, catalogue: Catalogue | None, named: Named) -> str:
    told = [f"{gettext('shown by')} `{sign.plain}`" for sign in outcome.shown_by]
    told += _says(outcome, catalogue, named) if catalogue else []
    return "\n".join([f"`{outcome.slug}`: {either(outcome.en, outcome.zh)}", *(f"  - {line}" for line in told)])


def _says(outcome: Outcome, catalogue: Catalogue, named: Named) -> list[str]:
    ways = {
        gettext("proves"): outcome.proves,
        gettext("speaks for"): outcome.speaks_for,
        gettext("speaks against"): outcome.speaks_against,
        gettext("rules out"): outcome.excludes,
    }
    said = [
        f"{how} {gettext(', ').join(named(catalogue.by_slug[slug]) for slug in of)}" for how, of in ways.items() if of
    ]
    return said or [gettext("Says nothing of any failure.")]


def _source(source: Source) -> str:
    held = gettext(HELD) if source.given else ""
    where = " ".join(part for part in (source.document, held, f"<{source.url}>" if source.url else "") if part)
    departs = f" {gettext('Where this entry departs from it:')} {source.departure}" if source.departs else ""
    return f"{where}: {source.words}{departs}"
