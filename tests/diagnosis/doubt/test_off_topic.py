"""A text about something else gets no guesses; one that has a job's words, or Python's error, does."""

import pytest

from kb.diagnosis.differential.differential import Candidate, Differential
from kb.diagnosis.doubt.off_topic import is_off_topic
from kb.reading.one_pass import Spots, read

DF = "Filesystem      Size  Used Avail Use% Mounted on\ntmpfs            64M   64M     0 100% /dev/shm\n"


class Nothing:
    """A scanner that knows no line."""

    def find(self, *_):
        return Spots({})


def told(text, nothing, matches=(), followed=()):
    could_be = Differential((Candidate(None, nothing),))
    return is_off_topic(could_be, matches, followed, [read("", text, Nothing(), keep=False)], text)


@pytest.mark.parametrize("text", ["hello", "I would like to order two pizzas", "红烧肉的做法：五花肉切块，焯水"])
def test_words_that_happen_to_fit_an_entry_are_no_job(text):
    assert told(text, nothing=0.5)
    assert not told(text, nothing=0.2), "where much fits, it is for somebody who says it in other words"


@pytest.mark.parametrize("text", ["it hangs on two GPUs", "KeyError: 'save'", "训练卡住了", "-9 is the exit code"])
def test_a_jobs_words_are_worth_a_guess(text):
    assert not told(text, nothing=0.5)
    assert told(text, nothing=0.9), "where nothing fits at all, they are about another job"


def test_what_is_proved_or_stands_in_a_table_is_of_a_job():
    assert not told("hello", nothing=0.9, followed=["a table of failures"])
    assert not told(DF, nothing=0.9)
    assert not is_off_topic(None, (), (), (), "hello")
