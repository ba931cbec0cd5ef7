"""A file on a server, read by ranges."""

import pytest

from kb.atlas.released import ranged
from kb.atlas.released.index import connected

DATA = bytes(range(256)) * 400


def test_only_what_is_read_is_asked_for(package_index, monkeypatch):
    monkeypatch.setattr(ranged, "WINDOW", 1000)
    package_index.files["big"] = DATA

    with connected() as index, ranged.opened(index.session, f"{package_index.url}/files/big") as file:
        file.seek(50_000)
        assert file.read(300) == DATA[50_000:50_300]
        file.seek(-10, 2)
        assert file.read() == DATA[-10:]

    assert package_index.bytes_sent("big") < 2500


def test_a_server_without_ranges_is_told_apart_at_once(package_index):
    package_index.files["big"], package_index.ranges = DATA, False

    with connected() as index, pytest.raises(ranged.NoRanges):
        ranged.opened(index.session, f"{package_index.url}/files/big")
