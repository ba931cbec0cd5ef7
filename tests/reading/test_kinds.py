"""The list of kinds: each can be told from the others, and compiles."""

from kb.reading.blocks import scan_for
from kb.reading.kinds import KINDS, SCANS


def test_every_kind_has_its_own_name_and_opening():
    assert len({kind.name for kind in KINDS}) == len({kind.opening for kind in KINDS}) == len(KINDS)


def test_the_cache_keeps_the_openings_too():
    assert SCANS["openings"] is scan_for(KINDS)


def test_all_openings_compile_together_and_once():
    assert scan_for(KINDS) is scan_for(KINDS)
