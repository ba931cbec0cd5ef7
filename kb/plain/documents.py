"""Entry, guide or check -> one Markdown document that says what its page says."""

from __future__ import annotations

from collections.abc import Iterable

from django.conf import settings

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.check import Check, Outcome
from kb.catalogue.digest import message
from kb.catalogue.entry import Entry, Guide, Signature, Source
from kb.language import address, either, gettext, in_chinese
from kb.pages.entry import PAGE_ORDER
from kb.pages.frame import title_of
from kb.pages.wording import KINDS, RETRIES, met
from kb.runner.recording.standing import standing

FENCE = "```"


def entry_document(entry: Entry, catalogue: Catalogue) -> str:
    """The whole entry in the reader's language: fix before mechanism, as on its page."""
    front, known_by = entry.front, message(entry)
    own = {section.title: section.markdown for section in (in_chinese() and entry.chinese) or entry.sections}
    versions = (f"{v.package} {v.specifier}: {v.words}" for v in front.versions)
    parts = [
        f"# {title_of(entry)}",
        _code(known_by) if known_by else "",
        either(front.summary, front.zh.summary),
        _facts(entry, catalogue),
        *(_section(gettext(title), own.get(title, "")) for title in PAGE_ORDER),
        _section(gettext("Version notes"), _list(versions)),
        _section(gettext("Tell it apart"), _list(_apart(*near) for near in catalogue.neighbours(entry.slug))),
        _section(gettext("What can lead to it"), _links(catalogue.follows_from(entry.slug))),
        _section(gettext("What it leads to"), _links(catalogue.leads_on_to(entry.slug))),
        _section(gettext("The lines that prove it"), "\n\n".join(map(_signature, front.signatures))),
        _section(gettext("Has it been run?"), _run(entry)),
        _section(gettext("Sources"), _list(map(_source, front.sources))),
    ]
    return _joined(parts)


def guide_document(guide: Guide, catalogue: Catalogue) -> str:
    own = (in_chinese() and guide.chinese) or guide
    known = [catalogue.by_slug[slug] for slug in guide.failures if slug in catalogue.by_slug]
    failures = _section(gettext("The failures it belongs to"), _links(known))
    return _joined([f"# {own.title}", own.summary, own.markdown.strip(), failures])


def check_document(check: Check, catalogue: Catalogue) -> str:
    """How to do it, and what each outcome says of which failures."""
    front = check.front
    about = [gettext("Minutes: {minutes}").format(minutes=front.minutes)]
    about += [gettext("Needs: {needs}").format(needs=", ".join(front.needs))] if front.needs else []
    outcomes = [_section(either(one.en, one.zh), _says(one, catalogue), level=3) for one in front.outcomes]
    run = _code(front.run, "bash") if front.run else ""
    how = either(check.markdown, front.zh.how).strip()
    heading = f"## {gettext('What its outcomes say')}"
    return _joined([f"# {either(front.title, front.zh.title)}", run, _list(about), how, heading, *outcomes])


def document_url(url: str) -> str:
    """Where the Markdown of a page stands, in the reader's language."""
    return f"{settings.SITE_URL}{address(url).rstrip('/')}.md"


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
    told = [
        gettext("Kind: {name}. {meaning}").format(name=kind.name, meaning=kind.meaning),
        gettext("Retry: {name}. {meaning}").format(name=retry.name, meaning=retry.meaning),
    ]
    told += [f"{often[:1].upper()}{often[1:]}."] if often else []
    return _list([*told, gettext("Page: {page}").format(page=f"{settings.SITE_URL}{address(entry.url)}")])


def _link(entry: Entry) -> str:
    return f"[{title_of(entry)}]({document_url(entry.url)})"


def _links(entries: Iterable[Entry]) -> str:
    return _list(map(_link, entries))


def _apart(near: Entry, check: str) -> str:
    return f"{_link(near)}: {check}"


def _signature(signature: Signature) -> str:
    """The line with its holes; what must stand beside it, or must not, below."""
    proof = gettext("Decisive") if signature.proof == "decisive" else gettext("Supporting")
    told = [f"{proof}{': ' + signature.versions if signature.versions else ''}"]
    told += [_code(signature.line or signature.fact)]
    told += [f"{gettext('together with')}\n\n{_code(line)}" for line in signature.together]
    told += [f"{gettext('and without')}\n\n{_code(line)}" for line in signature.absent]
    return "\n\n".join(told)


def _run(entry: Entry) -> str:
    now = standing(entry)
    word = gettext(now.word).capitalize()
    if now.last:
        told = gettext("{word}: last run on {date}.")
        return told.format(word=word, date=str(now.last.get("date", ""))[:10])
    return f"{word}. {now.reason}".strip()


def _source(source: Source) -> str:
    where = " ".join(part for part in (source.document, f"<{source.url}>" if source.url else "") if part)
    departs = f" {gettext('Where this entry departs from it:')} {source.departs}" if source.departs else ""
    return f"{where}: {source.words}{departs}"


def _says(outcome: Outcome, catalogue: Catalogue) -> str:
    ways = {
        gettext("proves"): outcome.proves,
        gettext("speaks for"): outcome.speaks_for,
        gettext("speaks against"): outcome.speaks_against,
        gettext("rules out"): outcome.excludes,
    }
    said = [
        f"{how} {', '.join(_link(catalogue.by_slug[slug]) for slug in slugs)}" for how, slugs in ways.items() if slugs
    ]
    return _list(said) or gettext("Says nothing of any failure.")
