"""df, df -h and df -i: how big and how full each file system is, /dev/shm apart from the others."""

from __future__ import annotations

import re

from kb.reading.blocks import Kind, Lines
from kb.reading.tables.fact import WIDEST, Facts, Table
from kb.reading.tables.sizes import KIB, in_bytes, share

HEADER = re.compile(r".{1,200}%\s{0,40}(?:Mounted on|挂载点).{0,40}", re.IGNORECASE)
UNIT = re.compile(r"(?P<size>\d{1,4}[KMG]?B?)-(?:blocks|块)", re.IGNORECASE)
ROW = re.compile(
    r"(?P<source>\S.{0,200}?)\s{1,80}(?P<size>[\d.,]+\w{0,3}|-)\s{1,80}(?P<used>[\d.,]+\w{0,3}|-)\s{1,80}(?P<free>[\d.,]+\w{0,3}|-)"
    r"\s{1,80}(?P<share>\d{1,4}%|-)\s{1,80}(?P<mount>/.{0,300})"
)
# A long source stands on a line of its own.
CONTINUED = re.compile(r"[\d.,]+\w{0,3}\s+[\d.,]+\w{0,3}\s+[\d.,]+\w{0,3}\s+\d{1,4}%\s+/.{0,300}")
SOURCE_ALONE = re.compile(r"\S{1,300}")
SHARED = ("/dev/shm", "/run/shm")  # noqa: S108 (names that df prints)
# Images and the kernel's own file systems are full by nature, and nobody writes a checkpoint there.
IMAGE = re.compile(r"/dev/loop|squashfs")
FULL_BY_NATURE = re.compile(r"/snap/|/dev(?:$|/)|/sys/|/proc/|/run(?:$|/)|/boot|/etc/|/usr/|/mnt/cdrom|/media/")
# Nobody trains on less: mounts of a few files, the container's /dev.
SMALLEST = 256 * KIB * KIB
MOST_ROWS = 400


def read(lines: Lines) -> Table | None:
    """One fact or two a file system; rows that `grep` took out of their table count too."""
    first = lines.peek() or ""
    inodes = "inode" in first.lower() or "IUse%" in first or "iused" in first
    unit = 512 if "512" in first else KIB
    facts = Facts(lines)
    if not ROW.fullmatch(first):
        if not HEADER.fullmatch(first):
            return None
        told = UNIT.search(first)
        unit = in_bytes(told["size"].removesuffix("B")) or KIB if told else KIB
        facts.take()
    while facts.rows < MOST_ROWS and (line := lines.peek()):
        alone = SOURCE_ALONE.fullmatch(line)
        if not alone and not ROW.fullmatch(f"- {line}" if CONTINUED.fullmatch(line) else line):
            break
        facts.take()
        if not alone:
            _row(facts, ROW.fullmatch(f"- {line}" if CONTINUED.fullmatch(line) else line), unit, inodes)
    return facts.table()


def _row(facts: Facts, row: re.Match, unit: int, inodes: bool) -> None:
    mount, used = row["mount"].strip(), share(row["share"])
    if inodes:
        if not _full_by_nature(row):
            facts.add("inodes_used", used, mount)
    elif mount in SHARED:
        facts.add("shm_bytes", in_bytes(row["size"], unit), mount)
        facts.add("shm_used", used, mount)
    elif not _full_by_nature(row) and (in_bytes(row["size"], unit) or 0) >= SMALLEST:
        facts.add("disk_used", used, mount)


def _full_by_nature(row: re.Match) -> bool:
    return bool(IMAGE.search(row["source"]) or FULL_BY_NATURE.match(row["mount"]))


OPENING = r"% +Mounted on|%iused|%[ \t]+挂载点|% /dev/shm"
KIND = Kind("df", OPENING, read, widest=WIDEST)
