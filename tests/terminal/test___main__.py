"""`python -m kb.terminal` where nothing is installed."""

from tests.terminal.door import rankdown


def test_it_is_rankdown():
    assert rankdown("--help").stdout.startswith(b"usage: rankdown ")
