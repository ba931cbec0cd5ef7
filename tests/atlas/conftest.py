"""Fixtures of the atlas: an index on this machine, a shelf and a content folder."""

from __future__ import annotations

import pytest

from kb.atlas.released.shelf import Shelf
from tests.atlas.package_index import served


@pytest.fixture
def package_index(monkeypatch):
    with served(monkeypatch) as index:
        yield index


@pytest.fixture
def shelf(tmp_path) -> Shelf:
    return Shelf(tmp_path / "shelf")
