"""Stack -> where it stands: the innermost frame of the user's own code, and what that waits in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from kb.reading.stacks.known.doing import Doing, doing, named
from kb.reading.stacks.known.helpers import HELPERS
from kb.reading.stacks.known.packages import is_own
from kb.reading.stacks.known.places import LAST_ROWS, MEETING_ROWS, ROWS, WEAK_ROWS, Row, What
from kb.reading.stacks.stack import NATIVE, Frame, Stack

# torch's DataLoader, before 1.0 in one file, and torchdata's.
WORKER = re.compile(r"(?:.*/)?(?:utils/data/(?:_utils/worker|dataloader)|torchdata/.{1,200}/worker)\.py")
MOST_LOOKED_AT = 1000
WITHOUT_TASK = ("main_loop", "_get_next_task_from_local_scheduler")
RAY_WORKER = re.compile(r"(?:.*/)?ray/(?:_private/)?worker\.py")
# Tools that are asked for a process that lives.
LIVE = ("py-spy", "faulthandler", "printed", "pystack")
# What py-spy calls threads beside the main one; without a name it shows a number.
NAMED_BESIDE = re.compile(r"(?!0x|.*[mM]ain)(?=.*[a-z])")
# Whoever stands in these waits for others, or for the device that waits for others.
WAITING = ("collective", "store", "device", "backward")


@dataclass(frozen=True, slots=True)
class Standing:
    """`what` the thread waits in and the name of that function, `own` the user's innermost frame, None without one.

    `worker` says that this is a data loader's worker process and not the rank itself; `does` what the thread is busy
    with by the frames of libraries, `called` by the names of the user's own functions.
    """

    what: What
    function: str
    frame: Frame
    own: Frame | None
    worker: bool = False
    does: Doing = ""
    called: Doing = ""

    @property
    def place(self) -> str:
        """What ranks are compared by: the same place in the program."""
        frame = self.own or self.frame
        inside = self.what if self.what in ("own code", "unknown") else f"{self.what} {self.function}"
        return f"{inside} {frame.function} {frame.file} {frame.line}"


def standing(stack: Stack) -> Standing | None:
    """Where a stack stands; None for threads that only help, and for data loader workers without work."""
    frames = _of_this_process(stack.frames[:MOST_LOOKED_AT])
    if not frames or _only_helps(frames) or _is_empty_loop(frames):
        return None
    all_own = [frame for frame in frames if is_own(frame) and not _begins_worker(frame)]
    own = all_own[0] if all_own else None
    worker = any(map(_begins_worker, frames))
    if worker and own is None:
        return None
    inner = frames[: frames.index(own)] if own else frames
    imports = any(map(_imports, inner))
    row, frame = (None, None) if imports else _waits_in(inner)
    busy = ("imports", "") if imports else (doing(frames), named(all_own))
    if row is None and own:
        return Standing("own code", own.function, own, own, worker, *busy)
    if row is None:
        return Standing("unknown", _name(frames[0]), frames[0], None, worker, *busy)
    return Standing(row.what, row.name or _name(frame), frame, own, worker, *busy)


def _only_helps(frames: Sequence[Frame]) -> bool:
    """A launcher helps, but one that waits for other nodes is where the job stands."""
    return any(_row(frame, HELPERS) for frame in frames) and not any(_row(frame, MEETING_ROWS) for frame in frames)


def _is_empty_loop(frames: Sequence[Frame]) -> bool:
    """An event loop that waits for something to do, or a worker of Ray's without a task."""
    python = [frame for frame in frames if frame.is_python]
    if python and python[0].function in WITHOUT_TASK and RAY_WORKER.fullmatch(python[0].path[-200:]):
        return True
    loop = next((n for n, f in enumerate(python) if f.function == "_run_once" and f.path.endswith("base_events.py")), 0)
    return loop > 0 and all(frame.path.endswith("selectors.py") for frame in python[:loop])


def _imports(frame: Frame) -> bool:
    """Whatever file stands further in, it is only being read."""
    return frame.function == "_find_and_load" and frame.file.startswith("<frozen importlib")


def _of_this_process(frames: tuple[Frame, ...]) -> tuple[Frame, ...]:
    """A forked data loader worker still has the frames of the process that started it: they are not its own."""
    ends = next((n for n, frame in enumerate(frames) if _begins_worker(frame)), len(frames))
    return frames[: ends + 1]


def _begins_worker(frame: Frame) -> bool:
    """All that a data loader's worker does is below this frame."""
    return frame.function == "_worker_loop" and WORKER.fullmatch(frame.path[-1000:]) is not None


def main_standing(stacks: Sequence[Stack]) -> tuple[Stack, Standing] | None:
    """Of one process's threads, where its main thread stands; else the first thread that stands anywhere.

    A main thread of which nothing is known, such as Ray's, keeps the thread company that runs the user's code, or one
    that waits. Threads that a program starts beside it wait for work most of their life: of those that wait in a lock
    or in nothing known, only one in the user's own code tells anything.
    """
    mains = [stack for stack in stacks if _is_main(stack)]
    stood = [(stack, where) for stack in stacks if (where := standing(stack)) and not _is_idle(stack, where, mains)]
    chosen = min(stood, key=lambda pair: _distance(*pair), default=None)
    if chosen and chosen[1].what == "unknown" and chosen[1].own is None:
        others = [pair for pair in stood if pair[1].own] + [pair for pair in stood if pair[1].what in WAITING]
        chosen = next(iter(others), chosen)
    if chosen is None or chosen[1].what != "backward":
        return chosen
    return chosen[0], _with_engine(chosen[1], [where for _, where in stood])


def _is_idle(stack: Stack, where: Standing, mains: Sequence[Stack]) -> bool:
    """A thread beside the main one of which nothing says that it works; py-spy gives such threads names."""
    started = any(frame.function == "_bootstrap" and frame.path.endswith("threading.py") for frame in stack.frames)
    started = started or (bool(mains) and stack.source not in NATIVE and stack not in mains)
    named = stack.source == "py-spy" and NAMED_BESIDE.match(stack.thread) is not None
    return where.what in ("lock", "unknown") and where.own is None and (started or named)


def is_silent(said: object) -> bool:
    """Stacks of a live process of which none says where it stands: idle workers, servers and helpers."""
    if not (isinstance(said, tuple) and said and isinstance(said[0], Stack) and said[0].source in LIVE):
        return False
    return main_standing(said) is None and not any(stack.ended for stack in said)


def beside(stacks: Sequence[Stack], main: Stack) -> Standing | None:
    """Where a second thread of a process stands in a Python collective, while its main thread stands in one too."""
    others = (standing(stack) for stack in stacks if stack is not main and stack.source not in NATIVE)
    return next((where for where in others if where and where.what == "collective" and not where.worker), None)


def _with_engine(main: Standing, threads: Sequence[Standing]) -> Standing:
    """A backward pass runs in the autograd engine's threads: main waits for the collective in which one stands."""
    engine = next((thread for thread in threads if thread.what == "collective"), None)
    return replace(main, what=engine.what, function=engine.function, frame=engine.frame) if engine else main


def _distance(stack: Stack, where: Standing) -> tuple[bool, bool, bool]:
    """Main threads begin in a module, others in threading or in C; crashed threads are named by faulthandler first."""
    return not (stack.ended and where.what != "unknown"), not _is_main(stack), where.what == "unknown"


def _is_main(stack: Stack) -> bool:
    begins = [frame.function for frame in stack.frames if frame.file and not frame.file.endswith(".so")][-3:]
    is_first = stack.source in NATIVE and bool(stack.process or stack.thread == "1")
    return "<module>" in begins or "_run_module_as_main" in begins or is_first


def _waits_in(frames: Sequence[Frame]) -> tuple[Row | None, Frame | None]:
    """The innermost frame of a known function: Python's before C's, a lock only where nothing says more."""
    python_first = [frame for frame in frames if frame.is_python] + [frame for frame in frames if not frame.is_python]
    found = ((_row(frame, rows), frame) for rows in (ROWS, WEAK_ROWS, LAST_ROWS) for frame in python_first)
    return next(((row, frame) for row, frame in found if row), (None, None))


def _name(frame: Frame) -> str:
    """A function's name for people: C++ without templates and arguments, a library's file where it has none."""
    if frame.function == "??" and frame.file:
        return frame.path.rpartition("/")[2]
    function = frame.function.removeprefix("c10d::").replace("(anonymous namespace)::", "")
    return re.split(r"[<(]", function, maxsplit=1)[0].strip() or frame.function[:80]


@lru_cache(maxsize=8192)
def _row(frame: Frame, rows: tuple[Row, ...]) -> Row | None:
    return next((row for row, file, function in _compiled(rows) if file(frame.path) and function(frame.function)), None)


@lru_cache(maxsize=8)
def _compiled(rows: tuple[Row, ...]) -> list[tuple]:
    """A path fits at its end and at whole parts, a function at its beginning."""
    return [
        (row, re.compile(rf"(?:.*/)?(?:{row.file})\Z" if row.file else "").match, re.compile(row.function).match)
        for row in rows
    ]
