"""A distribution's name → its released files, from the index that pip is configured for."""

import pytest

from kb.atlas.released.index import NoSuchDistribution, connected
from tests.atlas.package_index import wheel


def test_final_releases_come_oldest_first_from_the_configured_index(package_index):
    for name in (
        "w-1.10.0-py3-none-any.whl",
        "w-1.9.0.tar.gz",
        "w-2.0rc1-py3-none-any.whl",
        "w-1.9.0.zip",
        "other-1.0.tar.gz",
    ):
        package_index.files[name] = wheel({})

    with connected() as index:
        files = index.files("w")

    assert [(file.name, str(file.version), file.is_wheel) for file in files] == [
        ("w-1.9.0.tar.gz", "1.9.0", False),
        ("w-1.10.0-py3-none-any.whl", "1.10.0", True),
    ]
    assert files[0].url.startswith(package_index.url)


def test_a_name_without_files_says_what_to_check(package_index):
    with connected() as index, pytest.raises(NoSuchDistribution, match="no release of nothing"):
        index.files("nothing")
