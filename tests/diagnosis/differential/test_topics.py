"""A failure of one kind of job is guessed only where the text speaks of such a job, or a line is its own."""

from dataclasses import replace

import pytest

from kb.catalogue.loading.content import Spoken
from kb.diagnosis.differential.topics import spoken_of
from kb.matching.match import Ground, Match

TOPICS = {"rl": Spoken(("rl", "rollout"), ("强化学习",))}


@pytest.fixture
def guess(catalogue):
    entry = next(iter(catalogue))
    return Match(replace(entry, front=replace(entry.front, about=("rl",))), 0.3, (), "")


@pytest.mark.parametrize("text", ["RL on 8 GPUs hangs", "the rollout stands still", "强化学习卡住"])
def test_it_is_guessed_where_the_text_speaks_of_it(guess, text):
    assert spoken_of([guess], text, TOPICS) == [guess]


@pytest.mark.parametrize("text", ["all GPUs at 100 %, a world of ranks, early", "训练卡住"])
def test_it_is_not_where_nobody_does(guess, text):
    assert spoken_of([guess], text, TOPICS) == []


def test_a_line_of_its_own_speaks_for_itself(guess):
    nearly = replace(guess, grounds=(Ground("near line", "", 0.5),))
    assert spoken_of([nearly], "it hangs", TOPICS) == [nearly]


def test_an_entry_about_nothing_in_particular_stays(guess):
    usual = replace(guess, entry=replace(guess.entry, front=replace(guess.entry.front, about=())))
    assert spoken_of([usual], "it hangs", TOPICS) == [usual]
