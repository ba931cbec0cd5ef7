"""Another program, library or Python makes other files."""

from kb.cache import version as module
from kb.cache.version import version


def test_it_is_the_same_from_start_to_start():
    assert version() == version()


def test_another_library_makes_another(monkeypatch):
    before = version()
    monkeypatch.setattr(module, "_installed", lambda: ["hyperscan-0.9.2.dist-info"])

    assert version() != before


def test_the_libraries_that_make_the_files_are_looked_at():
    assert sorted(name.split("-")[0].lower() for name in module._installed()) == [
        "hyperscan",
        "msgspec",
        "pyyaml",
        "whoosh3",
    ]
