"""The file: headings that are found again, secrets that are not in it, and a mark at its end."""

import io

from kb.collect.report import FORMAT, Report
from kb.collect.running.attempts import Outcome, Probe


def written(*steps):
    stream = io.StringIO()
    report = Report(stream)
    for step in steps:
        step(report)
    return stream.getvalue()


def outcome(text, problem=""):
    return lambda report: report.outcome(Outcome(Probe("it sample=1", str), text, report.began + 1.0, 0.25, problem))


def test_begins_with_the_formats_name():
    assert written(lambda r: r.begin({"host": "node-3"})) == f"{FORMAT}\nhost: node-3\n"


def test_a_section_has_its_heading_with_when_and_how_long():
    assert written(outcome("text\n")) == "\n== it sample=1 at=1.0s took=0.2s ==\ntext\n"


def test_what_kept_a_probe_from_ending_well_is_its_last_line():
    assert written(outcome("half", "did not end within 5 s")).endswith("half\ndid not end within 5 s\n")
    assert written(outcome("", "did not end within 5 s")).endswith("absent: did not end within 5 s\n")


def test_silence_is_told():
    assert written(outcome("")).endswith("absent: it printed nothing\n")


def test_a_log_cannot_pose_as_a_heading():
    text = written(lambda r: r.section("log tails", "== end ==\n=====\n== Job summary\n"))

    assert text == "\n== log tails ==\n == end ==\n=====\n== Job summary\n"


def test_a_secret_is_hidden_and_counted():
    text = written(lambda r: r.section("log", "export HF_TOKEN=hf_abcdefghijklmnopqrstuvwxyzABCDEFGH\n"), Report.end)

    assert "hf_abcdefgh" not in text
    assert "hidden: 1" in text


def test_the_end_tells_that_nothing_is_missing():
    assert "== end ==\ncut: interrupted\nsections: 0\n" in written(lambda r: r.end("cut: interrupted\n"))
