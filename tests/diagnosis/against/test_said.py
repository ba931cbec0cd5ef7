"""A run by its kinds of lines: first, last, how often, in bounded memory."""

import io

import pytest

from kb.diagnosis.against import said
from kb.diagnosis.against.said import Run
from kb.diagnosis.against.shapes import Shapes, shape_of
from kb.reading.text.stretches import stretches
from tests.growth import growth


def run_of(*files):
    run = Run(Shapes())
    for name, text in files:
        for stretch in stretches(io.BytesIO(text.encode())):
            run.add(name, stretch)
    return run


def test_a_kind_of_line_has_its_first_and_its_last_and_their_number():
    run = run_of(("", "starting up\nstep 1 loss 3\nstep 2 loss 2.5\n\nsaved\nstep 3 loss 2\ndone\n"))
    step = run.get(shape_of("step 7 loss 7"))

    assert (step.line, step.text, step.last_line, step.last_text, step.count) == (
        2,
        "step 1 loss 3",
        6,
        "step 3 loss 2",
        3,
    )
    assert [one.text for one in run] == ["starting up", "step 1 loss 3", "saved", "done"]


def test_a_log_of_many_stretches_is_counted_as_one():
    run = run_of(("", "".join(f"step {n} of the training is done\n" for n in range(60_000)) + "the end\n"))
    step, end = run

    assert (step.line, step.last_line, step.count) == (1, 60_000, 60_000)
    assert (end.line, run.line_count) == (60_001, 60_001)


def test_several_files_are_one_run_in_their_order():
    run = run_of(("rank0.log", "hello\nstep 1\n"), ("rank1.log", "hello\nfailed\n"))
    hello, _, failed = run

    assert (hello.file, hello.last_file, hello.last_line, hello.count) == ("rank0.log", "rank1.log", 1, 2)
    assert (failed.file, failed.line) == ("rank1.log", 2) and failed.at > hello.at
    assert run.ends == {"rank0.log": 2, "rank1.log": 2}


def test_a_bar_that_is_drawn_again_and_again_is_one_pasted_line_and_many_printed_ones():
    run = run_of(("", "begin\n1/3 done\r2/3 done\r3/3 done\nend of it\n"))
    _, bar, end = run

    assert (bar.line, bar.last_line, bar.last_text, bar.count) == (2, 2, "3/3 done", 3)
    assert end.line == 3


def test_what_continues_a_line_is_known_behind_a_ranks_name_too():
    run = run_of(("", "ValueError: no\n  File here\n[rank1]:     return it\n[rank1]: told\n"))

    assert [one.continues for one in run] == [False, True, True, False]


def test_of_too_many_kinds_the_first_and_the_last_are_kept_and_the_others_counted(monkeypatch):
    monkeypatch.setattr(said, "MOST_SHAPES", 4)
    run = run_of(("", "".join(f"{word}\n" for word in ("one", "two", "three", "four", "five", "six"))))

    assert [one.text for one in run] == ["one", "two", "five", "six"]
    assert run.passed_over == 2


@pytest.mark.parametrize("text", ["\n" * 9, "x" * 3_000_000, "a\x00b\n" * 9, "\x0b\x0b\n"])
def test_odd_text_is_read(text):
    try:
        run_of(("", text))
    except Exception as error:
        assert type(error).__name__ == "Unreadable"


@pytest.mark.parametrize("line", ["exit code {n} ", "{n:x}{n:o} failed with {n}\n", "/a/{n:x}/b 0x{n:x}\n", "1 2 3 "])
def test_twice_the_log_takes_twice_the_time(line):
    once, twice = ("".join(line.format(n=n * 7919) for n in range(count)) for count in (20_000, 40_000))

    assert growth(lambda: run_of(("", once)), lambda: run_of(("", twice)), 3.5) < 3.5


def test_the_lines_of_a_private_key_are_masked_before_they_are_compared(monkeypatch):
    body = "b3BlbnNzaC1r" * 5
    key = f"-----BEGIN OPENSSH PRIVATE KEY-----\n{body}\n{body}\nAAAAshort\n-----END OPENSSH PRIVATE KEY-----\n"
    run = run_of(("", f"starting\n{key}done\n"))

    assert not any("b3Bl" in one.text or "short" in one.text for one in run)
    assert (run.get(shape_of("done")).line, run.line_count) == (7, 7)
    monkeypatch.setattr("kb.reading.text.decoding.BLOCK", 32)
    assert not any("b3Bl" in one.text for one in run_of(("", f"starting\n{key}done\n"))), "nor between two blocks"


def test_a_run_is_asked_whether_it_says_a_line():
    run = run_of(("", "step 1 of 7 is done\n"))
    assert run.says("step 3 of 7 is done") and not run.says("the end")
