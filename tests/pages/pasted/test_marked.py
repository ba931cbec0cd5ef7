"""Which lines of a paste are marked, and as what."""

from kb.diagnosis.against.difference import Difference, Line, New, Pair
from kb.diagnosis.answer import Answer
from kb.pages.pasted.marked import marked_lines
from kb.reading.errors import ErrorLine

KNOWN = "fine\nDuplicate GPU detected : rank 0 and rank 2 both on CUDA device 73010\n"


def test_the_line_that_proves_the_answer_is_proof(matcher):
    assert marked_lines(matcher.match_text(KNOWN), ())[""][2] == "proof"


def test_an_exception_that_nobody_knows_is_an_error(matcher):
    assert marked_lines(matcher.match_text("fine\nfine\nWidgetError: it is cold\n"), ())[""] == {3: "error"}


def test_what_a_good_run_never_says_is_marked_last():
    new = New(Line(7, "KeyError: 3", "a"), "exception")
    stopped = Pair(Line(3, "step 3", "a", 3), Line(9, "step 9", "", 9))
    answer = Answer(
        unexplained=ErrorLine(7, "KeyError: 3", "", "a"), against=Difference(new=(new,), stopped=(stopped,))
    )

    assert marked_lines(answer, ()) == {"a": {7: "error", 3: "new"}}


def test_a_persons_sentence_is_not_marked():
    said = ErrorLine(1, "When I start it on two nodes I get an error and my job is killed")
    assert marked_lines(Answer(error_lines=(said, ErrorLine(2, "bus error"))), ()) == {"": {2: "error"}}
