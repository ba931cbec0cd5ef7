"""Jobs of files that a test writes, and the matcher of a small catalogue."""

from __future__ import annotations

from pathlib import Path

from kb.triage.jobs.grouping import jobs
from kb.triage.jobs.job import Job
from kb.triage.sources.source import Source


def jobs_of(root: Path, **files: str | bytes) -> list[Job]:
    """Writes each file (a name with __ for / and no ending is a .log) and groups them."""
    sources = []
    for key, text in files.items():
        path = root / f"{key.replace('__', '/')}.log"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        sources.append(Source(path.relative_to(root).as_posix(), str(path), path.stat().st_size))
    return jobs(sources)
