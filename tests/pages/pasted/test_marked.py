"""Which lines of a paste are marked, and as what."""

from kb.pages.pasted.marked import marked_lines

KNOWN = "fine\nDuplicate GPU detected : rank 0 and rank 2 both on CUDA device 73010\n"


def test_the_line_that_proves_the_answer_is_proof(matcher):
    assert marked_lines(matcher.match_text(KNOWN), ())[""][2] == "proof"


def test_an_exception_that_nobody_knows_is_an_error(matcher):
    assert marked_lines(matcher.match_text("fine\nfine\nWidgetError: it is cold\n"), ())[""] == {3: "error"}
