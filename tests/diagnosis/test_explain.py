"""Every score and every place can be explained: which lines, which words, which rule."""

import math

import pytest

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.loader import load
from kb.diagnosis.explain import explain
from kb.diagnosis.matcher import Matcher
from kb.diagnosis.reports.json_report import explanation_as_json
from kb.diagnosis.reports.text_report import explanation_as_text
from kb.library import Library
from tests.contents import edit, write_entry
from tests.shelf import TWO_ON_ONE, make_content


@pytest.fixture
def matcher(content):
    write_entry(content, "oom", line="widget is out of memory today", leads_to="table")
    write_entry(content, "table", line="ChildWidgetError: see the table above")
    write_entry(content, "late", line="widget came much too late today")
    hinted = write_entry(content, "hinted")
    edit(hinted, "[the widget stays cold]", "[every gadget rattles loudly]")
    return Matcher(Catalogue.of(load(content)))


def explained(matcher, text):
    return explain(matcher.match_text(text), matcher)


def test_a_decisive_line_is_named_with_its_weight(matcher):
    (first,) = explained(matcher, "widget is out of memory today\n")[:1]

    assert [(g.kind, g.detail, g.score) for g in first.grounds] == [
        ("decisive line", "widget is out of memory today", 0.95)
    ]


def test_the_rule_that_put_one_before_the_other_is_named(matcher):
    log = "ChildWidgetError: see the table above\nwidget came much too late today\nwidget is out of memory today\n"

    assert [e.before for e in explained(matcher, log)] == [
        "before oom: it shows first: line 2 against line 3",
        "before table: a cause comes before what follows from it",
        "",
    ]


def test_the_words_of_a_guess_are_shown(matcher):
    (first, *_) = explained(matcher, "my gadget rattles when it rains")

    assert first.match.slug == "hinted"
    assert [(g.kind, g.detail) for g in first.grounds] == [("words", "gadget, rattl")]
    assert "the higher score" in first.before or first.before == ""


def test_it_can_be_read_by_people_and_programs(matcher):
    reasons = explained(matcher, "widget is out of memory today\nChildWidgetError: see the table above\n")

    assert "1. oom  0.95" in explanation_as_text(reasons)
    assert explanation_as_json(reasons)[0]["grounds"][0]["kind"] == "decisive line"


def test_the_share_of_a_guess_can_be_added_up_from_what_is_shown(matcher):
    reasons = explained(matcher, "my gadget rattles when it rains")
    told = explanation_as_json(reasons)

    assert [part["what"] for part in told[0]["parts"]][:2] == ["how often it is met", "words"]
    for explanation in told:
        weight = sum(part["weight"] for part in explanation["parts"])
        assert explanation["score"] == pytest.approx(min(math.exp(weight - explanation["together"]), 0.65), abs=1e-3)
    assert "how often it is met: 0/0" in explanation_as_text(reasons) and "share e^(" in explanation_as_text(reasons)


def test_what_the_paste_shows_is_part_of_it(tmp_path):
    matcher = Library(make_content(tmp_path / "content"), follow=False).current().matcher
    collected = f"rankdown-collect 1\nhost: node7\n{TWO_ON_ONE}"
    answer = matcher.match([("", "it hangs and bad-ordinal appears at start"), ("node7.txt", collected)])

    told = {e.match.slug: e for e in explain(answer, matcher)}

    assert {"situation", "kind of failure", "what the paste shows"} <= {p.what for p in told["duplicate-gpu"].parts}
    for explanation in told.values():
        assert explanation.match.score == pytest.approx(min(explanation.share, 0.65))


def test_an_answer_has_no_share_to_add_up(matcher):
    (first,) = explanation_as_json(explained(matcher, "widget is out of memory today\n"))[:1]

    assert "parts" not in first
