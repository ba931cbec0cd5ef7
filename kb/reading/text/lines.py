"""What a line of a log says about itself: who printed it, when, and what is left without its prefix."""

from __future__ import annotations

import re

from kb.language import gettext
from kb.reading.text.cleaning import SOFT

# A launcher, a logger, a container or a person put these in front of the program's own words.
PREFIX = re.compile(
    r"""\s*(?:
      (?:>\s?)+                                               # quoted in a mail or an issue
    | \[\d{4}-\d\d-\d\d[T\s][\d:.,]{8,16}Z?\]\s[0-9a-f]{6,12}\s\[rank=\d+\]\s\|\|   # Determined: [time] id [rank=0] ||
    | \d\d:\d\d:\d\d[\d.,]{0,8}\s+(?=File\s"|Thread\s0x|Current\sthread|Fatal\sPython|Traceback|<no\s)   # Jenkins
    | (?:\w{3}\s\w{3}\s[\s\d]\d\s[\d:]{8}\s\d{4}(?=\[\d+,\d+\]<std))                 # mpirun --timestamp-output
    | \[(?:rank|default|worker)?\s?\d+(?:,\d+)?\](?:<std(?:out|err)>)?:?   # [rank0]: [1,3]<stderr>:
      (?:\s(?!(?:finished|joined|started)\s\S)|(?=\[))
    | \[\d+,\d+\]<std(?:out|err)>:?                            # Open MPI puts no space behind it
    | \[pod/[\w./-]{1,200}\]\s                               # kubectl logs --prefix
    | [\w.-]{1,80}\s›\s[\w.-]{1,80}\s{1,3}                   # stern: pod › container │
    | (?:[\w./-]{1,80}:?\s){1,2}(?=\[(?:rank|default)\d{1,5}\]:)   # a host, or pod and container
    | \w{3}\s[\s\d]\d\s\d\d:\d\d:\d\d[.\d]{0,7}\s[\w.-]{1,80}\s[\w./@-]{1,80}\[\d{1,9}\]:\s   # journald, syslog
    | (?:stdout|stderr|std(?:out|err)\s\d+):\s
    | \([\w.]+\s+pid=\d+[^)]{0,60}\)\s                         # Ray, vLLM
    | (?:\d{1,3}\.){3}\d{1,3}:\s                               # pdsh: the host's address
    | [\w.-]{1,60}/\d+\s(?=\[)                                 # torchx role/replica
    | [\w.-]{1,40}\s+\|(?:\s|$)(?!(?:grep|head|tail|awk|sed|sort|tee|less|wc|cut)\s) # docker compose; no shell's pipe
    | \#\d+\s[\d.]+\s                                          # docker build
    | \d{4}-\d\d-\d\d[T\s]\d\d:\d\d:\d\d[\d.,]*(?:Z|[+-]\d\d:?\d\d)?\s*(?:[:|-]|std(?:out|err)\s[FP]\s)?\s*
    | (?:(?:INFO|WARNING|ERROR|CRITICAL|DEBUG)\s*[:|-]\s*)
    )""",
    re.VERBOSE | re.IGNORECASE,
)
RANK = re.compile(
    r"\[?(?:rank|default)[\s=]?(?P<a>\d{1,5})\]?\s*[:|]|\[Rank (?P<b>\d{1,5})\]|\bRank (?P<c>\d{1,5})\]"
    r"|(?:^|:\d\d \d{4})\[\d+,(?P<d>\d{1,5})\]<std",
    re.IGNORECASE,
)
RANK_IN_NAME = re.compile(r"rank[_.-]?(?P<rank>\d{1,5})(?!\d)", re.IGNORECASE)
HOST = re.compile(r"\s*(?:(?P<nccl>[A-Za-z][\w.-]{0,62}):\d+:\d+ \[\d+\]|(?P<other>[A-Za-z][\w.-]{0,62})\s\|\s)")
TIME = re.compile(r"(?:\d{4}[-/]\d\d[-/]\d\d[ T_])?\b\d\d:\d\d:\d\d(?:[.,]\d{1,9})?")
TOLD = re.compile(r"\s*#{1,6} |(?:[^\u4e00-\u9fff\n]*[\u4e00-\u9fff]){3}")
# What people say between the words that tell, and programs leave out.
SAID_BY_PEOPLE = re.compile(
    r"\b(?:i|my|me|we|our|it|its|but|when|after|before|then|there|here|with|without|on|if|and|while|only|also|now|no|the|a|an"
    r"|does|doesn't|don't|can't|works?|works|runs?|one|two|of|from|as soon as|always|sometimes)\b",
    re.IGNORECASE,
)
FEWEST_SAID, SHARE_SAID, FEWEST_SAID_FIRST = 4, 0.3, 2
BY_A_PERSON = re.compile(r"(?:(?:when|after|if|but|now|as) )?(?:i|i'm|i've|we|my|our)\b", re.IGNORECASE)
PRINTED = re.compile(r"^\s*[\[({<]|Traceback|\w(?:Error|Exception|Warning)\b: |\.(?:py|cpp|cc|cu|go)\b:|^\s*\d|::|=\S")
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
LONGEST_SHOWN = 400
# A cut moves by up to so many bytes, to stand between words: half a token could not be known as one.
LONGEST_WORD = 200
BETWEEN = re.compile(rb"[\s\"',;&\\]")
WORD = re.compile(rb"\S+")
NAMES_THE_NEXT = re.compile(rb"^-|[:=]$|^(?:bearer|basic|token|is|login|password|\.+)$", re.IGNORECASE)


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


def to_the_ms(time: str) -> str:
    """A time as people read it: torch prints nanoseconds."""
    return re.sub(r"([.,]\d{3})\d+", r"\1", time)


def is_told(text: str) -> bool:
    """Whether a person tells of a message (a heading, a Chinese sentence) rather than a program printing it."""
    return TOLD.match(text) is not None


def is_prose(text: str) -> bool:
    """Whether an English sentence is a person's: a third of its words say nothing of the failure itself."""
    return _said_much(text) and not PRINTED.search(text)


def is_somebodys(text: str) -> bool:
    """Whether a line is a person's own sentence, one that names a setting among them, and no program's."""
    by_a_person = BY_A_PERSON.match(text) is not None and _count_said(text) >= FEWEST_SAID
    return by_a_person or is_told(text) or is_prose(text)


def sounds_said(text: str) -> bool:
    """Whether the beginning of a line is a person's rather than a program's."""
    return _count_said(text) >= FEWEST_SAID_FIRST and not PRINTED.search(text)


def _count_said(text: str) -> int:
    return len(SAID_BY_PEOPLE.findall(text))


def _said_much(text: str) -> bool:
    return _count_said(text) >= max(FEWEST_SAID, SHARE_SAID * len(text.split()))


def shown_at(file: str, line: int) -> str:
    """'rank0.log:12', or 'line 12' where there is one file only."""
    return f"{file}:{line}" if file else gettext("line {number}").format(number=line)


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
    start, stop = 0, len(line)
    if len(line) > LONGEST_SHOWN:
        start = _begin_of_word(line, around - LONGEST_SHOWN // 4, around) if around > LONGEST_SHOWN // 4 else 0
        stop = _end_of_word(line, start + LONGEST_SHOWN, around)
    told = line[start:stop].decode("utf-8", errors="ignore").replace(SOFT, " ")
    shown = CONTROL.sub("", told).strip()
    return ("… " if start else "") + shown + (" …" if stop < len(line) else "")


def _begin_of_word(line: bytes, start: int, around: int) -> int:
    """The word before the one at `start`, or the name before that; where words have no end, after the cut one."""
    words = list(WORD.finditer(line, max(0, start - LONGEST_WORD), start))
    first = len(words) - 2
    while first > 1 and NAMES_THE_NEXT.search(words[first - 1][0]):
        first -= 1
    if first > 0:
        return words[first].start()
    if start <= LONGEST_WORD:
        return 0
    after = BETWEEN.search(line, start, around)
    return after.end() if after else around


def _end_of_word(line: bytes, stop: int, around: int) -> int:
    if stop >= len(line):
        return len(line)
    gaps = list(BETWEEN.finditer(line, max(around, stop - LONGEST_WORD), stop))
    return gaps[-1].start() if gaps else stop
