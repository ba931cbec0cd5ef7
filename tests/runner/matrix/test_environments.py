"""Environments are kept, bounded in disk, and never half built; one real one is made from packages of our own."""

import os
import sys
import zipfile

import pytest

from kb.runner.matrix import environments as module
from kb.runner.matrix.environments import COMPLETE, Environments, is_release, requirements
from kb.runner.running.interpreter import NoEnvironment, probe
from tests.runner.entries import LIBRARY
from tests.runner.matrix.releases import GIB, environments


def kept(folder, release, size, last_used):
    """An environment of so many bytes, last used at this time."""
    home = folder / f"torch-{release}"
    home.mkdir(parents=True)
    (home / "library").write_bytes(b"x" * size)
    (home / COMPLETE).touch()
    os.utime(home / COMPLETE, (last_used, last_used))
    return home


@pytest.mark.parametrize(
    ("release", "asked"),
    [
        ("2.1", ["torch==2.1.*", "numpy<2"]),
        ("2.4.1", ["torch==2.4.1", "numpy"]),
        ("2.13", ["torch==2.13.*", "numpy"]),
        ("newest", ["torch", "numpy"]),
    ],
)
def test_a_minor_release_is_its_newest_patch_with_a_numpy_that_it_can_use(release, asked):
    assert requirements(release) == asked


def test_what_is_a_release():
    assert all(map(is_release, ("2.1", "2.10", "2.4.1", "newest")))
    assert not any(map(is_release, ("", "2", "latest", "2.4;", "../2.4", "2.4.1.1")))


def test_one_that_is_there_is_used_again_and_becomes_the_most_recently_used(tmp_path):
    home = kept(tmp_path, "2.4", 10, last_used=1000)

    assert environments(tmp_path).interpreter("2.4") == str(home / "bin" / "python")
    assert (home / COMPLETE).stat().st_mtime > 1000


def test_the_least_recently_used_go_until_the_bound_is_kept_with_what_was_laid_beside_them(tmp_path):
    old, older, wanted = (kept(tmp_path, release, 100, used) for release, used in (("2.1", 2), ("2.4", 1), ("2.6", 0)))
    extras = tmp_path / "torch-2.4-extras"
    extras.mkdir()
    (extras / "overlay").write_bytes(b"x" * 100)
    said = []

    environments(tmp_path, most_bytes=200, said=said).interpreter("2.6")

    assert wanted.exists() and old.exists() and not older.exists() and not extras.exists()
    assert "removing" in said[0] and "torch-2.4" in said[0]


def test_one_that_is_larger_than_the_bound_is_kept_while_it_is_used(tmp_path):
    home = kept(tmp_path, "2.4", 100, 0)
    environments(tmp_path, most_bytes=10).interpreter("2.4")
    assert home.exists()


def test_a_full_disk_is_said_before_anything_is_downloaded(tmp_path, monkeypatch):
    monkeypatch.setattr(module.shutil, "disk_usage", lambda folder: type("Usage", (), {"free": 3 * GIB}))
    with pytest.raises(NoEnvironment, match=r"3 GiB of free disk.*--matrix-folder"):
        environments(tmp_path).interpreter("2.4")


def test_a_release_that_the_index_does_not_have_says_so_and_is_tried_again_next_time(tmp_path, index):
    for _ in range(2):
        with pytest.raises(NoEnvironment, match=r"torch==9\.8\.\* numpy could not be installed"):
            environments(tmp_path / "shelf").interpreter("9.8")
    assert not (tmp_path / "shelf" / "torch-9.8" / COMPLETE).exists()


def test_an_environment_is_really_built_from_the_index_and_newest_moves_with_it(tmp_path, index):
    shelf = Environments(tmp_path / "shelf", 20 * GIB, sys.executable, lambda text: None)

    assert probe(shelf.interpreter("9.1"))["torch"] == "9.1.3"
    assert probe(shelf.interpreter("newest"))["torch"] == "9.1.3"
    index("torch", "9.2.0")
    assert probe(shelf.interpreter("newest"))["torch"] == "9.2.0"
    assert probe(shelf.interpreter("9.1"))["torch"] == "9.1.3"


@pytest.fixture
def index(tmp_path, monkeypatch):
    """A package index of our own, as pip is told of one; it is called to add a release to it."""
    folder = tmp_path / "index"
    folder.mkdir()
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))

    def add(name, version):
        _wheel(folder, name, version)

    for name, version in (("torch", "9.1.2"), ("torch", "9.1.3"), ("numpy", "2.0.0"), ("numpy", "1.0.0")):
        add(name, version)
    return add


def _wheel(folder, name, version):
    about = f"{name}-{version}.dist-info"
    members = {
        f"{name}.py": f"__version__ = '{version}'\n{LIBRARY['torch.py'].replace('__version__', '_')}",
        f"{about}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
        f"{about}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{about}/RECORD": "",
    }
    with zipfile.ZipFile(folder / f"{name}-{version}-py3-none-any.whl", "w") as wheel:
        for member, text in members.items():
            wheel.writestr(member, text)
