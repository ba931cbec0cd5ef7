"""What wrapping and quoting change is left out, and every byte can be led back to where it stood."""

from hypothesis import given
from hypothesis import strategies as st

from kb.reading.text.compact import BLOCK, Compact, squeeze


def test_wrapping_quoting_and_underscores_make_no_difference():
    assert Compact("no_sync is\n  `incom\npatible`").data == squeeze("nosync is incompatible")


@given(st.text(alphabet="ab_ \n'训", max_size=300), st.integers(0, 3))
def test_every_byte_leads_back(text, blocks):
    compact = Compact("x _" * (BLOCK * blocks // 3) + text)

    for offset in range(0, len(compact.data), 97):
        assert compact.original[compact.origin(offset)] == compact.data[offset]


def test_behind_the_end_is_the_last_byte():
    assert Compact("7").origin(1) == 0 and Compact("7  ").origin(5) == 2
