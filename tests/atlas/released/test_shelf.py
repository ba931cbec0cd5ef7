"""The texts of releases, kept on disk."""

import pytest
from packaging.version import Version

from kb.atlas.released.shelf import Shelved
from kb.atlas.texts.literal import Literal, Texts

MEMBER = Shelved("w/a.py", 7, Texts((Literal("tab\tand „quotes“", "A.f", True),), frozenset({"device_id"})))


def test_what_was_added_is_read_back(shelf):
    shelf.add("w", Version("1.0"), [MEMBER])

    assert list(shelf.members("w", Version("1.0"))) == [MEMBER]
    assert shelf.has("w", Version("1.0")) and not shelf.has("w", Version("1.1"))


def test_a_read_that_is_interrupted_leaves_nothing_behind(shelf):
    def members():
        yield MEMBER
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        shelf.add("w", Version("1.0"), members())

    assert not shelf.has("w", Version("1.0"))
    assert list((shelf.folder / "w").iterdir()) == []
