"""What an agent is told: proof and what would refute it, never a guess as an answer, always small."""

import pytest
from django.conf import settings

from kb.agents.facts import facts
from kb.agents.pages import MOST_TOKENS, Pages, tokens

SAMPLES = sorted(settings.CONTENT_DIR.glob("*/*/samples/*.log"))


def told(matcher, text):
    return facts(matcher.match_text(text))


def names(text):
    return [line.split(":")[0] for line in text.splitlines()]


def test_a_known_failure_comes_with_evidence_refutation_and_what_not_to_do(matcher):
    text = told(matcher, "x\nDuplicate GPU detected : rank 0 and rank 2 both on CUDA device 73010\n")

    assert text.startswith("verdict: known failure, proved by lines of this log\nfailure: nccl-duplicate-gpu ")
    assert "\nevidence: line 2: Duplicate GPU detected" in text
    assert {"retry", "refuted if", "fix", "all of it"} <= set(names(text))
    assert "if it does not fit, cuda-invalid-device-ordinal: " in text


def test_where_nothing_is_proved_it_says_so_first_and_what_to_check(matcher):
    text = told(matcher, "the job hangs at the first all-reduce and nothing is printed any more")

    assert text.startswith("verdict: nothing proved")
    assert {"next check", "outcome", "do not"} <= set(names(text)) and "evidence" not in names(text)
    assert "none of these" in text


def test_beside_a_good_run_it_says_what_only_this_one_says_and_that_proves_nothing(matcher):
    answer = matcher.match_text("starting\nKeyError: 'flux'\n", against="starting\nall is well\ndone\n")
    text = facts(answer)

    assert text.startswith("verdict: nothing proved")
    assert "\nnot in the good run, exception: line 2: KeyError: 'flux'\n" in text
    assert "\nprogress: It came as far as line 1 (in the good run line 1)" in text
    assert "\nsaid only by the good run: line 2: all is well" in text


def test_evidence_that_the_good_run_has_too_is_told_and_what_cannot_be_read_is_said(matcher):
    line = "Duplicate GPU detected : rank 0 and rank 2 both on CUDA device 73010"
    both = facts(matcher.match_text(line, against=f"well\n{line}\n"))
    unread = facts(matcher.match_text(line, against=b"\x89PNG\r\n\x1a\n" + bytes(100)))

    assert "[also in the good run, line 2: this alone did not end it]" in both
    assert "verdict: known failure" in unread and "The good run's log could not be read: " in unread


def test_what_is_no_log_is_said(matcher):
    assert told(matcher, "").startswith("verdict: not readable")


def test_secrets_do_not_reach_the_agent(matcher):
    line = "Duplicate GPU detected : rank 0 and rank 2 both on CUDA device 73010 token=hf_" + "aB3dE5fG7hI9" * 3
    text = told(matcher, f"x\n{line}\n")

    assert "aB3dE5fG7hI9" not in text and "masked: 1 values" in text


@pytest.mark.parametrize("sample", SAMPLES[::10], ids=lambda path: f"{path.parents[1].name}/{path.name}")
def test_what_matters_of_every_answer_stands_on_its_first_page(matcher, sample):
    page = Pages().first(told(matcher, sample.read_bytes()))

    assert tokens(page) <= MOST_TOKENS + 30
    verdict = names(page)[0]
    assert verdict == "verdict"
    assert "refuted if" in names(page) if "known failure" in page else "nothing proved" in page
