"""Every row of the table does what it says: its example is masked, its spares stay."""

import pytest

from kb.masking import MASKED, mask
from kb.masking.masker import RULES
from kb.masking.shapes import FAKE, HEX, SHAPES


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_the_example_is_masked(rule):
    masked, count = mask(rule.example)

    assert count >= 1 and MASKED in masked
    assert FAKE[:8] not in masked and HEX[:8] not in masked and "swordfish" not in masked
    assert any(word in rule.example.lower() for word in rule.keywords)


@pytest.mark.parametrize(("rule", "spared"), [(rule, spared) for rule in RULES for spared in rule.spares])
def test_what_a_rule_must_spare_stays(rule, spared):
    assert mask(spared) == (spared, 0)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_masking_twice_changes_nothing_more(rule):
    masked, _ = mask(rule.example)

    assert mask(masked) == (masked, 0)


@pytest.mark.parametrize(
    "around", ["{}", "token {}.", '"{}"', "令牌{}。", "\x1b[31m{}\x1b[0m", "a\\n{}\\n", "x%3D{}&y"]
)
@pytest.mark.parametrize("token", [f"hf_{FAKE[:34]}", f"sk-ant-api03-{FAKE}", f"ghp_{FAKE[:36]}", f"nvapi-{FAKE}"])
def test_a_token_is_found_whatever_stands_around_it(around, token):
    masked, count = mask(around.format(token))

    assert count == 1 and FAKE[:8] not in masked


def test_the_kind_of_a_token_stays_to_be_seen():
    assert mask(f"401 for hf_{FAKE[:34]}") == ("401 for hf_[masked]", 1)


def test_every_shape_names_its_keywords_in_small_letters():
    assert all(word == word.lower() for rule in SHAPES for word in rule.keywords)
