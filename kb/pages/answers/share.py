"""Answer -> what a reader may send to others: a message for a chat, and a link that carries the evidence itself.

Nothing is stored for it: the link's fragment, which no browser sends to a server, holds the masked lines; the home
page's script unpacks them and posts them as a paste.
"""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64encode
from dataclasses import dataclass

from django.conf import settings

from kb.diagnosis.answer import Answer
from kb.diagnosis.reports.markdown_report import as_markdown, told_lines
from kb.language import address, gettext
from kb.masking import mask

# A chat, a ticket or a mail client may break longer addresses.
LONGEST_FRAGMENT = 4_000


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
    link = "" if any(getattr(line, "fact", None) for line in lines) else _link(_texts(answer, lines))
    told = gettext("The same lines on Rank Down: {link}").format(link=link) if link else ""
    return Share(as_markdown(answer, settings.SITE_URL, [told], headline), link)


def _texts(answer: Answer, lines: list) -> list[str]:
    """The lines; of a description, which has none, the whole text while it is short."""
    if lines or sum(len(text) for _, text in answer.pasted) > LONGEST_FRAGMENT:
        return [line.text for line in lines]
    return [mask(text)[0] for _, text in answer.pasted]


def _link(texts: list[str]) -> str:
    if not any(texts):
        return ""
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    text = "\n".join(texts).encode("utf-8", "replace")
    packed = urlsafe_b64encode(packer.compress(text) + packer.flush()).rstrip(b"=").decode()
    return f"{settings.SITE_URL}{address('/')}#log={packed}" if len(packed) <= LONGEST_FRAGMENT else ""
