"""Every word that the site says is marked, and everything marked is said in Chinese, with the same holes and links."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from django.template.base import Lexer, TokenType

from tests import messages

# Names, which no language changes.
NAMES = {"Rank", "Down", "JSON", "NCCL", "RAS"}
# Words of the field that a Chinese engineer says in English, and makers of tokens.
KEPT = set(
    "rank Rank store data loader DataLoader PDF Cookie Authorization token Token webhook access key API Web Discord "
    "bot npm PyPI Docker Hub Hugging Face GitHub GitLab AWS AKIA ASIA Slack JSON gho_ ghp_ ghu_ ghs_ ghr_ "
    "github_pat_".split()
)
# What stands in these is typed or printed by a program.
LITERAL = {"code", "pre", "script", "style", "id"}
# The example in the empty box is a log.
EXAMPLE = re.compile(r"^\[rank3\]: .*\[rank3\]: …$", re.DOTALL)
SPOKEN = {"title", "aria-label", "placeholder", "alt"}
HOLES = re.compile(r"%\(\w+\)s|\{\w*\}|<[^>]*>|https?://\S+")
SPEAKING_FILTERS = re.compile(r'\|(?:default|default_if_none|join|pluralize|yesno):"[^"]*[A-Za-z]')


class Words(HTMLParser):
    """Collects what a reader sees or hears of a page's own text."""

    def __init__(self):
        super().__init__()
        self.found: list[str] = []
        self.inside: list[str] = []

    def handle_starttag(self, tag, attrs):
        self.inside += [tag] if tag in LITERAL else []
        self.found += [value for name, value in attrs if value and name in SPOKEN and not EXAMPLE.match(value)]

    def handle_endtag(self, tag):
        if self.inside and tag == self.inside[-1]:
            self.inside.pop()

    def handle_data(self, data):
        self.found += [] if self.inside else [data]


def own_text(source: str) -> str:
    """A template's text; what tags and variables say is left out, and so is what stands between blocktranslate."""
    kept, marked = [], False
    for token in Lexer(source).tokenize():
        if token.token_type == TokenType.BLOCK:
            marked = token.contents.startswith("blocktranslate") or (
                marked and not token.contents.startswith("endblocktranslate")
            )
        elif token.token_type == TokenType.TEXT and not marked:
            kept.append(token.contents)
    return "".join(kept)


def unmarked(source: str) -> list[str]:
    words = Words()
    words.feed(own_text(source))
    told = " ".join(words.found)
    return [word for word in re.findall(r"[A-Za-z]{2,}|[\u4e00-\u9fff]+", told) if word not in NAMES]


def flat(message) -> list[tuple[str, str]]:
    """(English, Chinese) of a message; of one with a plural, the plural, which has all its holes."""
    one = message.id[-1] if isinstance(message.id, tuple | list) else message.id
    return [(one, message.string[0] if isinstance(message.string, tuple | list) else message.string)]


@pytest.fixture(scope="module")
def catalog():
    return messages.translated()


def test_everything_marked_is_translated(catalog):
    assert messages.untranslated(messages.renewed()) == []


def test_the_catalogue_has_what_is_marked_and_nothing_else(catalog):
    assert {str(m.id) for m in catalog if m.id} == {str(m.id) for m in messages.template() if m.id}


def test_the_compiled_catalogue_is_the_written_one(catalog):
    assert messages.MO.read_bytes() == messages.compiled(catalog), "run: make messages"


def test_a_translation_has_the_same_holes_and_tags(catalog):
    for message in filter(lambda m: m.id, catalog):
        for english, chinese in flat(message):
            holes, own = HOLES.findall(english), HOLES.findall(chinese)
            if "search?q=" not in english:  # examples of searches differ
                assert sorted(own) == sorted(holes), english


def test_what_has_no_chinese_in_it_is_a_name(catalog):
    plain = [chinese for m in catalog if m.id for _, chinese in flat(m) if not re.search("[\u4e00-\u9fff]", chinese)]
    words = {word for text in plain for word in re.findall(r"[A-Za-z_]{2,}", HOLES.sub("", text))}

    assert words <= NAMES | KEPT, words - NAMES - KEPT


@pytest.mark.parametrize("path", sorted(messages.TEMPLATES.iterdir()), ids=lambda path: path.name)
def test_a_template_says_nothing_that_is_not_marked(path):
    source = path.read_text(encoding="utf-8")

    assert unmarked(source) == []
    assert not SPEAKING_FILTERS.search(source), "a filter's own words cannot be translated"


def test_unmarked_text_is_found_wherever_a_reader_meets_it():
    assert unmarked('<p title="Hello">{{ page.x }}</p>') == ["Hello"]
    assert unmarked("{% if a %}<b>Known</b>{% else %}{% translate 'Unknown' %}{% endif %}") == ["Known"]
    assert unmarked("{% blocktranslate %}Marked{% endblocktranslate %} and not") == ["and", "not"]
    assert unmarked("<code>typed</code><pre>printed</pre> Rank Down") == []
    assert unmarked("<p>修复</p>") == ["修复"]
