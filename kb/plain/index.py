"""Catalogue -> /llms.txt: what this site is, how a program asks it, and where every page stands as Markdown."""

from __future__ import annotations

from collections.abc import Iterable

from django.conf import settings

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.digest import message
from kb.catalogue.schema.entry import Entry
from kb.plain.documents import document_url

ABOUT = """\
> Known failures of multi-GPU and multi-node training (PyTorch, NCCL, FSDP, DeepSpeed, Slurm, …): what each prints,
> why it happens, the fix, and whether a retry can help. Send a log to the API first: it answers with the failure and
> the line that proves it, or says that it does not know. Nothing that is sent is stored."""


def llms_txt(catalogue: Catalogue) -> str:
    """The index in the form of llmstxt.org."""
    site = settings.SITE_URL
    asked = [
        _item(
            "Match a log",
            f"{site}/api/",
            "`curl -H 'Accept: text/plain' --data-binary @train.log " + f"{site}/api/match`",
        ),
        _item("OpenAPI", f"{site}/api/openapi.json", "what may be sent, and what comes back"),
        _item("All failures as JSON", f"{site}/api/failures/", "slug, title, summary, kind, retry"),
    ]
    shelves = [
        _shelf(area.title, map(_entry, own)) for area in catalogue.areas if (own := catalogue.of_area(area.slug))
    ]
    guides = [_item(guide.title, document_url(guide.url), guide.summary) for guide in catalogue.guides]
    checks = [_item(check.front.title, document_url(check.url), "") for check in catalogue.checks]
    parts = ["# Rank Down", ABOUT, _shelf("API", asked), _shelf("Guides", guides), *shelves, _shelf("Optional", checks)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _shelf(title: str, items: Iterable[str]) -> str:
    listed = "\n".join(items)
    return f"## {title}\n\n{listed}" if listed else ""


def _item(title: str, address: str, about: str) -> str:
    return f"- [{title}]({address})" + (f": {about}" if about else "")


def _entry(entry: Entry) -> str:
    known_by = message(entry)
    return _item(entry.title, document_url(entry.url), entry.front.summary + (f" `{known_by}`" if known_by else ""))
