"""One thing wrong on either side, and the entry is not verified."""

from kb.runner.judging.verdict import FAILED, VERIFIED, Side, Verdict


def test_a_verdict_is_as_good_as_its_worse_side():
    good, bad = Side("message", 1.0), Side("message", 1.0, wrong=["it hung"])

    assert Verdict(good, good).word == VERIFIED
    assert Verdict(good, bad).word == Verdict(bad, good).word == FAILED
