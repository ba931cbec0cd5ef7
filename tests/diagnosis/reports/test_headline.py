"""What is said first where no entry is proved: one wording for each state."""

from __future__ import annotations

from kb.diagnosis.answer import Answer
from kb.diagnosis.reports.headline import of_own_exception, own_code, unproved
from kb.language import speaking
from kb.reading.errors import ErrorLine
from kb.reading.tracebacks.own_frame import OwnFrame

FRAME = OwnFrame("/home/anna/train.py", 60, "main", "x = batch['image'].cuda()", raised=True)
OWN = ErrorLine(7, "[rank2]: KeyError: 'image'", "2", "", FRAME)


def test_the_readers_own_exception_is_named_with_its_place_and_rank():
    told = unproved(Answer(unexplained=OWN, own_exception=OWN))
    assert told == "KeyError: 'image' in your own code: train.py:60, rank 2"
    assert own_code(FRAME) == "In your own code: /home/anna/train.py:60 in main"
    with speaking("zh"):
        assert of_own_exception(OWN) == "你自己的代码报错 KeyError: 'image'：train.py:60，rank 2"


def test_the_rank_is_left_out_where_nobody_knows_it_and_a_long_message_is_cut():
    long = ErrorLine(7, "KeyError: " + "x" * 500, "", "", OwnFrame("C:\\runs\\train.py", 60, "main", "", raised=True))
    assert of_own_exception(long).endswith("x… in your own code: train.py:60")


def test_no_known_failure_is_said_where_none_is_offered():
    assert unproved(Answer()) == unproved(Answer(off_topic=True)) == "No known failure"
