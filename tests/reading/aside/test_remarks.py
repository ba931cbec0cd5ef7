"""What collect remarks in its own file is never taken for what the job or a tool said."""

from kb.matching.signatures import SignatureDatabase
from kb.reading.aside.remarks import has_remarks, is_remark
from kb.reading.one_pass import read

FILE = """\
rankdown-collect 1
host: node7

== dmesg since the job began at=0.1s ==
absent: RuntimeError: Operation not permitted: run as root

== log tails at=0.1s ==
--- /logs/rank0.log (pid=7 rank=0)
note: RuntimeError: the job's own line
"""


def test_only_a_file_of_collect_has_remarks():
    assert has_remarks(FILE.encode()) and has_remarks(b"x\n" + FILE.encode())
    assert not has_remarks(b"absent: nothing\n")


def test_a_remark_is_collects_unless_it_stands_in_a_log():
    text = FILE.encode()

    assert is_remark(text, text.index(b"absent:"))
    assert not is_remark(text, text.index(b"note:"))
    assert not is_remark(text, text.index(b"host:"))


def test_remarks_are_no_errors_of_the_job():
    reading = read("", FILE, SignatureDatabase(), keep=False)

    assert [line.text for line in reading.errors.lines] == ["note: RuntimeError: the job's own line"]


def test_without_collects_first_line_the_same_words_are_an_error():
    reading = read("", FILE.replace("rankdown-collect 1", "# notes"), SignatureDatabase(), keep=False)

    assert len(reading.errors.lines) == 2
