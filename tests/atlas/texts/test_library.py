"""A shared library → the strings in it."""

import io
import os

import pytest

from kb.atlas.texts import library


def texts(data: bytes) -> list[str]:
    return [literal.text for literal in library.read(io.BytesIO(data)).literals]


def test_strings_end_in_a_nul_and_are_found_between_machine_code():
    noise = bytes(range(128, 256)) * 40
    data = noise + b"\0Duplicate GPU detected : rank %d\0two\nlines\0" + noise + b"too short" + noise

    assert texts(data) == ["Duplicate GPU detected : rank %d", "two\nlines"]


@pytest.mark.parametrize("cut", range(0, 60, 7))
def test_a_string_is_whole_wherever_the_stream_is_cut(cut, monkeypatch):
    monkeypatch.setattr(library, "CHUNK", 64)
    data = (
        b"\0" * cut
        + b"a message that is longer than what is left of this chunk\0"
        + b"\xff" * 90
        + b"another message\0"
    )

    assert texts(data) == ["a message that is longer than what is left of this chunk", "another message"]


def test_what_a_compiler_keeps_in_pieces_of_sixteen_bytes_is_found_without_a_nul():
    piece = b"GPU device may be out of range, "

    assert texts(b"\xff\x02" + piece + b"\x01\xfe\0\0") == [piece.decode()]


def test_symbols_and_noise_are_left_out():
    assert texts(b"\0_ZN4c10d16ProcessGroupNCCLE\0!!!!!!!!!!\0N5torch3jit4NodeE\0Watchdog caught\0") == [
        "Watchdog caught"
    ]


def test_each_string_is_kept_once_in_the_order_of_the_file():
    assert texts(b"first text\0second text\0first text\0") == ["first text", "second text"]


def test_rust_keeps_its_literals_without_anything_between_them():
    data = b"\xff\0The current process just got forked.Disabling parallelism\xfe\0"

    assert texts(data) == ["The current process just got forked.Disabling parallelism"]


def test_a_library_of_noise_takes_no_more_memory_than_a_chunk(monkeypatch):
    sizes = []
    blocks = library._blocks
    monkeypatch.setattr(library, "_blocks", lambda s: (sizes.append(len(b)) or b for b in blocks(s)))

    library.read(io.BytesIO(os.urandom(2 * library.CHUNK + 5)))

    assert max(sizes) <= library.CHUNK + library.LONGEST
