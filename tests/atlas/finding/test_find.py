"""Wanted texts × literals: how a message is found in a program that puts it together from pieces."""

import pytest

from kb.atlas.finding.find import ENOUGH, Finder
from kb.atlas.finding.wanted import LINE, NAME, Wanted
from tests.atlas.shelves import member

LINE_TEXT = "Duplicate GPU detected : rank <int> and rank <int> both on CUDA device <hex>"


def share(line: str, *texts: str) -> float:
    finder = Finder([Wanted(LINE, line)])
    held = finder.look([member("a.py", *texts)]).lines
    return finder.lines[line].share(held[line].mask) if line in held else 0.0


@pytest.mark.parametrize(
    "texts",
    [
        ["Duplicate GPU detected : rank %d and rank %d both on CUDA device %lx"],
        ["Duplicate GPU detected : rank {} and rank {} both on CUDA device {}"],
        ["prefix: Duplicate GPU detected : rank %d and rank %d both on CUDA device %lx, stopping"],
        ["DUPLICATE gpu detected: rank %d and rank %d both on\nCUDA device %lx"],
    ],
    ids=["printf", "f-string", "part of a longer text", "other case and spaces"],
)
def test_a_line_is_found_however_its_values_are_filled_in(texts):
    assert share(LINE_TEXT, *texts) == 1.0


def test_a_message_that_is_streamed_together_is_found_in_its_pieces():
    line = "Watchdog caught collective operation timeout: <any> ran for <int> milliseconds before timing out."

    assert (
        share(line, "Watchdog caught collective operation timeout: ", " ran for ", " milliseconds before timing out.")
        == 1.0
    )


def test_short_pieces_that_any_program_has_prove_nothing():
    assert share(LINE_TEXT, "rank ", " and rank ", "device ", "detected") < ENOUGH


def test_pieces_in_different_files_are_not_one_message():
    finder = Finder([Wanted(LINE, LINE_TEXT)])
    held = finder.look([member("a.py", "Duplicate GPU detected : rank "), member("b.py", "both on CUDA device ")]).lines

    assert finder.lines[LINE_TEXT].share(held[LINE_TEXT].mask) < ENOUGH


def test_another_wording_is_another_line():
    text = "Multiple Ranks are using the same GPU/Partition. Set NCCL_MULTI_RANK_GPU_ENABLE=1 to enable this"

    assert share(LINE_TEXT, text) < ENOUGH


@pytest.mark.parametrize(
    ("texts", "has"),
    [
        (["socketProgress: Connection closed by remote peer %s"], True),
        (["socketProgress", "Connection closed by remote peer %s"], True),
        (["ncclOsSocketProgress: Connection closed by remote peer %s"], True),
        (["Connection closed by remote peer %s"], False),
        (["socketProgress", "Net : Connection closed by remote peer %s"], False),
    ],
    ids=["in one literal", "the compiler's name of the function", "a longer name", "no function", "in another's name"],
)
def test_a_function_in_front_of_a_line_must_be_in_the_same_file(texts, has):
    line = "SocketProgress: Connection closed by remote peer"

    assert share(line, *texts) == (1.0 if has else 0.0)


def names(members, *wanted: str) -> set[str]:
    return Finder([Wanted(NAME, name) for name in wanted]).look(members).names


def test_names_are_found_in_code_and_in_texts_as_whole_words():
    code = member("torch/a.py", "NCCL_DEBUG_FILE", "use --nproc-per-node=2", names=("device_id",))

    assert names([code], "NCCL_DEBUG", "NCCL_DEBUG_FILE", "--nproc-per-node", "--nproc", "device_id") == {
        "NCCL_DEBUG_FILE",
        "--nproc-per-node",
        "device_id",
    }


def test_of_a_dotted_name_the_owner_must_be_there_too():
    module = member("torch/cuda/memory.py", names=("memory_summary",))
    owner = member("transformers/trainer.py", names=("TrainingArguments", "main_process_first"))

    assert names([module], "torch.cuda.memory.memory_summary", "torch.mps.memory_summary") == {
        "torch.cuda.memory.memory_summary"
    }
    assert names([owner], "TrainingArguments.main_process_first") == {"TrainingArguments.main_process_first"}


def test_a_literal_that_releases_share_is_looked_at_once():
    finder = Finder([Wanted(LINE, LINE_TEXT)])
    finder.look([member("a.py", "Duplicate GPU detected")])
    finder._in_literal = None  # would fail if it were called again

    finder.look([member("b.py", "Duplicate GPU detected")])
