"""Long texts in pages that fit an agent's context; nothing is lost between two of them."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as some

from kb.agents.pages import KEPT, MOST_TOKENS, Expired, Pages, tokens

MORE = re.compile(r"\nmore: page \d+ of \d+, cursor (\S+)$")


def all_pages(pages, text):
    found = [pages.first(text)]
    while cursor := MORE.search(found[-1]):
        found.append(pages.more(cursor[1]))
    return found


@given(some.text(max_size=20_000))
def test_every_page_is_small_and_together_they_are_the_text(text):
    found = all_pages(Pages(), text)
    shown = "".join(MORE.sub("", page) for page in found)

    assert all(tokens(page) <= MOST_TOKENS + 30 for page in found)
    assert shown.replace("\n", "") == text.replace("\n", "")


def test_a_line_without_end_is_cut():
    assert len(all_pages(Pages(), "x" * 100_000)) > 10


@pytest.mark.parametrize("cursor", ["", "abc", "abc-1", "-1", "abc-²", "abc-0"])
def test_a_cursor_that_is_none_is_refused(cursor):
    with pytest.raises(Expired, match="ask again"):
        Pages().more(cursor)


def test_old_texts_are_forgotten():
    pages = Pages()
    first = MORE.search(pages.first("word " * 5000))[1]
    for _ in range(KEPT):
        pages.first("word " * 5000)

    with pytest.raises(Expired):
        pages.more(first)
