"""The reader's own frame, as a page may show it."""

from __future__ import annotations

import json

from kb.diagnosis.answer import Answer
from kb.matching.match import Evidence
from kb.pages.pasted.own_frame import own_frame_of, shown_frame
from kb.reading.tracebacks.own_frame import OwnFrame

LOG = """\
Traceback (most recent call last):
  File "/app/train.py", line 7, in main
    run(token="hf_abcdefghijklmnopqrstuvwxyz12")
KeyError: 3
"""


def test_the_line_that_proves_an_answer_has_its_frame_masked():
    frame = own_frame_of(Answer(pasted=(("a", LOG),)), Evidence(4, "KeyError: 3", "decisive", "", file="a"))
    assert (frame.file, frame.line) == ("/app/train.py", 7)
    assert "hf_abc" not in frame.code and "[masked]" in frame.code
    assert own_frame_of(Answer(), Evidence(4, "KeyError: 3", "decisive", "", file="a")) is None


def test_lines_that_a_collector_wrapped_in_json_have_theirs():
    lines = "".join(json.dumps({"log": line, "stream": "stderr"}) + "\n" for line in LOG.splitlines())
    whole = json.dumps({"message": LOG, "severity": "ERROR"})

    for text, line in ((lines, 4), (whole, 1)):
        frame = own_frame_of(Answer(pasted=(("a", text),)), Evidence(line, "KeyError: 3", "decisive", "", file="a"))
        assert (frame.file, frame.line) == ("/app/train.py", 7)


def test_control_characters_are_left_out_and_no_frame_is_none():
    assert shown_frame(OwnFrame("/app/\x1b.py", 1, "main", "x")).file == "/app/.py"
    assert shown_frame(None) is None
