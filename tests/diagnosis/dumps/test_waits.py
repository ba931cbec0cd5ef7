"""Who waits for whom, and where that ends."""

from kb.diagnosis.dumps.waits import components, ends, job_of, point
from tests.diagnosis.dumps.made import dump


def test_circles_are_found_without_recursion():
    points = {rank: {rank + 1} for rank in range(5000)} | {5000: {4999}}

    assert [own for own in components(points) if len(own) > 1] == [{4999, 5000}]


def test_waiting_ends_at_the_rank_that_did_not_enter():
    job = job_of(
        {
            0: dump(0, {"w": (0, 1, 2)}, ("w", 5)),
            1: dump(1, {"w": (0, 1, 2)}, ("w", 5)),
            2: dump(2, {"w": (0, 1, 2)}, done={"w": 4}),
        }
    )
    point(job, set())

    assert job.sure == {0: {2}, 1: {2}}
    assert ends(job) == [{2}]
