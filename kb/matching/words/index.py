"""Entries -> what each of their words is worth, by Whoosh's BM25F; nothing else in the project imports Whoosh.

A search adds up the worth of its words. Whoosh works that sum out anew for every query, half a second for a pasted page
over 10,000 entries; its parts, one for each word and entry, depend on the catalogue alone, so they are asked for once.

Which Whoosh: the original (2.7.4, of 2016) is abandoned, whoosh-reloaded (2.7.5, of 2024) says so of itself, whoosh3 is
a young fork, kept by an AI agent that releases often. Compared on 400 documents and 200 queries under Python 3.12 and
3.13: the same ten hits with the same scores from all three, whoosh3 no slower, without dependencies and tested on
today's Pythons. So whoosh3, pinned to one version and never upgraded unread; only calls that all three have are made
here, so that going back is one line in requirements.txt.
"""

from __future__ import annotations

import re
from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from whoosh.lang.porter import stem

from kb.catalogue.entry import Entry

# An identifier as a whole (find_unused_parameters, SeqNum=1), a word inside it, or a run of Chinese.
PIECE = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[_.-][A-Za-z0-9]+)+|[A-Za-z]+\d*|\d{2,}|[\u4e00-\u9fff]+")
INNER = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")

# Symptoms are how people ask; a title says in five words what a body says in five hundred; messages were looked for
# already. Chosen on our own described symptoms: 94.5 % first with 3, 3, 2, 1 and 97.0 % with these.
BOOSTS = {"title": 2.0, "symptoms": 4.0, "messages": 1.0, "body": 1.0}
STOP = frozenset(
    """
    the and for with that this from are was but not you have has had its can all when then than into out our your they
    will would there what which who how why does did been were his her i we it is a an of to in on at as by be or if so
    do my me no am using use used get got getting try tried trying just only also very same file line py self args
    kwargs return def home usr lib python site packages dist conda anaconda envs env module main most recent call last
    traceback raise
    """.split()
)
# Shorter is no word with an ending, longer no word at all.
STEMMED = range(4, 40)


@dataclass(frozen=True, slots=True)
class WordIndex:
    """What every word is worth: a term -> the numbers of the entries that use it, rising, and its score in each.

    `stems` knows the words of the entries; stemming takes longer than everything else that a search does.
    """

    worth: dict[str, tuple[array, array]]
    stems: dict[str, str]

    def stem(self, word: str) -> str:
        return self.stems.get(word) or stemmed(word)


def stemmed(word: str) -> str:
    return stem(word) if len(word) in STEMMED else word


def tokens(text: str, stem: Callable[[str], str] = stemmed) -> Iterator[tuple[str, int, int]]:
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
            yield stem(part[0].lower()), start + part.start(), start + part.end()


def _pairs(run: str, start: int) -> Iterator[tuple[str, int, int]]:
    for n in range(max(len(run) - 1, 1)):
        yield run[n : n + 2], start + n, start + n + len(run[n : n + 2])


def index_of(entries: Iterable[Entry]) -> WordIndex:
    """The words of the entries, which count from 0."""
    # Here, because a process that finds the index in its cache needs none of Whoosh.
    from whoosh import fields
    from whoosh.analysis import SpaceSeparatedTokenizer
    from whoosh.filedb.filestore import RamStorage

    stems: dict[str, str] = {}

    def stem_once(word: str) -> str:
        if word not in stems:
            stems[word] = stemmed(word)
        return stems[word]

    text = fields.TEXT(analyzer=SpaceSeparatedTokenizer(), phrase=False)
    index = RamStorage().create_index(fields.Schema(**dict.fromkeys(BOOSTS, text)))
    with index.writer() as writer:
        for entry in entries:
            told = {name: [term for term, _, _ in tokens(text, stem_once)] for name, text in texts(entry).items()}
            writer.add_document(**{name: " ".join(filter(is_telling, terms)) for name, terms in told.items()})
    return WordIndex(_scored(index), stems)


def _scored(index) -> dict[str, tuple[array, array]]:
    from whoosh.scoring import BM25F

    totals: dict[str, dict[int, float]] = defaultdict(dict)
    weighting = BM25F(B=0.75, K1=1.2)
    with index.searcher(weighting=weighting) as searcher:
        for field, term in searcher.reader().all_terms():
            total = totals[term.decode("utf-8")]
            postings = searcher.postings(field, term, weighting=weighting)
            while postings.is_active():
                total[postings.id()] = total.get(postings.id(), 0.0) + BOOSTS[field] * postings.score()
                postings.next()
    return {term: (array("I", sorted(of)), array("f", [of[n] for n in sorted(of)])) for term, of in totals.items()}


def is_telling(term: str) -> bool:
    return len(term) > 1 and term not in STOP


def texts(entry: Entry) -> dict[str, str]:
    front = entry.front
    body = "\n".join(section.markdown for section in entry.sections)
    return {
        "title": f"{front.title} {front.zh.title} {entry.slug}",
        "symptoms": "\n".join((front.summary, front.zh.summary, *front.symptoms.en, *front.symptoms.zh)),
        "messages": "\n".join(line for s in front.signatures for line in (s.line, *s.together)),
        "body": f"{front.zh.fix}\n{body}",
    }
