"""Nobody can quietly make the matcher worse: our own cases are scored and compared with the recorded figures."""

import json

import pytest

from kb.library import library
from tests.accuracy import COLUMNS, KNOWN_WRONG, RECORDED, figures, known_wrong, measured, plot

# A share may fall by one case without failing, because samples and entries come and go; by more it must be recorded.
SLACK_CASES = 1


@pytest.fixture(scope="module")
def outcomes():
    return measured(library.current().matcher)


def test_no_figure_is_worse_than_the_recorded_one(outcomes):
    """If this fails for a good reason: make accuracy, and say why in the commit."""
    recorded, now = json.loads(RECORDED.read_text()), figures(outcomes)
    worse = {}
    for kind, row in recorded.items():
        slack = SLACK_CASES / now[kind]["cases"]
        for column in COLUMNS[1:3]:
            if now[kind][column] < row[column] - slack:
                worse[f"{kind}: {column}"] = (row[column], now[kind][column])
        if now[kind]["answered wrongly"] > row["answered wrongly"] + slack:
            worse[f"{kind}: answered wrongly"] = (row["answered wrongly"], now[kind]["answered wrongly"])

    assert worse == {}


def test_there_are_enough_cases():
    assert sum(row["cases"] for row in json.loads(RECORDED.read_text()).values()) >= 400


def test_what_is_known_to_be_wrong_still_is(outcomes):
    """If this fails, something improved: make accuracy, and commit the shorter table."""
    known = {json.loads(line)["id"] for line in KNOWN_WRONG.read_text(encoding="utf-8").splitlines()}

    assert known - {case["id"] for case in known_wrong(outcomes)} == set()


def test_answers_that_claim_to_be_nearly_certain_are_right(outcomes):
    """The promise of a score of 0.9: nine in ten. Negatives count as wrong."""
    sure = [outcome.first for outcome in outcomes if outcome.score >= 0.9]

    assert len(sure) > 100
    assert sum(sure) >= 0.9 * len(sure)


def test_both_axes_of_the_chart_have_numbers():
    drawn = plot([])
    assert [drawn.count(f">{value}</text>") for value in (0, 0.5, 1)] == [2, 2, 2]
