"""A command opens the catalogue: content with problems is named, and serves as far as it can."""

from tests.contents import edit, write_entry
from tests.terminal.door import rankdown


def test_what_is_broken_is_left_out_and_named(content):
    write_entry(content, "first")
    edit(write_entry(content, "second"), "kind: error", "kind: sideways")
    shown = rankdown("search", "widget", RANKDOWN_CONTENT=str(content))

    assert shown.returncode == 0 and b"first" in shown.stdout
    assert b"left out: " in shown.stderr and b"second/entry.md" in shown.stderr


def test_where_nobody_works_on_the_content_its_problems_end_the_command(content):
    edit(write_entry(content, "second"), "kind: error", "kind: sideways")
    shown = rankdown("search", "widget", RANKDOWN_CONTENT=str(content), RANKDOWN_DEBUG="0")

    assert shown.returncode == 2 and b"second/entry.md" in shown.stderr and b"Traceback" not in shown.stderr
