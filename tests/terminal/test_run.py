"""`rankdown run` is kb.runner's `run`, whose own tests say what it does; `--list` is its `list`."""

import json

from tests.terminal.door import ROOT, rankdown


def test_it_lists_every_entry():
    listed = json.loads(rankdown("run", "--list", "--json").stdout)

    assert len(listed) == len([*(ROOT / "content").glob("*/*/entry.md")])


def test_an_interpreter_that_is_none_is_named_with_exit_status_3():
    shown = rankdown("run", "nccl-duplicate-gpu", "--python", "/no/such/python")

    assert shown.returncode == 3 and b"/no/such/python" in shown.stdout + shown.stderr


def test_an_entry_that_is_none_is_bad_usage():
    shown = rankdown("run", "no-such-entry")

    assert shown.returncode == 2 and b"see `rankdown run --list`" in shown.stderr
