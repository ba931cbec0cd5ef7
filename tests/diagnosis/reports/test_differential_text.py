"""What a failure that nothing proves could be, on a terminal."""

from dataclasses import replace

import pytest

from kb.catalogue.schema.check import Outcome, ShownBy
from kb.diagnosis.differential.differential import answered, differential
from kb.diagnosis.differential.outcomes import output_of
from kb.diagnosis.reports.differential_text import (
    MOST_OTHERS_SHOWN,
    consequences,
    could_be,
    look_alikes,
    output_lines,
    readable,
    sign_in_words,
)
from kb.library import Library
from kb.matching.match import Evidence, Match
from tests.shelf import TWO_ON_ONE, make_content

SHARES = {"duplicate-gpu": 0.45, "bad-ordinal": 0.35, "": 0.2}


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory):
    return Library(make_content(tmp_path_factory.mktemp("text") / "content"), follow=False).current().catalogue


def told(found, site_url=""):
    return "\n".join(part.plain for part in could_be(found, site_url))


def test_candidates_come_with_their_shares_and_none_of_these_is_one(catalogue):
    text = told(differential(SHARES, (), catalogue))

    assert text.index("45%") < text.index("35%") < text.index("20%  none of these")


def test_the_next_check_comes_with_the_words_that_answer_it(catalogue):
    assert "--answer processes-on-a-gpu=one" in told(differential(SHARES, (), catalogue))


@pytest.mark.parametrize(
    ("site", "shown"),
    [("http://127.0.0.1:8000", "http://127.0.0.1:8000/failures/bad-ordinal/"), ("", "rankdown show bad-ordinal")],
)
def test_without_a_site_an_entry_is_named_by_the_command_that_shows_it(catalogue, site, shown):
    assert shown in told(differential(SHARES, (), catalogue), site)


def test_a_differential_without_candidates_says_nothing(catalogue):
    assert could_be(differential({"": 1.0}, (), catalogue), "") == []
    assert could_be(None, "") == []


def test_what_the_paste_itself_shows_stands_with_its_line(catalogue):
    read = [replace(answered("processes-on-a-gpu", "two", catalogue), line=8, text="| 0 python |", file="smi.txt")]

    assert "read in your paste, smi.txt, line 8: | 0 python |" in told(differential(SHARES, (), catalogue, read))


def printed(catalogue, text):
    output = output_of(catalogue.check_by_slug["processes-on-a-gpu"], [("", text)])
    return "\n".join(part.plain for part in output_lines(output))


def test_what_a_check_printed_stands_with_the_line_that_shows_its_outcome(catalogue):
    text = printed(catalogue, TWO_ON_ONE)

    assert "Two on one of them." in text and "line 7: |    0   N/A  N/A     12346" in text
    assert "none are shown inside containers: 2 (gpu_processes > 1, GPU 0)" in text


def test_what_shows_nothing_is_answered_with_what_would(catalogue):
    text = printed(catalogue, "no devices were found")

    assert "compute processes on one GPU: > 1" in text and "each GPU has <int> process" in text


def test_what_only_followed_is_named_with_its_line_and_its_entry(catalogue):
    followed = Match(catalogue.by_slug["bad-ordinal"], 0.95, (Evidence(7, "", "decisive", ""),), "")
    text = "\n".join(part.plain for part in consequences([followed], ""))

    assert "line 7" in text and "rankdown show bad-ordinal" in text
    assert consequences([], "") == []


def test_look_alikes_of_an_answer_come_with_how_to_see_them(catalogue):
    other = Match(catalogue.by_slug["bad-ordinal"], 0.0, (), "There the ordinal is named.")
    text = "\n".join(part.plain for part in look_alikes([other] * (MOST_OTHERS_SHOWN + 1), ""))

    assert text.count("There the ordinal is named.") == MOST_OTHERS_SHOWN
    assert look_alikes([], "") == []


def test_what_shows_an_outcome_is_told_without_our_names_and_escapes():
    assert sign_in_words(ShownBy(line="[python] \\<defunct>")) == "[python] <defunct>"
    fact = ShownBy(fact="ranks_missing = 0", absent=("fact: ranks_apart = yes",))
    assert sign_in_words(fact) == "ranks that a launcher started on this node and that have no process: 0"
    assert sign_in_words(ShownBy(fact="gpu_error = yes", together=("Xid",))).endswith("off the bus: yes, with Xid")


def test_stacks_are_read_only_where_the_command_takes_them(catalogue):
    check = catalogue.check_by_slug["processes-on-a-gpu"]
    assert [outcome.slug for outcome in readable(check)] == ["two", "one"]
    stacks = Outcome("gone", "gone", "gone", shown_by=(ShownBy(fact="ranks_missing > 0"),))
    front = replace(check.front, outcomes=(*check.front.outcomes, stacks))
    assert len(readable(replace(check, front=front))) == 2
    assert len(readable(replace(check, front=replace(front, run="py-spy dump --pid 7")))) == 3
