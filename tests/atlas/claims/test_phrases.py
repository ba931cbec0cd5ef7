"""Which words draw a boundary at a version, in English and Chinese, and whose version it is."""

import pytest

from kb.atlas.claims.phrases import AFTER, AT, Phrases

KNOWN = {"torch": {"2"}, "deepspeed": {"0"}, "transformers": {"4", "5"}}
PHRASES = Phrases(["torch", "DeepSpeed", "transformers"], ["ultralytics"])


def drawn(text: str) -> list[str]:
    def is_release(name, version):
        return str(version.release[0]) in KNOWN[name]

    return [f"{one.name} {one.version} {one.where}" for one in PHRASES.found_in(text, is_release)]


@pytest.mark.parametrize(
    ("text", "boundary"),
    [
        ("the default since torch 2.6", f"torch 2.6 {AT}"),
        ("torch has it from version 2.6 on", f"torch 2.6 {AT}"),
        ("torch before 2.10 says another thing", f"torch 2.10 {AT}"),
        ("update torch to 2.6 or newer", f"torch 2.6 {AT}"),
        ("needs torch >= 2.6", f"torch 2.6 {AT}"),
        ("up to torch 2.5 it fails", f"torch 2.5 {AFTER}"),
        ("torch 2.5.1 and older", f"torch 2.5.1 {AFTER}"),
        ("the old name (torch to 2.7)", f"torch 2.7 {AFTER}"),
        ("torch 2.0 removed the module", f"torch 2.0 {AT}"),
        ("torch: nobody moved it until 2.6", f"torch 2.6 {AT + AFTER}"),
        ("transformers 5 and later", f"transformers 5 {AT}"),
        ("torch 2.6 起", f"torch 2.6 {AT}"),
        ("从torch2.6起默认", f"torch 2.6 {AT}"),
        ("torch 2.6 之前", f"torch 2.6 {AT}"),
        ("torch 2.5 及更早", f"torch 2.5 {AFTER}"),
        ("torch 到 2.5 为止", f"torch 2.5 {AFTER}"),
        ("升级到 torch 2.6 或更新", f"torch 2.6 {AT}"),
        ("torch 2.6 以后", f"torch 2.6 {AT + AFTER}"),
        ("需要 2.12 之前的 torch", f"torch 2.12 {AT}"),
    ],
)
def test_a_phrase_says_where_the_boundary_is(text, boundary):
    assert drawn(text) == [boundary]


@pytest.mark.parametrize("text", ["torch 2.3 to 2.7", "torch 2.3 到 2.7", "torch 2.3–2.7"])
def test_a_range_draws_two(text):
    assert drawn(text) == [f"torch 2.3 {AT}", f"torch 2.7 {AFTER}"]


@pytest.mark.parametrize(
    "text",
    [
        "run with torch 2.13",
        "seen with torch 2.3 to 2.7",
        "见于 torch 2.3 到 2.7",
        "torch on Linux before 2.6",
        "torch on a card of capability 2.0 and newer",
        "torch allows up to 2.5 GiB",
        "torch grows from 2.5% to 2.7%",
        "torch needs from 2 to 3 ranks",
        "torch 2.14.1+cu130",
        "nothing is named before 2.6",
        "torch 1.4 or older, of which nothing is known",
    ],
)
def test_what_was_only_seen_and_what_is_no_version_of_the_package_draws_none(text):
    assert drawn(text) == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("torch and DeepSpeed: since 2.6", "torch"),
        ("torch and transformers before 5.23", "transformers"),
        ("torch, whatever. Since 0.16 DeepSpeed asserts", "deepspeed"),
    ],
)
def test_the_package_is_the_nearest_that_has_such_a_release(text, name):
    assert [words.split()[0] for words in drawn(text)] == [name]


def test_a_name_beside_the_number_is_the_only_one_meant():
    assert drawn("torch, but ultralytics before 2.6") == drawn("torch under ultralytics 2.6 and later") == []
