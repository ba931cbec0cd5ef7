"""The two forms of a paste in JSON: read like Python's parser, in bounded memory, in linear time."""

import contextlib
import json
import tracemalloc
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.serving.json_paste import PIECE, NotPaste, parse
from tests.growth import growth

TEXT = st.text(st.characters(codec="utf-8"), max_size=200)


@given(TEXT, st.booleans(), st.sampled_from([None, 1]))
def test_a_text_is_what_python_reads(text, ascii_only, indent):
    body = json.dumps({"text": text, "more": "ignored"}, ensure_ascii=ascii_only, indent=indent).encode()
    assert parse(body) == ([("", text.encode())], [])


@given(st.dictionaries(TEXT, TEXT, max_size=20), st.booleans())
def test_files_keep_names_order_and_contents(files, ascii_only):
    body = json.dumps({"files": files}, ensure_ascii=ascii_only).encode()
    named = [(name, text.encode()) for name, text in files.items()]
    assert parse(body) == (named, [])
    beside = json.dumps({"against": files, "text": "x"}, ensure_ascii=ascii_only).encode()
    assert parse(beside) == ([("", b"x")], named)


@given(st.lists(st.sampled_from(["\\", '"', "\n", "é", "😀", "\ud83d\ude00", "plain text", "\\u0041"]), max_size=30))
def test_long_texts_are_cut_nowhere_that_matters(pieces):
    text = ("".join(pieces) * 10).encode("utf-8", "replace").decode()
    for ascii_only in (True, False):
        with patch("kb.serving.json_paste.PIECE", 40):
            assert parse(json.dumps({"text": text}, ensure_ascii=ascii_only).encode())[0] == [("", text.encode())]


TOKENS = st.sampled_from('{ } [ ] " \\ : , text files 1 null "text" "a"'.split())
NEARLY_JSON = st.lists(TOKENS, max_size=12).map(lambda tokens: "".join(tokens).encode())


@given(st.binary(max_size=60) | NEARLY_JSON)
def test_whatever_else_is_refused(body):
    try:
        given_ = json.loads(body)
        valid = isinstance(given_, dict)
    except ValueError:
        valid = False
    try:
        parse(body)
    except NotPaste:
        return
    assert valid or b"\\" in body or any(byte > 127 or byte < 32 for byte in body)


@pytest.mark.parametrize("text", [r'"\ud800"', r'"\ude00 x"'])
def test_half_a_surrogate_pair_is_a_question_mark(text):
    assert b"?" in parse(b'{"text": %s}' % text.encode())[0][0][1]


@pytest.mark.parametrize("value, good", [('"well"', [("", b"well")]), ('{"a": "b"}', [("a", b"b")]), ("{}", [])])
def test_a_good_run_is_a_text_or_files(value, good):
    assert parse(b'{"text": "x", "against": %s}' % value.encode())[1] == good


@pytest.mark.parametrize("value", ["1", "null", "[]", "true", '{"a": 1}', '{"a": {"b": "c"}}'])
def test_a_good_run_of_another_shape_is_refused(value):
    with pytest.raises(NotPaste, match="against"):
        parse(b'{"text": "x", "against": %s}' % value.encode())


SIZE = 3_000_000
HARD = {
    "lists": b"[[]," + b"[]," * (SIZE // 3) + b"[]]",
    "objects": b'{"a":{' * (SIZE // 6),
    "unclosed": b'{"text": "' + b'\\"' * (SIZE // 2),
    "quotes": b'"' * SIZE,
    "escapes": b'{"text": "' + b"\\u0041" * (SIZE // 6) + b'"}',
    "one emoji": b'{"text": "' + b"a" * SIZE + "😀".encode() + b'"}',
    "escaped emoji": b'{"text": "' + b"a\\n" * (SIZE // 3) + b'\\ud83d\\ude00"}',
    "files": json.dumps({"files": {str(n): "x" for n in range(60_000)}}).encode(),
    "white space": b"{" + b" " * SIZE + b"}",
}


@pytest.mark.parametrize("body", HARD.values(), ids=HARD)
def test_memory_is_a_few_times_the_body(body):
    tracemalloc.start()
    with contextlib.suppress(NotPaste):
        parse(body)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 5 * len(body) + 20 * PIECE


@pytest.mark.parametrize("body", HARD.values(), ids=HARD)
def test_time_is_linear(body):
    benign = json.dumps({"text": "[rank0]: all is well, step 1\n" * (SIZE // 30)}).encode()

    def tried(work):
        with contextlib.suppress(NotPaste):
            parse(work)

    assert growth(lambda: tried(benign), lambda: tried(body), 30) < 30
