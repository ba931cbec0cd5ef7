"""py-spy dump --json: each thread an object, its frames innermost first; also cut off anywhere behind a first frame."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field

from kb.reading.blocks import Kind, Lines
from kb.reading.stacks.stack import Frame, Stack

VALUE = re.compile(r'"(?P<name>\w{1,40})": ?(?P<value>.{0,4000}?),?')
OF_A_FRAME = ("filename", "line")
ON_ONE_LINE = '"frames":'
MOST_THREADS, MOST_LINES = 256, 20_000


@dataclass(slots=True)
class Thread:
    """What is said of one thread, and of each of its frames."""

    values: dict = field(default_factory=dict)
    frames: list[dict] = field(default_factory=list)

    def add(self, name: str, value: object) -> None:
        """A frame begins with its function."""
        if name == "name" and isinstance(value, str):
            self.frames.append({name: value})
        elif name in OF_A_FRAME and self.frames:
            self.frames[-1].setdefault(name, value)
        else:
            self.values.setdefault(name, value)


def read(lines: Lines) -> tuple[Stack, ...] | None:
    """The threads of one process; None where this is another program's JSON."""
    first = lines.peek() or ""
    if ON_ONE_LINE in first:
        lines.take()
        return _of_document(first)
    if not first.startswith('"pid":'):
        return None
    name, process = _value(lines.take())
    if not (lines.peek() or "").startswith('"thread_id":'):
        return None
    threads = [Thread({name: process})]
    before = ""
    for _ in range(MOST_LINES):
        line = lines.peek()
        name, value = _value(line or "")
        begins = name == "pid" and before == "{"
        if line in (None, "]", "```") or len(threads) > MOST_THREADS or (begins and value != process):
            break
        before = lines.take()
        if begins:
            threads.append(Thread())
        threads[-1].add(name, value)
    return _stacks([thread.values | {"frames": thread.frames} for thread in threads])


def _value(line: str) -> tuple[str, object]:
    """A name and its value; ("", None) of any other line."""
    told = VALUE.fullmatch(line)
    if not told:
        return "", None
    try:
        return told["name"], json.loads(told["value"])
    except ValueError:
        return told["name"], None


def _of_document(text: str) -> tuple[Stack, ...] | None:
    try:
        threads = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return _stacks(threads[:MOST_THREADS]) if isinstance(threads, list) else None


def _stacks(threads: list) -> tuple[Stack, ...] | None:
    told = (_stack(thread) for thread in threads if isinstance(thread, dict))
    return tuple(stack for stack in told if stack and stack.frames) or None


def _stack(thread: dict) -> Stack | None:
    own = thread.get("frames")
    if not isinstance(own, list):
        return None
    frames = tuple(_frame(frame) for frame in own[:MOST_LINES] if isinstance(frame, dict))
    pid, name = thread.get("pid"), thread.get("thread_name") or thread.get("os_thread_id")
    return Stack(frames, "py-spy", str(pid) if isinstance(pid, int) else "", thread=str(name or ""))


def _frame(frame: dict) -> Frame:
    line = frame.get("line")
    return Frame(str(frame.get("name", "")), str(frame.get("filename") or ""), line if isinstance(line, int) else 0)


KIND = Kind("py-spy --json", r'"pid": \d{1,9},\n|"pid": ?\d{1,9}, ?"thread_id"', read, 512 * 1024)
