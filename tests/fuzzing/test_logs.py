"""Whatever somebody pastes: an answer that is the same each time, whose lines are really there, and fit to be shown."""

from __future__ import annotations

import json
import re
from importlib.util import find_spec

import pytest
from django.template.loader import render_to_string
from hypothesis import given

from kb.diagnosis.explain import explain
from kb.diagnosis.reports.json_report import as_json
from kb.diagnosis.reports.masked import shown_names
from kb.diagnosis.reports.text_report import as_text
from kb.masking import MASKED
from kb.pages.answers.result import result_page
from kb.reading.text.cleaning import SOFT, clean
from kb.reading.text.decoding import decode
from kb.reading.text.lines import CONTROL
from tests.fuzzing.grammar import JOBS, LOGS, texts
from tests.fuzzing.profiles import fuzzed

TERMINAL_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
TOKEN = "ghp_" + "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0dF3hJ6"


def cited(answer):
    """(file, line, text) of everything in an answer that quotes the paste."""
    told = [item for match in answer.matches for item in match.evidence]
    told += [*answer.error_lines, *([answer.unexplained] if answer.unexplained else [])]
    return [(item.file, item.line, item.text) for item in told]


def lines_of(content: bytes) -> list[str]:
    """The pasted lines as they are shown; a line may hold several printed ones."""
    return [CONTROL.sub("", line.replace(SOFT, "\n")) for line in clean(decode(content).text).split("\n")]


@given(JOBS)
@fuzzed(60)
def test_every_line_that_is_cited_stands_in_the_paste_where_it_says(matcher, files):
    names = shown_names(name for name, _ in files)
    logs = {name: lines_of(content) for name, (_, content) in zip(names, files, strict=True)}
    for file, line, text in cited(matcher.match(files)):
        assert 1 <= line <= len(logs[file])
        # What is cited is masked and cleaned of signs that steer a terminal; its plain words are those of the line.
        words = re.findall("[A-Za-z]{4,}", text.removesuffix(" …").rpartition(" ")[0].removeprefix("… "))
        assert MASKED in text or set(words[1:]) <= set(re.findall("[A-Za-z]{4,}", logs[file][line - 1]))


@given(JOBS)
@fuzzed(30)
def test_the_same_paste_has_the_same_answer(matcher, files):
    assert as_json(matcher.match(files)) == as_json(matcher.match(files))


@given(JOBS)
@fuzzed(40)
def test_every_answer_can_be_sent_shown_and_read(matcher, catalogue, files):
    answer = matcher.match(files)
    page = result_page(answer, catalogue, explain(answer, matcher))

    assert json.loads(json.dumps(as_json(answer)))["line_count"] == answer.line_count
    text = as_text(answer)
    assert not TERMINAL_CONTROL.search(text), TERMINAL_CONTROL.findall(text)
    assert "<script>alert" not in render_to_string("result.html", {"page": page})


@given(LOGS)
@fuzzed(40)
def test_scores_are_between_nothing_and_certainty_and_answers_come_first(matcher, content):
    answer = matcher.match_text(content)

    assert all(0 <= match.score <= 1 for match in answer.matches)
    sure = [match.confident for match in answer.matches]
    assert sure == sorted(sure, reverse=True)
    assert all(match.evidence for match in answer.matches if match.confident)


@given(texts())
@fuzzed(60)
def test_cleaning_neither_adds_nor_removes_a_line(text):
    assert clean(text).count("\n") == text.count("\n")


@pytest.mark.skipif(find_spec("kb.masking") is None, reason="kb/masking is not there yet")
@given(texts(), LOGS)
@fuzzed(30)
def test_a_token_never_comes_out(matcher, catalogue, before, after):
    content = before.encode("utf-8", "replace") + f"\nKeyError: token {TOKEN} failed\n".encode()
    answer = matcher.match([("", content), ("b", after)])
    page = result_page(answer, catalogue, explain(answer, matcher))
    shown = json.dumps(as_json(answer)) + as_text(answer) + render_to_string("result.html", {"page": page})

    assert TOKEN not in shown
