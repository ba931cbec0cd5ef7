"""What people read is in today's English: a few words that nobody says to a colleague stay out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.messages import translated

ROOT = Path(__file__).parents[1]
# Each came back more than once; add one only where there is a plain word for it.
OLD = (
    "mend",
    "mended",
    "for want of",
    "in vain",
    "shall",
    "hence",
    "whilst",
    "amongst",
    "thrice",
    "anew",
    "for ever",
    "lest",
)
FOUND = re.compile(rf"\b(?:{'|'.join(OLD)})\b", re.IGNORECASE)
PLACES = (
    "*.md",
    "docs/**/*.md",
    "deploy/*.md",
    "kb/**/README.md",
    "templates/*.html",
    ".github/**/*.*",
    "content/*/*/entry.md",
    "content/guides/*.md",
    "content/checks/*.md",
    "content/areas.yaml",
)
# What programs print, in front matter and in code, is theirs.
THEIRS = re.compile(r"^\s*- (?:line|fact): [^\n]*|^```.*?^```|https?://\S+", re.MULTILINE | re.DOTALL)


def old_words(text: str) -> list[str]:
    return FOUND.findall(THEIRS.sub("", text))


@pytest.mark.parametrize("pattern", PLACES)
def test_no_file_that_people_read_has_an_old_word(pattern):
    files = sorted(path for path in ROOT.glob(pattern) if path.is_file())
    assert files, "nothing is there to be read"
    told = {str(path.relative_to(ROOT)): old_words(path.read_text(encoding="utf-8")) for path in files}
    assert {name: words for name, words in told.items() if words} == {}


def test_no_sentence_of_the_site_has_one():
    assert [message.id for message in translated() if message.id and old_words(str(message.id))] == []


def test_what_a_program_prints_may_have_one():
    assert old_words('  - line: "you shall not pass"\n```\nfor want of memory\n```\nwe mend it') == ["mend"]
