"""What the programs run with is read from the interpreter under test, which is never changed."""

import sys
from pathlib import Path

import pytest

from kb.runner.running.interpreter import NoEnvironment, beside, machine_has, overlay, probe


def test_the_interpreter_under_test_says_what_it_has():
    found = probe(sys.executable)

    assert found["python"] == ".".join(map(str, sys.version_info[:3]))
    assert found.keys() >= {"python", "torch", "cuda", "nccl", "gpus", "platform", "packages"}


def test_an_interpreter_that_is_not_there_says_what_to_do():
    with pytest.raises(NoEnvironment, match="name another with --python"):
        probe("/no/such/python")


def test_what_a_machine_offers():
    bare = {"torch": "2.13.0", "cuda": "", "gpus": []}

    assert "cpu" in machine_has(bare) and "gpu" not in machine_has(bare)
    assert {"cuda-wheel", "gpu"} <= machine_has(bare | {"cuda": "12.9", "gpus": ["H100"]})
    assert "multigpu" in machine_has(bare | {"cuda": "12.9", "gpus": ["H100", "H100"]})


def test_an_interpreter_without_torch_can_run_nothing():
    assert machine_has({"torch": "", "cuda": "", "gpus": []}) == set()


def test_packages_are_laid_beside_the_environment_never_into_it(tmp_path):
    python = tmp_path / "venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.symlink_to(Path(sys.executable))

    assert beside(str(python)) == tmp_path / "venv-extras"
    assert overlay(str(python), ()) is None


def test_packages_that_are_not_to_be_had_are_no_crash(tmp_path):
    python = tmp_path / "venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.symlink_to(Path(sys.executable))

    with pytest.raises(NoEnvironment, match="could not be installed"):
        overlay(str(python), ("no-such-package-of-rank-down==99.9",))
