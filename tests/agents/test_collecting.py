"""Collect, as an agent starts it: a real process is looked at, and nothing stays behind."""

import os

import pytest

from kb.agents import collecting
from kb.agents.collecting import NotCollected, collected


def test_a_process_is_looked_at():
    text = collected([os.getpid()]).decode()

    assert text.startswith("rankdown-collect 1\n") and "\n== end ==" in text and f"pid={os.getpid()}" in text


def test_what_does_not_end_is_given_up(monkeypatch):
    monkeypatch.setattr(collecting, "SECONDS", 0.01)

    with pytest.raises(NotCollected, match="did not end"):
        collected([os.getpid()])
