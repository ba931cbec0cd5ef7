"""What all commands share: colours only for who wants them, and no sign that is too odd to print."""

from tests.terminal.door import rankdown


def test_a_terminal_that_knows_no_chinese_gets_escapes_instead_of_an_error():
    shown = rankdown("show", "nccl-duplicate-gpu", "--lang", "zh", PYTHONIOENCODING="ascii", PYTHONUTF8="0")

    assert shown.returncode == 0 and b"\\u4e24" in shown.stdout


def test_a_pipe_gets_no_colours():
    assert b"\x1b[" not in rankdown("search", "memory").stdout
