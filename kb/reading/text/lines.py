"""What a line of a log says about itself: who printed it, when, and what is left without its prefix."""

from __future__ import annotations

import re

# A launcher, a logger, a container or a person put these in front of the program's own words.
PREFIX = re.compile(
    r"""\s*(?:
      (?:>\s?)+                                               # quoted in a mail or an issue
    | \[(?:rank|default|worker)?\s?\d+(?:,\d+)?\](?:<std(?:out|err)>)?:?(?:\s|(?=\[))   # [rank0]: [1,3]<stderr>:
    | (?:stdout|stderr|std(?:out|err)\s\d+):\s
    | \([\w.]+\s+pid=\d+[^)]{0,60}\)\s                         # Ray, vLLM
    | (?:\d{1,3}\.){3}\d{1,3}:\s                               # pdsh: the host's address
    | [\w.-]{1,60}/\d+\s(?=\[)                                 # torchx role/replica
    | [\w.-]{1,40}\s+\|\s                                      # docker compose
    | \#\d+\s[\d.]+\s                                          # docker build
    | \d{4}-\d\d-\d\d[T\s]\d\d:\d\d:\d\d[\d.,]*(?:Z|[+-]\d\d:?\d\d)?\s*[:|-]?\s*
    | (?:(?:INFO|WARNING|ERROR|CRITICAL|DEBUG)\s*[:|-]\s*)
    )""",
    re.VERBOSE | re.IGNORECASE,
)
RANK = re.compile(
    r"\[?(?:rank|default)\s?(?P<a>\d{1,5})\]?\s*[:|]|\[Rank (?P<b>\d{1,5})\]|\bRank (?P<c>\d{1,5})\]"
    r"|^\[\d+,(?P<d>\d{1,5})\]<std",
    re.IGNORECASE,
)
RANK_IN_NAME = re.compile(r"rank[_.-]?(?P<rank>\d{1,5})(?!\d)", re.IGNORECASE)
HOST = re.compile(r"\s*(?:(?P<nccl>[A-Za-z][\w.-]{0,62}):\d+:\d+ \[\d+\]|(?P<other>[A-Za-z][\w.-]{0,62})\s\|\s)")
TIME = re.compile(r"(?:\d{4}[-/]\d\d[-/]\d\d[ T_])?\b\d\d:\d\d:\d\d(?:[.,]\d{1,9})?")
TOLD = re.compile(r"\s*#{1,6} |(?:[^\u4e00-\u9fff\n]*[\u4e00-\u9fff]){3}")
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
LONGEST_SHOWN = 400


def rank_of(text: str) -> str:
    """The rank that printed a line, as the line itself says; empty where it does not."""
    match = RANK.search(text[:400])
    return next((group for group in match.groups() if group is not None), "") if match else ""


def rank_of_file(name: str) -> str:
    """The rank whose log a file is, where its name says so: rank2.log, train_rank-2.err; empty where it does not."""
    match = RANK_IN_NAME.search(name)
    return match["rank"] if match else ""


def host_of(text: str) -> str:
    """The host that printed a line, where NCCL, pdsh or a container's name put it in front; empty where nobody did."""
    match = HOST.match(text[:200])
    return match["nccl"] or match["other"] if match else ""


def time_of(text: str) -> str:
    match = TIME.search(text[:200])
    return match[0] if match else ""


def is_told(text: str) -> bool:
    """Whether a person tells of a message (a heading, a Chinese sentence) rather than a program printing it."""
    return TOLD.match(text) is not None


def without_prefix(text: str) -> str:
    """A line less what launchers and loggers put in front of it."""
    for _ in range(4):
        match = PREFIX.match(text)
        if not match or not match[0]:
            break
        text = text[match.end() :]
    return text.strip()


def shorten(line: bytes, around: int = 0) -> str:
    """A line for people: a long one is cut around the byte that matters, visibly; nothing in it drives a terminal."""
    start = max(0, around - LONGEST_SHOWN // 4) if len(line) > LONGEST_SHOWN else 0
    cut = line[start : start + LONGEST_SHOWN].decode("utf-8", errors="ignore")
    shown = CONTROL.sub("", cut).strip()
    return ("… " if start else "") + shown + (" …" if start + LONGEST_SHOWN < len(line) else "")
