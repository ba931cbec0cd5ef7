"""Answer -> what a reader may send to others: a message for a chat, and a link that carries the evidence itself.

Nothing is stored for it: the link's fragment, which no browser sends to a server, holds the masked lines; the home
page's script unpacks them and posts them as a paste.
"""

from __future__ import annotations

import re
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from dataclasses import dataclass

from django.conf import settings

from kb.catalogue.digest import fix_in_short
from kb.diagnosis.answer import Answer
from kb.diagnosis.proposal import telling_line
from kb.language import address, gettext
from kb.matching.match import Evidence
from kb.pages.cited import in_order
from kb.pages.frame import title_of
from kb.reading.errors import ErrorLine

MOST_LINES = 8
# A chat, a ticket or a mail client may break longer addresses.
LONGEST_FRAGMENT = 4_000
MOST_CANDIDATES = 3


@dataclass(frozen=True, slots=True)
class Share:
    """`markdown` is the message; `link` opens the same evidence on this site, empty where it would be too long."""

    markdown: str
    link: str

    @property
    def fragment(self) -> str:
        return self.link.partition("#")[2]


def share(answer: Answer) -> Share | None:
    """None where no line tells anything: then there is nothing to send. The answer must be masked already."""
    lines = told_lines(answer)
    if not lines:
        return None
    link = _link(lines)
    return Share("\n\n".join(part for part in _parts(answer, lines, link) if part) + "\n", link)


def told_lines(answer: Answer) -> list[Evidence | ErrorLine]:
    """The lines that prove the answer, in the order of the log; without one, those that look like the error."""
    if answer.best:
        lines = [*answer.best.evidence]
    else:
        first = telling_line(answer)
        lines = [*([first] if first else []), *(line for line in answer.error_lines if line != first)]
    return in_order(lines[:MOST_LINES])


def fenced(text: str) -> str:
    """A Markdown code block that no line of the text can end."""
    longest = max((len(run) for run in re.findall("`{3,}", text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}\n{text}\n{fence}"


def cited(lines: Iterable[Evidence | ErrorLine]) -> str:
    """Each line behind its place."""
    return "\n".join(f"{line.file + ':' if line.file else ''}{line.line}: {line.text.strip()}" for line in lines)


def _parts(answer: Answer, lines: list, link: str) -> Iterable[str]:
    yield f"**{_verdict(answer)}**"
    yield fenced(cited(lines))
    if answer.best:
        yield gettext("Fix: {fix}").format(fix=fix_in_short(answer.best.entry))
        yield f"{settings.SITE_URL}{address(answer.best.entry.url)}"
    else:
        yield _could_be(answer)
    yield gettext("The same lines on Rank Down: {link}").format(link=link) if link else ""


def _verdict(answer: Answer) -> str:
    down = answer.first_down.sentence if answer.first_down else ""
    known = gettext("Known failure: {title}.")
    unknown = gettext("No known failure: nothing in the log proves one.")
    what = known.format(title=title_of(answer.best.entry)) if answer.best else unknown
    return f"{down} {what}".strip()


def _could_be(answer: Answer) -> str:
    """The first candidates with their shares, marked as not proved."""
    named = [c for c in (answer.differential.candidates if answer.differential else ()) if c.entry]
    told = [
        f"- {c.share:.0%} {title_of(c.entry)}: {settings.SITE_URL}{address(c.entry.url)}"
        for c in named[:MOST_CANDIDATES]
    ]
    return "\n".join([gettext("Not proved, but it could be:"), *told]) if told else ""


def _link(lines: list) -> str:
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    text = "\n".join(line.text for line in lines).encode("utf-8", "replace")
    packed = urlsafe_b64encode(packer.compress(text) + packer.flush()).rstrip(b"=").decode()
    return f"{settings.SITE_URL}{address('/')}#log={packed}" if len(packed) <= LONGEST_FRAGMENT else ""
