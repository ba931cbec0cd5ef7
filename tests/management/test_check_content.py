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


def test_a_statement_that_the_atlas_contradicts_is_a_problem(content):
    path = write_entry(content, "sound", line="the widget <int> was not frobnicated in time")
    line = edit(path, "    proof: decisive", '    proof: decisive\n    versions: "torch 2.1 and later"')
    (content / "atlas.yaml").write_text("torch: {distributions: [torch], since: '2.0', members: []}\n")
    releases = "distribution\trelease\tfile\tread\tlight\n" + "".join(
        f"torch\t2.{n}.0\tf\t2026-01-02\t\n" for n in (0, 1)
    )
    (content / "atlas-releases.tsv").write_text(releases)
    row = "line\tthe widget <int> was not frobnicated in time\ttorch\t2.0.0..2.1.0\t\t1.00\t\t\n"
    (content / "atlas.tsv").write_text("kind\ttext\tdistribution\thas\tpartly\tshare\twhere\tlight\n" + row)

    run = check_content(content)

    assert run.returncode == 1
    assert re.search(rf"^{path}:{line + 1}: .* torch 2.0.0 has the line", run.stdout, re.MULTILINE)


def test_a_path_limits_the_report_to_what_lies_in_it(content):
    sound = write_entry(content, "sound")
    edit(write_entry(content, "broken"), "kind: error", "kind: terrible")

    assert check_content(content, sound.parent).returncode == 0
    assert check_content(content, content / "nccl").returncode == 1


def test_a_path_that_is_not_there_is_bad_usage(content):
    assert check_content(content, content / "nowhere").returncode == 2


def test_a_problem_elsewhere_that_a_folder_causes_names_the_folders_own_file(content):
    """Without `second` everything was fine; whoever wrote it looks at its folder only."""
    first = write_entry(content, "first", line="the first widget is cold")
    second = write_entry(content, "second", line="the second widget is warm")
    (second.parent / "samples" / "real.log").write_text("the second widget is warm\nthe first widget is cold\n")

    run = check_content(content, second.parent)

    assert run.returncode == 1
    line = first.read_text().split("\n").index('  - line: "the first widget is cold"') + 1
    assert run.stdout.startswith(f"{second}:1: causes a problem in {first}:{line}: decisive signature")
    assert check_content(content, first.parent).returncode == 1


def test_several_problems_in_one_other_file_are_one_line(content):
    first = write_entry(content, "first", line="the first widget is cold")
    edit(first, "leads_to: []", "  - {line: the first widget is icy, proof: decisive}\nleads_to: []")
    second = write_entry(content, "second", line="the second widget is warm")
    (second.parent / "samples" / "real.log").write_text(
        "the second widget is warm\nthe first widget is cold\nthe first widget is icy\n"
    )

    run = check_content(content, second.parent)

    assert run.stdout.count("\n") == 1 and "(and 1 more in that file)" in run.stdout


def test_what_was_wrong_elsewhere_before_is_not_held_against_a_folder(content):
    write_entry(content, "first", line="widgets are not frobnicated")
    edit(write_entry(content, "second", line="another line of words"), "leads_to: []", "leads_to: [mine]")
    edit(write_entry(content, "third"), "kind: error", "kind: terrible")
    mine = write_entry(content, "mine", line="my own widget is cold")

    assert check_content(content, mine.parent).returncode == 0


def test_a_link_is_a_problem_of_its_own_folder(content):
    path = write_entry(content, "linked")
    (path.parent / "samples" / "real.log").unlink()
    (path.parent / "samples" / "real.log").symlink_to("/etc/passwd")

    run = check_content(content, path.parent)

    assert run.returncode == 1
    assert f"{path.parent / 'samples' / 'real.log'}:1: real.log is a link" in run.stdout
