"""A page in Chinese has Chinese punctuation around its Chinese words; code and English are left alone."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

# Every so many entries.
STEP = 12
BLOCKS = {"p", "li", "td", "th", "h1", "h2", "h3", "summary", "div", "dd", "dt", "figcaption"}
VOID = {"br", "hr", "img", "input", "meta", "link", "source", "wbr", "rect", "path"}
CODE = {"code", "pre", "script", "style", "svg", "kbd", "textarea"}
SIGN = "[\u4e00-\u9fff\u3000-\u303f\uff00-\uffef]"
# Before a letter it is part of a name, as in 把 .cuda() 去掉.
HALF_WIDTH = re.compile(f"{SIGN} ?[,;:!?](?![a-z/])|{SIGN}[.]( |$)|{SIGN} [(][^)]*{SIGN}|[,;:] ?{SIGN}")


class Prose(HTMLParser):
    """The text of each block of <main>; what is code or English stands in it as one sign."""

    def __init__(self):
        super().__init__()
        self.open, self.blocks, self.block = [], [], ""

    def handle_starttag(self, tag, attributes):
        if tag in BLOCKS:
            self._end()
        if tag not in VOID:
            self.open.append((tag, tag in CODE or dict(attributes).get("lang") == "en"))

    def handle_endtag(self, tag):
        if tag in BLOCKS:
            self._end()
        if tag not in VOID:
            while self.open and self.open.pop()[0] != tag:
                pass

    def handle_data(self, text):
        if any(tag == "main" for tag, _ in self.open):
            self.block += "\x01" if any(foreign for _, foreign in self.open) else text

    def _end(self):
        self.blocks.append(" ".join(self.block.split()))
        self.block = ""


def half_width(page: str) -> list[str]:
    prose = Prose()
    prose.feed(page)
    return [block for block in prose.blocks if HALF_WIDTH.search(block)]


def test_entries(client, catalogue):
    pages = {entry.url: half_width(client.get(f"/zh{entry.url}").content.decode()) for entry in [*catalogue][::STEP]}
    assert len(pages) > 40
    assert {url: found for url, found in pages.items() if found} == {}


@pytest.mark.parametrize("address", ["/", "/coverage/", "/guides/", "/checks/", "/masking/", "/api/"])
def test_other_pages(client, address):
    assert half_width(client.get(f"/zh{address}").content.decode()) == []


@pytest.mark.parametrize(
    "text, wrong", [("自 0.12 起, 仍有", True), ("程序：a.sh（下载）。", False), ("看 .cuda()", False)]
)
def test_what_counts(text, wrong):
    assert bool(HALF_WIDTH.search(text)) == wrong
