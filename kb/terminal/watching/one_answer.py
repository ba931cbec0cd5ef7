"""Several tasks of one SLURM step, each under its own `rankdown watch`: their files together, and one answer."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

# Seconds that the task which answers waits for the files of the others: each takes a look at its own processes first.
GATHER = 60.0
END = b"\n== end =="


@dataclass(frozen=True, slots=True)
class Job:
    """A step's folder on the file system that its tasks share, this task's number and how many there are."""

    folder: Path
    task: int
    tasks: int

    @classmethod
    def of(cls, environment: Mapping[str, str], where: Path) -> Job | None:
        """The step that this process is a task of; None where it is the only one."""
        names = ("SLURM_JOB_ID", "SLURM_STEP_ID", "SLURM_PROCID", "SLURM_NTASKS")
        told = {name: environment.get(name, "") for name in names}
        if not all(value.isascii() and value.isdecimal() for value in told.values()) or int(told["SLURM_NTASKS"]) < 2:
            return None
        again = environment.get("SLURM_RESTART_COUNT", "")
        run = f"-{again}" if again.isdecimal() and again != "0" else ""
        folder = where / f"rankdown-{told['SLURM_JOB_ID']}.{told['SLURM_STEP_ID']}{run}"
        return cls(folder, int(told["SLURM_PROCID"]), int(told["SLURM_NTASKS"]))

    @property
    def path(self) -> Path:
        """Where this task's file goes; the name tells the rank."""
        return self.folder / f"rank{self.task}.txt"

    def gathered(self, own: Path, ended: bool) -> list[Path] | None:
        """The files of all tasks that came in time; None where another task answers."""
        try:
            # Whoever makes it first answers; mkdir is one step on a shared file system too.
            (self.folder / f"answer-{'end' if ended else 'silence'}").mkdir()
        except FileExistsError:
            return None
        except OSError:
            return [own]
        until = time.monotonic() + GATHER
        while len(files := self._whole(own)) < self.tasks and time.monotonic() < until:
            time.sleep(0.2)
        return files

    def _whole(self, own: Path) -> list[Path]:
        """Files of this kind of event: a task's second has a number at its end, as its own has."""
        suffix = own.stem.removeprefix(f"rank{self.task}")
        found = (self.folder / f"rank{task}{suffix}.txt" for task in range(self.tasks))
        return [path for path in found if path == own or _is_whole(path)]


def _is_whole(path: Path) -> bool:
    try:
        with path.open("rb") as source:
            source.seek(max(0, path.stat().st_size - 4096))
            return END in source.read()
    except OSError:
        return False
