"""Wheels and sdists on a server → their members."""

import os

import pytest
from packaging.version import Version

from kb.atlas.released import archive, ranged
from kb.atlas.released.file import File
from kb.atlas.released.index import connected
from tests.atlas.package_index import sdist, wheel

NOISE = os.urandom(200_000)


def read(package_index, name: str, wanted) -> dict[str, bytes]:
    file = File(name, Version("1.0"), f"{package_index.url}/files/{name}")
    with connected() as index:
        return {member.path: member.content.read() for member in archive.members(index.session, file, wanted)}


def is_python(path: str) -> bool:
    return path.endswith(".py")


def test_of_a_wheel_only_the_wanted_members_cross_the_network(package_index, monkeypatch):
    monkeypatch.setattr(ranged, "WINDOW", 4096)
    package_index.files["w-1.0-py3-none-any.whl"] = wheel({"w/a.py": "a = 1", "w/big.bin": NOISE, "w/b.py": "b = 2"})

    found = read(package_index, "w-1.0-py3-none-any.whl", is_python)

    assert found == {"w/a.py": b"a = 1", "w/b.py": b"b = 2"}
    assert package_index.bytes_sent("w-1.0-py3-none-any.whl") < len(NOISE) / 5


def test_without_ranges_the_same_members_come_from_a_whole_copy(package_index):
    package_index.ranges = False
    package_index.files["w-1.0-py3-none-any.whl"] = wheel({"w/a.py": "a = 1", "w/big.bin": NOISE})

    assert read(package_index, "w-1.0-py3-none-any.whl", is_python) == {"w/a.py": b"a = 1"}


def test_members_of_an_sdist_are_named_below_its_folder(package_index):
    package_index.files["w-1.0.tar.gz"] = sdist("w-1.0", {"setup.py": "x", "w/a.py": "a = 1", "w/big.bin": NOISE})

    assert read(package_index, "w-1.0.tar.gz", is_python) == {"setup.py": b"x", "w/a.py": b"a = 1"}


def test_a_file_that_is_not_there_is_an_error_that_names_it(package_index):
    with pytest.raises(OSError, match=r"gone-1\.0"):
        read(package_index, "gone-1.0.tar.gz", is_python)
