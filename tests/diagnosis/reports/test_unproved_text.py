"""At a terminal, what nothing proves: the reader's own exception, what training went on behind, or nothing at all."""

from kb.diagnosis.reports.unproved_text import earlier, unknown
from tests.diagnosis.test_causes import OOM, OWN, WENT_ON


def told(parts):
    return "\n".join(str(part) for part in parts)


def test_what_training_went_on_behind_stands_below_the_readers_own_exception(matcher):
    text = told(unknown(matcher.match_text(OOM + WENT_ON + OWN), "http://x"))
    behind = text.index("training went on behind them, or it finished\n  line 1: ")
    assert text.index("KeyError: 7 in your own code") < behind


def test_of_a_run_that_finished_no_line_looks_like_the_error(matcher):
    text = told(unknown(matcher.match_text(f"{OOM}{WENT_ON}Training finished\n"), ""))
    assert text.startswith("No error ended this run") and "look like the error" not in text


def test_without_an_earlier_exception_nothing_stands_above_the_proof(matcher):
    assert earlier(matcher.match_text(OOM)) == []
    assert "train.py:60 in train" in told(earlier(matcher.match_text(OWN + OOM)))


def test_another_ranks_exception_beside_the_proof_is_not_called_the_first(matcher):
    files = [("rank0.log", "[rank0]: " + OOM.removeprefix("WARNING: skipping batch, ")), ("rank1.log", OWN)]
    assert "Your own code raised an exception too" in told(earlier(matcher.match(files)))


DF = "Filesystem      Size  Used Avail Use% Mounted on\nshm              64M   64M     0 100% /dev/shm\n"


def test_what_a_table_shows_is_said_although_nothing_else_is_known(matcher):
    text = told(unknown(matcher.match_text(DF), "http://x"))
    assert text.startswith("No line proves a known failure.")
    assert "line 2: " in text and "/failures/dataloader-shm-bus-error/" in text
