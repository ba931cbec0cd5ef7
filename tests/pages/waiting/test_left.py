"""The table of what each rank's recorder held."""

from kb.diagnosis.dumps.recorder import find_recorded
from kb.pages.waiting.left import left_view
from tests.diagnosis.dumps.made import dump

ALL = {"w": (0, 1, 2)}


def test_the_rank_at_which_waiting_ends_comes_first():
    recorded = find_recorded([dump(0, ALL, ("w", 5)), dump(1, ALL, ("w", 5)), dump(2, ALL, done={"w": 4})])
    view = left_view(recorded, None, lambda line, file: f"L{line}")

    assert [(row.cells[:6], row.blamed) for row in view.ranks] == [
        (("2", "did not join", "", "", "", ""), True),
        (("0", "waits", "w", "all_reduce", "5", "2"), False),
        (("1", "waits", "w", "all_reduce", "5", "2"), False),
    ]
    assert view.sentences[0].startswith("Rank 2 did not join")


def test_without_a_dump_there_is_no_table():
    assert left_view(None, None, str) is None
