"""A description tells how checks ended; what a program printed, or a text that tells two outcomes, does not."""

from pathlib import Path

import pytest

from kb.catalogue.schema.check import COULD_NOT, Check, CheckFront, ChineseCheck, Outcome
from kb.diagnosis.differential.told import told_in
from kb.matching.signatures import SignatureDatabase
from kb.reading.one_pass import read

IDLE = Outcome("idle", "one idle", "一张空闲", told_by=("one GPU <any>at 0 %", "单卡<any>利用率为 0"))
HELPED = Outcome("helped", "it helped", "有用", told_by=("with P2P off <any>runs",))
OUTCOMES = (IDLE, HELPED, Outcome(COULD_NOT, "no", "不"))
CHECK = Check("gpus", Path("gpus.md"), CheckFront("t", ChineseCheck("t", "h"), 1, OUTCOMES), "")


def told(text, checks=(CHECK,)):
    reading = read("", text, SignatureDatabase([]), True)
    return [(check.slug, seen.outcome.slug, seen.line) for check, seen in told_in(checks, [reading])]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("It hangs on my machine.\nThen one GPU of the eight is always at 0%, and I don't know why.", 2),
        ("多卡训练卡住，单卡GPU利用率为0，其余100%", 1),
        ("It hangs and I don't know. After it one GPU stays\tat 0 % here.", 1),
    ],
)
def test_what_the_author_says_is_an_answer_with_its_line(text, line):
    assert told(text) == [("gpus", "idle", line)]


@pytest.mark.parametrize(
    "text",
    [
        "[rank0]: one GPU: found at 0 %",
        "It hangs when one GPU is added. After it the others are at 0 % and I don't know why.",
        "",
    ],
    ids=["a program printed it", "two sentences", "nothing"],
)
def test_nothing_else_is(text):
    assert told(text) == []


def test_a_text_that_tells_two_outcomes_tells_none():
    assert told("When it hangs, one GPU is at 0 %. But with P2P off it always runs, and I don't know why.") == []
