"""Words that people use for one failure lie near one another; entries lie where their phrases do."""

import json
from base64 import b64encode

import pytest

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.loader import load
from kb.matching.words.index import index_of, telling
from kb.matching.words.meaning import DIMENSIONS, UNIT, direction, likeness, meaning_of, read_senses, senses
from kb.matching.words.search import Words
from tests.contents import edit, write_entry


def sense(*numbers: int) -> bytes:
    return bytes(number % 256 for number in (*numbers, *[0] * (DIMENSIONS - len(numbers))))


KNOWN = {"frozen": sense(100, 10), "stuck": sense(90, 20), "price": sense(-5, 80)}


def test_a_direction_has_length_one_and_counts_a_word_once():
    once, twice = direction(["frozen", "price"], KNOWN), direction(["frozen", "frozen", "price"], KNOWN)

    assert once == twice and sum(number * number for number in once) == pytest.approx(1)


def test_words_that_nobody_learned_mean_nothing():
    assert direction(["zzz"], KNOWN) == [] and likeness([], sense(UNIT)) == 0


def test_another_word_for_the_same_is_near_and_another_thing_is_not():
    entry = sense(UNIT)

    assert likeness(direction(["stuck"], KNOWN), entry) > 0.9 > 0.1 > likeness(direction(["price"], KNOWN), entry)


def test_an_entry_lies_where_its_phrases_do(content):
    edit(write_entry(content, "it"), "[the widget stays cold]", '["stuck price", "frozen price"]')
    entry = Catalogue.of(load(content)).by_slug["it"]
    meaning = meaning_of(entry, lambda phrase: telling(phrase, str), KNOWN)

    assert len(meaning) == DIMENSIONS and likeness(direction(["frozen", "price"], KNOWN), meaning) > 0.9


def test_an_entry_of_unknown_words_lies_nowhere(content):
    write_entry(content, "it")
    entry = Catalogue.of(load(content)).by_slug["it"]

    assert meaning_of(entry, lambda phrase: ["zzz"], KNOWN) == b""


def test_what_was_learned_with_another_size_is_refused():
    told = {"dimensions": 3, "terms": ["a"], "table": b64encode(b"abc").decode()}
    with pytest.raises(ValueError, match="run make meaning"):
        read_senses(json.dumps(told).encode())


def test_it_has_learned_how_people_call_a_hang_and_a_slow_job():
    known = senses()
    hang, slow = "training hangs at the first step", "eight GPUs are slower than one"
    froze, scaling = "everything froze when it began, no output", "no speedup with more cards, scaling is bad"

    def near(one: str, other: str) -> float:
        a, b = (direction(telling(text), known) for text in (one, other))
        return sum(x * y for x, y in zip(a, b, strict=True))

    assert near(froze, hang) > near(froze, slow) and near(scaling, slow) > near(scaling, hang)


def test_the_nearest_entry_shares_no_word_with_the_query(content):
    edit(write_entry(content, "hang"), "[the widget stays cold]", '["training hangs at the first step"]')
    edit(write_entry(content, "slow"), "[the widget stays cold]", '["eight GPUs are slower than one"]')
    catalogue = Catalogue.of(load(content))
    words = Words(catalogue.by_slug, list(catalogue.by_slug), index_of(catalogue.entries))
    found = words.likenesses("everything freezes", ["hang", "slow"])

    assert found["hang"] > found["slow"]
