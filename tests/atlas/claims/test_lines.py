"""A range in a signature's `versions` × the releases that have the line."""

import pytest


@pytest.mark.parametrize(
    ("releases", "signature"),
    [
        ("nyyn", "torch 2.1 to 2.2"),
        ("nyyy", "torch 2.1 and later"),
        ("yynn", "PyTorch 2.1 and older"),
        ("nyyn", "seen with torch 2.1 to 2.2"),
        ("yyyy", "seen with torch 2.1 to 2.2"),
        ("n?yy", "torch 2.1 and later"),
        ("nnnn", "torch 2.1 and later"),
    ],
)
def test_a_claim_that_the_releases_bear_out_or_cannot_refute_is_left_alone(problems, releases, signature):
    assert problems(releases, signature) == []


@pytest.mark.parametrize(
    ("releases", "signature", "words"),
    [
        (
            "nyyy",
            "torch 2.0 and later",
            "torch 2.0.0 lacks the line, which is in the releases from 2.1.0, still in 2.3.0",
        ),
        ("yyyy", "torch 2.1 to 2.2", "torch 2.0.0 has the line"),
        ("nyyn", "torch 2.1 to 2.3", "torch 2.3.0 lacks the line"),
        ("n?yy", "torch 2.0 and later", "is in the releases after 2.0.0, by 2.2.0"),
    ],
)
def test_a_signature_that_the_releases_contradict_is_named_with_its_line(problems, releases, signature, words):
    (problem,) = problems(releases, signature)

    assert words in problem and "entry.md:16:" in problem
