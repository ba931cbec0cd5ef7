"""Only proof makes an answer; hints add up, but never to one."""

from kb.matching.match import CONFIDENT, Evidence
from kb.matching.scores import score


def evidence(line, proof="decisive", signature="x", file=""):
    return Evidence(line, "text", proof, signature, file=file)


def test_only_proof_makes_an_answer():
    assert score([evidence(1)]) >= CONFIDENT
    assert score([evidence(n, "supporting", f"hint {n}") for n in range(20)]) < CONFIDENT


def test_two_hints_weigh_more_than_one_but_the_same_hint_twice_does_not():
    one = score([evidence(1, "supporting")])

    assert score([evidence(1, "supporting"), evidence(2, "supporting")]) == one
    assert score([evidence(1, "supporting", "a"), evidence(2, "supporting", "b")]) > one
