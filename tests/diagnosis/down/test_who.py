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


def gone(rank):
    return f"[rank{rank}]: PeerError: the peer is gone\n"


OWN = 'Traceback (most recent call last):\n  File "/app/train.py", line 7, in main\n    x = lookup[key]\nKeyError: 3\n'


@pytest.fixture
def peers(content):
    """Three crashes after which ranks report that a peer is gone."""
    write_entry(content, "gone", line="PeerError: the peer is gone")
    for n in range(3):
        write_entry(content, f"cause-{n}", line=f"widget {n} has crashed for good", leads_to="gone")
    return Matcher(Catalogue.of(load(content)))


@pytest.mark.parametrize("first", [True, False])
def test_ranks_that_report_that_another_is_gone_did_not_go_down_first(peers, first):
    own, others = of_rank(2, OWN), gone(0) + gone(1)
    answer = peers.match_text(own + others if first else others + own)

    assert (answer.best, answer.own_exception.rank, [m.slug for m in answer.followed]) == (None, "2", ["gone"])
    assert answer.first_down.ranks == (2,) and answer.first_down.sentence.endswith("Ranks 0 and 1 waited for it.")


@pytest.mark.parametrize("said", ["OSError: [Errno 104] Connection reset by peer", "OSError: [Errno 32] Broken pipe"])
def test_who_lost_its_connection_is_no_cause_either(peers, said):
    lost = OWN.replace("KeyError: 3", said)

    assert peers.match_text(gone(0) + gone(1) + of_rank(2, lost)).best.slug == "gone"


def test_a_librarys_exception_beside_them_may_be_the_same_in_other_words(peers):
    library = 'Traceback (most recent call last):\n  File "/x/site-packages/a.py", line 7, in f\nBackendError: lost\n'

    assert peers.match_text(gone(0) + of_rank(2, library)).best.slug == "gone"


TABLE = """\
Failures:
[1]:
  time      : 2026-11-20_10:11:13
  rank      : 0 (local_rank: 0)
  exitcode  : 1 (pid: 4411)
------------------------------------------------------------
Root Cause (first observed failure):
[0]:
  time      : 2026-11-20_10:11:02
  rank      : 3 (local_rank: 3)
  exitcode  : 1 (pid: 4414)
============================================================
"""


def test_torchruns_table_knows_better_than_the_order_of_lines_who_ended_first(peers):
    crashed = "[rank0]: widget 1 has crashed for good\n"

    assert peers.match_text(crashed).first_down.ranks == (0,)
    assert peers.match_text(crashed + TABLE).first_down.ranks == (3,)
    assert peers.match_text(crashed.replace("rank0", "rank1") + TABLE).first_down.ranks == (1,), "it lists no rank 1"


def test_nobody_is_suspected_for_silence_where_the_readers_own_exception_is_known(peers):
    assert peers.match_text(timeout(1) + OWN).first_down is None


def test_of_one_ranks_timeout_alone_nobody_knows_what_the_others_print(matcher):
    assert matcher.match_text(timeout(5)).first_down is None
    assert matcher.match_text(timeout(0) + timeout(2)).first_down.ranks == (1,)


def test_of_an_attempt_before_nobody_waited_for_what_ended_the_next(matcher):
    first, then = timeout(0) + timeout(1) + TABLE, of_rank(2, TRACEBACK)
    down = matcher.match_text(first + "job attempt 2: resuming\n" + then).first_down

    assert (down.ranks, down.waiting, down.alone) == ((2,), (), True)


def test_another_ranks_exception_above_the_proof_is_shown_and_no_order_claimed(matcher):
    library = 'Traceback (most recent call last):\n  File "/x/site-packages/a.py", line 7, in f\nx.TileError: none\n'
    answer = matcher.match_text(of_rank(0, library) + "[rank1]: 2026-01-01 03:11:09 widget 1 has crashed for good\n")

    assert (answer.best.slug, answer.unexplained.rank, answer.own_exception) == ("cause-1", "0", None)
    assert (
        answer.unexplained_first and answer.first_down.sentence == "Rank 1 went down at 2026-01-01 03:11:09 (line 4)."
    )
