"""Entry, guide or check -> the Markdown at `.md`: the document of kb/catalogue, with what only the site knows."""

from __future__ import annotations

from django.conf import settings

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.document import check_as_markdown, code, entry_as_markdown, guide_as_markdown, listed, title_of
from kb.catalogue.schema.check import Check
from kb.catalogue.schema.entry import Entry, Signature
from kb.catalogue.schema.guide import Guide
from kb.language import address, gettext
from kb.pages.wording import KINDS, met, own_retry, retry_of
from kb.runner.recording.standing import standing


def entry_document(entry: Entry, catalogue: Catalogue) -> str:
    """The whole entry, with how often it is met, the lines that prove it and whether it was run."""
    more = (
        (gettext("The lines that prove it"), "\n\n".join(map(_signature, entry.front.signatures))),
        (gettext("Has it been run?"), _run(entry)),
    )
    return entry_as_markdown(entry, catalogue, _link, _facts(entry, catalogue), more)


def guide_document(guide: Guide, catalogue: Catalogue) -> str:
    return guide_as_markdown(guide, catalogue, _link)


def check_document(check: Check, catalogue: Catalogue) -> str:
    return check_as_markdown(check, catalogue, _link)


def document_url(url: str) -> str:
    """Where the Markdown of a page stands, in the reader's language."""
    return f"{settings.SITE_URL}{address(url).rstrip('/')}.md"


def _link(entry: Entry) -> str:
    return f"[{title_of(entry)}]({document_url(entry.url)})"


def _facts(entry: Entry, catalogue: Catalogue) -> str:
    front, often = entry.front, met(entry.slug, catalogue.census)
    kind, retry = KINDS[front.kind], retry_of(front)
    told = [
        gettext("Kind: {name}. {meaning}").format(name=kind.name, meaning=kind.meaning),
        gettext("Retry: {name}. {meaning}").format(name=retry.name, meaning=retry.meaning),
    ]
    told += [f"{often[:1].upper()}{often[1:]}{gettext('.')}"] if often else []
    return listed([*told, gettext("Page: {page}").format(page=f"{settings.SITE_URL}{address(entry.url)}")])


def _signature(signature: Signature) -> str:
    """The line with its holes; what must stand beside it, or must not, below."""
    proof = gettext("Decisive") if signature.proof == "decisive" else gettext("Supporting")
    told = [f"{proof}{': ' + signature.words if signature.words else ''}"]
    told += [code(signature.line or signature.fact), own_retry(signature)]
    told += [f"{gettext('together with')}\n\n{code(line)}" for line in signature.together]
    told += [f"{gettext('and without')}\n\n{code(line)}" for line in signature.absent]
    return "\n\n".join(filter(None, told))


def _run(entry: Entry) -> str:
    now = standing(entry)
    word = gettext(now.word).capitalize()
    if now.last:
        told = gettext("{word}: last run on {date}.")
        return told.format(word=word, date=str(now.last.get("date", ""))[:10])
    return f"{word}. {now.reason}".strip()
