"""Half a message, or one retyped from a screen, still points to its entry, but only as a guess."""

import pytest

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.loader import load
from kb.diagnosis.matcher import Matcher
from tests.contents import write_entry


@pytest.fixture
def matcher(content):
    write_entry(content, "frost", line="the gradient bucket of widget <int> was frozen before the reducer could see it")
    write_entry(content, "heat", line="the optimizer state of gadget <int> has melted into the neighbouring shard")
    return Matcher(Catalogue.of(load(content)))


@pytest.mark.parametrize(
    "line",
    [
        "RuntimeError: the gradient bucket of widget 7 was frozen bef",
        "was frozen before the reducer could see it",
        "the gradeint bucket of widget 7 was frozen befor the reducer could see it",
        "teh gradient-bucket of widget no. 7 was frozen before reducer could se it",
        "my log says: gradient bucket of widget seven frozen before the reducer could see",
    ],
    ids=["cut off", "only the end", "mistyped", "retyped", "told"],
)
def test_a_damaged_line_is_a_guess_at_its_entry(matcher, line):
    answer = matcher.match_text(line)

    assert answer.best is None
    assert answer.matches[0].slug == "frost"


@pytest.mark.parametrize("line", ["num_widgets: 8 gadgets", "I met a GadgetTimeoutError when I used two of them"])
def test_one_word_in_common_is_no_damaged_line(content, line):
    write_entry(content, "few", line="`--num_widgets` was set to a value of `1`")
    write_entry(content, "slow", line='"message": "GadgetTimeoutError: "')

    answer = Matcher(Catalogue.of(load(content))).match_text(line)

    assert not any(item.proof == "near" for match in answer.matches for item in match.evidence)


def test_the_line_that_every_python_error_has_is_like_nothing(content):
    write_entry(content, "it", line="examples/s]Traceback (most recent call last)")
    matcher = Matcher(Catalogue.of(load(content)))

    assert "near line" not in {
        ground.kind
        for match in matcher.match_text("Traceback (most recent call last):\nKeyError: 'lr'\n").matches
        for ground in match.grounds
    }


def test_the_guess_shows_the_line_that_it_rests_on(matcher):
    match = matcher.match_text("starting\nRuntimeError: the gradient bucket of widget 7 was frozen bef\n").matches[0]

    assert [(item.line, item.proof) for item in match.evidence] == [(2, "near")]
    assert "truncated or retyped" in match.reason


@pytest.mark.parametrize("line", ["KeyError: 'widget'", "the loss of the optimizer went up", "fine", ""])
def test_what_is_merely_alike_is_not_near(matcher, line):
    assert not any(item.proof == "near" for match in matcher.match_text(line).matches for item in match.evidence)


def test_a_line_that_is_another_failures_own_is_no_damaged_one(content):
    write_entry(content, "system", line="WidgetError 2: unhandled system error (run with WIDGET=INFO for details)")
    write_entry(content, "gadget", line="WidgetError 1: unhandled gadget error (run with WIDGET=INFO for details)")
    matcher = Matcher(Catalogue.of(load(content)))
    text = "WidgetError 2: unhandled system error (run with WIDGET=INFO for details)"

    (guess, *_) = matcher.without(["system"]).match_text(text).matches or [None]

    assert guess is None or all(ground.kind != "near line" for ground in guess.grounds)


def test_a_whole_line_with_other_numbers_than_the_signatures_own_is_another_line(content):
    write_entry(content, "flat", line="gadgets cannot be multiplied (<int>x<int> and 1x<int>)")
    matcher = Matcher(Catalogue.of(load(content)))
    near = lambda text: any(i.proof == "near" for m in matcher.match_text(text).matches for i in m.evidence)  # noqa: E731

    assert not near("gadgets cannot be multiplied (32x768 and 1024x512)")
    assert near("gadgets cannot be multiplyed (32x768 and 1x5")


def test_a_line_that_names_another_signal_is_another_line(content):
    write_entry(content, "closed", line="Sending gadget <int> closing signal SIGHUP")
    matcher = Matcher(Catalogue.of(load(content)))
    near = lambda text: any(i.proof == "near" for m in matcher.match_text(text).matches for i in m.evidence)  # noqa: E731

    assert not near("Sending gadget 7 closing signal SIGTERM")
    assert near("Sending gadgets 7 closing a signal SIGHUP")
