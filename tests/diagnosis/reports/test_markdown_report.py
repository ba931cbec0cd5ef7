"""An answer for a chat, a ticket, a CI job's summary; tests/pages/answers/test_share.py has what the site adds."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.loader import load
from kb.diagnosis.against.matching import Good, match_against
from kb.diagnosis.answer import Answer
from kb.diagnosis.differential.asking import Asked
from kb.diagnosis.differential.differential import Candidate, Differential
from kb.diagnosis.matcher import Matcher
from kb.diagnosis.reports.markdown_report import as_markdown, fenced, in_order, told_lines
from kb.diagnosis.reports.text_report import as_text
from kb.language import speaking
from kb.matching.match import Evidence, Match
from kb.reading.errors import ErrorLine
from tests.shelf import LOG, UNKNOWN_LOG, make_content


@pytest.fixture(scope="module")
def small(tmp_path_factory) -> Matcher:
    return Matcher(Catalogue.of(load(make_content(tmp_path_factory.mktemp("markdown") / "content"))))


def test_where_no_site_is_the_rest_is_shown_by_a_command(small):
    assert "rankdown show duplicate-gpu\n" in as_markdown(small.match_text(LOG), "")
    assert "http://x/failures/duplicate-gpu/" in as_markdown(small.match_text(LOG), "http://x")


def test_where_nothing_is_proved_the_candidates_are_marked_so(small):
    text = as_markdown(small.match_text(UNKNOWN_LOG), "")

    assert text.startswith("**No known failure**")
    assert "came first, so fix it before anything else: `RuntimeError: the flux capacitor" in text
    assert "4: RuntimeError: the flux capacitor" in text


def test_where_nothing_is_proved_the_next_check_is_told_with_its_command(small):
    check = next(iter(small.catalogue.checks))
    guessed = replace(small.match_text(UNKNOWN_LOG), differential=Differential((), asked=Asked(check, 1.0)))
    text = as_markdown(guessed, "http://x")

    assert f"Check next (1 min): {check.front.title}\n\n```\nnvidia-smi\n```\n\nHow: http://x/checks/" in text
    assert "Check next" not in as_markdown(small.match_text(LOG), "http://x")


def test_beside_a_good_run_the_new_lines_stand_there_too(small):
    good = Good([("", "[rank0]: W0320 starting up\n")], small)
    text = as_markdown(match_against([("", LOG)], good, small), "")

    assert "What the good run never says: 4 kinds of lines, the most telling first:\n\n```\n" in text
    assert "good run" not in as_markdown(small.match_text(LOG), "")
    same = as_markdown(match_against([("", LOG)], Good([("", LOG)], small), small), "")
    assert same.endswith("Every kind of line in this log stands in the good run's log too\n")


def test_chinese_sentences_stand_without_a_space_between_them(small):
    with speaking("zh"):
        assert "）。已知故障：" in as_markdown(small.match_text(LOG), "").splitlines()[0]


def test_more_paragraphs_stand_at_the_end(small):
    assert as_markdown(small.match_text(LOG), "", ["one", "", "two"]).endswith("\n\none\n\ntwo\n")


@pytest.mark.parametrize("text", ["plain", "a ``` b", "a ````` b"])
def test_no_line_ends_the_code_block(text):
    first, *_, last = fenced(text).splitlines()
    assert first == last and first not in text


def test_lines_stand_in_the_order_of_the_log():
    lines = [ErrorLine(11, "", "", "b"), ErrorLine(2, "", "", "b"), ErrorLine(7, "", "", "a")]
    assert [(line.file, line.line) for line in in_order(lines)] == [("a", 7), ("b", 2), ("b", 11)]


def test_of_the_readers_own_exception_the_place_is_told_and_no_guess(small):
    log = 'Traceback (most recent call last):\n  File "/app/train.py", line 7, in main\n    f(x)\nTypeError: no\n'
    text = as_markdown(small.match_text(log), "", headline="TypeError: no in your own code: train.py:7")

    assert text.startswith("**TypeError: no in your own code: train.py:7**\n\n```\n4: TypeError: no\n```")
    assert "In your own code: /app/train.py:7 in main\n\n```\nf(x)\n```" in text and "%" not in text


def test_the_readers_own_exception_above_the_proof_is_told_before_the_fix(small):
    log = 'Traceback (most recent call last):\n  File "/app/train.py", line 7, in main\n    f(x)\nTypeError: no\n'
    text = as_markdown(small.match_text(log + LOG), "")

    assert (
        text.startswith("**Known failure: ") and "fix it before anything else: `TypeError: no`" in text.split("Fix:")[0]
    )
    assert "Your own code's exception came first\n  line 4: TypeError: no\n" in as_text(small.match_text(log + LOG))


def test_none_of_these_is_told_with_its_share_and_what_is_hardly_likely_is_not(small):
    one, other = small.catalogue.entries[:2]
    told = Differential((Candidate(one, 0.6), Candidate(None, 0.37), Candidate(other, 0.03)))
    text = as_markdown(replace(small.match_text(UNKNOWN_LOG), differential=told), "")

    assert f"- 60% {one.title}: " in text and "\n- 37% none of these\n" in text
    assert "3%" not in text.replace("37%", "")


def test_sentences_of_a_person_are_no_error_lines(small):
    said = ErrorLine(1, "When I set NCCL_ALGO=CollNet, the training code that we have on two nodes is killed")
    lines = told_lines(Answer(error_lines=(said, ErrorLine(2, "bus error"))))
    assert [line.line for line in lines] == [2]
    assert told_lines(Answer(error_lines=(said,))) == []


def test_what_only_followed_is_one_line(small):
    (entry, *_) = small.catalogue.entries
    table = Match(entry, 0.6, (Evidence(9, "see the table", "decisive", "", file="rank0.log"),), "")
    text = as_markdown(replace(small.match_text(UNKNOWN_LOG), followed=(table,)), "")
    assert f"\nOnly followed from it: {entry.title} (rank0.log:9)\n" in text
