"""`rankdown collect` is kb.collect, whose own tests say what it does; its last line names a command that is there."""

import os

from tests.terminal.door import rankdown


def test_it_collects_and_its_help_speaks_of_rankdown(tmp_path):
    file = tmp_path / "collected.txt"
    shown = rankdown("collect", "--pid", os.getpid(), "--pause", "0.1", "-o", file)

    assert shown.returncode == 0 and b"== end ==" in file.read_bytes()
    assert b"rankdown collect" in rankdown("collect", "--help").stdout


def test_bad_usage_is_named_with_the_command():
    shown = rankdown("collect", "--watch")

    assert shown.returncode == 2 and b"rankdown collect: error: --watch: name the command" in shown.stderr
