import pytest

from tests.collect.jobs import Ranks


@pytest.fixture
def ranks(tmp_path):
    job = Ranks(tmp_path)
    yield job
    job.end()
