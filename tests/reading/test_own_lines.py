"""The lines that belong to one block, whoever else prints between them."""

import re

import pytest

from kb.reading.own_lines import Lines


def lines(text, **more):
    return Lines(text.encode(), 0, len(text.encode()), **more)


def taken(found):
    return [found.take() for _ in iter(found.peek, None)]


def test_only_the_first_lines_rank_is_heard():
    found = lines("[rank1]: a\n[rank0]: b\n[rank1]: c\n")

    assert (taken(found), found.printed_by) == (["a", "c"], "1")


def test_sruns_labels_are_taken_off_unless_numbers_are_the_lines_own():
    assert taken(lines("3: a\n5: b\n3: c\n")) == ["a", "c"]
    assert taken(lines("3: a\n5: b\n", labelled=False)) == ["3: a", "5: b"]


def test_the_number_is_that_of_the_pasted_line_last_taken():
    found = lines("a\n\nc\n")
    taken(found)

    assert found.number == 3


def test_a_line_that_is_skipped_is_left_for_others():
    found = lines("a\nb\n")
    found.skip()
    found.take()

    assert found.taken == [2]


def test_of_a_wide_line_only_so_much_is_looked_at():
    assert taken(lines("x" * 5000 + "\ny\n", widest=10)) == ["x" * 10, "y"]


def test_what_has_none_of_the_words_is_passed_over():
    found, words = lines("a\nb\nthe word\nc\n"), re.compile(b"word")
    found.peek()

    assert found.skip_to(words, 100)
    assert found.take() == "the word"
    assert not found.skip_to(words, 100)
    assert found.peek() is None


def test_behind_the_last_line_there_is_nothing_to_take():
    with pytest.raises(ValueError, match="no more lines"):
        lines("").take()


def test_the_label_of_a_host_is_taken_off_and_other_hosts_are_not_heard():
    assert taken(lines("node12: a\nnode12:  b\nnode7: c\nnode12: d\n")) == ["a", "b", "d"]
    assert taken(lines("nid005113 out: a\nnid005113 out: b\n")) == ["a", "b"]


def test_a_name_in_front_of_one_line_alone_is_the_lines_own():
    assert taken(lines("eth0: flags=4163\ninet 10.0.0.1\n")) == ["eth0: flags=4163", "inet 10.0.0.1"]
    assert taken(lines("NVRM: Xid\nNVRM: GPU\n")) == ["NVRM: Xid", "NVRM: GPU"]


def test_quotes_around_the_first_line_and_the_others_are_not_their_own():
    assert taken(lines('  "  JOBID  ST",\n  "  12  R",\n')) == ["JOBID  ST", "12  R"]
    assert taken(lines('{"ranks":\n"a",\n')) == ['{"ranks":', '"a",']
    assert taken(lines("`a b`\n`c`\n``\n```\n")) == ["a b", "c", "``", "```"]
    assert taken(lines('"a": 1,\n')) == ['"a": 1,']


def test_bold_in_markdown_stands_around_the_line():
    assert Lines(b"**| 0 | x |**\n****\n", 0, 20).peek() == "| 0 | x |"
