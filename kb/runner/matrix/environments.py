"""A release of torch -> an interpreter that has it, built once; the least recently used goes where disk is short."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from kb.runner.running.interpreter import NoEnvironment, beside

NEWEST = "newest"
# A year and a half of releases, and what somebody gets today who asks for no release.
RELEASES = ("2.1", "2.4", "2.6", "2.8", "2.10", "2.13", NEWEST)
RELEASE = re.compile(r"\d{1,3}\.\d{1,3}(?:\.\d{1,3})?")
# Built before numpy 2 was there: with it, every tensor.numpy() of these fails.
LAST_WITH_NUMPY_1 = (2, 2)
GIB = 2**30
# What the largest of today takes when it is unpacked, CUDA's libraries and all, and what it needs while it is built.
ONE_ENVIRONMENT, WHILE_BUILDING = 8 * GIB, 12 * GIB
BUILD_SECONDS = 1800
# Its age is when the environment was last used; one without it was never finished.
COMPLETE = ".complete"


def is_release(text: str) -> bool:
    """Whether it names a release as `--torch` takes it: `2.4`, `2.4.1` or `newest`."""
    return text == NEWEST or RELEASE.fullmatch(text) is not None


def requirements(release: str) -> list[str]:
    """What is asked of the package index for a release, the newest patch of a minor one."""
    if release == NEWEST:
        return ["torch", "numpy"]
    numbers = tuple(map(int, release.split(".")))
    return [f"torch=={release}.*" if len(numbers) == 2 else f"torch=={release}", _numpy(numbers)]


def _numpy(torch: tuple[int, ...]) -> str:
    return "numpy<2" if torch[:2] <= LAST_WITH_NUMPY_1 else "numpy"


@dataclass(frozen=True, slots=True)
class Environments:
    """A folder with one environment a release, of at most so many bytes together; `python` makes new ones.

    The bound is kept before and after a build; one environment alone may be larger, since without it nothing runs.
    """

    folder: Path
    most_bytes: int
    python: str
    tell: Callable[[str], None] = print

    def interpreter(self, release: str) -> str:
        """Path of a Python with this torch. Raises NoEnvironment where it is not to be had."""
        home = self.folder / f"torch-{release}"
        if not (home / COMPLETE).exists():
            self._build(home, release)
        elif release == NEWEST:
            self._install(home, ["--upgrade", *requirements(release)])
        (home / COMPLETE).touch()
        self._make_room(0, keep=home)
        return str(home / "bin" / "python")

    def _build(self, home: Path, release: str) -> None:
        self._remove(home)
        self._make_room(ONE_ENVIRONMENT)
        self.folder.mkdir(parents=True, exist_ok=True)
        if (free := shutil.disk_usage(self.folder).free) < WHILE_BUILDING:
            raise NoEnvironment(
                f"{self.folder} has {free / GIB:.0f} GiB of free disk, and an environment takes up to "
                f"{WHILE_BUILDING / GIB:.0f} while it is built: make room, or name another folder with --matrix-folder"
            )
        self.tell(f"building an environment with torch {release} in {home}")
        made = subprocess.run([self.python, "-m", "venv", str(home)], capture_output=True, text=True)
        if made.returncode:
            raise NoEnvironment(f"{self.python} makes no environment: {(made.stderr or made.stdout).strip()[-400:]}")
        self._install(home, requirements(release))

    def _install(self, home: Path, asked: list[str]) -> None:
        # pip would keep every wheel a second time, and the environment is the cache.
        quiet = ["--quiet", "--no-cache-dir", "--disable-pip-version-check"]
        command = [str(home / "bin" / "python"), "-m", "pip", "install", *quiet, *asked]
        try:
            subprocess.run(command, capture_output=True, text=True, timeout=BUILD_SECONDS, check=True)
        except (subprocess.SubprocessError, OSError) as error:
            reason = (getattr(error, "stderr", "") or str(error)).strip()[-400:]
            raise NoEnvironment(f"{' '.join(asked)} could not be installed: {reason}") from error

    def _make_room(self, coming: int, keep: Path | None = None) -> None:
        """Removes the least recently used until what is there and what comes keep the bound."""
        there = {home: _bytes(home) + _bytes(_beside(home)) for home in self._oldest_first()}
        for home in [home for home in there if home != keep]:
            if sum(there.values()) + coming <= self.most_bytes:
                return
            self.tell(f"removing {home}, {there.pop(home) / GIB:.1f} GiB, to stay within {self.most_bytes / GIB:g} GiB")
            self._remove(home)

    def _oldest_first(self) -> list[Path]:
        homes = (path for path in self.folder.glob("torch-*") if not path.name.endswith("-extras"))
        return sorted(homes, key=_last_used)

    def _remove(self, home: Path) -> None:
        for folder in (home, _beside(home)):
            shutil.rmtree(folder, ignore_errors=True)


def _last_used(home: Path) -> float:
    done = home / COMPLETE
    return done.stat().st_mtime if done.exists() else 0.0


def _beside(home: Path) -> Path:
    return beside(str(home / "bin" / "python"))


def _bytes(folder: Path) -> int:
    return sum(path.lstat().st_size for path in folder.rglob("*") if not path.is_dir())
