"""Which version notes are about this reader."""

import pytest

from kb.catalogue.schema.entry import VersionNote
from kb.catalogue.versions import for_reader, is_specifier


def told(*notes, **versions):
    found = for_reader([VersionNote(package, specifier, "note") for package, specifier in notes], versions)
    return [(item.note.specifier, item.version, item.applies) for item in found]


def test_the_notes_that_apply_come_first():
    assert told(("torch", "<2.2"), ("torch", ">=2.2"), torch="2.3.1") == [
        (">=2.2", "2.3.1", True),
        ("<2.2", "2.3.1", False),
    ]


@pytest.mark.parametrize(
    ("package", "filed"),
    [("PyTorch", "torch"), ("nccl", "NCCL"), ("NVIDIA driver", "driver"), ("Accelerate", "accelerate")],
)
def test_a_package_has_one_usual_name(package, filed):
    assert told((package, ">=2"), **{filed: "2.5"}) == [(">=2", "2.5", True)]


def test_a_package_that_the_log_does_not_name_says_nothing():
    assert told(("DeepSpeed", ">=0.10"), torch="2.3.1") == []


def test_a_note_about_all_versions_is_no_news():
    assert told(("torch", "all"), torch="2.3.1") == []


@pytest.mark.parametrize(("version", "applies"), [("2.13.0", True), ("2.13", True), ("2.12.1", False)])
def test_versions_are_compared_as_pep_440_says(version, applies):
    assert told(("torch", "==2.13.*"), torch=version)[0][2] is applies


@pytest.mark.parametrize("text", ["all", ">=2.6", ">=2.0,<2.1", "==2.13.*", "!=1.0"])
def test_what_programs_can_compare(text):
    assert is_specifier(text)


@pytest.mark.parametrize("text", ["2.18", "4.38.0 to 4.38.2", "since 2.6", "old"])
def test_what_they_cannot(text):
    assert not is_specifier(text)
