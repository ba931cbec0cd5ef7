"""The matcher of a small catalogue, built once."""

import pytest

from kb.library import Library
from tests.shelf import make_content


@pytest.fixture(scope="session")
def small(tmp_path_factory):
    return Library(make_content(tmp_path_factory.mktemp("small")), follow=False).current().matcher
