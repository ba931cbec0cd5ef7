"""Which lines a literal could print with the right words filled in."""

import pytest

from kb.atlas.finding.filled import Fillable
from kb.atlas.finding.line import Line
from kb.atlas.finding.words import pieces

LINE = "Call to recv from <any> failed :"


def could(literal: str, line: str = LINE) -> bool:
    return Fillable({line: Line(line).words}).lines(pieces(literal)) == {line}


@pytest.mark.parametrize(
    "literal",
    [
        "Call to %s %s failed : %s",
        "%s Call to %s from %s failed",
        "Call to recv %s failed",
        "socketProgressOpt: Call to %s %s failed : %s",
    ],
)
def test_a_literal_whose_words_stand_in_the_line_in_its_order_could_print_it(literal):
    assert could(literal)


@pytest.mark.parametrize(
    "literal",
    [
        "Call to %s %s succeeded",
        "failed %s Call to %s",
        "%s: %s",
        "%s failed : %s",
        "Call to recv from",
    ],
    ids=["other words", "other order", "nothing", "too little", "no gap"],
)
def test_others_could_not(literal):
    assert not could(literal)
