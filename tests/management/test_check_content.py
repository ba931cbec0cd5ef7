"""`manage.py check_content`: every problem as file:line: message, and an exit status."""

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.contents import edit, write_entry

ROOT = Path(__file__).parents[2]


def check_content(content, *paths):
    environment = os.environ | {"RANKDOWN_CONTENT": str(content)}
    command = [sys.executable, "manage.py", "check_content", *map(str, paths)]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=environment, timeout=60)


def test_sound_content_has_exit_status_0(content):
    write_entry(content, "sound")

    run = check_content(content)

    assert (run.returncode, run.stdout) == (0, "1 entries and 0 guides: no problem.\n")


def test_every_problem_is_a_line_that_an_editor_can_jump_to(content):
    path = write_entry(content, "broken")
    line = edit(path, "kind: error", "kind: terrible")
    edit(path, "retry: change-first", "retry: never")

    run = check_content(content)

    assert run.returncode == 1
    assert [re.match(r"(.+?):(\d+): .+", text).groups() for text in run.stdout.splitlines()] == [
        (str(path), str(line)),
        (str(path), str(line + 1)),
    ]


def test_a_path_limits_the_report_to_what_lies_in_it(content):
    sound = write_entry(content, "sound")
    edit(write_entry(content, "broken"), "kind: error", "kind: terrible")

    assert check_content(content, sound.parent).returncode == 0
    assert check_content(content, content / "nccl").returncode == 1


def test_a_path_that_is_not_there_is_bad_usage(content):
    assert check_content(content, content / "nowhere").returncode == 2
