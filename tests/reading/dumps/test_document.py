"""A JSON document among other lines."""

from kb.reading.blocks import Lines
from kb.reading.dumps.document import MOST_VALUES, parse, take_document


def lines(text):
    return Lines(text.encode(), 0, len(text.encode()))


def test_a_document_ends_where_its_braces_close():
    of = lines('{"a": 1,\n"b": {"c": 2}}\nnext line\n')

    assert parse(take_document(of)) == {"a": 1, "b": {"c": 2}}
    assert of.peek() == "next line"


def test_the_brace_on_the_line_before_is_given_back():
    assert parse(take_document(lines('"a": 1,\n"b": 2\n}\n'))) == {"a": 1, "b": 2}


def test_a_line_that_is_no_json_ends_it():
    of = lines('{"a": 1,\nTraceback (most recent call last):\n')

    assert parse(take_document(of)) is None
    assert of.peek() == "Traceback (most recent call last):"


def test_depth_and_number_of_values_are_bounded():
    assert parse("[" * 100_000) is None
    assert parse("[" + "0," * MOST_VALUES + "0]") is None
    assert len(take_document(lines('{"a":\n' * 1000)).splitlines()) < 100
