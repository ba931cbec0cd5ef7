"""What an answer's page carries so that the other language is one click away."""

from __future__ import annotations

import json

from kb.pages.answers.carried import MOST_CHARACTERS, carried
from kb.serving.json_paste import parse

SECRET = "hf_" + "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1b"


def test_texts_keep_their_names_order_and_signs():
    pasted = (("", 'a "quoted" line\r\nand \x00 another\n'), ("rank1.log", "多卡 \\ 训练\n"))
    told = [(name, text.decode()) for name, text in parse(carried(pasted).encode())[0]]
    assert told == list(pasted)


def test_a_secret_is_not_carried():
    assert SECRET not in carried((("", f"HF_TOKEN={SECRET}\n"),))


def test_what_is_too_long_is_not_carried():
    assert carried((("", "x" * MOST_CHARACTERS),))
    assert carried((("a", "x" * (MOST_CHARACTERS // 2)), ("b", "x" * (MOST_CHARACTERS // 2)))) == ""


def test_nothing_is_nothing():
    assert carried(()) == carried((("", ""),)) == ""
    assert json.loads(carried((("", "a"), ("empty", "")))) == {"files": {"": "a"}}


def test_a_good_run_goes_with_them_and_counts():
    good = (("good.log", f"all is well {SECRET}\n"),)
    files, against = parse(carried((("", "a"),), good).encode())
    assert files == [("", b"a")] and against[0][0] == "good.log" and SECRET.encode() not in against[0][1]
    assert carried((("", "a"),), (("", "x" * MOST_CHARACTERS),)) == ""
