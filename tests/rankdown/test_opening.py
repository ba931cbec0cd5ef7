"""The library as a program uses it: a matcher that is opened once, and the answer for the logs of one job."""

import pytest

from rankdown import BrokenContent, match_files, open_matcher
from tests.contents import edit, write_entry


def test_the_same_matcher_is_given_to_whoever_asks_again(content):
    write_entry(content, "first")

    assert open_matcher(content) is open_matcher(content)


def test_several_files_are_several_ranks_of_one_job(content, tmp_path):
    write_entry(content, "first", line="the widget is much too cold")
    (tmp_path / "rank0.log").write_text("all is well\n")
    (tmp_path / "rank1.log").write_text("\nthe widget is much too cold\n")
    answer = match_files([tmp_path / "rank0.log", str(tmp_path / "rank1.log")], open_matcher(content))

    assert answer.best.slug == "first"
    assert [(line.file, line.line) for line in answer.best.evidence] == [("rank1.log", 2)]


def test_files_of_a_good_run_are_compared_with(content, tmp_path):
    write_entry(content, "first", line="the widget is much too cold")
    (tmp_path / "bad.log").write_text("starting\nthe widget is much too cold\n")
    (tmp_path / "good.log").write_text("starting\nall is well\n")
    matcher = open_matcher(content)
    answer = match_files([tmp_path / "bad.log"], matcher, against=[tmp_path / "good.log"])

    assert [one.line.text for one in answer.against.new] == ["the widget is much too cold"]
    assert [line.file for line in answer.against.expected] == ["good.log"]
    assert match_files([tmp_path / "bad.log"], matcher).against is None


def test_a_file_that_is_not_there_is_the_callers_to_handle(tmp_path):
    with pytest.raises(FileNotFoundError):
        match_files([tmp_path / "none.log"])


def test_content_with_problems_is_not_opened(content):
    edit(write_entry(content, "second"), "kind: error", "kind: sideways")

    with pytest.raises(BrokenContent, match="second/entry"):
        open_matcher(content)
