"""Text as pasted becomes text as printed, and no line moves."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.reading.text.cleaning import SOFT, clean


@pytest.mark.parametrize(
    ("pasted", "printed"),
    [
        ("\x1b[31mRuntimeError\x1b[0m: x", "RuntimeError: x"),
        ("\x1b]8;;file://x\x07link\x1b]8;;\x07", "link"),
        ("^[[31mRuntimeError^[[0m", "RuntimeError"),
        (" 10%|█ | 1/10\rRuntimeError: x", f" 10%|  | 1/10{SOFT}RuntimeError: x"),
        (r'{"msg": "a\nRuntimeError: \"x\""}', f'{{"msg": "a{SOFT}RuntimeError: "x""}}'),
        (r"a\\nRuntimeError: x", f"a{SOFT}RuntimeError: x"),
        (r"lib\site-packages\torch\nn\modules\module.py", r"lib\site-packages\torch\nn\modules\module.py"),
        (r'"a\nabort\nb"', f'"a{SOFT}abort{SOFT}b"'),
        (r"\u001b[31mRuntimeError\u001b[0m", "RuntimeError"),
        (r"\u884c 84: \\u672a\\u627e\\u5230", "行 84: 未找到"),
        (r"\u0000 \ud83d\ude00 C:\users", r"\u0000 \ud83d\ude00 C:\users"),
        ("error: &#39;for&#39; &lt;N/A&gt; &amp;c", "error: 'for' <N/A> &c"),
        ("error: ‘for’ loop", "error: 'for' loop"),
        ("error: â€˜forâ€™ loop", "error: 'for' loop"),
        ("æŠ¥é”™ Duplicate GPU detected", "报错 Duplicate GPU detected"),
        ("libtorch_cuda.so:%20undefined%20symbol:%20x", "libtorch_cuda.so: undefined symbol: x"),
        ("│ ❱ 85 │   model = torch.compile(model) │", "    85     model = torch.compile(model)  "),
    ],
    ids=[
        "colour",
        "terminal link",
        "colour as text",
        "progress bar",
        "json",
        "json in json",
        "a path of Windows",
        "short lines in json",
        "colour in json",
        "chinese in json",
        "what is no letter",
        "entities",
        "typographic quotes",
        "mojibake quotes",
        "mojibake chinese",
        "address bar",
        "rich box",
    ],
)
def test_what_is_undone(pasted, printed):
    assert clean(pasted) == printed


def test_a_plain_log_passes_through_untouched():
    log = 'RuntimeError: x\n  File "a.py", line 1, in <module>\nC:/new/names\n'

    assert clean(log) == log


def test_chinese_and_accents_are_not_taken_for_mojibake():
    assert clean("训练卡死：café à São Paulo") == "训练卡死：café à São Paulo"


@given(st.text(alphabet=st.sampled_from("aé训\n\r\x1b[m\\nut&#39;lg;│‘’â€˜Ã©0 "), max_size=200))
def test_no_line_is_ever_added_or_lost(text):
    assert clean(text).count("\n") == text.count("\n")
