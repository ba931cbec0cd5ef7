"""C++ source → its literals."""

from kb.atlas.texts.c_source import read


def texts(source: str) -> list[str]:
    return [literal.text for literal in read(source.encode()).literals]


def test_neighbouring_literals_are_one_text_and_streamed_ones_are_several():
    source = 'TORCH_CHECK(ok, "rank ", rank,\n  " did not "\n  "join \\"group\\"");'

    assert texts(source) == ["rank ", ' did not join "group"']


def test_comments_are_printed_by_nobody():
    assert texts('// "a comment"\n/* "another\none" */ log("said");') == ["said"]


def test_identifiers_are_names():
    assert "TORCH_CHECK" in read(b"TORCH_CHECK(ok);").names
