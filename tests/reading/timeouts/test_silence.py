"""How long nothing was printed before somebody outside ended the job, and when that says nothing."""

from datetime import datetime, timedelta

import pytest

from kb.reading.text.stretches import one_stretch
from kb.reading.timeouts.silence import silence_in

BEGAN = datetime(2026, 11, 20, 21, 0)
MINUTE = timedelta(minutes=1)


def silence(steps, ended, every=MINUTE, behind=""):
    """A step at each `every` from BEGAN, then Slurm's line."""
    told = "".join(f"{BEGAN + n * every} step {n} loss 2.0\n" for n in range(steps))
    return silence_in(one_stretch(f"{told}{behind}slurmstepd: error: *** JOB 1 ON n1 CANCELLED AT {ended:%FT%T} ***\n"))


def test_hours_without_a_line_are_told_with_what_was_usual():
    found = silence(58, BEGAN + timedelta(hours=12))

    assert (found.last, found.line, found.seconds, found.usual) == (58, 59, 11 * 3600 + 180, 60)


def test_what_launchers_say_of_the_end_itself_breaks_no_silence():
    at_the_end = "2026-11-21 08:59:30 W torch.distributed.elastic: Sending process 17 closing signal SIGTERM\n"

    assert silence(58, BEGAN + timedelta(hours=12), behind=at_the_end).last == 58


@pytest.mark.parametrize(
    ("steps", "ended", "every"),
    [
        (58, BEGAN + timedelta(minutes=58), MINUTE),
        (58, BEGAN + timedelta(minutes=80), MINUTE),
        (2, BEGAN + timedelta(hours=12), MINUTE),
        (58, BEGAN + timedelta(hours=60), timedelta(hours=1)),
        (58, BEGAN + timedelta(hours=8, minutes=58), MINUTE),
        (58, BEGAN - timedelta(hours=1), MINUTE),
    ],
    ids=["at once", "not long", "too few lines", "it always prints so rarely", "another zone's clock", "before it"],
)
def test_otherwise_nothing_is_claimed(steps, ended, every):
    assert silence(steps, ended, every) is None


@pytest.mark.parametrize("text", ["", "2026-99-99 12:00:00 step\n" * 9, "CANCELLED AT 2026-13-41T99:00:00\n"])
def test_what_is_no_date_tells_nothing(text):
    assert silence_in(one_stretch(text)) is None
