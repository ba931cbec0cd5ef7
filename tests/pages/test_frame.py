"""A template reads its page object and nothing else, and nothing that this object lacks."""

from __future__ import annotations

import re
from dataclasses import fields, replace

import pytest
from django.conf import settings

from kb.pages.about.api import ApiPage
from kb.pages.about.contributing import ContributingPage
from kb.pages.about.coverage import CoveragePage
from kb.pages.about.masking import MaskingPage
from kb.pages.answers.result import ResultPage
from kb.pages.answers.unproved.differential import DifferentialPage
from kb.pages.entries.entry import EntryPage, GuidePage, GuidesPage
from kb.pages.frame import BrowsePage, Card, ErrorPage, Page
from kb.pages.lists.checks import CheckPage, ChecksPage
from kb.pages.lists.home import HomePage
from kb.pages.lists.search import SearchPage
from kb.pages.wording import Words
from kb.web.feeds import Feed, Sitemap

PAGES = {
    "answer.html": Page,
    "contributing.html": ContributingPage,
    "api.html": ApiPage,
    "coverage.html": CoveragePage,
    "home.html": HomePage,
    "masking.html": MaskingPage,
    "result.html": ResultPage,
    "entry.html": EntryPage,
    "browse.html": BrowsePage,
    "search.html": SearchPage,
    "guides.html": GuidesPage,
    "guide.html": GuidePage,
    "differential.html": DifferentialPage,
    "checks.html": ChecksPage,
    "check.html": CheckPage,
    "error.html": ErrorPage,
    "feed.xml": Feed,
    "sitemap.xml": Sitemap,
}
PARTS = "base.html"


def source(name: str) -> str:
    return (settings.BASE_DIR / "templates" / name).read_text(encoding="utf-8")


def code_of(name: str) -> list[str]:
    """The tags of a template and of all that it extends and includes, without the strings in them."""
    tags, waiting, seen = [], [name], set()
    while waiting:
        part = waiting.pop()
        if part not in seen:
            seen.add(part)
            text = source(part)
            waiting += re.findall(r'{% (?:extends|include) "([^"]+)"', text)
            tags += [re.sub(r"\"[^\"]*\"|'[^']*'", "", a + b) for a, b in re.findall(r"{{(.*?)}}|{%(.*?)%}", text)]
    return tags


def words_read(name: str) -> set[str]:
    """Dotted names: `page.title`, `card.kind`."""
    return {word for tag in code_of(name) for word in re.findall(r"(?<![|\w.])[A-Za-z_]\w*\.\w+", tag)}


def fields_read(name: str) -> set[str]:
    return {word.removeprefix("page.") for word in words_read(name) if word.startswith("page.")}


def local_names(name: str) -> set[str]:
    """What the template itself names: loop variables, and what it hands to an included part."""
    loops = {word for tag in code_of(name) for word in re.findall(r"for ([\w, ]+) in ", tag)}
    handed = {word for tag in code_of(name) for word in re.findall(r"(\w+)=", tag)}
    return {part.strip() for words in loops for part in words.split(",")} | handed | {"forloop"}


@pytest.mark.parametrize("name, page", PAGES.items(), ids=PAGES)
def test_a_template_reads_only_what_its_page_has(name, page):
    known = {field.name for field in fields(page)} | {
        key for key in dir(page) if isinstance(getattr(page, key), property)
    }
    assert fields_read(name) and fields_read(name) <= known


@pytest.mark.parametrize("name", PAGES)
def test_a_template_starts_from_its_page_alone(name):
    assert {word.split(".")[0] for word in words_read(name)} - local_names(name) == {"page"}


@pytest.mark.parametrize("name, page", PAGES.items(), ids=PAGES)
def test_a_page_carries_nothing_that_its_template_does_not_read(name, page):
    # Read through `canonical` and `other`.
    assert {field.name for field in fields(page)} - fields_read(name) <= {"path", "here", "carried"}


def test_every_whole_template_has_its_page():
    whole = {path.name for path in (settings.BASE_DIR / "templates").iterdir() if not path.name.startswith("_")}
    assert whole - {PARTS} == set(PAGES)


def test_a_card_says_a_kind_that_is_its_area_too_once():
    retry = Words("change-first", "change something first", "")
    card = Card("x", "/x/", "", "", "Hangs", Words("hang", "hangs", ""), retry)
    assert card.badges.count("<li") == 1 and replace(card, area="NCCL").badges.count("<li") == 2
