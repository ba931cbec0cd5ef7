"""What a result page says of a run beside a good one."""

from __future__ import annotations

from kb.diagnosis.against.difference import Difference, Line, New, Pair
from kb.pages.answers.against import against_view
from kb.pages.pasted.cited import Pasted

PASTED = Pasted(("rank0.log", "rank1.log"))
WHOLE = Difference(
    new=(
        New(Line(812, "[rank1]: KeyError: 3", "rank1.log", 8), "exception"),
        New(Line(3, "hello", "rank0.log"), "other"),
    ),
    new_count=31,
    reached=Pair(Line(800, "step 40", "rank0.log"), Line(700, "step 1")),
    expected=(Line(990, "saved the \x1b[2Jcheckpoint"),),
    stopped=(Pair(Line(800, "step 40 loss 2", "rank0.log", 40), Line(1200, "step 400 loss 1", "", 400)),),
    passed_over=2,
)


def test_without_a_good_run_there_is_nothing_to_say():
    assert against_view(None, PASTED) is None


def test_a_line_of_this_run_leads_to_its_place_in_the_log():
    view = against_view(WHOLE, PASTED)
    assert [(c.anchor, c.rank, c.about) for c in view.new] == [("f2-L812", "1", "exception · 8×"), ("f1-L3", "", "")]
    assert (view.count, view.hidden) == ("31 kinds of lines, the most telling first", "and 29 more")


def test_a_line_of_the_good_run_has_its_place_in_words():
    view = against_view(WHOLE, PASTED)
    assert view.way.startswith("It came as far as rank0.log:800 (in the good run line 700)")
    assert [line.place for line in view.expected] == ["line 990"] and "\x1b" not in view.expected[0].text
    (stopped,) = view.stopped
    assert stopped.about.startswith("40× · 400 times to its end in the good run, whose last is line 1200")
    assert view.limits.startswith("2 kinds of lines were too many")


def test_nothing_new_is_no_list_and_no_count():
    view = against_view(Difference(), PASTED)
    assert (view.new, view.count, view.expected, view.notice) == ((), "", (), "")


def test_a_good_log_that_cannot_be_read_says_only_that():
    view = against_view(Difference(notice="This is a PNG image."), PASTED)
    assert view.notice == "The good run's log could not be read: This is a PNG image." and not view.new
