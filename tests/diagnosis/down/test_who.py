"""Several ranks' logs together: who stopped by itself is named, who is only silent is not convicted."""

import pytest

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.loader import load
from kb.diagnosis.matcher import Matcher
from tests.contents import write_entry

TRACEBACK = (
    'Traceback (most recent call last):\n  File "/app/train.py", line 7, in <module>\n    main()\n'
    "json.decoder.JSONDecodeError: Expecting value: line 1 column 1 (char 0)\n"
)


@pytest.fixture
def matcher(content):
    write_entry(content, "timeout", line="Watchdog caught collective operation timeout")
    for n in range(3):
        write_entry(content, f"cause-{n}", line=f"widget {n} has crashed for good", leads_to="timeout")
    return Matcher(Catalogue.of(load(content)))


def timeout(rank, seq=8):
    return (
        f"[rank{rank}]:[E1218 20:27:21 ProcessGroupNCCL.cpp:629] [Rank {rank}] Watchdog caught collective operation "
        f"timeout: WorkNCCL(SeqNum={seq}, OpType=ALLREDUCE, NumelIn=4, NumelOut=4, Timeout(ms)=600000) ran for 600081 "
        "milliseconds before timing out.\n"
    )


def of_rank(rank, text):
    return "".join(f"[rank{rank}]: {line}\n" for line in text.splitlines())


def test_a_rank_whose_own_file_has_an_exception_stopped_and_the_others_waited(matcher):
    answer = matcher.match([("rank0.log", timeout(0)), ("rank1.log", timeout(1)), ("rank2.log", TRACEBACK)])

    assert answer.first_down.sentence == "Rank 2 went down first (rank2.log:4). Ranks 0 and 1 waited for it."
    assert (answer.best, answer.unexplained.file) == (None, "rank2.log")


def test_the_exception_of_the_rank_that_stopped_the_others_is_the_answer(matcher):
    own = 'Traceback (most recent call last):\n  File "/app/train.py", line 7, in main\n    x\nKeyError: 3\n'
    answer = matcher.match([("rank0.log", timeout(0)), ("rank1.log", timeout(1)), ("rank2.log", own)])

    assert (answer.own_exception.text, answer.own_exception.own.line) == ("KeyError: 3", 7)
    assert answer.differential.asked is None
    stopped = matcher.match([("rank0.log", timeout(0)), ("rank1.log", timeout(1)), ("rank2.log", TRACEBACK)])
    assert stopped.own_exception.file == "rank2.log", "a library that it called raised it"
    assert matcher.match_text(TRACEBACK).own_exception is None, "nobody waited"


@pytest.mark.parametrize("first", [True, False])
def test_in_one_log_it_says_nothing_where_the_exception_stands(matcher, first):
    own, others = of_rank(2, TRACEBACK), timeout(0) + timeout(1)
    answer = matcher.match_text(own + others if first else others + own)

    assert (answer.first_down.ranks, answer.first_down.way) == ((2,), "process dead")
    assert answer.unexplained.text.endswith("(char 0)")


def test_a_connection_that_is_gone_may_follow_from_the_others(matcher):
    answer = matcher.match_text(timeout(0) + timeout(2) + "[rank1]: ConnectionResetError: the peer is gone\n")

    assert (answer.best.slug, answer.first_down.way) == ("timeout", "cannot tell")


def test_where_an_error_is_proved_silence_convicts_nobody(matcher):
    answer = matcher.match_text("widget 1 has crashed for good\n" + timeout(0) + timeout(2))

    assert (answer.best.slug, answer.first_down) == ("cause-1", None)


def test_in_the_first_collective_of_a_job_silence_convicts_nobody(matcher):
    assert matcher.match_text(timeout(1, seq=1)).first_down is None
