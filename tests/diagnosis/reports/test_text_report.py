"""One answer, shown to people at a terminal."""

import pytest

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.loader import load
from kb.diagnosis.answer import Answer
from kb.diagnosis.differential.differential import Candidate, Differential
from kb.diagnosis.matcher import Matcher
from kb.diagnosis.reports.text_report import as_text
from kb.language import speaking
from tests.contents import edit, write_entry
from tests.diagnosis.frozen.test_standings import IDLE


@pytest.fixture
def matcher(content):
    write_entry(content, "cold", line="the widget is much too cold", leads_to="table", title="A cold widget")
    write_entry(content, "table", line="ChildWidgetError: see above")
    return Matcher(Catalogue.of(load(content)))


def test_the_terminal_shows_entry_proof_fix_retry_and_address(matcher):
    text = as_text(matcher.match_text("x\nthe widget is much too cold\nChildWidgetError: see above\n"), "http://x")

    for expected in (
        "A cold widget",
        "proved by the log",
        "line 2: the widget is much too cold",
        "Call it first",
        "widget.frobnicate()",
        "Do not retry unchanged",
        "http://x/failures/cold/",
        "What led to what",
        "line 3: About table",
    ):
        assert expected in text, expected


def test_a_command_is_never_broken_into_lines(content, matcher):
    command = f"grep -c cold {'train.log ' * 20}# how often"
    edit(content / "nccl/cold/entry.md", "widget.frobnicate()", command)
    long = Matcher(Catalogue.of(load(content)))

    for color in (False, True):
        assert "how often" in next(
            line
            for line in as_text(long.match_text("the widget is much too cold\n"), color=color).split("\n")
            if "grep" in line
        )


def test_notes_on_the_versions_that_the_log_names(content):
    path = write_entry(content, "cold", line="the widget is much too cold")
    note = "versions: [{package: torch, specifier: '<2.2', note: the variable is WIDGET_ASYNC}]"
    edit(path, "leads_to: []", f"{note}\nleads_to: []")
    matcher = Matcher(Catalogue.of(load(content)))
    old, new = (matcher.match_text(f"torch=={v}\nthe widget is much too cold\n") for v in ("2.1.0", "2.3.0"))

    assert "torch 2.1.0: the variable is WIDGET_ASYNC" in as_text(old)
    assert "WIDGET_ASYNC" not in as_text(new)


def test_not_knowing_is_said_and_the_error_is_shown(matcher):
    text = as_text(matcher.match_text("x\nKeyError: 'lr'\n"))

    assert "No known failure" in text
    assert "line 2: KeyError: 'lr'" in text


def test_guesses_are_not_denied_above_them(matcher):
    entry = matcher.catalogue.entries[0]
    guessed = Answer((), differential=Differential((Candidate(entry, 0.4), Candidate(None, 0.6))))

    assert "No line proves a known failure." in as_text(guessed)
    assert "No known failure" not in as_text(guessed)


def test_a_pipe_gets_no_colour_and_a_terminal_does(matcher):
    answer = matcher.match_text("the widget is much too cold\n")

    assert "\x1b[" not in as_text(answer)
    assert "\x1b[" in as_text(answer, color=True)


@pytest.mark.parametrize("hostile", ["\x1b]0;owned\x07", "\x9b31m", "[red]", "[/]", "\x08\x08"])
def test_a_hostile_log_cannot_drive_the_terminal(matcher, hostile):
    text = as_text(matcher.match_text(f"{hostile} the widget is much too cold {hostile}\n"))

    assert "the widget is much too cold" in text
    assert not any((character < " " and character != "\n") or "\x7f" <= character < "\xa0" for character in text)


def test_a_chinese_reader_is_told_in_chinese(matcher):
    with speaking("zh"):
        known = as_text(matcher.match_text("x\nthe widget is much too cold\nChildWidgetError: see above\n"), "http://x")
        unknown = as_text(matcher.match_text("RuntimeError: nobody knows\n"), "http://x")

    for expected in (
        "小部件未初始化",
        "日志可以证明",
        "第 2 行: the widget is much too cold",
        "先调用它。",
        "widget.frobnicate()",
        "不要原样重试",
        "http://x/zh/failures/cold/",
        "因果链",
    ):
        assert expected in known, expected
    assert unknown.startswith("没有找到已知故障。") and "line" not in unknown


def test_the_readers_own_exception_is_the_answer_without_percentages_and_without_a_check(matcher):
    log = 'Traceback (most recent call last):\n  File "/app/train.py", line 7, in main\n    f(x)\nTypeError: no\n'
    text = as_text(matcher.match([("rank2.log", log)]))

    assert text.startswith("TypeError: no in your own code: train.py:7, rank 2\n  rank2.log:4: TypeError: no\n")
    assert "In your own code: /app/train.py:7 in main\n      f(x)" in text
    assert "%" not in text and "Check next" not in text


def test_the_logs_own_values_have_the_punctuation_of_the_language(content):
    path = write_entry(content, "cold", line="the widget at <int> degrees is too cold", title="A cold widget")
    values = "[{name: degrees, zh: 度数, lines: [at <int> degrees]}, {name: what, zh: 对象, lines: [the <word> at]}]"
    edit(path, "leads_to: []", f"values: {values}\nleads_to: []")
    answer = Matcher(Catalogue.of(load(content))).match_text("the widget at 7 degrees is too cold\n")

    assert "In your log: degrees: 7; what: widget." in as_text(answer)
    with speaking("zh"):
        assert "你的日志里：度数：7；对象：widget。" in as_text(answer)


def test_of_stacks_of_helpers_nothing_is_guessed_and_no_table_is_shown(matcher):
    text = as_text(matcher.match([("", IDLE)]), "http://localhost")

    assert "These stacks are of helpers" in text
    assert "stands in" not in text
    assert "%" not in text
