"""One line of a signature: where it begins, and whether it can be the real thing."""

import re
from pathlib import Path

import pytest

from kb.matching.patterns import Line, spans_of
from kb.reading.text.compact import Compact


def spans(line, text):
    line, compact = Line(line), Compact(text)
    ends = [match.end() for match in re.finditer(line.pattern, compact.data, re.IGNORECASE | re.DOTALL)]
    return [text.encode()[span.start : span.end].decode() for span in spans_of(line, ends, compact)]


def test_the_start_is_found_from_the_end_through_every_literal_part():
    assert spans("rank <int> and rank <int> met", "rank x; rank 1 and rank 2 met") == ["rank 1 and rank 2 met"]


def test_a_line_that_begins_with_a_hole_begins_at_its_first_literal():
    assert spans("<int> ranks have met today", "all 8 ranks have met today") == ["ranks have met today"]


@pytest.mark.parametrize(("width", "found"), [(100, True), (60, True), (8, False)])
def test_a_terminal_wraps_at_its_width_and_no_terminal_is_eight_wide(width, found):
    message = "the widget was not frobnicated in time and nobody noticed until much later in the night"
    wrapped = "\n".join(message[n : n + width] for n in range(0, len(message), width))

    assert bool(spans(message, wrapped)) is found


def test_the_library_under_test_needs_nothing_to_be_installed():
    """The runner reads lines with the standard library alone."""
    source = re.findall(r"^(?:from|import) (\S+)", Path("kb/matching/patterns.py").read_text(), re.MULTILINE)

    assert {name for name in source if not name.startswith("kb.")} == {"__future__", "re", "dataclasses"}


@pytest.mark.parametrize(
    ("text", "pattern"),
    [("the widget is cold.", b"thewidgetiscold"), ("in torch 2.", b"intorch2\\."), ("<any> is cold ...", None)],
)
def test_a_line_is_known_without_its_full_stop(text, pattern):
    made = Line(text).pattern

    assert made == pattern if pattern else made.endswith(b"\\.\\.\\.")


def test_a_hole_before_signs_that_the_compact_spelling_has_not_has_one_end():
    text = "*** JOB 12 CANCELLED AT 2026-11-20T12:02:00 ***"

    assert spans("JOB <int> CANCELLED AT <word> ***", text) == ["JOB 12 CANCELLED AT 2026-11-20T12:02:00"]
