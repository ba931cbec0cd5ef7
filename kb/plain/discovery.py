"""robots.txt and the OpenSearch description: what search engines and browsers ask of every site."""

from __future__ import annotations

from xml.sax.saxutils import escape

from django.conf import settings

from kb.language import LANGUAGES, address

ABOUT = "Why did my distributed training job die? Paste its log."
# Robots have no business with answers, nor with what only narrows a list.
CLOSED = ("/match", "/differential/", "/search")


def robots_txt() -> str:
    closed = "\n".join(f"Disallow: {address(path, code)}" for code in LANGUAGES for path in CLOSED)
    return f"User-agent: *\n{closed}\nAllow: /\n\nSitemap: {settings.SITE_URL}/sitemap.xml\n"


def opensearch_xml() -> str:
    """The description by which a browser offers the site's search in its address bar."""
    site = escape(settings.SITE_URL)
    return f"""\
<?xml version="1.0" encoding="utf-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
  <ShortName>Rank Down</ShortName>
  <Description>{ABOUT}</Description>
  <InputEncoding>UTF-8</InputEncoding>
  <Image width="32" height="32" type="image/x-icon">{site}/favicon.ico</Image>
  <Url type="text/html" template="{site}/search?q={{searchTerms}}"/>
  <Url rel="self" type="application/opensearchdescription+xml" template="{site}/opensearch.xml"/>
</OpenSearchDescription>
"""
