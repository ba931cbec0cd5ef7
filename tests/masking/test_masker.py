"""The whole: lines stay where they are, nothing that proves changes, time is linear, nothing but Python is needed."""

import json
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.masking import mask, mask_part
from kb.masking.masker import RULES
from kb.masking.shapes import FAKE
from tests.growth import growth

ROOT = Path(__file__).parents[2]
PROOFS = sorted([*ROOT.glob("content/*/*/samples/*"), *ROOT.glob("tests/healthy/*")])
TOKEN = f"hf_{FAKE[:34]}"


def test_no_sample_and_no_healthy_log_changes():
    assert len(PROOFS) > 400
    texts = {path: path.read_text(encoding="utf-8", errors="replace") for path in PROOFS}

    assert [str(path) for path, text in texts.items() if mask(text) != (text, 0)] == []


@pytest.mark.parametrize("cases", sorted((ROOT / "tests/cases").glob("*.jsonl")), ids=lambda path: path.name)
def test_no_case_changes(cases):
    for line in cases.read_text(encoding="utf-8").splitlines():
        text = json.loads(line).get("text", "")
        assert mask(text) == (text, 0)


def test_values_are_counted():
    assert mask(f"{TOKEN}\nPASSWORD=swordfish and again {TOKEN}")[1] == 3
    assert mask(f"HF_TOKEN={TOKEN}")[1] == 1


@given(
    st.lists(
        st.sampled_from([rule.example for rule in RULES] + ["\n", "a", "\u0130", '"', "节", "=", ": "]), max_size=12
    )
)
def test_no_line_is_added_or_lost(parts):
    text = "".join(parts)

    assert mask(text)[0].count("\n") == text.count("\n")


def test_a_letter_that_grows_when_made_small_moves_nothing():
    assert mask(f"\u0130\u0130 {TOKEN} end") == ("\u0130\u0130 hf_[masked] end", 1)


def test_a_count_of_tokens_hides_no_secret_beside_it():
    assert mask("tokens/s 41 JWT_TOKENSECRET=swordfish HF_TOKEN=swordfish tokenizer")[1] == 2


@pytest.mark.parametrize("cut", range(0, 40, 3))
def test_a_cut_through_a_token_shows_none_of_it(cut):
    text = f"begin {TOKEN} end"

    left, right = mask_part(text, 0, cut)[0], mask_part(text, cut, len(text))[0]

    assert FAKE[:3] not in left + "|" + right and FAKE[28:34] not in left + "|" + right


def hostile():
    words = {word for rule in RULES for word in rule.keywords}
    yield from (rule.example for rule in RULES)
    yield from (word + tail for word in words for tail in ("=", ': \\"'))
    yield from ("a" * 77, "A1" * 38 + " ", "-----BEGIN PRIVATE KEY-----", "-----END PRIVATE KEY-----", "://a:", "\\")
    yield from ("password" * 9 + "=", "_token=", "eyJaaaaaaaaaaa.", "curl -u ", "docker login -p ", "Authorization: a,")


@pytest.mark.parametrize("end", ["", "\n"], ids=ascii)
def test_four_times_the_text_takes_about_four_times_as_long(end):
    slow = []
    for unit in sorted(set(hostile())):
        piece = (unit + end) * (5_000 // len(unit + end) + 1)
        # Four is linear and sixteen quadratic.
        if growth(partial(mask, piece), partial(mask, piece * 4), most=9) > 9:
            slow.append(unit)
    assert slow == []


def test_the_package_needs_nothing_but_python():
    program = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); from kb.masking import mask; print(mask('TOKEN=swordfish')[0])"
    )

    ran = subprocess.run([sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, check=True)

    assert ran.stdout == "TOKEN=[masked]\n"
