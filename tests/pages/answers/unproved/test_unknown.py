"""What no entry explains: the exception of its own, the other lines like errors, the start of an entry."""

from __future__ import annotations

import pytest

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.loader import load
from kb.diagnosis.answer import Answer
from kb.matching.match import Evidence, Match
from kb.pages.answers.unproved.unknown import MOST_ERROR_LINES, draft, other_errors, unexplained
from kb.pages.pasted.cited import PROOF_CHARACTERS, Pasted
from kb.reading.errors import ErrorLine
from tests.contents import write_entry

ODD = ErrorLine(4, "ValueError: flux 3")
PASTED = Pasted(("",))


@pytest.fixture
def entry(content):
    write_entry(content, "table", line="see the table above")
    (entry,) = Catalogue.of(load(content)).entries
    return entry


def test_without_an_exception_of_its_own_there_is_nothing_to_show():
    assert unexplained(Answer(()), PASTED) is None


def test_the_exception_is_shown_where_it_stands():
    assert unexplained(Answer((), unexplained=ODD), PASTED).at.line == 4


def test_other_errors_are_those_that_are_not_shown_already():
    others = [ErrorLine(n, "error") for n in range(5, 40)]
    shown = other_errors(Answer((), unexplained=ODD, error_lines=(ODD, *others)))
    assert shown == tuple(others[:MOST_ERROR_LINES])


def test_what_only_followed_is_a_link_beside_the_exception_and_no_error_of_its_own(entry):
    table = ErrorLine(9, "see the table above")
    followed = Match(entry, 0.6, (Evidence(9, table.text, "decisive", table.text),), "")
    answer = Answer((followed,), followed=(followed,), unexplained=ODD, error_lines=(ODD, table))

    (consequence,) = unexplained(answer, PASTED).followed
    assert (consequence.title, consequence.at.line) == (entry.title, 9)
    assert other_errors(answer) == ()


def test_the_draft_of_an_entry_has_the_line_cut_to_a_bearable_length():
    told = draft(Answer((), unexplained=ErrorLine(1, "ValueError: " + "flux " * PROOF_CHARACTERS)))
    assert "ValueError: flux" in told
    assert max(map(len, told.splitlines())) < 2 * PROOF_CHARACTERS
