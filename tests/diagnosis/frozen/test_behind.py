"""Which rank is behind, by the stacks of real frozen jobs, and what a real healthy and a slow one prove: nothing."""

from pathlib import Path

import pytest

from kb.diagnosis.frozen.behind import find_behind
from kb.diagnosis.frozen.standings import find_standings
from kb.library import library
from tests.diagnosis.frozen.test_standings import LOADS, WAITS, collected
from tests.reading.frozen.test_process import PROCESS
from tests.reading.stacks.reading import blocks

# Jobs of gloo on one machine that were frozen on purpose, as collect wrote them, shortened to what tells.
COLLECTED = Path(__file__).parent / "collected"
FROZEN = {
    "debugger": ((1,), "did not join", "interactive-prompt-blocks-rank"),
    "died-before-start": ((1,), "process dead", "one-rank-crashed-survivors-hang"),
    "never-started": ((2,), "process dead", "rendezvous-timeout"),
    "asleep-in-dataset": ((1,), "did not join", "rank-stuck-outside-collectives"),
    "stopped": ((2,), "did not join", "rank-stuck-outside-collectives"),
    "queue": ((1,), "did not join", "rank-stuck-outside-collectives"),
    "loader-worker-lock": ((0,), "did not join", "dataloader-worker-deadlock"),
    "saves-in-own-function": ((0,), "did not join", "checkpoint-save-outlasts-timeout"),
    "tokenises": ((0,), "did not join", "preprocessing-outlasts-timeout"),
    "other-order-of-groups": (None, "", "concurrent-communicators-deadlock"),
    "other-collective": ((0, 1, 2), "collectives differ", ""),
    "past-the-loop": ((1,), "collectives differ", ""),
    "downloads": ((0,), "did not join", ""),
    "file-lock": ((0,), "did not join", ""),
    "healthy": (None, "", ""),
    "slow-loader": (None, "", ""),
}


def behind(text):
    found = blocks(text)
    return find_behind(found, find_standings(found))


def test_the_rank_outside_of_the_collective_is_behind_and_says_what_it_does():
    told = behind(collected([WAITS, LOADS, WAITS]))

    assert (told.ranks, told.way, told.waiting) == ((1,), "did not join", (0, 2))
    assert told.sentence == "Rank 1 reads data in load_batch (train.py:7). Ranks 0 and 2 wait."


def test_a_rank_that_was_stopped_is_told_from_one_that_works():
    stopped = PROCESS.format(state="T (stopped)", wchan="do_signal_stop", syscall="0", threads="")

    told = behind(collected([LOADS, WAITS]) + "\n" + stopped.removeprefix("rankdown-collect 1\n"))

    assert told.sentence.startswith("Rank 0 was stopped by a signal or a debugger in load_batch")


def test_nobody_is_behind_where_all_wait_in_the_same_place():
    assert behind(collected([WAITS, WAITS])) is None


def test_without_stacks_nothing_is_said():
    assert behind("rankdown-collect 1\n") is None


@pytest.mark.parametrize("name", FROZEN)
def test_a_real_job_gets_its_verdict_and_its_entry_from_the_file_alone(name):
    ranks, way, slug = FROZEN[name]

    answer = library.current().matcher.match([("collected.txt", (COLLECTED / f"{name}.txt").read_bytes())])

    assert [match.slug for match in answer.matches if match.confident] == [slug] * bool(slug)
    assert (answer.first_down and (answer.first_down.ranks, answer.first_down.way)) == (ranks and (ranks, way))
