"""Catalogue -> the small index with which a browser lists entries while somebody types."""

from __future__ import annotations

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.digest import message

LONGEST_MESSAGE = 100


def suggestions(catalogue: Catalogue) -> list[dict[str, str]]:
    """Slug, title, Chinese title and message of each entry, those met most often first."""
    met = sorted(catalogue, key=lambda entry: -catalogue.census.threads(entry.slug))
    return [
        {"slug": e.slug, "title": e.title, "zh": e.front.zh.title, "message": message(e)[:LONGEST_MESSAGE]} for e in met
    ]
