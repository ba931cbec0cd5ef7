"""A signature's line as the words that are looked for."""

import pytest

from kb.atlas.finding.line import Line


@pytest.mark.parametrize("text", ["out of memory", "KeyError: 'RANK'", "libgomp.so", "in main_process_first"])
def test_a_line_that_says_too_little_is_not_looked_for(text):
    assert not Line(text).is_text


def test_words_stand_in_stretches_between_what_runs_fill_in():
    line = Line("SocketProgress: connection <any> closed by remote peer")

    assert line.words == ["connection", None, "closed", "by", "remote", "peer"]
    assert line.stretches == [(0, 1), (2, 6)] and line.is_text
    assert line.speaker == "socketprogress"


def test_the_share_of_a_line_is_counted_in_letters():
    line = Line("connection <any> closed by remote peer")

    assert line.share(0b111101) == 1.0
    assert line.share(0b000001) == pytest.approx(10 / 28)


def test_a_line_is_looked_for_in_runs_of_three_words():
    assert list(Line("closed by remote peer").runs()) == [
        (("closed", "by", "remote"), 0),
        (("by", "remote", "peer"), 1),
    ]
