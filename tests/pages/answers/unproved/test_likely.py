"""The headline of a description: named only where it fits one failure, and never as proved."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kb.diagnosis.differential.differential import Candidate, Differential
from kb.library import Library
from kb.pages.answers.result import result_page
from kb.pages.answers.unproved.likely import LIKELY
from kb.reading.errors import ErrorLine
from tests.shelf import make_content


@pytest.fixture(scope="module")
def edition(tmp_path_factory):
    return Library(make_content(tmp_path_factory.mktemp("likely") / "content"), follow=False).current()


def described(edition, share: float, **changes):
    """The page for an answer whose first candidate has this share."""
    entry = edition.catalogue.by_slug["bad-ordinal"]
    told = Differential((Candidate(entry, share), Candidate(None, 1 - share)))
    answer = replace(
        edition.matcher.match_text("my two GPUs stand still"), off_topic=False, differential=told, **changes
    )
    return result_page(answer, edition.catalogue)


def test_a_description_that_fits_one_failure_is_named_after_it_as_not_proved(edition):
    assert (described(edition, 0.7).likely.card.title, described(edition, 0.7).likely.share) == ("Bad ordinal", 70)
    assert described(edition, 0.7).title == "Most likely: Bad ordinal"
    assert described(edition, LIKELY - 0.01).likely is None
    assert described(edition, 0.2).likely is None, "none of these is likelier"


def test_a_log_with_an_error_of_its_own_is_not_named_after_a_likeness(edition):
    line = ErrorLine(1, "RuntimeError: the flux capacitor", "")
    assert described(edition, 0.9, unexplained=line).likely is None
    assert described(edition, 0.9, error_lines=(line,)).likely is None


def test_guesses_below_are_not_denied_by_the_headline(edition):
    line = ErrorLine(1, "RuntimeError: the flux capacitor", "")
    assert described(edition, 0.7, error_lines=(line,)).title == "No line proves a known failure"
    assert described(edition, 0.7, unexplained=line).title == "No line proves a known failure"


def test_no_known_failure_is_said_only_where_none_is_offered(edition):
    assert described(edition, 0.2).title == "No line proves a known failure"
    nothing = replace(edition.matcher.match_text("my two GPUs stand still"), differential=None)
    assert result_page(nothing, edition.catalogue).title == "No known failure"


def test_words_of_a_person_that_name_an_error_are_a_description(edition):
    line = ErrorLine(1, "docker 里跑 DataLoader 报 bus error，说 shared memory 不够", "")
    assert described(edition, 0.9, error_lines=(line,)).likely.card.title == "Bad ordinal"


@pytest.mark.parametrize(
    ("line", "is_described"),
    [
        ("With 8 V100 it freezes after some hours, but there is no error.", True),
        ("With one GPU it runs, with two the program is killed after the first epoch.", True),
        ("RuntimeError: the flux capacitor of my two ranks is not calibrated", False),
        ("[rank0]: it is killed when the widget and the gadget do not agree on one of them", False),
    ],
)
def test_an_english_sentence_of_a_person_is_a_description_too(edition, line, is_described):
    answer = described(edition, 0.9, error_lines=(ErrorLine(1, line, ""),))
    assert (answer.likely is not None) == is_described


def test_the_fix_stands_below_should_it_be_this(edition):
    assert "Bind" not in described(edition, 0.7).fix and described(edition, 0.7).likely.fix


def test_the_message_of_a_description_has_its_headline_and_its_guesses(edition):
    text = described(edition, 0.7).share.markdown
    assert text.startswith("**Most likely: Bad ordinal**") and "70% Bad ordinal" in text
