"""Runs as a test needs them."""

from __future__ import annotations

from datetime import datetime

from kb.triage.figures.runs import Run

DAY = datetime(2026, 11, 21, 9)


def run(job="1", nodes=(), failed=False, way="", **told) -> Run:
    """A run that went well, unless it `failed`."""
    usual = {"slug": way, "family": "", "node": "", "began": DAY, "ended": DAY, "gpu_hours": 0.0, "example": ""}
    state = ("known" if way else "unknown") if failed else "clean"
    return Run(job, state, failed, not failed, way=way, nodes=tuple(nodes), **(usual | told))
