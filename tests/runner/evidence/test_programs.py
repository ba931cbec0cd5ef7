"""What no honest reproduction needs is found by reading the programs."""

import pytest

from kb.catalogue.schema.entry import Signature
from kb.runner.evidence.programs import kept, problems, words_in_programs
from tests.runner.entries import BROKEN, plan_of

SIGNATURE = Signature(line="the widget <int> was not frobnicated in time", proof="decisive")


def test_a_program_that_contains_the_message_is_found(tmp_path):
    program = tmp_path / "broken.py"
    program.write_text('print("widget", 7, "was not frobnicated in time")\n')

    assert words_in_programs([program], (SIGNATURE,)) == ["broken.py: was not frobnicated in time"]


def test_honest_programs_have_no_problem(content):
    assert list(problems(plan_of(content))) == []


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("exec(text)", "uses exec"),
        ("eval(text)", "uses eval"),
        ("f.__code__.replace(co_filename='torch.py')", "uses co_filename"),
        ("text = open(widget.__file__).read()", "reads a library's files"),
        ("text = open('samples/reproduced.log').read()", "reads a library's files"),
        ("print('MEASURED ratio = 3')", "a number that stands in the program"),
    ],
)
def test_a_way_to_pretend_is_named(content, line, said):
    assert said in " ".join(problems(plan_of(content, broken=f"{line}\n{BROKEN}")))


@pytest.mark.parametrize("line", ["step = torch.compile(f)", "model.eval()", "start(__file__)", "open('x').read()"])
def test_what_only_looks_like_it_is_no_problem(content, line):
    assert list(problems(plan_of(content, broken=f"{line}\n{BROKEN}"))) == []


def test_a_fix_keeps_most_of_the_program(content):
    assert kept(plan_of(content)) == 0.5
