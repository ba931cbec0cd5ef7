"""Entry, guide or check -> one Markdown document that says what its page says."""

from __future__ import annotations

from collections.abc import Iterable

from django.conf import settings

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.check import Check, Outcome
from kb.catalogue.digest import message
from kb.catalogue.entry import Entry, Guide, Signature, Source
from kb.pages.entry import PAGE_ORDER
from kb.pages.wording import KINDS, RETRIES, met
from kb.runner.recording.standing import standing

FENCE = "```"


def entry_document(entry: Entry, catalogue: Catalogue) -> str:
    """The whole entry: fix before mechanism, as on its page."""
    front, known_by = entry.front, message(entry)
    parts = [
        f"# {front.title}",
        _code(known_by) if known_by else "",
        front.summary,
        _facts(entry, catalogue),
        *(_section(title, entry.section(title)) for title in PAGE_ORDER),
        _section("Version notes", _list(f"{v.package} {v.specifier}: {v.note}" for v in front.versions)),
        _section("Tell it apart", _list(_apart(near, check) for near, check in catalogue.neighbours(entry.slug))),
        _section("What can lead to it", _links(catalogue.follows_from(entry.slug))),
        _section("What it leads to", _links(catalogue.leads_on_to(entry.slug))),
        _section("The lines that prove it", "\n\n".join(map(_signature, front.signatures))),
        _section("Has it been run?", _run(entry)),
        _section("Sources", _list(map(_source, front.sources))),
    ]
    return _joined(parts)


def guide_document(guide: Guide, catalogue: Catalogue) -> str:
    known = [catalogue.by_slug[slug] for slug in guide.failures if slug in catalogue.by_slug]
    failures = _section("The failures it belongs to", _links(known))
    return _joined([f"# {guide.title}", guide.summary, guide.markdown.strip(), failures])


def check_document(check: Check, catalogue: Catalogue) -> str:
    """How to do it, and what each outcome says of which failures."""
    front = check.front
    about = [f"Minutes: {front.minutes}"] + ([f"Needs: {', '.join(front.needs)}"] if front.needs else [])
    outcomes = [_section(outcome.en, _says(outcome, catalogue), level=3) for outcome in front.outcomes]
    run = _code(front.run, "bash") if front.run else ""
    told = [f"# {front.title}", run, _list(about), check.markdown.strip(), "## What its outcomes say", *outcomes]
    return _joined(told)


def document_url(url: str) -> str:
    """Where the Markdown of a page stands."""
    return f"{settings.SITE_URL}{url.rstrip('/')}.md"


def _joined(parts: Iterable[str]) -> str:
    return "\n\n".join(part for part in parts if part) + "\n"


def _section(title: str, body: str, level: int = 2) -> str:
    return f"{'#' * level} {title}\n\n{body.strip()}" if body.strip() else ""


def _list(items: Iterable[str]) -> str:
    return "\n".join(f"- {item}" for item in items)


def _code(text: str, language: str = "text") -> str:
    return f"{FENCE}{language}\n{text}\n{FENCE}"


def _facts(entry: Entry, catalogue: Catalogue) -> str:
    kind, retry, often = KINDS[entry.front.kind], RETRIES[entry.front.retry], met(entry.slug, catalogue.census)
    told = [f"Kind: {kind.name}. {kind.meaning}", f"Retry: {retry.name}. {retry.meaning}"]
    told += [f"{often[:1].upper()}{often[1:]}."] if often else []
    return _list([*told, f"Page: {settings.SITE_URL}{entry.url}"])


def _link(entry: Entry) -> str:
    return f"[{entry.title}]({document_url(entry.url)})"


def _links(entries: Iterable[Entry]) -> str:
    return _list(map(_link, entries))


def _apart(near: Entry, check: str) -> str:
    return f"{_link(near)}: {check}"


def _signature(signature: Signature) -> str:
    """The line with its holes; what must stand beside it, or must not, below."""
    told = [f"{signature.proof.capitalize()}{': ' + signature.versions if signature.versions else ''}"]
    told += [_code(signature.line or signature.fact)]
    told += [f"together with\n\n{_code(line)}" for line in signature.together]
    told += [f"and without\n\n{_code(line)}" for line in signature.absent]
    return "\n\n".join(told)


def _run(entry: Entry) -> str:
    now = standing(entry)
    if now.last:
        return f"{now.word.capitalize()}: last run on {str(now.last.get('date', ''))[:10]}."
    return f"{now.word.capitalize()}. {now.reason}".strip()


def _source(source: Source) -> str:
    where = " ".join(part for part in (source.document, f"<{source.url}>" if source.url else "") if part)
    departs = f" Where this entry departs from it: {source.departs}" if source.departs else ""
    return f"{where}: {source.supports}{departs}"


def _says(outcome: Outcome, catalogue: Catalogue) -> str:
    ways = {
        "proves": outcome.proves,
        "speaks for": outcome.speaks_for,
        "speaks against": outcome.speaks_against,
        "rules out": outcome.excludes,
    }
    said = [
        f"{how} {', '.join(_link(catalogue.by_slug[slug]) for slug in slugs)}" for how, slugs in ways.items() if slugs
    ]
    return _list(said) or "Says nothing of any failure."
