"""A failed log answered beside a good one; the pairs in runs/ are real."""

from pathlib import Path

import pytest

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.loader import load
from kb.diagnosis.against.matching import Good, match_against
from kb.diagnosis.matcher import Matcher
from kb.diagnosis.reports.json_report import as_json
from tests.contents import write_entry

RUNS = Path(__file__).parent / "runs"
HEALTHY = Path(__file__).parents[2] / "healthy"
NAMES = sorted(path.name.removesuffix(".good.log") for path in RUNS.glob("*.good.log"))


@pytest.fixture
def matcher(content):
    write_entry(content, "overflow", line="OVERFLOW! Rank <int> Skipping step", proof="decisive")
    write_entry(content, "minimum", line="Current loss scale already at minimum")
    write_entry(content, "late", line="Timed out waiting <int>ms for recv operation")
    write_entry(content, "worker", line="exited unexpectedly with exit code <int>")
    write_entry(content, "cold", line="the widget is much too cold")
    return Matcher(Catalogue.of(load(content)))


def answered(matcher, failed, good):
    return match_against([("", failed)], Good([("", good)], matcher), matcher)


@pytest.mark.parametrize("name", NAMES)
def test_in_a_real_pair_the_line_that_proves_the_failure_is_among_the_first_two_new_ones(matcher, name):
    failed, good = ((RUNS / f"{name}.{which}.log").read_bytes() for which in ("failed", "good"))
    answer = answered(matcher, failed, good)
    proving = {item.line for match in answer.matches if match.confident for item in match.evidence}

    assert proving & {one.line.line for one in answer.against.new[:2]}


def test_a_real_pair_tells_how_far_the_preprocessing_came(matcher):
    name = "preprocessing-outlasts-timeout"
    told = answered(matcher, *((RUNS / f"{name}.{which}.log").read_bytes() for which in ("failed", "good"))).against

    assert [line.text for line in told.expected] == ["rank 0 begins to train"]
    assert "26/40" in told.stopped[0].here.text and told.stopped[0].there.count > told.stopped[0].here.count


def test_two_healthy_launches_of_the_same_program_differ_in_little(matcher):
    node0, node1 = ((HEALTHY / f"torchrun-two-nodes-rank{n}-torch-2.13.log").read_bytes() for n in (0, 1))

    assert {one.kind for one in answered(matcher, node0, node1).against.new} == {"other"}  # rank 0 prints more
    assert "recvVector failed" in answered(matcher, node1, node0).against.new[0].line.text


def test_evidence_that_the_good_run_has_too_is_marked_and_keeps_its_score(matcher):
    failed = "starting\nthe widget is much too cold\nKeyError: 3\n"
    alone, beside = matcher.match_text(failed), answered(matcher, failed, "one\ntwo\nthe widget is much too cold\n")

    assert beside.best.evidence[0].also == ("", 3)
    assert beside.best.score == alone.best.score
    assert as_json(beside)["matches"][0]["evidence"][0]["also"] == {"file": "", "line": 3}


def test_evidence_that_only_this_run_has_is_not_marked(matcher):
    answer = answered(matcher, "the widget is much too cold\n", "all is well here\n")

    assert answer.best.evidence[0].also is None
    assert "also" not in as_json(answer)["matches"][0]["evidence"][0]


def test_a_good_log_that_cannot_be_read_is_said_and_the_answer_stands(matcher):
    answer = answered(matcher, "the widget is much too cold\n", b"\x89PNG\r\n\x1a\n" + bytes(100))

    assert answer.best.slug == "cold"
    assert "PNG" in answer.against.notice and not answer.against.new


def test_a_failed_log_that_cannot_be_read_has_nothing_to_compare(matcher):
    answer = answered(matcher, b"", "all is well here\n")

    assert answer.notice and answer.against is None


def test_secrets_in_lines_that_only_the_comparison_shows_are_counted(matcher):
    token = "hf_" + "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3f"
    answer = answered(matcher, f"hello\nthe widget is much too cold\nlogged in with {token}\n", "hello\n")

    assert as_json(answer)["masked"] == 1
    assert token not in str(as_json(answer))


def test_what_the_good_run_says_too_is_no_ground_for_a_guess(matcher):
    failed = "the widget may be a little cold\nstep 1 done\nRuntimeError: shapes differ\n"
    alone, beside = matcher.match_text(failed), answered(matcher, failed, "the widget may be a little cold\n" * 9)

    assert "cold" in [match.slug for match in alone.matches] and "widget" in alone.query
    assert "cold" not in [match.slug for match in beside.matches] and "widget" not in beside.query
