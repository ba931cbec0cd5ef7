"""A file that collect really wrote says the same as the tables that it took, pasted by hand."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from kb.collect import job
from kb.collect.probes.machine.node import machine, shared_memory
from tests.reading.tables.reading import tables

ROOT = Path(__file__).parents[3]
SECTION = re.compile(r"^== (?P<name>[a-z ]+?)(?: \w+=\S+)* ==\n(?P<body>.*?)(?=^== |\Z)", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def collected(tmp_path_factory):
    """This machine, without a job: collect then ends with status 1, but writes."""
    out = tmp_path_factory.mktemp("collect") / "collect.txt"
    subprocess.run([sys.executable, "-m", "kb.collect", "-o", out], cwd=ROOT, check=False, capture_output=True)
    return out.read_text(encoding="utf-8")


def said(text):
    return [(f.name, f.value, f.of, f.text) for block in tables(text) for f in block.said.facts]


def test_the_file_says_what_its_tables_say_alone(collected):
    bodies = [found["body"] for found in SECTION.finditer(collected)]

    assert said(collected) == [fact for body in bodies for fact in said(body)]
    assert {name for name, *_ in said(collected)} >= {"host_memory_free_bytes", "disk_used"}


def test_the_file_names_its_host(collected):
    assert tables(collected)[0].said.host == re.search(r"^host: (.+)$", collected, re.MULTILINE)[1]


def test_limits_memory_and_shared_memory_as_collect_takes_them():
    limits = Path("/proc/self/limits").read_text(encoding="utf-8")

    assert {name for name, *_ in said(limits)} == {"fd_limit", "memlock_bytes", "process_limit", "core_bytes"}
    assert {name for name, *_ in said(machine())} == {"host_memory_free_bytes"}
    assert {name for name, *_ in said(shared_memory(job.read(os.getpid())))} == {"shm_bytes", "shm_used"}
