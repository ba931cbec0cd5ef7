"""What a good run's log tells of a failed one, at a terminal."""

import pytest

from kb.diagnosis.against.difference import Difference, Line, New, Pair
from kb.diagnosis.answer import Answer
from kb.diagnosis.reports.text_report import as_text
from kb.language import speaking

WHOLE = Difference(
    new=(New(Line(812, "KeyError: 3", "rank1.log", 8), "exception"),),
    new_count=31,
    reached=Pair(Line(800, "step 40"), Line(700, "step 1")),
    expected=(Line(990, "saved the checkpoint"),),
    stopped=(Pair(Line(800, "step 40 loss 2", "", 40), Line(1200, "step 400 loss 1", "good.log", 400)),),
    good_lines=1300,
    passed_over=2,
)


def told(found):
    return as_text(Answer(against=found))


def test_everything_stands_there_with_its_place():
    text = told(WHOLE)

    for expected in (
        "What the good run never says: 31 kinds of lines, the most telling first",
        "rank1.log:812 (8×): KeyError: 3",
        "… and 30 more",
        "It came as far as line 800 (in the good run line 700)",
        "line 990: saved the checkpoint",
        "line 800 (40×): step 40 loss 2",
        "400 times to its end in the good run, whose last is good.log:1200",
        "2 kinds of lines were too many to be compared",
    ):
        assert expected in text, expected


def test_of_a_line_that_is_said_again_and_again_it_tells_how_often_each_run_came_there():
    found = Difference(
        reached=Pair(Line(20, "step 20", "", 20), Line(1, "step 1", "", 50)), expected=(Line(51, "done"),)
    )
    assert (
        "as far as line 20: 20 of the good run's 50 such lines. What the good run says next is missing here"
        in " ".join(told(found).split())
    )


def test_without_a_good_run_nothing_is_said_of_one():
    assert "good run" not in told(None)


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (Difference(notice="it is a PNG image"), "The good run's log could not be read: it is a PNG image"),
        (Difference(good_lines=3), "Every kind of line in this log stands in the good run's log too"),
        (Difference(expected=(Line(1, "hello"),)), "The good run began with this, and here it is never said"),
        (Difference(new=WHOLE.new, new_count=1), "What the good run never says: 1 kind of line\n"),
    ],
)
def test_what_is_missing_is_said(found, said):
    assert said in told(found)


def test_in_chinese():
    with speaking("zh"):
        text = told(WHOLE)

    assert "good run" not in text and "KeyError: 3" in text
