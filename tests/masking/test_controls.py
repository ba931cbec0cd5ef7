"""Signs that drive a terminal or turn text around."""

import pytest

from kb.masking import clean_line, clean_name, pictured

HARMFUL = ["\x1b", "\x07", "\x00", "\x08", "\r", "\x7f", "\x9b", "\u202e", "\u2066", "\u2069", "\u200b", "\ufeff"]


@pytest.mark.parametrize("sign", HARMFUL, ids=ascii)
def test_none_of_them_is_left(sign):
    assert sign not in clean_name(f"a{sign}b.log")
    assert sign not in clean_line(f"a{sign}b")
    assert sign not in pictured(f"a{sign}b")


@pytest.mark.parametrize(
    ("name", "clean"),
    [
        ("ev\x1b]0;PWNED\x07il.log", "evil.log"),
        ("\x1b[31mred\x1b[0m.log", "red.log"),
        ("\x1b]52;c;cm0gLXJm\x1b\\x", "x"),
        ("gol.\u202etxt.exe", "gol.txt.exe"),
        ("a\nb\tc", "ab c"),
        ("节点-3.log", "节点-3.log"),
        ("half\ud800", "half\ufffd"),
    ],
)
def test_names(name, clean):
    assert clean_name(name) == clean


def test_a_line_keeps_its_tabs_and_its_letters():
    assert clean_line("a\tb é 节点 🙂") == "a\tb é 节点 🙂"


def test_a_page_shows_what_was_there():
    assert pictured("a\x1b[31m\u202eb") == "a␛[31m⟨U+202E⟩b"
