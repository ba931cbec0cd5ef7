"""Runs probes side by side, each in a process of its own under its own deadline, so that none can hold up the rest.

There are no threads: a thread that is stuck in the kernel (a dead mount, a driver that no longer answers) would keep
the whole collector from ending; a process is left behind. So a probe may be any Python function: it is forked.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from kb.collect.running.gentle import own_session, patience

LARGEST_OUTPUT = 64 << 20  # bytes
AT_ONCE = 16
# How many times its deadline a probe may take that only waits for the CPU.
STARVED = 4
# Seconds that a killed child gets before its state is looked at.
GRACE = 0.5


class Absent(Exception):
    """A probe has nothing to show; the message says why, in words for the reader of the file."""


@dataclass(frozen=True, slots=True)
class Probe:
    """One section of the file: `do` is called in a child process and returns the text, or raises Absent.

    `turn` 0 runs at any time; 1, 2, 3 run one after the other, with the pause before 2. `heavy` ones take CPU time: few
    of them run at once. `seconds` is its deadline, on a machine that is not overloaded. One that
    is not `polite` keeps our own priority: for what takes milliseconds.
    """

    heading: str
    do: Callable[[], str]
    seconds: float = 10.0
    turn: int = 0
    heavy: bool = False
    polite: bool = True


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a probe gave: its text, when it began and how long it took (seconds), what kept it from ending well."""

    probe: Probe
    text: str
    began: float
    seconds: float
    problem: str = ""


@dataclass(slots=True)
class _Running:
    probe: Probe
    pid: int
    pipe: int
    began: float
    output: bytearray = field(default_factory=bytearray)


def outcomes(probes: list[Probe], pause: float, heavy_at_once: int = 1) -> Iterator[Outcome]:
    """Every probe's outcome, in the order of the list whatever the order in which they end."""
    schedule = _Schedule(probes, pause, heavy_at_once)
    done: dict[int, Outcome] = {}
    try:
        for probe in probes:
            while id(probe) not in done:
                done.update((id(outcome.probe), outcome) for outcome in schedule.step())
            yield done.pop(id(probe))
    finally:
        schedule.stop()


class _Schedule:
    """Which probes wait, which run, and which may start now."""

    def __init__(self, probes: list[Probe], pause: float, heavy_at_once: int):
        self.waiting, self.running = list(probes), []
        self.pause, self.heavy_at_once = pause, heavy_at_once
        self.selector = selectors.DefaultSelector()
        self.turn, self.turn_from = 1, 0.0
        self.patience = patience()

    def step(self, wait: float = 0.05) -> list[Outcome]:
        """Starts what may start, reads what there is, returns what has ended."""
        self._next_turn()
        for probe in [probe for probe in self.waiting if self._may_start(probe)]:
            if self._has_room(probe):
                self.waiting.remove(probe)
                self.running.append(self._start(probe))
        for key, _ in self.selector.select(wait) if self.running else [(None, time.sleep(wait))]:
            if key and not _read(key.data):
                self.selector.unregister(key.data.pipe)
        return [self._end(one, problem) for one in list(self.running) if (problem := self._over(one)) is not None]

    def stop(self) -> None:
        """Ends whatever still runs."""
        for one in self.running:
            _kill(one.pid)
        self.running.clear()

    def _next_turn(self) -> None:
        if not any(probe.turn == self.turn for probe in (*self.waiting, *(one.probe for one in self.running))):
            later = [probe.turn for probe in self.waiting if probe.turn > self.turn]
            if later:
                self.turn = min(later)
                self.turn_from = time.monotonic() + (self.pause if self.turn == 2 else 0.0)

    def _may_start(self, probe: Probe) -> bool:
        return probe.turn == 0 or (probe.turn == self.turn and time.monotonic() >= self.turn_from)

    def _has_room(self, probe: Probe) -> bool:
        heavy = sum(one.probe.heavy for one in self.running)
        return len(self.running) < AT_ONCE and (not probe.heavy or heavy < self.heavy_at_once)

    def _start(self, probe: Probe) -> _Running:
        pipe, end = os.pipe()
        pid = os.fork()
        if pid == 0:
            _be_the_child(probe, end)
        os.close(end)
        os.set_blocking(pipe, False)
        one = _Running(probe, pid, pipe, time.monotonic())
        self.selector.register(pipe, selectors.EVENT_READ, one)
        return one

    def _over(self, one: _Running) -> str | None:
        """What kept it from ending well, "" if nothing did; None while it runs."""
        ended, status = _wait(one.pid)
        if ended:
            return _in_words(status)
        if len(one.output) > LARGEST_OUTPUT:
            return f"cut: more than {LARGEST_OUTPUT >> 20} MiB" + _kill(one.pid)
        allowed = one.probe.seconds * self.patience
        ran = time.monotonic() - one.began
        # One that would run if it got the CPU is starved, not stuck.
        if ran > allowed and (ran > STARVED * allowed or _state(one.pid) != "R"):
            return f"did not end within {allowed:.3g} s" + _kill(one.pid)
        return None

    def _end(self, one: _Running, problem: str) -> Outcome:
        while _read(one) and len(one.output) <= LARGEST_OUTPUT:
            pass
        with contextlib.suppress(KeyError, ValueError):
            self.selector.unregister(one.pipe)
        os.close(one.pipe)
        self.running.remove(one)
        text = bytes(one.output[:LARGEST_OUTPUT]).decode("utf-8", "replace")
        return Outcome(one.probe, text, one.began, time.monotonic() - one.began, problem)


def _read(one: _Running) -> bool:
    """Whether there may be more to read."""
    try:
        chunk = os.read(one.pipe, 1 << 16)
    except BlockingIOError:
        return False
    one.output += chunk
    return bool(chunk)


def _be_the_child(probe: Probe, end: int) -> None:
    """Runs the probe with the pipe as its output, in a session of its own; never returns."""
    with contextlib.suppress(BaseException):
        own_session(probe.polite)
        # Nothing of ours stays open in a child: one that is left behind must not keep the reader of our output waiting.
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(end, 1)
        os.dup2(end, 2)
        os.closerange(3, 1024)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGPIPE, signal.SIGCHLD):
            signal.signal(number, signal.SIG_DFL)
        _write(_text(probe))
    os._exit(0)


def _text(probe: Probe) -> str:
    try:
        return probe.do()
    except Absent as reason:
        return f"absent: {reason}\n"
    except OSError as error:
        return f"absent: {error.filename or 'it'}: {error.strerror or error}\n"
    except BaseException as error:
        return f"absent: this probe itself failed: {type(error).__name__}: {error}\n"


def _write(text: str) -> None:
    data = memoryview(text.encode("utf-8", "replace"))
    while data:
        data = data[os.write(1, data) :]


def _wait(pid: int) -> tuple[bool, int]:
    try:
        return os.waitpid(pid, os.WNOHANG)
    except ChildProcessError:
        return True, 0


def _in_words(status: int) -> str:
    code = os.waitstatus_to_exitcode(status)
    return f"killed by {signal.Signals(-code).name}" if code < 0 else f"exit status: {code}" if code else ""


def _kill(pid: int) -> str:
    """Ends a probe and all that it started; says so where the kernel does not let it end."""
    with contextlib.suppress(OSError):
        os.killpg(pid, signal.SIGKILL)
    until = time.monotonic() + GRACE
    while time.monotonic() < until:
        if _wait(pid)[0]:
            return ""
        time.sleep(0.01)
    return f"; pid {pid} was left behind, stuck in the kernel (state D)" if _state(pid) == "D" else ""


def _state(pid: int) -> str:
    with contextlib.suppress(OSError, IndexError):
        return Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()[0]
    return ""
