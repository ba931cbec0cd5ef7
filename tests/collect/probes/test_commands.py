"""A system command takes the probe's place; one that is not installed is told."""

import pytest

from kb.collect.probes import commands
from kb.collect.running.attempts import Absent, Probe, outcomes
from tests.collect.jobs import tool


def test_what_it_prints_is_the_section_in_english(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", tool(tmp_path, "nvidia-smi", "#!/bin/sh\necho $LC_ALL $1; echo trouble >&2; exit 9\n"))
    (outcome,) = outcomes([Probe("it", lambda: commands.run("nvidia-smi", "-q"))], 0)

    assert (outcome.text, outcome.problem) == ("C -q\ntrouble\n", "exit status: 9")


def test_finds_what_a_stripped_path_does_not(monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")

    assert commands.find("df").endswith("bin/df")


def test_not_installed_is_told():
    with pytest.raises(Absent, match="no-such-tool is not installed"):
        commands.run("no-such-tool")
