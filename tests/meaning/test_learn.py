"""Learning: texts come to lie near their own entry, the same way each time, and words met once are left out."""

import json
import subprocess

import pytest

from kb.matching.words.meaning import direction, likeness, read_senses
from tests.meaning.without import LEARN, RUNNER

HANG = ["frozen at start", "stuck at start", "nothing moves", "stuck and frozen"]
SLOW = ["slower than one", "low throughput", "throughput is slower", "low and slower"]
PAIRS = [
    {"terms": text.split(), "entries": [slug], "phrase": True}
    for slug, texts in (("hang", HANG), ("slow", SLOW))
    for text in texts
]
REPORTS = [{"terms": ["frozen", "throughput", "once"], "entries": ["gone"], "phrase": False}]


@pytest.fixture(scope="module")
def learn():
    if not RUNNER.exists():
        pytest.skip("needs torch: make reproduce builds .venv-runner")

    def run(pairs):
        lines = "\n".join(map(json.dumps, pairs)).encode()
        return subprocess.run([RUNNER, LEARN], input=lines, stdout=subprocess.PIPE, check=True).stdout

    return run


def test_a_text_lies_near_its_own_entry(learn):
    known = read_senses(learn(PAIRS * 30))
    asked, hang, slow = (direction(text.split(), known) for text in ("frozen", "stuck moves", "low slower"))

    assert sum(a * b for a, b in zip(asked, hang, strict=True)) > sum(a * b for a, b in zip(asked, slow, strict=True))
    assert likeness(asked, b"") == 0


def test_the_same_pairs_teach_the_same(learn):
    assert learn(PAIRS) == learn(PAIRS)


def test_a_word_of_one_text_and_an_entry_that_is_gone_teach_nothing(learn):
    known = read_senses(learn(PAIRS + REPORTS))

    assert "frozen" in known and "once" not in known
