"""What `python -m kb.collect` itself remarks in its file: never what the job or a tool said, so never evidence."""

from __future__ import annotations

FIRST_LINE = b"rankdown-collect "
REMARKS = (b"absent: ", b"note: ", b"cut: ")
HEADING = b"\n== "
# There a line that looks like a remark is the job's own.
THE_JOBS_OWN = (b"log tails", b"output of the watched command")
LAST = "end"
# Sections are looked back for so many bytes.
LONGEST_LOOK = 64 * 1024


def has_remarks(text: bytes) -> bool:
    """Whether a file of collect begins in this part of a log."""
    return text.startswith(FIRST_LINE) or b"\n" + FIRST_LINE in text


def is_remark(text: bytes, start: int) -> bool:
    """Whether the line that begins at `start` is collect's own."""
    if not text.startswith(REMARKS, start):
        return False
    heading = text.rfind(HEADING, max(0, start - LONGEST_LOOK), start)
    return not (heading >= 0 and text.startswith(THE_JOBS_OWN, heading + len(HEADING)))


def is_the_jobs(section: str) -> bool:
    """Whether a section has the job's own words, or what was pasted behind the file's end; the others are machines'."""
    return section == LAST or section.encode() in THE_JOBS_OWN
