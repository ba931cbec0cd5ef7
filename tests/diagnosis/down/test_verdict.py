"""Which rank went down first, and in which way; who only reported first is kept apart."""

import pytest

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.loader import load
from kb.diagnosis.matcher import Matcher
from tests.contents import edit, write_entry
from tests.diagnosis.down.test_hang import timeout


@pytest.fixture
def matcher(content):
    write_entry(content, "oom", line="the widget ran out of memory here", leads_to="timeout")
    write_entry(content, "timeout", line="Watchdog caught collective operation timeout: WorkNCCL(")
    return Matcher(Catalogue.of(load(content)))


def test_the_rank_that_a_line_convicts_went_down_first_and_the_others_waited(matcher):
    ranks = [(f"rank{n}.log", timeout(n, completed=7)) for n in (0, 1, 3)]
    failed = ("rank2.log", "fine\n2026-01-01 03:11:02 the widget ran out of memory here\n")
    down = matcher.match([*ranks, failed]).first_down

    assert (down.ranks, down.way, down.slug, down.waiting) == ((2,), "process dead", "oom", (0, 1, 3))
    assert down.sentence == (
        "Rank 2 went down first at 2026-01-01 03:11:02 (rank2.log:2). Ranks 0, 1 and 3 waited for it."
    )


def test_of_several_that_failed_the_first_by_the_clock_went_down_first(matcher):
    log = (
        "[rank5]: 2026-01-01 03:11:09 the widget ran out of memory here\n"
        "[rank1]: 2026-01-01 03:11:02 the widget ran out of memory here\n"
    )

    assert matcher.match_text(log).first_down.ranks == (1,)


def test_of_a_rank_that_is_alone_in_the_paste_nobody_knows_whether_it_was_the_first(matcher):
    down = matcher.match_text("[rank5]: 2026-01-01 03:11:09 Error: the widget ran out of memory here\n").first_down

    assert down.sentence == "Rank 5 went down at 2026-01-01 03:11:09 (line 1)."


def test_a_report_of_waiting_convicts_nobody(matcher):
    assert matcher.match_text(timeout(0, completed=7) + timeout(1, completed=7)).first_down is None


def test_who_is_behind_did_not_join_or_stands_inside_as_its_own_counts_say(matcher):
    absent = matcher.match_text(timeout(0, seq=9, completed=8) + timeout(1, seq=5, completed=4)).first_down
    inside = matcher.match_text(timeout(0, seq=9, completed=8) + timeout(1, seq=8, completed=7)).first_down

    assert (absent.ranks, absent.way) == ((1,), "did not join")
    assert (inside.ranks, inside.way) == ((1,), "stuck inside")


@pytest.mark.parametrize(
    ("other", "way"), [({"op": "BROADCAST"}, "collectives differ"), ({"numel": 9}, "arguments differ")]
)
def test_where_calls_differ_the_odd_rank_is_named(matcher, other, way):
    down = matcher.match_text(timeout(0) + timeout(1) + timeout(2, **other)).first_down

    assert (down.ranks, down.way) == ((2,), way)


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ({"op": "BROADCAST"}, "Ranks 0 and 1 called different collectives (line 1)."),
        ({"numel": 9}, "Ranks 0 and 1 called the collective with different sizes (line 1)."),
    ],
)
def test_two_that_cannot_be_told_apart_are_both_named_and_compared_with_nobody_else(matcher, other, said):
    down = matcher.match_text(timeout(0) + timeout(1, **other)).first_down

    assert (down.ranks, down.sentence) == ((0, 1), said)


def test_a_report_of_waiting_that_the_paste_cuts_off_convicts_nobody(matcher):
    assert matcher.match_text(timeout(0) + timeout(1) + timeout(2)[:150]).first_down is None


def test_a_report_of_waiting_that_is_printed_again_as_the_rank_ends_convicts_nobody(matcher):
    again = "[Rank 0] NCCL watchdog thread terminated with exception: "
    assert matcher.match_text(timeout(0) + timeout(1) + again + timeout(0)).first_down is None


def test_the_headline_has_the_time_to_the_millisecond(matcher):
    down = matcher.match_text("[rank2]: 2026-01-01 03:11:02.112000000 the widget ran out of memory here\n").first_down

    assert "at 2026-01-01 03:11:02.112 (line 1)" in down.sentence


def test_silence_is_no_proof(matcher):
    down = matcher.match_text("world_size=3\n" + timeout(0) + timeout(2)).first_down

    assert (down.ranks, down.way) == ((1,), "cannot tell")
    assert "from there no timeout is in this paste" in down.sentence


def test_who_reported_first_is_told_apart_from_who_went_down(matcher):
    late, early = timeout(0, completed=7), timeout(1, completed=7).replace("20:27:21.426", "20:27:20.001")
    down = matcher.match_text(late + early + "[rank2]: 20:20:00 the widget ran out of memory here\n").first_down

    assert (down.ranks, down.reported_first) == ((2,), 1)


def test_a_log_without_ranks_blames_none(matcher):
    assert matcher.match_text("the widget ran out of memory here\n").first_down is None


def test_a_row_of_a_table_convicts_no_rank(content):
    write_entry(content, "full", line="the widget ran out of memory here")
    edit(content / "nccl/full/entry.md", "leads_to:", "  - {fact: fd_limit < 2048, proof: decisive}\nleads_to:")
    limits = "Limit                     Soft Limit           Hard Limit           Units\n"
    limits += "Max open files            1024                 4096                 files\n"
    paste = f"rankdown-collect 1\n\n== limits pid=7 rank=3 at=0.1s ==\n{limits}"

    answer = Matcher(Catalogue.of(load(content))).match_text(paste)
    assert answer.best.slug == "full"
    assert answer.first_down is None


def test_a_harmless_line_of_a_rank_ended_nobody(content):
    write_entry(content, "note", kind="harmless", line="the widget was not put away at the end")
    matcher = Matcher(Catalogue.of(load(content)))
    answer = matcher.match_text("[rank0]: 2026-01-01 03:11:09 the widget was not put away at the end\n")

    assert (answer.best.slug, answer.first_down) == ("note", None)


@pytest.mark.parametrize(("kind", "down"), [("silent", None), ("slow", None), ("error", (0,))])
def test_a_warning_of_what_goes_on_ended_nobody(content, kind, down):
    write_entry(content, "note", kind=kind, line="widgets of two sizes were added")
    answer = Matcher(Catalogue.of(load(content))).match_text(
        "[rank0]:[W1120 10:00:00.1 a.cpp:7] widgets of two sizes were added\n"
    )

    assert answer.best.slug == "note"
    assert (answer.first_down and answer.first_down.ranks) == down


def test_who_outlived_another_did_not_go_down(content):
    write_entry(content, "lost", line="the widget store is gone")
    edit(content / "nccl/lost/entry.md", "retry: change-first", "retry: change-first\nprinted_by: survivors")
    answer = Matcher(Catalogue.of(load(content))).match_text(
        "[rank6]:[W1120 10:00:00.1 a.cpp:7] the widget store is gone\n"
    )

    assert (answer.best.slug, answer.first_down) == ("lost", None)


def test_whose_wait_was_over_by_the_clock_did_not_wait_for_it(matcher):
    earlier = "".join(timeout(rank) for rank in (0, 2))
    down = matcher.match_text(
        earlier + "[rank1]:[E1218 21:07:21.426 a.cpp:7] the widget ran out of memory here\n"
    ).first_down

    assert down.sentence == "Rank 1 went down at 21:07:21.426 (line 3)."


def test_an_error_that_a_rank_caught_and_went_on_behind_did_not_end_it(matcher):
    caught = "[rank2]: WARNING: caught the widget ran out of memory here, skipping\n"
    down = matcher.match_text(caught + "".join(timeout(rank, seq=8 - (rank == 2)) for rank in range(4))).first_down

    assert (down.ranks, down.way) == ((2,), "stuck inside")
