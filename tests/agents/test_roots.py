"""An agent reads below the roots and nowhere else, whatever it writes."""

import os

import pytest

from kb.agents.roots import Refused, Roots


@pytest.fixture
def tree(tmp_path):
    (tmp_path / "logs" / "run1").mkdir(parents=True)
    (tmp_path / "logs" / "run1" / "rank0.log").write_text("inside")
    (tmp_path / "logs" / "latest").symlink_to("run1")
    (tmp_path / "secret.txt").write_text("outside")
    (tmp_path / "logs" / "way-out").symlink_to("../secret.txt")
    (tmp_path / "logs-of-others").mkdir()
    (tmp_path / "logs-of-others" / "a.log").write_text("outside")
    os.mkfifo(tmp_path / "logs" / "pipe")
    return tmp_path


@pytest.mark.parametrize(
    "way", ["run1/rank0.log", "latest/rank0.log", "{}/logs/run1/rank0.log", "./run1/../run1/rank0.log"]
)
def test_what_lies_below_a_root_is_read(tree, way):
    with Roots([tree / "logs"]).open(way.format(tree)) as source:
        assert source.read() == b"inside"


@pytest.mark.parametrize(
    "way",
    [
        "../secret.txt",
        "{}/secret.txt",
        "way-out",
        "run1/../../secret.txt",
        "{}/logs-of-others/a.log",
        "/etc/passwd",
        "none.log",
        "run1",
        ".",
        "",
        "pipe",
        "run1/rank0.log/x",
        "run1\0/rank0.log",
        "x" * 5000,
    ],
)
def test_anything_else_is_refused_in_the_same_words(tree, way):
    with pytest.raises(Refused, match="no readable file below "):
        Roots([tree / "logs"]).open(way.format(tree))


def test_without_roots_no_file_is_read(tree):
    with pytest.raises(Refused, match="--root"):
        Roots([]).open(str(tree / "logs" / "run1" / "rank0.log"))


def test_a_file_that_is_too_large_says_what_to_do(tree):
    with pytest.raises(Refused, match="keep its first and last parts"):
        Roots([tree / "logs"], most_bytes=3).open("run1/rank0.log")


def test_a_root_that_is_none_is_found_at_the_start(tree):
    for path in (tree / "none", tree / "secret.txt"):
        with pytest.raises(OSError):
            Roots([path])
