"""One pass over a log of any size: the same findings wherever it is cut, and no more memory for more log."""

import io
import tracemalloc

import pytest

from kb.catalogue.loading.loader import load
from kb.matching.signatures import SignatureDatabase
from kb.reading.one_pass import read
from kb.reading.text import decoding
from tests.contents import write_entry

MESSAGE = "the widget was not frobnicated in time and nobody noticed"


@pytest.fixture
def signatures(content):
    write_entry(content, "widget", line=MESSAGE)
    return SignatureDatabase(load(content).entries)


class Endless(io.RawIOBase):
    """A log that is made while it is read: `blocks` blocks of ordinary lines, then an end."""

    def __init__(self, blocks: int, end: bytes):
        self.blocks = [end, *[b"[rank0]: step 1 loss 0.5 error_rate 0.1\n" * 6000] * blocks]

    def read(self, size: int = -1) -> bytes:
        return self.blocks.pop() if self.blocks else b""


@pytest.mark.parametrize("before", range(0, 130, 7))
def test_a_message_is_found_once_wherever_the_log_is_cut(signatures, monkeypatch, before):
    monkeypatch.setattr(decoding, "BLOCK", 128)
    wrapped = MESSAGE[:40] + "\n" + MESSAGE[40:]
    log = "-" * before + "\nfine\n" + wrapped + "\nKeyError: 'lr'\n" + "fine\n" * 50
    reading = read("a.log", log, signatures, keep=False)

    assert [seen.line for seen in reading.found[MESSAGE]] == [3]
    assert [(error.line, error.text) for error in reading.errors.lines] == [(5, "KeyError: 'lr'")]
    assert reading.line_count == 55


def test_a_message_at_the_end_of_a_large_log_has_its_line(signatures):
    reading = read("", Endless(8, f"[rank3]: {MESSAGE}\n".encode()), signatures, keep=False)

    assert [(seen.line, seen.rank) for seen in reading.found[MESSAGE]] == [(48_001, "3")]
    assert reading.pasted == []


def test_four_times_the_log_takes_no_more_memory(signatures):
    def peak(blocks):
        log = Endless(blocks, MESSAGE.encode())
        tracemalloc.start()
        assert read("", log, signatures, keep=False).found
        size = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return size

    peak(1)

    assert peak(160) < 1.2 * peak(40)


def test_the_end_of_a_log_full_of_errors_is_kept(signatures):
    noise = "".join(f"WARNING: item {'x' * n} failed\n" for n in range(1, 300))
    errors = read("", noise + "KeyError: 'lr'\n", signatures, keep=False).errors.lines

    assert errors[0].line == 1
    assert errors[-1].text == "KeyError: 'lr'"


def test_what_is_no_log_has_a_notice(signatures):
    assert "gunzip" in read("a", b"\x1f\x8b\x08", signatures, keep=True).notice


def test_versions_that_the_log_itself_mentions(signatures):
    text = (
        "NCCL version 2.21.5+cuda12.4\n/lib/python3.10/site-packages/x\ntorch==2.3.1\n"
        "deepspeed                0.18.3\nDriver Version: 525.85.12\nNCCL version 9.9.9\n"
    )

    assert read("", text, signatures, keep=False).versions == {
        "NCCL": "2.21.5",
        "torch": "2.3.1",
        "Python": "3.10",
        "CUDA": "12.4",
        "DeepSpeed": "0.18.3",
        "driver": "525.85.12",
    }
