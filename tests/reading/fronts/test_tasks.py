"""srun -l numbers its tasks, and so the ranks, unless each task is a node's launcher."""

import pytest

from kb.reading.errors import Errors
from kb.reading.fronts.tasks import are_ranks, task_of
from kb.reading.marks import find_marks
from kb.reading.text.stretches import one_stretch


def labelled(*tasks: int) -> str:
    return "".join(f"{task}: step {n}\n" for n, task in enumerate(tasks))


@pytest.mark.parametrize(
    ("head", "ranks"),
    [
        (labelled(0, 1, 0, 1, 2), True),
        (labelled(2, 2, 2), True),
        ("srun: job 4 queued\n" + labelled(0, 1, 0, 1), True),
        (labelled(0, 1, 0, 1) + "0: [rank0]: x\n", True),
        (labelled(0, 1, 0, 1) + "0: [rank0]: x\n0: [rank1]: x\n1: [rank2]: x\n1: [rank3]: x\n", False),
        (labelled(1, 2, 3, 4, 5), False),
        ("step 1\nstep 2\n" + labelled(0, 0), False),
        ("", False),
    ],
    ids=["tasks", "one task", "srun's own line", "its rank", "nodes", "counted lines", "few", "empty"],
)
def test_whether_the_numbers_are_ranks(head, ranks):
    assert are_ranks(head.encode()) is ranks


def test_what_has_no_number_has_no_task():
    assert (task_of("12: x"), task_of("x: 12")) == ("12", "")


def test_an_exception_is_of_the_rank_that_srun_names():
    frames = ("Traceback (most recent call last):", '  File "a.py", line 3, in f')
    log = "".join(f"{task}: {line}\n" for line in frames for task in (1, 3))
    stretch, errors = one_stretch(f"{log}1: KeyError: 2\n3: queue.Empty\n"), Errors(tasks=True)
    errors.add(stretch, find_marks(stretch))

    assert [(line.rank, line.bare) for line in errors.exceptions()] == [("1", "KeyError: 2"), ("3", "queue.Empty")]
