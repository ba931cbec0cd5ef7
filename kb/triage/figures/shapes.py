"""Unknown errors -> groups of one shape, largest first; the only module that knows drain3.

drain3 as released in 2022 pins libraries of 2021; drain3-improved is the same program, kept (0.10.0 of April 2026).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from drain3.drain import Drain

from kb.catalogue.drafting.punching import punched
from kb.catalogue.schema.holes import Hole, parts
from kb.reading.text.lines import without_prefix

HOLE = "<*>"
# Beyond this the least recently seen shape is forgotten, so that hostile logs do not fill the memory.
MOST_SHAPES = 20_000
LONGEST = 400
MOST_JOBS = 5


@dataclass(slots=True)
class Shape:
    """Lines that differ only where `template` has a hole; `example` is one, `jobs` are the first that said it."""

    template: str
    example: str
    count: int = 0
    jobs: list[str] = field(default_factory=list)


class Shapes:
    """Groups lines as they come."""

    def __init__(self) -> None:
        self._drain = Drain(max_clusters=MOST_SHAPES, param_str=HOLE)
        self._found: dict[int, Shape] = {}

    def add(self, text: str, job: str) -> str:
        """The name of the shape that this line has: the same for lines that are alike."""
        cluster, _ = self._drain.add_log_message(_bare(text))
        shape = self._found.setdefault(cluster.cluster_id, Shape("", text))
        shape.template, shape.count = cluster.get_template(), shape.count + 1
        if len(shape.jobs) < MOST_JOBS:
            shape.jobs.append(job)
        return f"shape {cluster.cluster_id}"

    def template(self, way: str) -> str:
        """The template of a shape by the name that `add` gave it."""
        return self._found[int(way.removeprefix("shape "))].template

    def largest(self) -> list[Shape]:
        return sorted(self._found.values(), key=lambda shape: (-shape.count, shape.template))


def _bare(text: str) -> str:
    """A line without what signatures punch out; anything else that varies, Drain finds by comparing."""
    pieces = parts(punched(without_prefix(text)[:LONGEST]))
    return "".join(HOLE if isinstance(piece, Hole) else piece for piece in pieces)
