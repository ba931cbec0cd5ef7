"""The interpreter of a ghost run has no library, and every rank is asked in both moods."""

import subprocess
from pathlib import Path

from kb.runner.running import ghost, hollow
from tests.runner.entries import plan_of


def test_its_interpreter_knows_no_library(python, tmp_path):
    bare = ghost.interpreter(python, tmp_path)
    program = "import widget; print(widget.__class__.__name__, widget.frobnicate(3))"
    around = {hollow.MOOD: "yes"}

    shown = subprocess.run([bare, "-c", program], capture_output=True, text=True, env=around)

    assert shown.stdout == f"HollowModule {hollow.EMPTY}\n"


def test_commands_of_libraries_are_stood_in_for_and_those_of_the_system_are_not(python, tmp_path):
    (Path(python).parent / "torchrun").write_text("#!/venv/bin/python\n")
    bare = ghost.interpreter(python, tmp_path)

    assert "sitecustomize.launch" in (bare.parent / "torchrun").read_text()
    assert not (bare.parent / "bash").exists()


def test_every_rank_is_asked_in_both_moods(content):
    plan = plan_of(content, how="launch: torchrun\nprocesses: 2")

    asked = [" ".join(command) for command in ghost.commands(plan, "broken.py", Path("py"))]

    assert len(asked) == 4
    assert sum("RANK=1" in command for command in asked) == 2 and sum(f"{hollow.MOOD}=no" in a for a in asked) == 2


def test_nothing_of_the_interpreter_under_test_is_left():
    around = {"PATH": "/venv/bin:/usr/bin", "PYTHONPATH": "/overlay", "PORT": "5"}

    told = ghost.variables(around, "/venv/bin/python", Path("/ghost/bin/python"))

    assert told == {"PATH": "/ghost/bin:/usr/bin", "PORT": "5", "PYTHON": "/ghost/bin/python"}
