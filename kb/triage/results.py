"""jobs.jsonl -> jobs.parquet and report.html, each where the libraries of the extra are installed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from kb.catalogue.catalogue import Catalogue
from kb.triage.sources.packed import extra
from kb.triage.triage import Asked, Work

PARQUET, REPORT = "jobs.parquet", "report.html"


@dataclass(frozen=True, slots=True)
class Results:
    """What was written, and what was not, with what to install."""

    written: tuple[Path, ...]
    missing: tuple[str, ...]


def results(work: Work, asked: Asked, catalogue: Catalogue, site: str) -> Results:
    """`site` is the address at which the entries are, or empty. Raises OSError where OUT cannot be written."""
    written, missing = [], []
    for name, write in ((PARQUET, _parquet), (REPORT, _report)):
        path = asked.out / name
        try:
            write(work, asked, path, catalogue, site)
            written.append(path)
        except ImportError as error:
            missing.append(str(extra(name, error.name or str(error))))
    return Results(tuple(written), tuple(missing))


def _parquet(work: Work, asked: Asked, path: Path, catalogue: Catalogue, site: str) -> None:
    from kb.triage.records.parquet import write

    write(work.ledger.rows(), path)


def _report(work: Work, asked: Asked, path: Path, catalogue: Catalogue, site: str) -> None:
    from kb.triage.figures.figures import figures
    from kb.triage.report.page import About, page

    about = About(asked.paths, work.unread, work.left_out, datetime.now(), site)
    partial = path.with_suffix(".partial")
    partial.write_text(page(figures(work.ledger.rows()), about, catalogue), encoding="utf-8", errors="replace")
    partial.replace(path)
