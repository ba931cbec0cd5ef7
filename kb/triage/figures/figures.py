"""All rows -> everything that the report shows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kb.triage.answers.row import Row
from kb.triage.figures.counts import Counted, counted
from kb.triage.figures.nodes import Node, nodes
from kb.triage.figures.retries import Retried, retried
from kb.triage.figures.runs import runs
from kb.triage.figures.shapes import Shape, Shapes

MOST_PROBLEMS = 1000


@dataclass(frozen=True, slots=True)
class Figures:
    """`templates` has the words of every unknown way; `cut` and `unread` are (file, what or why)."""

    counted: Counted
    nodes: tuple[Node, ...]
    retried: tuple[Retried, ...]
    shapes: tuple[Shape, ...]
    templates: dict[str, str]
    cut: tuple[tuple[str, int], ...]
    unread: tuple[tuple[str, str], ...]


def figures(rows: Iterable[Row]) -> Figures:
    shapes = Shapes()
    cut: list[tuple[str, int]] = []
    unread: list[tuple[str, str]] = []
    found = runs(_noting(rows, cut, unread), shapes)
    again = tuple(retried(found))
    told = tuple(nodes(found))
    ways = {one.way for one in again} | {way for node in told for way, _ in node.ways}
    return Figures(
        counted=counted(found),
        nodes=told,
        retried=again,
        shapes=tuple(shapes.largest()),
        templates={way: shapes.template(way) for way in ways if way.startswith("shape ")},
        cut=tuple(cut),
        unread=tuple(unread),
    )


def _noting(rows: Iterable[Row], cut: list, unread: list) -> Iterable[Row]:
    """The same rows; what was not read is noted as they pass, up to a bound."""
    for row in rows:
        cut += list(row.cut.items())[: MOST_PROBLEMS - len(cut)]
        unread += list(row.unread.items())[: MOST_PROBLEMS - len(unread)]
        yield row
