"""What a CI job is told besides its log: the summary of a GitHub step, and its outputs for later steps."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from kb.diagnosis.answer import Answer
from kb.diagnosis.reports.github_report import annotations, obeyed_by_nobody
from kb.diagnosis.reports.markdown_report import as_markdown
from kb.diagnosis.reports.masked import shown_names


def for_github(answer: Answer, text: str, files: Sequence[str], site_url: str) -> str:
    """What to print: annotations, then the text. Markdown goes to the step's summary, the verdict to its outputs."""
    printed = annotations(answer, _paths(files), site_url) + obeyed_by_nobody(text)
    _append("GITHUB_STEP_SUMMARY", as_markdown(answer, site_url) + "\n")
    _append("GITHUB_OUTPUT", "".join(f"{name}={value}\n" for name, value in _outputs(answer).items()))
    return printed


def _outputs(answer: Answer) -> dict[str, str]:
    """Words of our own, never of a log: one of those could end its line and begin another output."""
    best = answer.best
    return {
        "known": "true" if best else "false",
        "slug": best.slug if best else "",
        "retry": best.retry if best else "",
    }


def _paths(files: Sequence[str]) -> Mapping[str, str]:
    """The name of each file in the answer -> its path below the workspace, as annotations want it."""
    shown = shown_names(Path(file).name for file in files) if len(files) > 1 else [""]
    below = Path(os.environ.get("GITHUB_WORKSPACE") or Path.cwd())
    return {name: _relative(file, below) for name, file in zip(shown, files, strict=True) if file != "-"}


def _relative(file: str, below: Path) -> str:
    path = Path(file).absolute()
    return str(path.relative_to(below)) if path.is_relative_to(below) else str(path)


def _append(variable: str, text: str) -> None:
    if not (name := os.environ.get(variable)):
        return
    try:
        with Path(name).open("a", encoding="utf-8", errors="replace") as file:
            file.write(text)
    except OSError as error:
        print(f"{variable} was not written: {error.strerror}", file=sys.stderr)
