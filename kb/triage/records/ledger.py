"""The folder OUT: jobs.jsonl grows by a whole line a job, so that a run that was killed goes on where it was."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

import msgspec

from kb.language import gettext
from kb.triage.answers.row import Row
from kb.triage.records.identity import Identity

RUN, JOBS, SPOOL = "run.json", "jobs.jsonl", "unpacked"


class OtherRun(Exception):
    """OUT cannot be used as it is; the message says why and what to do."""


class Ledger:
    """What was answered so far. Raises OtherRun for a folder of another run, or one in which another process writes.

    `again` forgets what is there first.
    """

    def __init__(self, folder: Path, run: Identity, again: bool = False):
        self.folder, self.path = folder, folder / JOBS
        folder.mkdir(parents=True, exist_ok=True)
        self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o644)
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            os.close(self._file)
            raise OtherRun(gettext("another triage is writing there: wait for it, or name another folder")) from error
        except OSError:
            pass  # a file system without locks
        if again:
            os.ftruncate(self._file, 0)
        elif os.fstat(self._file).st_size:
            self._compare(run)
        (folder / RUN).write_bytes(msgspec.json.encode(run))
        self.done = self._mended()

    def _compare(self, run: Identity) -> None:
        try:
            before = msgspec.json.decode((self.folder / RUN).read_bytes(), type=Identity)
        except (OSError, msgspec.DecodeError):
            before = None
        if before == run:
            return
        self.close()
        logs = gettext("it holds the answers for other logs ({before:,} jobs, these are {now:,})")
        edition = gettext("its answers come from another edition of the catalogue")
        why = logs if before is None or before.logs != run.logs else edition
        told = why.format(before=before.jobs if before else 0, now=run.jobs)
        raise OtherRun(told + gettext(": name another folder, or start over there with --again"))

    def _mended(self) -> set[str]:
        """The jobs whose line is whole. A torn line is taken out with what follows: those are answered again."""
        done: set[str] = set()
        good = at = 0
        with self.path.open("rb") as file:
            for line in file:
                at += len(line)
                job = _job(line)
                if job is None or job in done or good != at - len(line):
                    continue
                done.add(job)
                good = at
        os.ftruncate(self._file, good)
        return done

    def add(self, job: str, line: bytes) -> None:
        """One job's whole line. Raises OSError where the disk is full: the torn line is taken out at the next start."""
        left = line + b"\n"
        while left:
            left = left[os.write(self._file, left) :]
        self.done.add(job)

    def rows(self) -> Iterator[Row]:
        with self.path.open("rb") as file:
            for line in file:
                yield msgspec.json.decode(line, type=Row)

    def close(self) -> None:
        os.close(self._file)


def _job(line: bytes) -> str | None:
    if not line.endswith(b"\n"):
        return None
    try:
        return msgspec.json.decode(line, type=Row).job
    except msgspec.DecodeError:
        return None
