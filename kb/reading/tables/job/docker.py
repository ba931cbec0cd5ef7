"""docker inspect and docker ps -a: how a container ended, and what it was given."""

from __future__ import annotations

import re

from kb.reading.blocks import Kind, Lines
from kb.reading.tables.fact import WIDEST, Facts, Table

VALUE = re.compile(
    r"\"(?P<name>[A-Za-z]{2,40})\": (?P<value>\"[^\"]{0,300}\"|-?\d{1,20}|true|false|null|[\[{]\]?\}?),?"
)
EXITED = re.compile(r"[0-9a-f]{12}\s.{0,300}?Exited \((?P<code>\d{1,3})\) .{0,300}?\s(?P<name>[\w.-]{1,200})")
HEADER = re.compile(r"CONTAINER ID\s+IMAGE\s.{0,200}")
RUNNING = re.compile(r"[0-9a-f]{12}\s.{0,500}")
MOST_LINES = 400


def read(lines: Lines) -> Table | None:
    """The state of one container that has ended."""
    facts = Facts(lines)
    while facts.rows < MOST_LINES and (told := VALUE.fullmatch(lines.peek() or "")):
        facts.take()
        if told["name"] == "OOMKilled" and told["value"] == "true":
            facts.add("pod_reason", "OOMKilled")
        if told["name"] == "ExitCode":
            facts.add("pod_exit_code", int(told["value"]))
        if told["name"] == "ShmSize":
            facts.add("shm_bytes", int(told["value"]), "/dev/shm")  # noqa: S108 (what docker mounts)
    return facts.table()


def read_ps(lines: Lines) -> Table | None:
    """The exit code of each container that has ended."""
    facts = Facts(lines)
    if HEADER.fullmatch(lines.peek() or ""):
        facts.take()
    while facts.rows < MOST_LINES and (line := lines.peek()) and RUNNING.fullmatch(line):
        facts.take()
        if told := EXITED.fullmatch(line):
            facts.add("pod_exit_code", int(told["code"]), told["name"])
    return facts.table()


KIND = Kind("docker inspect", r"\"(?:OOMKilled\": true|Running\": false|ShmSize\": \d)", read, widest=WIDEST)
PS_KIND = Kind("docker ps", r"CONTAINER ID +IMAGE ", read_ps, widest=WIDEST)
