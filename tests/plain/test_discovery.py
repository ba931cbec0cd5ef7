"""What search engines and browsers ask of every site."""

from __future__ import annotations

from urllib.robotparser import RobotFileParser
from xml.etree import ElementTree

from django.conf import settings

from kb.plain.discovery import opensearch_xml, robots_txt


def test_robots_may_read_the_entries_and_not_the_answers():
    rules = RobotFileParser()
    rules.parse(robots_txt().splitlines())

    assert rules.can_fetch("any", f"{settings.SITE_URL}/failures/x/")
    assert not rules.can_fetch("any", f"{settings.SITE_URL}/search?q=x")
    assert not rules.can_fetch("any", f"{settings.SITE_URL}/zh/search?q=x")
    assert not rules.can_fetch("any", f"{settings.SITE_URL}/differential/?c=x")
    assert rules.site_maps() == [f"{settings.SITE_URL}/sitemap.xml"]


def test_a_browser_learns_where_to_search(monkeypatch):
    monkeypatch.setattr(settings, "SITE_URL", "https://down.example/?a&b")
    found = ElementTree.fromstring(opensearch_xml().encode())  # noqa: S314  (our own)
    urls = found.findall("{http://a9.com/-/spec/opensearch/1.1/}Url")

    assert urls[0].get("template") == "https://down.example/?a&b/search?q={searchTerms}"
