"""YAML becomes dataclasses; every defect is reported with its line, and none hides the next."""

from dataclasses import dataclass, field
from typing import Literal

import yaml

from kb.catalogue.loading.parsing.reading import read


@dataclass(frozen=True)
class Wheel:
    size: int = field(metadata={"help": "in inches"})
    state: Literal["sound", "flat"] = field(metadata={"help": "sound or flat"}, default="sound")


@dataclass(frozen=True)
class Cart:
    name: str = field(metadata={"help": "what it is called"})
    wheels: tuple[Wheel, ...] = field(metadata={"help": "all of them"}, default=())


def reading(text):
    problems = []
    value, lines = read(Cart, yaml.compose(text), lambda line, message: problems.append((line, message)))
    return value, lines, problems


def test_a_sound_document_becomes_the_object():
    value, _, problems = reading("name: x\nwheels:\n  - size: 26\n  - {size: 28, state: flat}\n")

    assert problems == []
    assert value == Cart("x", (Wheel(26), Wheel(28, "flat")))


def test_every_key_has_its_line():
    _, lines, _ = reading("name: x\nwheels:\n  - size: 26\n  - size: 28\n")

    assert lines[("wheels", 1, "size")] == 4


def test_an_unknown_key_suggests_the_one_that_was_meant():
    value, _, problems = reading("name: x\nweels: []\n")

    assert problems == [(2, "unknown key 'weels' in the front matter: did you mean 'wheels'?")]
    assert value == Cart("x")


def test_all_defects_are_reported_at_once():
    value, _, problems = reading("wheels:\n  - size: big\n  - state: round\n")

    assert value is None
    assert problems == [
        (2, "wheels[1].size is 'big', but must be a whole number above 0"),
        (3, "wheels[2].state is 'round', but must be one of: sound, flat"),
        (3, "wheels[2] lacks 'size': in inches"),
        (1, "the front matter lacks 'name': what it is called"),
    ]


def test_a_key_given_twice_is_a_defect_because_yaml_keeps_only_the_last():
    _, _, problems = reading("name: x\nname: y\n")

    assert problems == [(2, "key 'name' is here twice: YAML would keep only the last; join them")]


def test_an_empty_value_is_a_defect():
    _, _, problems = reading("name:\n")

    assert problems == [(1, "name is empty: fill it in or delete the key")]


def test_a_list_where_one_value_belongs_is_a_defect():
    _, _, problems = reading("name: [x]\n")

    assert problems == [(1, "name must be a single value")]


def test_a_key_that_is_a_list_is_a_defect():
    _, _, problems = reading("? [a, b]\n: c\nname: x\n")

    assert problems == [(1, "a key must be plain text: quote it")]


def test_thousands_of_items_are_one_defect():
    _, _, problems = reading("name: x\nwheels: [" + "{size: 1}," * 5000 + "]\n")

    assert problems == [(2, "5,000 items, but at most 200 are read: keep those that tell")]


def test_a_number_of_thousands_of_digits_is_no_number():
    _, _, problems = reading(f"name: x\nwheels: [{{size: {'9' * 5000}}}]\n")

    assert problems == [(2, f"wheels[1].size is '{'9' * 60}…', but must be a whole number above 0")]
