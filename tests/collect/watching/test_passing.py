"""What a program prints comes through byte for byte; its end is kept."""

import os
import subprocess
import sys

import pytest

from kb.collect.watching import last_words
from kb.collect.watching.passing import Passing

PRINTS = "import os, time\nfor n in range({count}):\n    os.write(1, b'line %d \\xff\\n' % n)\n"


@pytest.fixture
def target(tmp_path):
    file = os.open(tmp_path / "out", os.O_RDWR | os.O_CREAT)
    yield file
    os.close(file)


def passed(count, target):
    program = subprocess.Popen([sys.executable, "-c", PRINTS.format(count=count)], stdout=subprocess.PIPE)
    through = Passing({program.stdout.fileno(): target})
    through.drain(30)
    program.wait()
    return through


def test_every_byte_comes_through(target, tmp_path):
    passed(5000, target)

    assert (tmp_path / "out").read_bytes() == b"".join(b"line %d \xff\n" % n for n in range(5000))


def test_the_last_words_are_kept_and_what_is_left_out_is_said(target, monkeypatch):
    monkeypatch.setattr(last_words, "KEPT", 1000)
    words = passed(20000, target).last_words()

    assert words.startswith("cut: ") and "line 19999" in words


def test_a_reader_that_has_gone_does_no_harm():
    reader, writer = os.pipe()
    os.close(reader)
    through = passed(10, writer)
    os.close(writer)

    assert "line 9" in through.last_words()
