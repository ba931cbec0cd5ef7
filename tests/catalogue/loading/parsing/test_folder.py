"""A folder from a stranger is looked at without following a link, waiting on a pipe or filling the memory."""

import os

import pytest

from kb.catalogue.loading.parsing import folder
from kb.catalogue.loading.parsing.folder import folder_problems, read_text
from kb.catalogue.loading.problems import Unreadable
from tests.contents import write_entry


@pytest.fixture
def entry(content):
    return write_entry(content, "it").parent


def messages(entry):
    return [
        f"{problem.file.relative_to(entry)}: {problem.message}" for problem in folder_problems(entry, entry.parents[1])
    ]


def test_a_sound_folder_has_no_problem(entry):
    (entry / "extension.cpp").write_text("int main() {}\n")
    (entry / "__pycache__").mkdir()

    assert messages(entry) == []


@pytest.mark.parametrize("name", ["broken.py", "samples/more.log", "notes.txt", "entry.md", "runs.jsonl"])
def test_a_link_is_never_followed(entry, name):
    (entry / name).unlink(missing_ok=True)
    (entry / name).symlink_to("/etc/passwd")

    (message,) = messages(entry)
    assert message.startswith(name) and "is a link, which is not followed" in message


def test_a_folder_that_is_a_link_is_not_entered(entry, tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (entry.parent / "linked").symlink_to(entry)
    (entry.parents[1] / "linked-area").symlink_to(entry.parent)

    for linked in (entry.parent / "linked", entry.parents[1] / "linked-area" / "it"):
        assert any("is a link" in problem.message for problem in folder_problems(linked, entry.parents[1]))


def test_the_content_folder_itself_may_be_a_link(entry, tmp_path):
    (tmp_path / "current").symlink_to(entry.parents[1])

    assert folder_problems(tmp_path / "current" / "nccl" / "it", tmp_path / "current") == []


def test_a_pipe_is_no_sample(entry):
    os.mkfifo(entry / "samples" / "pipe.log")

    assert messages(entry) == [
        "samples/pipe.log: pipe.log must be an ordinary file: remove this folder, pipe or device"
    ]


def test_a_folder_is_no_sample(entry):
    (entry / "samples" / "folder.log").mkdir()

    assert any("must be an ordinary file" in message for message in messages(entry))


def test_samples_is_a_folder(content):
    path = write_entry(content, "it").parent
    (path / "samples" / "real.log").unlink()
    (path / "samples").rmdir()
    (path / "samples").write_text("x")

    assert messages(path) == ["samples: samples must be a folder of *.log files"]


def test_a_large_file_is_not_read(entry):
    (entry / "broken.py").write_text("#" * (folder.LARGEST_FILE + 1))

    assert messages(entry) == ["broken.py: 200,001 bytes, but at most 200,000 are read: cut it to what tells"]


def test_there_are_not_more_files_than_anybody_looks_at(entry):
    for n in range(folder.MOST_FILES):
        (entry / f"{n}.txt").touch()

    assert "more than 100 files" in messages(entry)[0]


@pytest.mark.parametrize(
    ("content_of_it", "said"),
    [(b"caf\xe9", "save the file as UTF-8"), (b"x" * 200_001, "at most 200,000"), (None, "is missing")],
)
def test_what_cannot_be_read_says_why(tmp_path, content_of_it, said):
    path = tmp_path / "areas.yaml"
    if content_of_it is not None:
        path.write_bytes(content_of_it)

    with pytest.raises(Unreadable, match=said):
        read_text(path, tmp_path)
