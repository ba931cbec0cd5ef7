"""An entry's page opens with at most 800 words, whatever its entry has to say."""

from __future__ import annotations

from html.parser import HTMLParser

from django.template.loader import render_to_string

from kb.language import speaking
from kb.pages.entries.entry import entry_page
from kb.pages.entries.room import ALWAYS, MOST_WORDS

# Every so many entries, and those with the longest files.
STEP, LONGEST = 12, 12
EMPTY = {"br", "hr", "img", "input", "meta", "link", "source", "wbr", "rect", "path"}
UNSEEN = {"unseen", "contents-small", "on-paper"}


class Visible(HTMLParser):
    """Counts the words within <main> that show while all that is folded stays so; colours divide no word of code."""

    def __init__(self):
        super().__init__()
        self.open, self.words, self.code = [], 0, ""

    def handle_starttag(self, tag, attributes):
        told = dict(attributes)
        folded = tag == "details" and "open" not in told
        hidden = tag in ("script", "style", "svg") or UNSEEN & set((told.get("class") or "").split())
        if tag not in EMPTY:
            self.open.append((tag, "folded" if folded else "hidden" if hidden else ""))

    def handle_endtag(self, tag):
        if tag == "pre":
            self.words += len(self.code.split())
            self.code = ""
        if tag not in EMPTY:
            while self.open and self.open.pop()[0] != tag:
                pass

    def handle_data(self, text):
        tags, how = zip(*self.open, strict=True) if self.open else ((), ())
        folds = how.count("folded") - ("summary" in tags)
        if "main" in tags and "hidden" not in how and folds <= 0:
            if "pre" in tags:
                self.code += text
            else:
                self.words += len(text.split())


def visible_words(entry, catalogue) -> int:
    page = Visible()
    page.feed(render_to_string("entry.html", {"page": entry_page(entry, catalogue)}))
    return page.words


def test_a_page_opens_with_at_most_800_words(catalogue):
    by_size = sorted(catalogue, key=lambda entry: entry.path.stat().st_size)
    sample = {entry.slug: entry for entry in (*by_size[::STEP], *by_size[-LONGEST:])}
    told = {slug: visible_words(entry, catalogue) for slug, entry in sample.items()}
    assert {slug: words for slug, words in told.items() if words > MOST_WORDS} == {}
    assert min(told.values()) > 150, "nothing was counted"


def test_the_same_parts_are_open_on_every_page_and_in_both_languages(catalogue):
    english = {entry.slug: entry_page(entry, catalogue).opened for entry in catalogue}
    shut = [slug for slug, opened in english.items() if not set(ALWAYS) <= opened]
    assert len(shut) <= len(catalogue) // 100, "only where a page would be too long"
    assert all("fix" in opened for opened in english.values())
    with speaking("zh"):
        sample = catalogue.entries[::STEP]
        assert [entry_page(entry, catalogue).opened for entry in sample] == [english[entry.slug] for entry in sample]
