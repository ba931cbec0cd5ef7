"""Answer -> what a reader may send to others: a message for a chat, and a link that carries the evidence itself.

Nothing is stored for it: the link's fragment, which no browser sends to a server, holds the masked lines; the home
page's script unpacks them and posts them as a paste.
"""

from __future__ import annotations

import json
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.conf import settings

from kb.diagnosis.answer import Answer
from kb.diagnosis.reports.markdown_report import MOST_LINES, as_markdown, told_lines
from kb.language import address, gettext
from kb.masking import mask
from kb.pages.pasted.log_view import Lines

# A chat, a ticket or a mail client may break longer addresses.
LONGEST_FRAGMENT = 4_000
# The longest message that Discord takes. What is proved needs no link to be seen again, nor all of its lines.
LONGEST_MESSAGE, FEWER_LINES = 2_000, (4, 2, 1)
# As much as the home page's script unpacks (static/paste.js).
MOST_UNPACKED = 60_000
# Of a log that is too long to travel whole, so many lines around its first exception, and so many of its first ones:
# the guesses rest on them.
AROUND, FIRST = 30, 100
# A text and its lines, by their numbers.
Numbered = dict[str, dict[int, str]]


@dataclass(frozen=True, slots=True)
class Share:
    """`markdown` is the message; `link` opens the same evidence on this site, empty where it would be too long."""

    markdown: str
    link: str

    @property
    def fragment(self) -> str:
        return self.link.partition("#")[2]


def share(answer: Answer, headline: str = "") -> Share | None:
    """None where neither a line nor a guess tells anything; `headline` is what the page says first.

    The answer is masked already.
    """
    lines = told_lines(answer)
    if not lines and (answer.off_topic or answer.differential is None):
        return None
    fragment = _proof(answer) if answer.best else _whole(answer) or _part(answer)
    link = f"{settings.SITE_URL}{address('/')}#{fragment}" if fragment else ""
    told = gettext("The same lines on Rank Down: {link}").format(link=link) if link else ""
    return Share(_message(answer, told, headline), link)


def _message(answer: Answer, told: str, headline: str) -> str:
    """With the link where a chat takes that; guesses are nothing without what they rest on, however long it is."""
    whole = as_markdown(answer, settings.SITE_URL, [told], headline)
    if answer.best is None or len(whole) <= LONGEST_MESSAGE:
        return whole
    ways = (as_markdown(answer, settings.SITE_URL, most=most) for most in (MOST_LINES, *FEWER_LINES))
    return next((way for way in ways if len(way) <= LONGEST_MESSAGE), as_markdown(answer, settings.SITE_URL, most=1))


def _proof(answer: Answer) -> str:
    """The lines that prove the answer, and no others; a row of a table proves nothing without the others."""
    lines = told_lines(answer)
    if any(getattr(line, "fact", None) for line in lines):
        return ""
    kept: Numbered = {}
    for line in lines:
        kept.setdefault(line.file, {})[line.line] = line.text
    return _fragment(kept)


def _whole(answer: Answer) -> str:
    """The whole text, so that the same guesses stand below the link."""
    if sum(len(text) for _, text in answer.pasted) > MOST_UNPACKED:
        return ""
    return _packed({name: mask(text)[0] for name, text in answer.pasted})


def _part(answer: Answer) -> str:
    """As many of the lines that tell most as an address can carry."""
    wanted = list(dict.fromkeys(_wanted(answer)))
    least, most = 0, len(wanted)
    while least < most:
        middle = (least + most + 1) // 2
        least, most = (middle, most) if _fragment(_numbered(answer, wanted[:middle])) else (least, middle - 1)
    return _fragment(_numbered(answer, wanted[:least]))


def _wanted(answer: Answer) -> Iterator[tuple[str, int]]:
    """The lines that the message has, what other failures' lines they resemble, those around, the log's first ones."""
    items = [*told_lines(answer), *(item for match in answer.matches for item in match.evidence), *answer.error_lines]
    yield from ((item.file, item.line) for item in items)
    if answer.unexplained:
        at = answer.unexplained.line
        yield from ((answer.unexplained.file, n) for n in range(at, max(0, at - AROUND), -1))
    yield from ((name, n) for name, _ in answer.pasted for n in range(1, FIRST + 1))


def _numbered(answer: Answer, wanted: list[tuple[str, int]]) -> Numbered:
    found: Numbered = {}
    for name, text in answer.pasted:
        lines = Lines(text)
        numbers = sorted(n for file, n in wanted if file == name and n <= len(lines))
        # As one text: a key goes over many lines.
        told = mask("\n".join(lines[n - 1] for n in numbers))[0].split("\n") if numbers else []
        found |= {name: dict(zip(numbers, told, strict=True))} if numbers else {}
    return found


def _fragment(kept: Numbered) -> str:
    """Each line at its own number, where that is no more than the browser unpacks; else one below the other."""
    size = sum(max(lines) + sum(map(len, lines.values())) for lines in kept.values())
    put = _placed if size <= MOST_UNPACKED else lambda lines: "\n".join(lines.values())
    return _packed({name: put(lines) for name, lines in kept.items()})


def _placed(lines: dict[int, str]) -> str:
    return "\n".join(lines.get(n, "") for n in range(1, max(lines) + 1))


def _packed(texts: Mapping[str, str]) -> str:
    """A text, or where they have names, the files in the JSON that /match takes; empty where that is too long."""
    if not any(texts.values()):
        return ""
    unnamed = [*texts] == [""]
    told = texts[""] if unnamed else json.dumps({"files": dict(texts)}, ensure_ascii=False, separators=(",", ":"))
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = packer.compress(told.encode("utf-8", "replace")) + packer.flush()
    named = f"{'log' if unnamed else 'logs'}={urlsafe_b64encode(packed).rstrip(b'=').decode()}"
    return named if len(named) <= LONGEST_FRAGMENT else ""
