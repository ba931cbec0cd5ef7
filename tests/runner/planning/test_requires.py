"""An entry that needs a newer library is not run with an older one, and says so."""

import pytest

from kb.runner.planning.requires import is_requirement, lacking

HERE = {"python": "3.11.7", "torch": "2.6.0+cu124", "packages": {"deepspeed": "0.17.6"}}


@pytest.mark.parametrize(
    ("requires", "said"),
    [
        ((), []),
        (("torch>=2.4", "deepspeed<0.18"), []),
        (("torch>=2.13",), ["torch>=2.13 (here: 2.6.0+cu124)"]),
        (("ray>=2.0",), ["ray>=2.0 (here: none)"]),
        (("python>=3.12",), ["python>=3.12 (here: 3.11.7)"]),
    ],
)
def test_what_is_lacking_is_named_with_what_is_there(requires, said):
    assert lacking(requires, HERE) == said


def test_a_requirement_has_a_bound():
    assert is_requirement("torch>=2.4")
    assert not is_requirement("torch") and not is_requirement("--find-links=x")
