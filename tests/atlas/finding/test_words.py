"""Texts → words."""

import pytest

from kb.atlas.finding.words import pieces, speaker, spoken, words


def test_case_spaces_and_quotes_tell_nothing_apart_and_underscores_do():
    assert words('Set  "NCCL_DEBUG"=INFO\n') == words("set nccl_debug = info")
    assert words("CUDA_ERROR") != words("CUDA error")


@pytest.mark.parametrize(
    "literal",
    [
        "rank %d and rank %5.2f both",
        "rank %(a)s and rank %lx both",
        "rank {} and rank {name!r:>10} both",
        "rank {0} and rank {rank.local} both",
        "rank %zu and rank %-10s both",
    ],
)
def test_what_a_program_fills_in_parts_a_literal(literal):
    assert pieces(literal) == [["rank"], ["and", "rank"], ["both"]]


def test_braces_of_a_dictionary_are_text():
    assert pieces("{'shape': 1}") == [["shape", "1"]]


def test_the_class_the_function_and_the_source_file_are_said_by_nobody():
    assert spoken("socketPollConnect: exceeded retries (<int>)") == "exceeded retries (<int>)"
    assert spoken("NVMLError_DriverNotLoaded: Driver Not Loaded") == "Driver Not Loaded"
    assert spoken("Bootstrap: no interface found") == "Bootstrap: no interface found"
    assert spoken("torch.distributed.DistBackendError: NCCL error") == "NCCL error"
    assert words(spoken("[E ProcessGroupNCCL.cpp:<int>] Watchdog caught")) == ["e", "any", "watchdog", "caught"]


@pytest.mark.parametrize(
    ("line", "function"),
    [
        ("socketPollConnect: exceeded retries (<int>)", "socketpollconnect"),
        ("UserWarning: c10d::allreduce_: an autograd kernel was not registered", "allreduce_"),
        ("Bootstrap: no interface found", ""),
        ("RuntimeError: NCCL error", ""),
    ],
)
def test_the_function_in_front_is_known_by_its_last_name_in_small_letters(line, function):
    assert speaker(line) == function
