"""A failure of one kind of job is guessed only where the text speaks of such a job, or a line is its own."""

from dataclasses import replace

import pytest

from kb.catalogue.loading.content import Spoken
from kb.catalogue.schema.entry import Signature
from kb.diagnosis.differential.topics import spoken_of
from kb.matching.match import Ground, Match

NEARLY = (Ground("near line", "rank 3 fell behind", 0.5),)
TOPICS = {"rl": Spoken(("rl", "rollout"), ("强化学习",))}


@pytest.fixture
def guess(catalogue):
    entry = next(iter(catalogue))
    return Match(replace(entry, front=replace(entry.front, about=("rl",))), 0.3, (), "")


def _with_line(guess, signature):
    front = replace(guess.entry.front, signatures=(signature,))
    return replace(guess, entry=replace(guess.entry, front=front))


@pytest.mark.parametrize("text", ["RL on 8 GPUs hangs", "the rollout stands still", "强化学习卡住"])
def test_it_is_guessed_where_the_text_speaks_of_it(guess, text):
    assert spoken_of([guess], text, TOPICS) == [guess]


@pytest.mark.parametrize("text", ["all GPUs at 100 %, a world of ranks, early", "训练卡住"])
def test_it_is_not_where_nobody_does(guess, text):
    assert spoken_of([guess], text, TOPICS) == []


def test_a_line_of_its_own_speaks_for_itself(guess):
    nearly = replace(_with_line(guess, Signature("rank 3 fell behind", proof="decisive")), grounds=NEARLY)
    assert spoken_of([nearly], "it hangs", TOPICS) == [nearly]


def test_a_line_that_tells_only_together_with_another_does_not(guess):
    pair = Signature("rank 3 fell behind", proof="decisive", together=("RLTrainer",))
    assert spoken_of([replace(_with_line(guess, pair), grounds=NEARLY)], "it hangs", TOPICS) == []


def test_an_entry_about_nothing_in_particular_stays(guess):
    usual = replace(guess, entry=replace(guess.entry, front=replace(guess.entry.front, about=())))
    assert spoken_of([usual], "it hangs", TOPICS) == [usual]
