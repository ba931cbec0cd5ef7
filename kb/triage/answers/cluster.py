"""Jobs -> their lines, on a Ray cluster: the only module that knows Ray, which has no engine of ours beside it."""

from __future__ import annotations

import logging
import os
import pickle
import socket
from collections.abc import Iterator, Sequence
from typing import Any

from kb import environment
from kb.language import gettext
from kb.library import Library
from kb.triage.answers import processes
from kb.triage.jobs.job import Job
from kb.triage.records.identity import edition

# So many jobs are handed out at once: a machine that is lost loses no more than these, and they are answered elsewhere.
AT_ONCE = 8
# Seconds until a cluster has to take a connection.
PATIENCE = 10


class Unusable(Exception):
    """The cluster cannot be used; the message says why and what to do."""


def lines(jobs: Sequence[Job], address: str) -> Iterator[tuple[Job, bytes]]:
    """Each job once with its line of JSON, in the order in which they are done. Raises Unusable.

    Every node of the cluster needs this package, the same edition of the catalogue, and the logs under the same paths.
    """
    ray = _connected(address)
    try:
        answered: set[int] = set()
        for row in _dataset(ray, jobs).iter_rows():
            # Ray hands a row out once; a job that it ran twice, since a machine was lost, is the same row.
            if row["number"] not in answered:
                answered.add(row["number"])
                yield jobs[row["number"]], row["line"]
    except ray.exceptions.RayError as error:
        raise Unusable(str(error).strip().splitlines()[-1]) from error
    finally:
        ray.shutdown()


def _connected(address: str) -> Any:
    try:
        import ray
        import ray.data
    except ImportError as error:
        raise Unusable(gettext("this needs Ray: pip install 'ray[data]'")) from error
    around = {name: value for name, value in os.environ.items() if name.startswith("RANKDOWN_")}
    told = {"log_to_driver": False, "logging_level": "error", "runtime_env": {"env_vars": around}}
    try:
        _knock(address)
        ray.init(address, **told)
    except (OSError, ValueError, RuntimeError) as error:
        raise Unusable(gettext("no cluster answers there: {error}").format(error=error)) from error
    ray.data.DataContext.get_current().enable_progress_bars = False  # there is a bar already
    logging.getLogger("ray.data").setLevel(logging.ERROR)
    return ray


def _knock(address: str) -> None:
    """Ray itself waits for minutes where nobody listens. Raises OSError, ValueError."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon:
        socket.create_connection((host, int(port)), PATIENCE).close()


def _dataset(ray: Any, jobs: Sequence[Job]) -> Any:
    cores = max(1, int(ray.cluster_resources().get("CPU", 1)))
    items = [{"number": number, "job": pickle.dumps(job)} for number, job in enumerate(jobs)]
    blocks = max(1, min(len(items), max(4 * cores, len(items) // AT_ONCE)))
    return ray.data.from_items(items, override_num_blocks=blocks).map(
        Answering,
        fn_constructor_args=(edition(environment.CONTENT_DIR),),
        compute=ray.data.ActorPoolStrategy(min_size=1, max_size=cores),
    )


class Answering:
    """In a process of the cluster: the matcher once, then job after job."""

    def __init__(self, wanted: str):
        if edition(environment.CONTENT_DIR) != wanted:
            told = gettext("{host} has another edition of the catalogue: install the same package on every node")
            raise Unusable(told.format(host=socket.gethostname()))
        processes.use(Library(environment.CONTENT_DIR, follow=False).current().matcher)

    def __call__(self, item: dict[str, Any]) -> dict[str, Any]:
        return {"number": item["number"], "line": processes.line(pickle.loads(item["job"]))}  # noqa: S301  (of this run)
