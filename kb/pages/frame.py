"""What every page has, and the pages that only list: browse, guides, errors."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import quote

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.digest import message
from kb.catalogue.document import title_of
from kb.catalogue.loading.content import Area
from kb.catalogue.schema.entry import Entry
from kb.language import LANGUAGES, Language, address, current, either, in_chinese
from kb.markdown import Html
from kb.pages.entries.folded import Folded
from kb.pages.wording import KINDS, Words, retry_of

LIMIT = f"{settings.MAX_PASTE_BYTES // 1024 // 1024} MiB"


@dataclass(frozen=True, slots=True)
class Other:
    """The language that the reader may switch to, and where the page is in it.

    `asked` is what to send there where the page answers a paste; without it the address is a link or a page.
    """

    language: Language
    address: str
    asked: str = ""

    @property
    def remembers(self) -> str:
        """The address in a form of the reader's language that switches, and remembers it."""
        return f"{address('/language/')}?next={quote(self.address, safe='')}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """What the frame of every page reads: its head, its navigation, the panel for broken content.

    `path` is the page's address in English, where it has one that stays; `here` what was asked for, less the language.
    `carried` asks for the answer to a paste once more; where the paste is too long, `evidence` is the fragment of an
    address, with the lines that prove the answer. `ruled_out` are the answers that are sent with it as wrong.
    """

    title: str
    # What the browser's tab says, where that is not the title.
    tab: str = ""
    description: str = ""
    path: str = ""
    query: str = ""
    place: str = ""
    here: str = ""
    carried: str = ""
    evidence: str = ""
    ruled_out: tuple[str, ...] = ()
    # Paths of the page as Markdown, and of the picture that a chat shows beside its link.
    document: str = ""
    picture: str = "/picture.png"
    problems: tuple[str, ...] = ()

    @property
    def canonical(self) -> str:
        return f"{settings.SITE_URL}{address(self.path)}" if self.path else ""

    @property
    def root(self) -> str:
        """What stands before every address of the reader's language."""
        return address("/").removesuffix("/")

    @property
    def lang(self) -> str:
        return current().tag

    @property
    def english(self) -> SafeString:
        """The attribute of an element whose text is English in every language."""
        return SafeString(' lang="en"' if in_chinese() else "")

    @property
    def alternates(self) -> tuple[tuple[str, str], ...]:
        return alternates(self.path) if self.path else ()

    @property
    def other(self) -> Other:
        """The same page in the other language; where a paste cannot be sent again, the front page."""
        other = next(one for one in LANGUAGES.values() if one != current())
        if self.carried:
            return Other(other, address("/match", other.code), self.carried)
        return Other(other, address(self.here or "/", other.code) + (self.evidence and f"#{self.evidence}"))

    @property
    def site(self) -> str:
        return settings.SITE_URL

    @property
    def match(self) -> str:
        """Where a command sends a log, so that it is answered in the reader's language."""
        return asked("/api/match")


@dataclass(frozen=True, slots=True)
class Card:
    """An entry in a list, with the line by which people know it, under a heading of this level."""

    title: str
    url: str
    message: str
    summary: str
    area: str
    kind: Words
    retry: Words
    level: int = 3

    @property
    def head(self) -> SafeString:
        """Title, message, summary."""
        return _once("_card_head.html", self, current().code)

    @property
    def badges(self) -> SafeString:
        """Kind, what to do with the job, area."""
        return _once("_badges.html", self, current().code)


# A search shows twenty, and a page the same ones again and again: half a KB each.
@lru_cache(maxsize=8_192)
def _once(template: str, card: Card, language: str) -> SafeString:
    """Rendered once for each language in one process; what a reader typed is in no card."""
    return render_to_string(template, {"card": card})


@dataclass(frozen=True, slots=True)
class Choice:
    """A link that narrows the list."""

    label: str
    url: str
    count: int
    chosen: bool


@dataclass(frozen=True, slots=True)
class Listed:
    """An entry on a shelf, with how often it was met, in words."""

    card: Card
    met: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BrowsePage(Page):
    heading: str
    lead: str = ""
    areas: tuple[Choice, ...]
    libraries: tuple[Choice, ...]
    kinds: tuple[Choice, ...]
    runs: tuple[Choice, ...]
    orders: tuple[Choice, ...]
    groups: tuple[tuple[str, Folded[Listed]], ...]
    shown: str
    # A sentence where the address narrows the list by something that there is not.
    unknown: str = ""


@dataclass(frozen=True, slots=True)
class GuideLink:
    """`foreign` where title and summary are English and the page is not."""

    title: str
    url: str
    summary: str
    foreign: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class GuidesPage(Page):
    guides: tuple[GuideLink, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GuidePage(Page):
    summary: str
    body: Html
    failures: tuple[Card, ...]
    untranslated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorPage(Page):
    status: int
    message: str
    # What to do without this page, in words, and as commands.
    instead: str = ""
    commands: tuple[str, ...] = ()
    nearest: tuple[Card, ...] = ()


def asked(path: str, **parameters: str) -> str:
    """An address of the API for a shell: curl does not say what its reader speaks."""
    said = parameters | ({"lang": current().code} if in_chinese() else {})
    query = "&".join(f"{name}={value}" for name, value in said.items())
    return shlex.quote(f"{settings.SITE_URL}{path}" + (query and f"?{query}"))


def card(entry: Entry, catalogue: Catalogue, level: int = 3) -> Card:
    front, area = entry.front, catalogue.area(entry.area)
    summary = either(front.summary, front.zh.summary)
    shelf = area_title(area) if area else entry.area
    kind, retry = KINDS[front.kind], retry_of(front)
    return Card(title_of(entry), address(entry.url), message(entry), summary, shelf, kind, retry, level)


def cards(entries, catalogue: Catalogue) -> tuple[Card, ...]:
    return tuple(card(entry, catalogue) for entry in entries)


def area_title(area: Area) -> str:
    return either(area.title, area.zh)


def area_summary(area: Area) -> str:
    return either(area.summary, area.zh_summary)


def area_url(slug: str) -> str:
    """In English: what a page's `path` holds."""
    return f"/areas/{slug}/"


def alternates(path: str) -> tuple[tuple[str, str], ...]:
    """Of a page with this path in English: each language's tag with the address there; x-default is the English one."""
    told = tuple((one.tag, f"{settings.SITE_URL}{address(path, one.code)}") for one in LANGUAGES.values())
    return (*told, ("x-default", f"{settings.SITE_URL}{path}"))


def twin(url: str, ending: str) -> str:
    """The same page in another form: /failures/<slug>/ -> /failures/<slug>.md."""
    return f"{url.rstrip('/')}.{ending}"
