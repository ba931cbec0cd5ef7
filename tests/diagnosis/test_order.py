"""Proof before hint, cause before consequence, early before late."""

from dataclasses import replace

import pytest

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.loader import load
from kb.diagnosis import order
from kb.diagnosis.order import (
    beside_own_exception,
    chain,
    in_order,
    left_behind,
    only_followed,
    why_before,
    without_notes,
)
from kb.matching.finder import WORDS
from kb.matching.match import Evidence, Ground, Match
from kb.reading.errors import ErrorLine
from kb.reading.tracebacks.own_frame import OwnFrame
from tests.contents import write_entry


@pytest.fixture
def catalogue(content):
    write_entry(content, "oom", leads_to="timeout")
    write_entry(content, "timeout", leads_to="table")
    write_entry(content, "table")
    write_entry(content, "other")
    for n in range(3):
        write_entry(content, f"crash-{n}", leads_to="table")
    write_entry(content, "note", kind="harmless")
    return Catalogue.of(load(content))


OWN = OwnFrame("train.py", 7, "main", "raise RunError('it is over')", raised=True)


def evidence(line, proof="decisive", signature="x", file="", rank=""):
    return Evidence(line, "text", proof, signature, file=file, rank=rank)


def match(catalogue, slug, line, value=0.95, rank=""):
    return Match(catalogue.by_slug[slug], value, (evidence(line, rank=rank),), "why")


def slugs(matches):
    return [m.slug for m in matches]


def test_a_cause_comes_first_wherever_it_is_printed(catalogue):
    found = [match(catalogue, "table", 1), match(catalogue, "timeout", 5), match(catalogue, "oom", 9)]

    assert slugs(in_order(found, catalogue)) == ["oom", "timeout", "table"]
    assert slugs(chain(in_order(found, catalogue), catalogue)) == ["oom", "timeout", "table"]


def test_unrelated_failures_come_in_the_order_of_the_log(catalogue):
    assert slugs(in_order([match(catalogue, "other", 9), match(catalogue, "oom", 3)], catalogue)) == ["oom", "other"]


def test_they_come_by_the_clock_where_each_has_one_of_the_same_form(catalogue):
    late, early = evidence(1), evidence(2)
    found = [
        Match(catalogue.by_slug["oom"], 0.95, (replace(late, time="10:00:05,120"),), "why"),
        Match(catalogue.by_slug["other"], 0.95, (replace(early, time="10:00:01,003"),), "why"),
    ]
    ordered = in_order(found, catalogue)

    assert slugs(ordered) == ["other", "oom"]
    assert why_before(*ordered, catalogue) == "it shows first by the clock: 10:00:01,003 against 10:00:05,120"


def test_guesses_come_after_answers_by_score(catalogue):
    found = [match(catalogue, "other", 1, 0.3), match(catalogue, "table", 2, 0.5), match(catalogue, "oom", 99)]

    assert slugs(in_order(found, catalogue)) == ["oom", "table", "other"]


def test_a_consequence_belongs_to_the_failure_right_above_it(catalogue, content):
    write_entry(content, "crash", leads_to="table")
    catalogue = Catalogue.of(load(content))
    found = [match(catalogue, "oom", 10), match(catalogue, "crash", 50), match(catalogue, "table", 60)]

    assert slugs(chain(found, catalogue)) == ["oom"]
    assert slugs(chain(found[1:], catalogue)) == ["crash", "table"]


def test_nothing_follows_from_a_guess(catalogue):
    assert chain([match(catalogue, "oom", 1, 0.3), match(catalogue, "timeout", 2)], catalogue) == []


def test_a_consequence_is_no_answer_where_an_unknown_exception_came_first(catalogue):
    (lowered,) = only_followed([match(catalogue, "table", 9)], ErrorLine(4, "KeyError: 'x'"), catalogue)

    assert not lowered.confident
    assert "consequence" in lowered.reason


def test_what_follows_from_many_through_a_few_is_a_consequence_too(catalogue, content, monkeypatch):
    for cause in ("dry", "hot", "wet"):
        write_entry(content, f"very-{cause}", leads_to=cause)
        write_entry(content, cause, leads_to="gone")
    write_entry(content, "gone")
    catalogue, own = Catalogue.of(load(content)), ErrorLine(4, "KeyError: 'x'")

    monkeypatch.setattr(order, "CAUSES_SHARE", 6 / len(catalogue))
    assert only_followed([match(catalogue, "gone", 9)], own, catalogue)
    monkeypatch.setattr(order, "CAUSES_SHARE", 7 / len(catalogue))
    assert not only_followed([match(catalogue, "gone", 9)], own, catalogue)


@pytest.mark.parametrize(
    ("slug", "line"), [("table", 12), ("oom", 4), ("other", 4)], ids=["it came later", "a cause", "an end in itself"]
)
def test_otherwise_an_unknown_exception_changes_nothing(catalogue, slug, line):
    assert only_followed([match(catalogue, slug, 9)], ErrorLine(line, "KeyError: 'x'"), catalogue) == []


def test_a_launchers_word_may_be_printed_before_what_a_rank_still_had(catalogue, content, monkeypatch):
    for n in range(9):
        write_entry(content, f"cause-{n}", leads_to="summary")
    write_entry(content, "summary")
    catalogue, later = Catalogue.of(load(content)), ErrorLine(12, "RunError: it is over", own=OWN)
    proved = [match(catalogue, "summary", 9)]

    assert only_followed(proved, later, catalogue, is_own=True)
    assert not only_followed(proved, later, catalogue), "not the reader's own code"
    monkeypatch.setattr(order, "LAUNCHERS_SHARE", 1.0)
    assert not only_followed(proved, later, catalogue, is_own=True), "no launcher's summary"


def test_what_other_ranks_report_follows_from_the_readers_own_exception_wherever_that_stands(catalogue, monkeypatch):
    monkeypatch.setattr(order, "LAUNCHERS_SHARE", 1.0)
    reports = [match(catalogue, "table", 1, rank="0")]

    assert only_followed(reports, ErrorLine(12, "RunError: over", rank="3", own=OWN), catalogue, is_own=True)
    assert not only_followed(reports, ErrorLine(12, "RunError: over", rank="0", own=OWN), catalogue, is_own=True)
    assert only_followed(reports, ErrorLine(12, "KeyError: 'x'"), catalogue, is_own=True), "a program's mistake"
    assert not only_followed(reports, ErrorLine(12, "RunError: over"), catalogue, is_own=True), "whose?"
    assert order.reporting(reports, catalogue) == {0}
    assert order.reporting([match(catalogue, "oom", 1, rank="0")], catalogue) == set(), "a cause"


def test_a_harmless_note_explains_no_error_of_another_guess(catalogue):
    guesses = [match(catalogue, "note", 1, 0.5), match(catalogue, "other", 9, 0.1)]
    own, another = ErrorLine(1, "ERROR: the note"), ErrorLine(9, "[E socket.cpp:860] the store is not there")

    assert slugs(without_notes(guesses, [own, another])) == ["other"]
    assert slugs(without_notes(guesses, [own])) == ["note", "other"]
    assert slugs(without_notes(guesses, [own, ErrorLine(3, "ERROR: of nobody")])) == ["note", "other"]


def test_what_is_harmless_explains_no_exception_but_its_own(catalogue):
    guesses = [match(catalogue, "note", 1, 0.5), match(catalogue, "other", 9, 0.1)]
    own, another = ErrorLine(1, "ERROR: the note"), ErrorLine(4, "DistStoreError: Socket Timeout")

    assert slugs(without_notes(guesses, [own], another)) == ["other"]
    assert slugs(without_notes(guesses, [own], own)) == ["note", "other"]


def told(catalogue, slug, text, proof="supporting"):
    item = Evidence(1, text, proof, "x")
    grounds = (Ground("hint", "x", 0.4), Ground(WORDS, "", 0.3))
    return Match(catalogue.by_slug[slug], 0.4, (item,), "why", grounds)


def test_beside_an_exception_of_its_own_a_launchers_summary_is_a_guess_only_where_a_line_proves_it(catalogue):
    summary, other = told(catalogue, "table", "worker failed"), told(catalogue, "other", "widget cold")

    assert slugs(beside_own_exception([summary, other], catalogue)) == ["other"]
    assert slugs(beside_own_exception([match(catalogue, "table", 3, 0.6), other], catalogue)) == ["table", "other"]


def test_beside_an_exception_of_its_own_a_message_that_a_person_only_tells_of_is_words(catalogue):
    (kept,) = beside_own_exception([told(catalogue, "other", "widget cold: 17")], catalogue)
    (words,) = beside_own_exception([told(catalogue, "other", "训练中途会报错 widget cold，但是不影响训练")], catalogue)

    assert kept.evidence and len(kept.grounds) == 2
    assert not words.evidence and [ground.kind for ground in words.grounds] == [WORDS]


def test_what_is_left_where_its_cause_is_ruled_out_is_only_a_consequence(catalogue):
    table, timeout = match(catalogue, "table", 9), match(catalogue, "timeout", 5)
    (left,) = left_behind([table], [match(catalogue, "oom", 1), match(catalogue, "crash-1", 2)], catalogue)

    assert (left.slug, left.confident) == ("table", False)
    assert left_behind([table], [match(catalogue, "other", 1)], catalogue) == [], "it does not lead there"
    assert left_behind([timeout], [match(catalogue, "oom", 1)], catalogue) == [], "hardly anything else leads there"


SLURM_ENDED_IT = "slurmstepd: error: *** JOB 12345 ON node01 CANCELLED AT 2026-11-21T09:00:00{} ***\n"
TOLD_TO_STOP = "Received 15 death signal, shutting down workers\n"


@pytest.mark.parametrize(
    ("reason", "slug"),
    [
        (" DUE TO NODE FAILURE, SEE SLURMCTLD LOG FOR DETAILS", "slurm-node-failure"),
        (" DUE TO TIME LIMIT", "launcher-signal-hangup"),
        (" DUE TO PREEMPTION", "launcher-signal-hangup"),
        ("", "launcher-signal-hangup"),
    ],
)
@pytest.mark.parametrize("before", ["", TOLD_TO_STOP])
def test_why_slurm_ended_a_job_comes_before_what_its_launcher_was_told(matcher, before, reason, slug):
    assert matcher.match_text(before + SLURM_ENDED_IT.format(reason)).best.slug == slug
