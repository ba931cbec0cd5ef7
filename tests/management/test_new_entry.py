"""`manage.py new_entry`: a folder to fill in, and nothing is ever overwritten."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.contents import write_entry

ROOT = Path(__file__).parents[2]


def new_entry(content, *arguments):
    environment = os.environ | {"RANKDOWN_CONTENT": str(content)}
    command = [sys.executable, "manage.py", "new_entry", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=environment, timeout=60)


def test_the_folder_has_the_log_and_its_error_line(content, tmp_path):
    log = tmp_path / "train.log"
    log.write_text("step 1\n[rank0]: RuntimeError: the widget is cold\n")

    run = new_entry(content, "nccl", "cold-widget", "--from", log)

    assert run.returncode == 0, run.stderr
    assert "line: 'RuntimeError: the widget is cold'" in (content / "nccl/cold-widget/entry.md").read_text()
    assert (content / "nccl/cold-widget/samples/first.log").read_text() == log.read_text()


def test_without_a_log_the_file_only_explains_itself(content):
    assert new_entry(content, "ddp", "cold-widget").returncode == 0
    assert not (content / "ddp/cold-widget/samples").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nowhere", "x"], "no area is called 'nowhere': use one of nccl, ddp"),
        (["nccl", "Bad Slug"], "lower-case words joined by hyphens"),
        (["nccl", "taken"], "'taken' is taken by"),
        (["nccl", "x", "--from", "/no/such.log"], "cannot read /no/such.log"),
    ],
)
def test_bad_usage_leaves_nothing_behind(content, arguments, said):
    write_entry(content, "taken")
    before = sorted(content.rglob("*"))

    run = new_entry(content, *arguments)

    assert run.returncode == 2
    assert said in run.stderr
    assert sorted(content.rglob("*")) == before
