"""The words that people type -> the entries that use them, through Whoosh; nothing else in the project imports it.

Which Whoosh: the original (2.7.4, of 2016) is abandoned, whoosh-reloaded (2.7.5, of 2024) says so of itself, whoosh3 is
a young fork, kept by an AI agent that releases often. Compared on 400 documents and 200 queries under Python 3.12 and
3.13: the same ten hits with the same scores from all three, whoosh3 no slower, without dependencies and tested on
today's Pythons. So whoosh3, pinned to one version and never upgraded unread; only calls that all three have are made
here, so that going back is one line in requirements.txt.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from whoosh import fields, highlight, scoring
from whoosh.analysis import LowercaseFilter, StopFilter, Token, Tokenizer
from whoosh.filedb.filestore import RamStorage
from whoosh.lang.porter import stem
from whoosh.query import Or, Term

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.entry import Entry

# An identifier as a whole (find_unused_parameters, SeqNum=1), a word inside it, or a run of Chinese.
PIECE = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[_.-][A-Za-z0-9]+)+|[A-Za-z]+\d*|\d{2,}|[\u4e00-\u9fff]+")
INNER = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
MARK = "\x02", "\x03"

# Symptoms are how people ask; a title says in five words what a body says in five hundred; messages were looked for
# already. Chosen on our own described symptoms: 94.5 % first with 3, 3, 2, 1 and 97.0 % with these.
BOOSTS = {"title": 2.0, "symptoms": 4.0, "messages": 1.0, "body": 1.0}
MOST_QUERY_TERMS = 200
STOP = frozenset(
    """
    the and for with that this from are was but not you have has had its can all when then than into out our your they
    will would there what which who how why does did been were his her i we it is a an of to in on at as by be or if so
    do my me no am using use used get got getting try tried trying just only also very same file line py self args
    kwargs return def home usr lib python site packages dist conda anaconda envs env module main most recent call last
    traceback raise
    """.split()
)


@dataclass(frozen=True, slots=True)
class Found:
    """An entry that uses the words; `excerpt` is text with the words marked: (text, is one of the words)."""

    entry: Entry
    score: float
    excerpt: tuple[tuple[str, bool], ...]


def tokens(text: str) -> Iterator[tuple[str, int, int]]:
    """(term, start, end): identifiers whole and in parts, English stemmed, Chinese in pairs of characters."""
    for match in PIECE.finditer(text):
        piece, start = match[0], match.start()
        if piece[0] >= "\u4e00":
            yield from _pairs(piece, start)
            continue
        inner = list(INNER.finditer(piece))
        if len(inner) > 1:
            yield piece.lower(), start, match.end()
        for part in inner:
            yield _stem(part[0].lower()), start + part.start(), start + part.end()


def _pairs(run: str, start: int) -> Iterator[tuple[str, int, int]]:
    for n in range(max(len(run) - 1, 1)):
        yield run[n : n + 2], start + n, start + n + len(run[n : n + 2])


def _stem(word: str) -> str:
    return stem(word) if len(word) > 3 else word


class Terms(Tokenizer):
    """`tokens` in the shape that Whoosh wants."""

    def __call__(self, value, positions=False, chars=False, removestops=True, start_pos=0, start_char=0, **kwargs):
        token = Token(positions, chars, removestops=removestops, mode=kwargs.get("mode", ""))
        for position, (term, start, end) in enumerate(tokens(value)):
            token.text, token.boost, token.stopped = term, 1.0, False
            token.original = term
            if positions:
                token.pos = start_pos + position
            if chars:
                token.startchar, token.endchar = start_char + start, start_char + end
            yield token


class _Marks(highlight.Formatter):
    """Whoosh's fragments as plain text with the found words between marks."""

    between = " … "

    def format_token(self, text, token, replace=False):
        return MARK[0] + highlight.get_text(text, token, replace) + MARK[1]


class Words:
    """An index in memory over all entries; read-only once built, so threads may share it."""

    def __init__(self, catalogue: Catalogue):
        self._catalogue = catalogue
        analyzer = Terms() | LowercaseFilter() | StopFilter(stoplist=STOP, minsize=2)
        text = {"analyzer": analyzer, "stored": True, "chars": True}
        self._schema = fields.Schema(slug=fields.ID(stored=True), **{name: fields.TEXT(**text) for name in BOOSTS})
        self._index = RamStorage().create_index(self._schema)
        with self._index.writer() as writer:
            for entry in catalogue:
                writer.add_document(slug=entry.slug, **_texts(entry))

    def search(self, query: str, limit: int = 20, excerpts: bool = True) -> tuple[Found, ...]:
        """Entries that use the query's words, best first; scores are BM25F's own and compare within one search."""
        terms = self._terms(query)
        if not terms:
            return ()
        wanted = Or([Term(name, term, boost=boost) for term in terms for name, boost in BOOSTS.items()])
        with self._index.searcher(weighting=scoring.BM25F(B=0.75, K1=1.2)) as searcher:
            hits = searcher.search(wanted, limit=limit)
            hits.fragmenter = highlight.ContextFragmenter(maxchars=200, surround=60)
            hits.formatter = _Marks()
            return tuple(self._found(hit, excerpts) for hit in hits)

    def shared(self, query: str, entry: Entry) -> list[str]:
        """The query's words that the entry uses, in the order of the query."""
        used = {term for text in _texts(entry).values() for term, _, _ in tokens(text)}
        return [term for term in self._terms(query) if term in used]

    def _terms(self, query: str) -> list[str]:
        seen = dict.fromkeys(term for term, _, _ in tokens(query) if len(term) > 1 and term not in STOP)
        return list(seen)[:MOST_QUERY_TERMS]

    def _found(self, hit, excerpts: bool) -> Found:
        entry = self._catalogue.by_slug[hit["slug"]]
        if not excerpts:
            return Found(entry, hit.score, ())
        marked = next((text for name in ("symptoms", "messages", "body") if (text := hit.highlights(name, top=2))), "")
        return Found(entry, hit.score, tuple(_segments(marked or entry.front.summary)))


def _texts(entry: Entry) -> dict[str, str]:
    front = entry.front
    body = "\n".join(section.markdown for section in entry.sections)
    return {
        "title": f"{front.title} {front.zh.title} {entry.slug}",
        "symptoms": "\n".join((front.summary, front.zh.summary, *front.symptoms.en, *front.symptoms.zh)),
        "messages": "\n".join(line for s in front.signatures for line in (s.line, *s.together)),
        "body": f"{front.zh.fix}\n{body}",
    }


def _segments(marked: str) -> Iterator[tuple[str, bool]]:
    for n, part in enumerate(re.split(f"[{MARK[0]}{MARK[1]}]", marked)):
        if part:
            yield part, n % 2 == 1
