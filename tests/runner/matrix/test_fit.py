"""A matrix has torch alone: what needs more, or pins versions of its own, has no place in it."""

import pytest

from kb.runner.matrix.fit import too_old, unfit, wanted
from tests.runner.entries import BROKEN, plan_in, write_reproduction


def test_a_program_of_libraries_that_are_there_fits(content, python):
    write_reproduction(content)
    assert unfit(plan_in(content), python) == ""


def test_one_that_needs_more_says_what(content, python):
    write_reproduction(content, broken=f"import deepspeed\n{BROKEN}")
    assert unfit(plan_in(content), python) == "it needs deepspeed, and a matrix has torch alone"


def test_one_that_brings_its_own_versions_says_which(content, python):
    write_reproduction(content, how="packages: [gadget==1.2]")
    assert unfit(plan_in(content), python) == "it brings gadget==1.2, which fits one torch"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("import os, sys\nimport torch.distributed as dist\nfrom widget.part import x\n", {"torch", "widget"}),
        ("def f():\n    from gadget import y\n", {"gadget"}),
        ("from .own import z\nimport fixed\n", set()),
        ("# import nothing\nprint('to import gadget')\n", set()),
    ],
)
def test_imports_wherever_they_stand(content, text, names):
    write_reproduction(content, broken=text, fixed="print()\n")
    assert wanted(plan_in(content)) == names


def test_shell_scripts_are_read_too(content):
    path = write_reproduction(content)
    script = "#!/bin/bash\naccelerate launch train.py\n$PYTHON -c 'import gadget; gadget.x()'\necho deepspeedy\n"
    (path.parent / "helper.sh").write_text(script)
    assert wanted(plan_in(content)) == {"widget", "accelerate", "gadget"}


@pytest.mark.parametrize(
    ("said", "lacks"),
    [
        ("ModuleNotFoundError: No module named 'torch.distributed.device_mesh'", True),
        ("[rank0]: ImportError: cannot import name 'fully_shard' from 'torch.distributed.fsdp' (/a/b.py)", True),
        ("AttributeError: module 'torch.distributed' has no attribute 'device_mesh'", True),
        ("ModuleNotFoundError: No module named 'gadget'", False),
        ("RuntimeError: No module named 'torch.distributed'", False),
    ],
)
def test_programs_that_were_written_for_a_newer_torch(said, lacks):
    log = f"Traceback (most recent call last):\n{said}\n"
    assert bool(too_old(log, log)) == lacks
    assert not too_old(log, "the sum is 3\n") and not too_old("the sum is 3\n", log)
