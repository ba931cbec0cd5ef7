"""What is compressed is known by its first bytes, unpacked within bounds, and named when it is broken."""

import bz2
import gzip
import io
import lzma
import random
import sys

import pytest

from kb.triage.sources.bounded import Bounded
from kb.triage.sources.packed import BROKEN, NotInstalled, is_packed, unpacked

LOG = b"step 1\n" * 50_000
PACKERS = {"gz": gzip.compress, "bz2": bz2.compress, "xz": lzma.compress}


def zstd(text):
    return pytest.importorskip("zstandard").compress(text)


@pytest.fixture(params=[*PACKERS, "zst"])
def pack(request):
    return PACKERS.get(request.param, zstd)


def read(packed):
    return unpacked(io.BytesIO(packed), packed[:6]).read()


def test_every_kind_is_read(pack):
    assert is_packed(pack(LOG)[:6])
    assert read(pack(LOG)) == LOG


def test_streams_that_follow_each_other_are_one_log(pack):
    assert read(pack(LOG) + pack(b"and more")) == LOG + b"and more"


def test_a_log_that_is_cut_or_spoilt_is_an_error_that_we_know(pack):
    packed = pack(LOG)
    for broken in (packed[: len(packed) // 2], packed[:20] + bytes(len(packed) - 20)):
        with pytest.raises(BROKEN):
            if read(broken) != LOG:
                raise EOFError


def test_of_a_log_that_breaks_off_the_last_lines_before_the_break_are_read(pack):
    chance = random.Random(1)  # noqa: S311
    lines = b"".join(b"%d %s\n" % (n, chance.randbytes(30).hex().encode()) for n in range(40_000))
    packed = pack(lines)
    bounded, got = Bounded(unpacked(io.BytesIO(packed[:-1000]), packed[:6])), b""
    with pytest.raises(BROKEN):
        while block := bounded.read(256 * 1024):
            got += block
        raise EOFError

    # bzip2 packs up to 900,000 bytes at once.
    assert lines.startswith(got) and len(got) > len(lines) - (900_000 if pack is bz2.compress else 200_000)


def test_what_is_plain_stays_as_it_is():
    assert not is_packed(b"[rank0]")
    assert read(LOG) == LOG


def test_xz_that_asks_for_much_memory_is_refused():
    huge = lzma.compress(b"x", filters=[{"id": lzma.FILTER_LZMA2, "dict_size": 512 * 1024 * 1024}])

    with pytest.raises(BROKEN):
        read(huge)


def test_without_its_library_zstd_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "zstandard", None)

    with pytest.raises(NotInstalled, match=r"pip install 'rank-down\[triage\]'"):
        read(b"\x28\xb5\x2f\xfd" + b"rest")
