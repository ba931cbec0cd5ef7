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
    log.write_text("step 1\n[rank0]: RuntimeError: widget 7 is cold\n[rank0]: RuntimeError: a table of what failed\n")

    run = new_entry(content, "nccl", "cold-widget", "--from", log)

    assert run.returncode == 0, run.stderr
    assert "line: 'RuntimeError: widget <int> is cold'" in (content / "nccl/cold-widget/entry.md").read_text()
    assert (content / "nccl/cold-widget/samples/first.log").read_text() == log.read_text()


def test_of_a_long_log_the_lines_around_the_telling_one_are_kept(content, tmp_path):
    log = tmp_path / "train.log"
    log.write_text("".join(f"step {n}\n" for n in range(500)) + "RuntimeError: cold\n" + "bye\n" * 500)

    new_entry(content, "nccl", "cold-widget", "--from", log)

    sample = (content / "nccl/cold-widget/samples/first.log").read_text().splitlines()
    assert (sample[0], sample[40], len(sample)) == ("step 460", "RuntimeError: cold", 60)


def test_the_area_may_be_that_of_the_nearest_entries(content, tmp_path):
    write_entry(content, "warm-widget", area="ddp", line="the widget is warm since it was frobnicated")
    log = tmp_path / "train.log"
    log.write_text("RuntimeError: the widget is cold since it was not frobnicated\n")

    run = new_entry(content, "?", "cold-widget", "--from", log)

    assert (content / "ddp/cold-widget/entry.md").exists(), run.stderr
    assert "Nearest entries: warm-widget" in run.stdout


def test_a_log_that_an_entry_explains_says_so(content, tmp_path):
    sample = write_entry(content, "cold-widget").parent / "samples" / "real.log"

    run = new_entry(content, "nccl", "another", "--from", sample)

    assert "cold-widget explains this log already" in run.stdout


def test_nothing_of_a_new_folder_passes_the_check(content, tmp_path):
    log = tmp_path / "train.log"
    log.write_text("RuntimeError: the widget is cold\n")
    new_entry(content, "nccl", "cold-widget", "--from", log)
    command = [sys.executable, "manage.py", "check_content", str(content / "nccl/cold-widget")]
    environment = os.environ | {"RANKDOWN_CONTENT": str(content)}

    run = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=environment, timeout=60)

    assert run.returncode == 1
    assert all(f"{key} is " in run.stdout for key in ("title", "retry", "zh.fix", "reproduction.not_run"))


def test_without_a_log_the_file_only_explains_itself(content):
    assert new_entry(content, "ddp", "cold-widget").returncode == 0
    assert not (content / "ddp/cold-widget/samples").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nowhere", "x"], "no area is called 'nowhere': use one of nccl, ddp"),
        (["nccl", "Bad Slug"], "lower-case words joined by hyphens"),
        (["?", "x"], "no area is called '?'"),
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
