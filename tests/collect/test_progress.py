"""Progress is for terminals."""

import io

from kb.collect.progress import Progress


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_says_where_we_are_on_a_terminal_and_leaves_one_line():
    stream = Terminal()
    progress = Progress(stream)
    progress("3/20 df")
    progress.done("written")

    assert "3/20 df" in stream.getvalue() and stream.getvalue().endswith("[collect] written\n")


def test_says_nothing_into_a_pipe():
    stream = io.StringIO()
    Progress(stream)("3/20 df")
    Progress(stream).done("written")

    assert stream.getvalue() == ""
