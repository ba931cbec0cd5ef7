"""Builds what the answer needs while the job still runs: in a short-lived process that takes only what nobody wants."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Callable, Mapping

from kb.collect.running import gentle

# Seconds after the job's start: it reads its own libraries first.
AFTER = 3.0
HANDLED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1, signal.SIGUSR2, signal.SIGQUIT)


class Warming:
    """One process, once; `step` is to be called now and then, and `stop` before whoever waits wants the processor."""

    def __init__(self, work: Callable[[], None], after: float = AFTER):
        self._work, self._due = work, time.monotonic() + after
        self._begun, self._pid = False, 0

    def step(self) -> None:
        """Begins when it is time, and lets nothing behind when it is done."""
        if not self._begun and time.monotonic() > self._due:
            self._begun = True
            self._pid = os.fork() or self._be_the_child()
        elif self._pid and os.waitpid(self._pid, os.WNOHANG)[0]:
            self._pid = 0

    def stop(self) -> None:
        """Ends what still runs, and begins nothing more. What it had half done is done again by whoever needs it."""
        self._begun = True
        if self._pid:
            os.kill(self._pid, signal.SIGKILL)
            os.waitpid(self._pid, 0)
            self._pid = 0

    def _be_the_child(self) -> int:
        """Never returns; whatever fails here fails again, and is said, where it matters."""
        with contextlib.suppress(BaseException):
            for number in HANDLED:
                signal.signal(number, signal.SIG_DFL)
            gentle.own_session()
            gentle.yield_to_others()
            self._work()
        os._exit(0)


def catalogue() -> None:
    """Opens the catalogue, which keeps it for the next process; it is built where it is not kept yet."""
    from kb.library import library

    library.current()


def wanted(environment: Mapping[str, str]) -> bool:
    """Of several tasks on one node the first is enough: they share what is kept."""
    return environment.get("SLURM_LOCALID", "0") == "0"
