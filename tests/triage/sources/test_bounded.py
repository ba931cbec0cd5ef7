"""A stream of any length is read at its beginning and its end."""

import io

import pytest

from kb.triage.sources.bounded import Bounded


def everything(bounded, size=7):
    return b"".join(iter(lambda: bounded.read(size), b""))


class Stream(io.RawIOBase):
    """Bytes that can only be read through."""

    def __init__(self, text):
        self.left = io.BytesIO(text)

    def readable(self):
        return True

    def read(self, size=-1):
        return self.left.read(size)


@pytest.mark.parametrize("length", [0, 1, 9, 10, 11, 29, 30])
@pytest.mark.parametrize("sought", [True, False])
def test_what_fits_is_read_whole(length, sought):
    text = bytes(range(65, 65 + length))
    bounded = Bounded(io.BytesIO(text) if sought else Stream(text), length if sought else -1, head=10, tail=20)

    assert (everything(bounded), bounded.cut, bounded.read_bytes) == (text, 0, length)


def test_of_a_longer_file_the_middle_is_never_touched():
    file = io.BytesIO(b"begin-----" + b"x" * 5000 + b"the end")
    bounded = Bounded(file, len(file.getvalue()), head=10, tail=7)

    assert everything(bounded) == b"begin-----\nthe end"
    assert bounded.cut == 5000


def test_of_a_longer_stream_the_same_is_read(monkeypatch):
    monkeypatch.setattr("kb.triage.sources.bounded.BLOCK", 100)
    text = b"begin-----" + bytes(range(256)) * 20 + b"the end"
    bounded = Bounded(Stream(text), head=10, tail=150)
    read = everything(bounded)

    assert read.startswith(b"begin-----\n") and text.endswith(read[11:]) and len(read) >= 150
    assert bounded.cut == len(text) - len(read) + 1
    assert not bounded.endless


def test_a_stream_without_an_end_is_given_up(monkeypatch):
    monkeypatch.setattr("kb.triage.sources.bounded.BLOCK", 100)

    class Endless(Stream):
        taken = 0

        def read(self, size=-1):
            self.taken += size
            return b"0" * size

    stream = Endless(b"")
    bounded = Bounded(stream, head=10, tail=150, most=5000)

    assert len(everything(bounded)) < 500
    assert bounded.endless and stream.taken <= 5200
