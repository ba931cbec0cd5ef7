"""Any paste in linear time: twice the paste takes twice the time, and none takes many times what a benign log takes.

Ratios of CPU time, the best of several rounds, with room for a busy machine; `make hostile` has the figures.
"""

from __future__ import annotations

import pytest

from kb.diagnosis.differential.outcomes import output_of
from kb.reading.looks import MOST_PLACES, STRETCHES_AT_FIRST
from kb.reading.marks import MOST_ERRORS, MOST_TIMEOUTS
from kb.reading.text.decoding import BLOCK
from tests.growth import growth
from tests.hostile import ATTACKS, benign, paste

SIZE = 250_000
MOST_WHEN_DOUBLED = 3.5
# Quadratic time would take hundreds of times as long; the target, which `make hostile` measures, is 30.
MOST_AGAINST_BENIGN = 150
WORST = [
    "watchdog words on one line",
    "watchdog words a line",
    "ranks in few bytes",
    "groups without end",
    "every signature in turn",
    "every signature on one line",
    "half signatures behind prefixes",
    "exceptions all distinct",
    "entities",
    "mojibake broken",
    "backslashes",
    "window titles",
    "address escapes",
    "json in json",
    "many files of errors",
    "table heads a line",
    "heads of other makers a line",
    "hosts in front of tables",
    "xml without end",
    "tables of one row",
    "rows that nearly fit",
    "devices behind much else",
    "remarks of collect",
]


@pytest.mark.parametrize("name", WORST)
def test_twice_the_paste_takes_twice_the_time(matcher, name):
    once, twice = paste(name, 2 * SIZE), paste(name, 4 * SIZE)

    assert growth(lambda: matcher.match(once), lambda: matcher.match(twice), MOST_WHEN_DOUBLED) < MOST_WHEN_DOUBLED


@pytest.mark.parametrize("name", WORST)
def test_twice_the_paste_beside_twice_a_good_run_takes_twice_the_time(matcher, name):
    once, twice = paste(name, SIZE), paste(name, 2 * SIZE)
    good, better = benign(SIZE), benign(2 * SIZE)

    times = growth(
        lambda: matcher.match_beside(once, good), lambda: matcher.match_beside(twice, better), MOST_WHEN_DOUBLED
    )
    assert times < MOST_WHEN_DOUBLED


@pytest.mark.parametrize("name", ATTACKS)
def test_no_paste_is_many_times_as_dear_as_a_benign_one(matcher, name):
    ordinary, hostile = benign(4 * SIZE), paste(name, 4 * SIZE)

    told = growth(lambda: matcher.match(ordinary), lambda: matcher.match(hostile), MOST_AGAINST_BENIGN)
    assert told < MOST_AGAINST_BENIGN


def test_what_is_passed_over_is_said(matcher):
    answer = matcher.match(paste("ranks in few bytes", 4 * SIZE))

    assert "timeouts" in answer.limits


@pytest.mark.parametrize(
    ("name", "what", "budget"),
    [
        ("many files of errors", "error lines", MOST_ERRORS),
        ("many files of timeouts", "timeouts", MOST_TIMEOUTS),
        ("many causes", "messages", MOST_PLACES),
    ],
)
def test_a_hundred_files_share_one_budget(matcher, monkeypatch, name, what, budget):
    looked_at = []
    monkeypatch.setattr("kb.reading.looks.Purse.pay", counting(looked_at))
    answer = matcher.match(paste(name, 4 * SIZE))

    blocks = STRETCHES_AT_FIRST + 4 * SIZE / BLOCK
    assert sum(paid for most, paid in looked_at if most == budget) <= budget * blocks
    assert dict(answer.passed_over)[what] > 0


def counting(looked_at):
    """Purse.pay() that notes (looks a block, looks paid)."""
    from kb.reading.looks import Purse

    pay = Purse.pay

    def counted(purse, wanted):
        paid = pay(purse, wanted)
        looked_at.append((purse.a_block, paid))
        return paid

    return counted


@pytest.mark.parametrize("name", ["tables of one row", "rows that nearly fit", "every signature in turn"])
def test_what_a_check_printed_is_read_in_linear_time_too(matcher, name):
    check = matcher.catalogue.check_by_slug["where-do-the-ranks-stand"]
    once, twice = paste(name, 2 * SIZE), paste(name, 4 * SIZE)

    times = growth(lambda: output_of(check, once), lambda: output_of(check, twice), MOST_WHEN_DOUBLED)
    assert times < MOST_WHEN_DOUBLED
