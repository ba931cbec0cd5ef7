"""`--answer`: an outcome by name, or a file with what the check printed, which counts only where it shows one."""

import io

import pytest

from kb.diagnosis.differential.differential import UnknownAnswer
from kb.library import Library
from kb.terminal.answers import told
from kb.terminal.usage import BadUsage
from tests.shelf import TWO_ON_ONE, make_content

CHECK = "processes-on-a-gpu"


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory):
    return Library(make_content(tmp_path_factory.mktemp("answers") / "content"), follow=False).current().catalogue


@pytest.fixture
def printed(tmp_path):
    path = tmp_path / "smi.txt"
    path.write_text(TWO_ON_ONE)
    return path


def test_an_outcome_is_named_and_needs_no_file(catalogue):
    assert told([f"{CHECK}=one"], ["train.log"], catalogue) == ([(CHECK, "one")], [])


def test_a_file_with_what_the_check_printed_names_the_outcome(catalogue, printed):
    pairs, (output,) = told([f"{CHECK}=@{printed}"], ["train.log"], catalogue)

    assert pairs == [(CHECK, "two")]
    assert output.shown.line == 7


def test_an_output_that_shows_nothing_is_no_answer_but_is_told(catalogue, tmp_path):
    (tmp_path / "other.txt").write_text("command not found")

    pairs, (output,) = told([f"{CHECK}=@{tmp_path / 'other.txt'}"], ["train.log"], catalogue)

    assert pairs == [] and "does not show any" in output.sentence


def test_standard_input_is_read_where_it_is_not_the_log(catalogue, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(TWO_ON_ONE.encode())))

    assert told([f"{CHECK}=-"], ["train.log"], catalogue)[0] == [(CHECK, "two")]
    for logs in ([], ["-"]):
        with pytest.raises(BadUsage, match="standard input is the log already"):
            told([f"{CHECK}=-"], logs, catalogue)


def test_what_cannot_be_read_or_is_no_check_is_said(catalogue, printed, tmp_path):
    with pytest.raises(BadUsage, match=r"cannot read .*none\.txt: No such file"):
        told([f"{CHECK}=@{tmp_path / 'none.txt'}"], ["train.log"], catalogue)
    with pytest.raises(UnknownAnswer, match="no check is called 'nope'"):
        told([f"nope=@{printed}"], ["train.log"], catalogue)
