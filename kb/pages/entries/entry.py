"""Entry -> what its page shows."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.utils.safestring import SafeString, mark_safe

from kb.atlas.strip import Strip
from kb.catalogue.catalogue import Catalogue
from kb.catalogue.digest import message
from kb.catalogue.document import title_of
from kb.catalogue.schema.entry import Entry, Signature, VersionNote
from kb.catalogue.schema.guide import ChineseGuide, Guide
from kb.language import DEFAULT, address, either, gettext, in_chinese, marked_words, speaking
from kb.markdown import Heading, Html, heading_id, render, render_inline
from kb.pages.entries.evidence import SignatureView, SourceView, link, signature_view, source_view
from kb.pages.entries.folded import Folded, folded
from kb.pages.entries.linked_data import tech_article
from kb.pages.entries.matrix import Release, matrix
from kb.pages.entries.released import released
from kb.pages.entries.room import characters, opened, words
from kb.pages.entries.verification import Verification, verification
from kb.pages.frame import Card, GuideLink, GuidePage, GuidesPage, Page, area_url, card, cards, twin
from kb.pages.repository import edit_url, history_url
from kb.pages.told import Told, told
from kb.pages.wording import met


@dataclass(frozen=True, slots=True)
class SectionView:
    id: str
    title: str
    body: Html

    @property
    def words(self) -> int:
        return words(self.body.html)

    @property
    def length(self) -> int:
        """In words, or in Chinese characters."""
        return characters(self.body.html) if in_chinese() else self.words


@dataclass(frozen=True, slots=True)
class VersionView:
    package: str
    specifier: str
    note: Told
    source: str


@dataclass(frozen=True, slots=True)
class NeighbourView:
    card: Card
    check: Told


# Content links to pages as an English reader has them; /api/ is the same for all.
SITE_LINK = re.compile(r'href="/(?!/|api/)')
LONGEST_IN_TAB = 70
# A page opens with at most 800 words (tests/pages/test_length.py); of each list so many show.
# The trail, badges, headings, what folds say, programs and guides: at most so many.
FRAME_WORDS = 140
# What stands around the words of a part: heads of tables, labels, sentences of the page itself.
NOTE_HEADS, LINE_HEAD, CHAIN_HEADS, RUN_HEADS, MATRIX_HEADS = 12, 6, 15, 10, 30
MOST_SIGNATURES, MOST_VERSIONS, MOST_LINKS, MOST_NEIGHBOURS = 2, 2, 4, 3
# A file tells the story in its order; a reader whose job is dead wants the fix before the mechanism.
PAGE_ORDER = marked_words("Fix", "Root cause", "Symptoms", "Related errors", "Versions")


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryPage(Page):
    slug: str
    linked_data: SafeString
    card: Card
    area_url: str
    summary: str
    fix: SafeString
    untranslated: bool
    symptoms: tuple[str, ...]
    sections: tuple[SectionView, ...]
    contents: tuple[Heading, ...]
    signatures: Folded[SignatureView]
    versions: Folded[VersionView]
    causes: Folded[Card]
    consequences: Folded[Card]
    neighbours: Folded[NeighbourView]
    sources: tuple[SourceView, ...]
    guides: tuple[GuideLink, ...]
    verification: Verification
    matrix: tuple[Release, ...]
    released: tuple[Strip, ...]
    met: str
    edit: str
    history: str
    # The ids of the parts that are open when the page opens.
    opened: frozenset[str] = frozenset()


def entry_page(entry: Entry, catalogue: Catalogue) -> EntryPage:
    """In every language the parts are open that are so in English."""
    page = _whole_page(entry, catalogue)
    if not in_chinese():
        return replace(page, opened=_opened(page))
    with speaking(DEFAULT):
        return replace(page, opened=_opened(_whole_page(entry, catalogue)))


def _opened(page: EntryPage) -> frozenset[str]:
    return opened(_head_words(page), _parts(page))


def _head_words(page: EntryPage) -> int:
    """What stands above the first part, and beside all of them."""
    headings = " ".join(heading.title for heading in page.contents)
    guides = " ".join(f"{guide.title} {guide.summary}" for guide in page.guides)
    return FRAME_WORDS + words(page.title, page.card.message, page.summary, page.fix, headings, guides)


def _parts(page: EntryPage) -> Iterator[tuple[str, int]]:
    """Each part that may be folded with its words."""
    body = {section.id: section.words for section in page.sections}
    notes = [NOTE_HEADS, *(words(note.package, note.specifier, note.note.html) for note in page.versions.first)]
    body["versions"] = body.get("versions", 0) + sum(notes)
    near = [words(one.card.title, one.check.html) for one in page.neighbours.first]
    lines = [LINE_HEAD + _line_words(one) for one in page.signatures.first]
    links = [CHAIN_HEADS, *(words(card.title) for card in (*page.causes.first, *page.consequences.first))]
    runs = [words(run.date, run.environment, run.broken, run.fixed) for run in page.verification.runs]
    runs += [words(row.torch, row.broken, row.reason, row.fixed, row.date) for row in page.matrix]
    runs.append(RUN_HEADS * bool(page.verification.runs) + MATRIX_HEADS * bool(page.matrix))
    run = words(page.verification.not_run.html, page.verification.differs.html)
    yield from body.items()
    yield from (("tell-apart", sum(near)), ("signatures", sum(lines)), ("verified", sum(runs) + run))
    yield "chain", sum(links)


def _line_words(shown: SignatureView) -> int:
    return words(shown.told.key, *shown.told.together, *shown.told.absent, shown.versions.html)


def _whole_page(entry: Entry, catalogue: Catalogue) -> EntryPage:
    front = entry.front
    own = entry.chinese if in_chinese() else entry.sections
    ordered = sorted(own or entry.sections, key=lambda section: PAGE_ORDER.index(section.title))
    sections = tuple(_section(section.title, section.markdown) for section in ordered)
    return EntryPage(
        title=title_of(entry),
        description=either(front.summary, front.zh.summary),
        path=entry.url,
        tab=_tab(entry),
        document=twin(entry.url, "md"),
        picture=twin(entry.url, "png"),
        linked_data=tech_article(entry),
        place="failures",
        slug=entry.slug,
        card=card(entry, catalogue),
        area_url=address(area_url(entry.area)),
        summary=either(front.summary, front.zh.summary),
        fix=render_inline("" if own else either("", front.zh.fix)),
        untranslated=not own,
        symptoms=front.symptoms.zh if in_chinese() else front.symptoms.en,
        sections=sections,
        contents=tuple(h for section in sections for h in (Heading(2, section.id, section.title), *_sub(section))),
        signatures=folded(map(signature_view, sorted(front.signatures, key=_weak)), MOST_SIGNATURES),
        versions=folded(map(_version, front.versions), MOST_VERSIONS),
        causes=folded(cards(catalogue.follows_from(entry.slug), catalogue), MOST_LINKS),
        consequences=folded(cards(catalogue.leads_on_to(entry.slug), catalogue), MOST_LINKS),
        neighbours=folded(
            (NeighbourView(card(near, catalogue), told(check)) for near, check in catalogue.neighbours(entry.slug)),
            MOST_NEIGHBOURS,
        ),
        sources=tuple(map(source_view, front.sources)),
        guides=tuple(map(guide_link, catalogue.guides_for(entry.slug))),
        verification=verification(entry),
        matrix=matrix(entry),
        released=released(entry),
        met=met(entry.slug, catalogue.census),
        edit=edit_url(entry),
        history=history_url(entry),
    )


def guides_page(catalogue: Catalogue) -> GuidesPage:
    links = tuple(map(guide_link, catalogue.guides))
    description = gettext("How to read the logs of multi-GPU training, and what to capture before the next attempt.")
    return GuidesPage(title=gettext("Guides"), path="/guides/", description=description, place="guides", guides=links)


def guide_link(guide: Guide) -> GuideLink:
    own = _in_the_readers_language(guide)
    return GuideLink(own.title, address(guide.url), own.summary, foreign=in_chinese() and own is guide)


def _in_the_readers_language(guide: Guide) -> Guide | ChineseGuide:
    return guide.chinese if guide.chinese and in_chinese() else guide


def guide_page(guide: Guide, catalogue: Catalogue) -> GuidePage:
    known = [catalogue.by_slug[slug] for slug in guide.failures if slug in catalogue.by_slug]
    own = _in_the_readers_language(guide)
    return GuidePage(
        title=own.title,
        description=own.summary,
        path=guide.url,
        document=twin(guide.url, "md"),
        place="guides",
        summary=own.summary,
        body=in_place(render(own.markdown)),
        untranslated=in_chinese() and own is guide,
        failures=cards(known, catalogue),
    )


def _tab(entry: Entry) -> str:
    """The title, by which a tab among twenty is told apart; then the message, which people search for."""
    known_by = message(entry)
    cut = known_by if len(known_by) <= LONGEST_IN_TAB else f"{known_by[:LONGEST_IN_TAB].rstrip(' …')}…"
    return f"{title_of(entry)} · {cut}" if cut else title_of(entry)


def _section(title: str, markdown: str) -> SectionView:
    section_id = heading_id(title)
    return SectionView(section_id, gettext(title), in_place(render(markdown, section_id)))


def in_place(body: Html) -> Html:
    """The same with links to other pages of the site in the reader's language."""
    return replace(body, html=mark_safe(SITE_LINK.sub(f'href="{address("/")}', body.html)))  # noqa: S308  (was clean)


def _sub(section: SectionView) -> list[Heading]:
    return [heading for heading in section.body.headings if heading.level == 3]


def _weak(signature: Signature) -> bool:
    return signature.proof != "decisive"


def _version(note: VersionNote) -> VersionView:
    return VersionView(note.package, note.specifier, told(note.words), link(note.source))
