"""Of a run that went well nothing is guessed, until somebody says that something is wrong with it."""

import pytest

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.loader import load
from kb.diagnosis.matcher import Matcher
from kb.diagnosis.reports.headline import unproved
from tests.contents import write_entry

LOG = "the widget stays cold, loss 0.5\n" * 9 + "Training finished\n"


@pytest.fixture
def matcher(content):
    write_entry(content, "cold")
    return Matcher(Catalogue.of(load(content)))


def test_its_last_word_is_shown_and_no_guess(matcher):
    answer = matcher.match_text(LOG)

    assert (answer.finished.line, answer.matches, answer.differential) == (10, (), None)
    assert unproved(answer) == "No error in it, and its end looks like that of a finished run"


@pytest.mark.parametrize(
    "text",
    [
        f"Slower than yesterday:\n{LOG}",
        f"My model is not as good as it was with one GPU, and I do not know why\n{LOG}",
        f"RuntimeError: the widget is cold\n{LOG}",
        LOG.replace("Training finished", "saving"),
    ],
)
def test_a_complaint_an_error_or_another_end_is_answered_as_ever(matcher, text):
    answer = matcher.match_text(text)

    assert answer.finished is None
    assert answer.differential is not None


def test_every_log_of_a_job_has_to_end_so(matcher):
    assert matcher.match([("rank0.log", LOG), ("rank1.log", LOG)]).finished.file == "rank0.log"
    assert matcher.match([("rank0.log", LOG), ("rank1.log", LOG.replace("Training finished\n", ""))]).finished is None


def test_beside_a_good_run_it_is_compared(matcher):
    assert matcher.match_text(LOG, against=LOG).finished is None
