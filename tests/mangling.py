"""What happens to a log on its way to us: wrapped, prefixed, interleaved, boxed, escaped, quoted, reversed."""

from __future__ import annotations

import html
import json
from urllib.parse import quote

PROGRESS = " 12%|█▏        | 5/43 [00:15<01:54,  3.01s/it]"


def lines(change):
    """A change of every line, given its number and its text."""
    return lambda text: "\n".join(change(n, line) for n, line in enumerate(text.split("\n")))


def wrapped(width: int):
    return lines(lambda n, line: "\n".join(line[at : at + width] for at in range(0, len(line), width)))


def boxed(text: str) -> str:
    """As rich frames a traceback: fixed width, a border on both sides."""
    pieces = (line[at : at + 96] for line in text.split("\n") for at in range(0, max(len(line), 1), 96))
    return "\n".join(f"│ {piece:<96} │" for piece in pieces)


MANGLINGS = {
    "wrapped at 80": wrapped(80),
    "wrapped at 120": wrapped(120),
    "rank prefix": lines(lambda n, line: f"[rank3]: {line}"),
    "host prefix": lines(lambda n, line: f"10.0.0.5: {line}"),
    "container prefix": lines(lambda n, line: f"trainer-1  | {line}"),
    "logger prefix": lines(lambda n, line: f"2024-05-01 10:00:0{n % 10},123 - INFO - {line}"),
    "actor prefix": lines(lambda n, line: f"(WorkerDict pid=12, ip=10.0.0.5) {line}"),
    "Kubernetes JSON": lines(lambda n, line: json.dumps({"log": f"{line}\n", "stream": "stderr"})),
    "JSON string": lambda text: json.dumps({"message": text}),
    "JSON in JSON": lambda text: json.dumps({"outer": json.dumps({"message": text})}),
    "interleaved with progress": lines(lambda n, line: f"{line}\nstep {n} loss 2.{n}"),
    "two ranks at once": lines(lambda n, line: f"[rank0]: {line}\n[rank1]: {line}"),
    "newest line first": lambda text: "\n".join(reversed(text.split("\n"))),
    "boxed by rich": boxed,
    "glued to a progress bar": lines(lambda n, line: f"{PROGRESS}{line}"),
    "behind a carriage return": lines(lambda n, line: f"{PROGRESS}\r{line}"),
    "quoted in a mail": lines(lambda n, line: f"> {line}"),
    "coloured": lines(lambda n, line: f"\x1b[31m{line}\x1b[0m"),
    "HTML": html.escape,
    "in an address": quote,
    "mojibake": lambda text: text.encode("utf-8").decode("latin-1"),
    "Windows line ends": lambda text: text.replace("\n", "\r\n"),
    "capitals": str.upper,
    "tabs and double spaces": lambda text: text.replace(" ", "  ").replace("    ", "\t"),
}
