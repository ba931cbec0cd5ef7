"""Names of nodes."""

import pytest

from kb.triage.answers.hosts import is_host, spelled_out


@pytest.mark.parametrize(
    ("folded", "names"),
    [
        ("gpu1", ["gpu1"]),
        ("gpu[01-03,7],login1", ["gpu01", "gpu02", "gpu03", "gpu7", "login1"]),
        ("r[1-2]n,x", ["r1n", "r2n", "x"]),
        ("", []),
        ("[", []),
        ("a[3-1]", []),
    ],
)
def test_slurm_folds_names_and_they_are_spelled_out(folded, names):
    assert spelled_out(folded, 100) == names


def test_a_list_without_an_end_is_bounded():
    assert len(spelled_out("n[0-99999999999]", 50)) == 50


def test_which_words_are_a_node():
    assert all(map(is_host, ("gpu-b07", "ip-10-0-0-1", "node1.cluster", "05-06-76-200")))
    assert not any(map(is_host, ("localhost", "12345", "", "a b", "x" * 80, "None")))
