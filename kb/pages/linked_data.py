"""Entry -> JSON-LD, by which search engines know an article from a list."""

from __future__ import annotations

import json

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe

from kb.catalogue.entry import Entry

# What could end the element, or begin another, is escaped as JSON allows.
ESCAPES = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&"}


def tech_article(entry: Entry) -> SafeString:
    """schema.org's TechArticle, fit to stand inside a <script> of a type that no browser runs."""
    told = {
        "@context": "https://schema.org",
        "@type": "TechArticle",
        "headline": entry.title,
        "description": entry.front.summary,
        "url": f"{settings.SITE_URL}{entry.url}",
        "image": f"{settings.SITE_URL}{entry.url.rstrip('/')}.png",
        "inLanguage": ["en", "zh-Hans"],
        "keywords": list(entry.front.symptoms.en),
        "isPartOf": {"@type": "WebSite", "name": "Rank Down", "url": f"{settings.SITE_URL}/"},
    }
    return mark_safe(json.dumps(told, ensure_ascii=False).translate(ESCAPES))  # noqa: S308  (escaped here)
