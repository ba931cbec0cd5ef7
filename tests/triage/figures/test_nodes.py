"""Nodes that fail more than chance explains are named, and their neighbours are not."""

import random

import pytest

from kb.triage.figures.nodes import FALSE_DISCOVERY_RATE, nodes
from tests.triage.figures.runs_of import run

MANY = [f"gpu{n:02d}" for n in range(40)]


def history(bad, chance=0.05, worse=0.6, jobs=2000, width=4, blocks=False, named=False, seed=1):
    """Runs of `width` nodes each; a bad node makes its job fail with chance `worse`."""
    dice, made = random.Random(seed), []  # noqa: S311
    for n in range(jobs):
        start = dice.randrange(0, len(MANY), width)
        own = MANY[start : start + width] if blocks else dice.sample(MANY, width)
        guilty = [name for name in own if name in bad and dice.random() < worse]
        failed = bool(guilty) or dice.random() < chance
        made.append(run(str(n), own, failed, "way" if failed else "", node=guilty[0] if guilty and named else ""))
    return made


def standing_out(runs):
    return sorted(node.name for node in nodes(runs) if node.stands_out)


@pytest.mark.parametrize("seed", range(5))
def test_bad_nodes_are_found_and_no_innocent_one(seed):
    assert standing_out(history(["gpu03", "gpu17"], seed=seed)) == ["gpu03", "gpu17"]


def test_of_nodes_that_always_work_together_the_one_that_logs_name_is_found_and_the_rate_holds():
    found = [standing_out(history(["gpu03"], jobs=1000, blocks=True, named=True, seed=seed)) for seed in range(60)]
    shares = [(len(own) - 1) / len(own) for own in found]

    assert all("gpu03" in own for own in found)
    assert sum(shares) / len(shares) <= FALSE_DISCOVERY_RATE
    assert not [own for own in found if {"gpu00", "gpu01", "gpu02"} & set(own)]


def test_where_nothing_is_wrong_hardly_ever_anything_stands_out():
    found = [standing_out(history([], chance=0.2, jobs=400, seed=seed)) for seed in range(40)]

    # The rate holds: in five of a hundred histories a node is named by chance.
    assert sum(map(bool, found)) <= 6


def test_a_broken_script_that_is_started_again_and_again_makes_no_node_bad():
    healthy = [run(str(n), [name]) for n, name in enumerate(MANY * 5)]
    again = [run(f"x{n}", ["gpu05"], True, "typo", family="mine-#") for n in range(30)]

    assert standing_out(healthy + again) == []
    (node,) = [node for node in nodes(healthy + again) if node.name == "gpu05"]
    assert (node.failed, node.good) == (1, 5)


def test_a_node_remembers_its_runs():
    runs = [run("1", ["a", "b"]), run("2", ["a", "b"], True, "way", node="b"), run("3", ["a"], True, "way")]
    memory = {node.name: node.memory for node in nodes(runs)}

    assert memory == {"a": ("good", "elsewhere", "failed"), "b": ("good", "failed")}


@pytest.mark.parametrize("runs", [[], [run("1")], [run("1", ["a"], True, "w")], [run(str(n), ["a"]) for n in range(5)]])
def test_with_too_little_to_compare_nothing_stands_out(runs):
    assert standing_out(runs) == []
