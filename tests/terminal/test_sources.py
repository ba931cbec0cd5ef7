"""The logs of a command; what they look like on a terminal is in test_match.py."""

from contextlib import ExitStack

import pytest

from kb.terminal.sources import named, open_log, with_a_bar
from kb.terminal.usage import BadUsage


def test_a_log_goes_by_its_name_without_its_folder(tmp_path):
    (tmp_path / "rank0.log").write_bytes(b"hello")
    with ExitStack() as opened:
        name, source = open_log(str(tmp_path / "rank0.log"), opened)
        assert (name, source.read()) == ("rank0.log", b"hello")

    assert source.closed


def test_what_cannot_be_opened_is_named_without_signs_that_steer_a_terminal():
    with ExitStack() as opened, pytest.raises(BadUsage, match="cannot read no-such: No such file"):
        open_log("\x1b[31mno-such", opened)


def test_only_of_several_logs_is_a_line_named_with_its_file():
    assert named([("a.log", None)]) == [("", None)]
    assert named([("a.log", None), ("b.log", None)]) == [("a.log", None), ("b.log", None)]


def test_a_small_log_is_read_as_it_is(tmp_path):
    (tmp_path / "a.log").write_bytes(b"hello")
    with ExitStack() as opened:
        sources = [open_log(str(tmp_path / "a.log"), opened)]
        assert with_a_bar(sources, opened) is sources
