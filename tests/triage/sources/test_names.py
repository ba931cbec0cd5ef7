"""Which files below a folder are logs."""

import pytest

from kb.triage.sources.names import is_log, plain_name


@pytest.mark.parametrize(
    "name", "a.log a.OUT a.err a.txt a/stdout a.log.gz a.out.zst a.log.1 a.log.2.gz job.o123".split()
)
def test_a_log(name):
    assert is_log(name)


@pytest.mark.parametrize("name", "a.py model.safetensors a.pt log logs/x.json catalog.bin a.gz".split())
def test_no_log(name):
    assert not is_log(name)


def test_compression_is_no_part_of_a_name():
    assert plain_name("a.log.gz") == plain_name("a.log") == "a.log"
