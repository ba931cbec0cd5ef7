"""Entry -> JSON-LD, by which search engines know an article from a list."""

from __future__ import annotations

import json

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe

from kb.catalogue.schema.entry import Entry
from kb.language import address, current, either, in_chinese

# What could end the element, or begin another, is escaped as JSON allows.
ESCAPES = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&"}


def tech_article(entry: Entry) -> SafeString:
    """schema.org's TechArticle, fit to stand inside a <script> of a type that no browser runs."""
    front = entry.front
    told = {
        "@context": "https://schema.org",
        "@type": "TechArticle",
        "headline": either(front.title, front.zh.title),
        "description": either(front.summary, front.zh.summary),
        "url": f"{settings.SITE_URL}{address(entry.url)}",
        "image": f"{settings.SITE_URL}{address(entry.url).rstrip('/')}.png",
        "inLanguage": current().tag,
        "keywords": list(front.symptoms.zh if in_chinese() else front.symptoms.en),
        "isPartOf": {"@type": "WebSite", "name": "Rank Down", "url": f"{settings.SITE_URL}{address('/')}"},
    }
    return mark_safe(json.dumps(told, ensure_ascii=False).translate(ESCAPES))  # noqa: S308  (escaped here)
