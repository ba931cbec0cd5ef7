"""A file on a server → what it requires, with as little of it as possible."""

import os

import pytest

from kb.atlas.released.index import connected
from kb.atlas.released.metadata import required
from tests.atlas.package_index import sdist, wheel

METADATA = """Metadata-Version: 2.1
Name: w
Version: 1.0
Requires-Python: >=3.9
Requires-Dist: torch==2.9.1
Requires-Dist: Nvidia.NCCL_cu12 (==2.27.5) ; platform_system == "Linux"
Requires-Dist: accelerate>=1.1.0; extra == "accelerate"
Requires-Dist: accelerate>=1.1.0; extra == "all"
Requires-Dist: transformers<5,>=4.56
Requires-Dist: transformers<4.9; extra == "test"
Requires-Dist: not a requirement !
"""


@pytest.fixture
def read(package_index):
    def of(name: str, data: bytes):
        package_index.files[name] = data
        with connected() as index:
            (file,) = index.files("w")
            return required(index.session, file)

    return of


def test_a_wheel_says_python_and_distributions_extras_too_and_one_bad_line_spoils_nothing(read):
    found = read("w-1.0-py3-none-any.whl", wheel({"w/a.py": "", "w-1.0.dist-info/METADATA": METADATA}))

    assert found.python == ">=3.9"
    assert found.distributions == {
        "torch": "==2.9.1",
        "nvidia-nccl-cu12": "==2.27.5",
        "accelerate": ">=1.1.0",
        "transformers": ">=4.56,<5",
    }


def test_an_sdist_says_the_same(read):
    found = read("w-1.0.tar.gz", sdist("w-1.0", {"PKG-INFO": METADATA, "w.egg-info/PKG-INFO": "Name: other"}))

    assert found.distributions["torch"] == "==2.9.1"


def test_metadata_beside_the_file_is_all_that_crosses_the_network(read, package_index):
    package_index.files["w-1.0-py3-none-any.whl.metadata"] = METADATA.encode()
    found = read("w-1.0-py3-none-any.whl", wheel({"w/a.py": os.urandom(9000)}))

    assert found.python == ">=3.9"
    assert package_index.bytes_sent("w-1.0-py3-none-any.whl") == 0
