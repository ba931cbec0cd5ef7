"""A collected file -> the answer under the log, and to a webhook; in the collector's process, which ends afterwards."""

from __future__ import annotations

import json
import os
import platform
import shlex
import sys
import urllib.error
import urllib.request
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from kb import environment
from kb.diagnosis.answer import Answer
from kb.masking import mask
from kb.terminal.watching.one_answer import Job

POST_SECONDS = 5


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """What a log proves goes where it was told to go, and nowhere else."""

    def redirect_request(self, *_: object) -> None:
        return None


@dataclass(frozen=True, slots=True)
class Answering:
    """What to do once a job was collected: `webhook` is an address or empty, `job` the tasks that answer together."""

    command: Sequence[str]
    webhook: str
    job: Job | None

    def __call__(self, path: Path, why: str, ended: bool) -> None:
        """Prints to standard error, and posts. Of several tasks of one job only one does."""
        files = self.job.gathered(path, ended) if self.job else [path]
        if files is None:
            return
        # Here, since a job that goes well needs none of it.
        from kb.diagnosis.reports.text_report import as_text

        answer = matched(files)
        print(f"\n[rankdown] {why}\n{as_text(answer, environment.SITE_URL)}", file=sys.stderr, flush=True)
        if self.webhook and (problem := posted(self.webhook, self._told(answer, why, files))):
            print(f"[rankdown] webhook: {problem}", file=sys.stderr, flush=True)

    def _told(self, answer: Answer, why: str, files: Sequence[Path]) -> dict:
        from kb.diagnosis.reports.json_report import as_json

        about = {"host": platform.node(), "why": why, "command": mask(shlex.join(self.command))[0]}
        about |= {"slurm_job_id": os.environ.get("SLURM_JOB_ID", ""), "files": [str(path.absolute()) for path in files]}
        return {"job": about, "answer": as_json(answer, environment.SITE_URL)}


def matched(files: Sequence[Path]) -> Answer:
    """Several files are several ranks of one job; memory does not grow with them."""
    from kb.library import library

    with ExitStack() as opened:
        named = [(path.name if len(files) > 1 else "", opened.enter_context(path.open("rb"))) for path in files]
        return library.current().matcher.match(named, keep=False)


def posted(address: str, value: dict) -> str:
    """Posts JSON; what went wrong, or nothing. Proxies and redirects are not followed."""
    body = json.dumps(value).encode()
    request = urllib.request.Request(address, body, {"Content-Type": "application/json"})  # noqa: S310  (checked)
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), NoRedirect)
    try:
        with opener.open(request, timeout=POST_SECONDS) as response:
            response.read(1)
        return ""
    except (OSError, ValueError) as error:
        return f"{address} was not told: {error}"
