"""Markdown of contributors -> HTML that can do no harm."""

from __future__ import annotations

import pytest

from kb.markdown import heading_id, render, render_diff, render_inline


@pytest.mark.parametrize(
    "evil",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "<a href='javascript:alert(1)'>x</a>",
        "<a href='data:text/html,x'>x</a>",
        "<p style='position:fixed'>x</p>",
        "<p onclick='alert(1)'>x</p>",
        "<iframe src='//evil.example'></iframe>",
        "<form action='//evil.example'><input></form>",
        "<style>body{display:none}</style>",
        "<svg><script>alert(1)</script></svg>",
    ],
)
def test_nothing_active_passes(evil):
    html = render(f"before\n\n{evil}\n\nafter").html
    forbidden = (
        "<script",
        "<img",
        "<iframe",
        "<form",
        "<style",
        "<svg",
        "javascript:",
        "data:",
        "onerror",
        "onclick",
        "style=",
    )
    assert not [word for word in forbidden if word in html]
    assert "before" in html and "after" in html


def test_a_body_cannot_wear_the_sites_own_classes():
    assert 'class="problems"' not in render('<div class="problems">x</div>').html


def test_code_is_marked_by_pygments_classes():
    assert '<span class="k">return</span>' in render("```python\nreturn 1\n```").html


def test_code_without_a_language_stays_plain():
    assert "plain &lt;x&gt;" in render("```\nplain <x>\n```").html


@pytest.mark.parametrize("indent", ["  ", "   ", "    "])
def test_an_item_within_an_item_is_a_list_of_its_own(indent):
    html = render(f"1. **Memory**:\n{indent}- one of `these`\n{indent}- or\n{indent}  those\n2. Disk").html
    assert html.count("<ul>") == 1 and html.count("<li>") == 4
    assert "  - one" in render(f"- x\n\n```text\n{indent}- one\n```\n").html


def test_a_fence_inside_a_list_item_is_code_of_that_item():
    html = render("1. first\n\n    ```python\n    return 1\n    ```\n\n2. second").html
    assert '<span class="k">return</span>' in html
    assert html.count("<ol>") == 1 and html.index("highlight") < html.index("second")


@pytest.mark.parametrize("indent", ["  ", "   ", "    "])
def test_a_paragraph_after_the_code_of_an_item_is_the_items_and_the_list_goes_on(indent):
    fence = f"{indent}```bash\n{indent}ls\n{indent}```\n"
    html = render(f"1. First:\n\n{fence}\n{indent}Then read\n{indent}it.\n2. Second:\n\n{fence}3. Third.").html

    assert html.count("<ol>") == 1 and html.count("<li>") == 3
    assert html.count("<span>bash</span>") == 2 and ":::" not in html
    assert html.index("Then read") < html.index("</li>")


def test_a_paragraph_right_below_a_fence_is_the_items_too():
    html = render("- first\n\n  ```bash\n  ls\n  ```\n  Then this.\n- second\n\n- third").html

    assert html.count("<ul>") == 1 and html.count("<li>") == 3
    assert "<p>Then this.</p>" in html


def test_a_list_ends_with_a_paragraph_at_the_margin():
    html = render("- first\n- second,\n  which goes on\n\nNo item.\n\n  Nor this.").html

    assert html.count("<li>") == 2 and html.index("</ul>") < html.index("No item.")


def test_tables_keep_their_alignment_without_styles():
    html = render("| a | b |\n|---|--:|\n| 1 | 2 |").html
    assert '<td align="right">2</td>' in html


def test_headings_get_ids_that_two_sections_do_not_share():
    first, second = render("### Why", "root-cause"), render("### Why", "fix")
    assert 'id="root-cause-why"' in first.html and 'id="fix-why"' in second.html
    assert [(h.level, h.id, h.title) for h in first.headings] == [(3, "root-cause-why", "Why")]


def test_an_id_survives_a_heading_without_letters():
    assert heading_id("!!!") == "section"
    assert heading_id("根本原因") == "根本原因"


def test_links_to_other_entries_stay_relative():
    assert 'href="/failures/x/"' in render("[x](/failures/x/)").html


def test_one_line_loses_the_paragraph_around_it():
    assert render_inline("read `this`") == "read <code>this</code>"
    assert render_inline("") == ""


def test_a_diff_is_escaped_and_coloured():
    html = render_diff("--- a\n+++ b\n@@ -1 +1 @@\n-<b>\n+<i>")
    assert '<span class="gd">-&lt;b&gt;</span>' in html and '<span class="gi">+&lt;i&gt;</span>' in html


def test_a_block_of_code_has_a_strip_with_its_language():
    assert '<p class="strip-head"><span>bash</span></p><pre>' in render("```bash\nls\n```").html
    assert "<span>text</span>" in render("```\nplain\n```").html
    assert '<p class="strip-head"><span>diff</span></p>' in render_diff("-a\n+b")


def test_a_language_of_a_contributors_making_brings_no_markup():
    html = render('<div data-language="x&quot;><b onclick=y>">z</div>\n\n```"><script>\nls\n```').html
    assert "strip-head" not in html.split("z</div>")[0]
    assert "<script" not in html and "<b" not in html
