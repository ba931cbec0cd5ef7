"""The state says of which files what is kept was made, and whether that can be believed."""

from __future__ import annotations

from pathlib import Path

import pytest

from kb.cache.files import UNKNOWN, Seen
from kb.cache.state import State, read
from kb.cache.tables import Spoiled
from kb.catalogue.loading.problems import Problem

SEEN = {"nccl/it/entry.md": Seen((1, 2, 3, 4), "of it")}
PROBLEMS = (Problem(Path("nccl/odd/entry.md"), 3, "odd"),)


def test_what_is_written_is_read_again():
    state = read(State.of("a base", "a delta", "a shape", SEEN, PROBLEMS).written)
    assert (state.base, state.delta, state.shape, state.problems) == ("a base", "a delta", "a shape", PROBLEMS)
    assert state.seen == SEEN


def test_files_as_they_were_seen_have_a_stamp():
    assert State.of("", "", "", SEEN).stamp == State.of("", "", "", dict(SEEN)).stamp != ""


def test_a_file_that_must_be_read_again_leaves_no_stamp():
    assert State.of("", "", "", SEEN | {"new": Seen(UNKNOWN, "of it")}).stamp == ""


@pytest.mark.parametrize("at", [0, 40, -1])
def test_a_changed_byte_is_not_believed(at):
    written = bytearray(State.of("", "", "", SEEN).written)
    written[at] ^= 1
    with pytest.raises(Spoiled):
        read(bytes(written))
