"""Entries -> what each of their words is worth, by Whoosh's BM25F; nothing else in the project imports Whoosh.

A search adds up the worth of its words. Whoosh works that sum out for every query, half a second for a pasted page
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
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from kb.catalogue.schema.entry import Entry
from kb.matching.words.meaning import meaning_of, senses

# An identifier as a whole (find_unused_parameters, SeqNum=1), a word inside it, or a run of Chinese.
PIECE = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[_.-][A-Za-z0-9]+)+|[A-Za-z]+\d*|\d{2,}|[\u4e00-\u9fff]+")
CHINESE = re.compile("[\u4e00-\u9fff]+")
INNER = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")

# Symptoms are how people ask; a title says in five words what a body says in five hundred; messages were looked for
# already. Chosen on our own described symptoms: 94.5 % first with 3, 3, 2, 1 and 97.0 % with these. `reported` on 191
# reports of the census that it does not hold: 42.9 % first without, 44.5 % with 1, 46.1 % with 3, 41.9 % with 8; beyond
# 1 it takes too much from failures that nobody has reported yet.
BOOSTS = {"title": 2.0, "symptoms": 4.0, "reported": 1.0, "messages": 1.0, "body": 1.0, "chinese": 0.05}
FIELDS = {name: number for number, name in enumerate(BOOSTS)}
# How much a field's length counts, and how soon more of the same term adds little: BM25's usual values.
B, K1 = 0.75, 1.2
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

    `stems` knows the words of the entries; stemming takes longer than everything else that a search does. `rarity` has
    the idf of a term in each field of BOOSTS, `lengths` the mean number of terms in each, `unknown` the idf of a term
    that no entry uses. `senses` has the learned numbers of a term, `meanings` those of an entry, by its slug
    (kb/matching/words/meaning.py).
    """

    worth: Mapping[str, tuple[array, array]]
    stems: Mapping[str, str]
    rarity: Mapping[str, Sequence[float]]
    lengths: Sequence[float]
    unknown: float
    senses: Mapping[str, bytes] = field(default_factory=dict)
    meanings: Mapping[str, bytes] = field(default_factory=dict)

    def stem(self, word: str) -> str:
        return self.stems.get(word) or stemmed(word)


def stemmed(word: str) -> str:
    return _porter()(word) if len(word) in STEMMED else word


@cache
def _porter() -> Callable[[str], str]:
    # Here, because most starts know every word that they meet.
    from whoosh.lang.porter import stem

    return stem


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

    stems = Stems()
    text = fields.TEXT(analyzer=SpaceSeparatedTokenizer(), phrase=False)
    index = RamStorage().create_index(fields.Schema(**dict.fromkeys(BOOSTS, text)))
    entries, known = list(entries), senses()
    with index.writer() as writer:
        for entry in entries:
            told = _told(entry, stems)
            writer.add_document(**{name: " ".join(terms) for name, terms in told.items()})
    return replace(_scored(index, stems), senses=known, meanings=_meanings(entries, stems, known))


def index_more(entries: Iterable[Entry], base: WordIndex, first: int) -> WordIndex:
    """Entries numbered from `first`, scored by Whoosh as if they had been in `base`, with its statistics."""
    from whoosh.scoring import bm25
    from whoosh.util.numeric import byte_to_length, length_to_byte

    stems, totals, entries = Stems(), defaultdict(dict), list(entries)
    for number, entry in enumerate(entries, first):
        for at, (name, terms) in enumerate(_told(entry, stems).items()):
            length, mean = byte_to_length(length_to_byte(len(terms))), base.lengths[at] or 1
            for term, count in Counter(terms).items():
                idf = base.rarity[term][at] if term in base.rarity else base.unknown
                score = BOOSTS[name] * bm25(idf, count, length, mean, B, K1)
                totals[term][number] = totals[term].get(number, 0.0) + score
    meanings = _meanings(entries, stems, base.senses)
    return WordIndex(_as_arrays(totals), stems, {}, (), base.unknown, {}, meanings)


class Stems(dict):
    """Word -> its stem, worked out once."""

    def __missing__(self, word: str) -> str:
        self[word] = stemmed(word)
        return self[word]


def _meanings(entries: Iterable[Entry], stems: Stems, known: Mapping[str, bytes]) -> dict[str, bytes]:
    def terms(text: str) -> list[str]:
        return telling(text, stems.__getitem__)

    return {entry.slug: meaning_of(entry, terms, known) for entry in entries}


def _told(entry: Entry, stems: Stems) -> dict[str, list[str]]:
    """Field -> its terms."""
    return {name: telling(text, stems.__getitem__) for name, text in texts(entry).items()}


def _scored(index, stems: Stems) -> WordIndex:
    """What Whoosh's own scorers would say, term by term, without making one for each of 60,000 terms."""
    from whoosh.scoring import BM25F, bm25

    totals: dict[str, dict[int, float]] = defaultdict(dict)
    with index.searcher(weighting=BM25F(B=B, K1=K1)) as searcher:
        reader = searcher.reader()
        unknown = searcher.idf("title", "") if searcher.doc_count_all() else 0.0  # an empty catalogue has no rarity
        rarity: dict[str, list[float]] = defaultdict(lambda: [unknown] * len(BOOSTS))
        known = range(searcher.doc_count_all())
        sizes = {field: [reader.doc_field_length(number, field) for number in known] for field in BOOSTS}
        means = {field: searcher.avg_field_length(field) for field in BOOSTS}
        for field, coded in reader.all_terms():
            term, idf, size, mean = coded.decode("utf-8"), searcher.idf(field, coded), sizes[field], means[field] or 1
            rarity[term][FIELDS[field]] = idf
            total, postings = totals[term], reader.postings(field, coded)
            while postings.is_active():
                number = postings.id()
                score = BOOSTS[field] * bm25(idf, postings.weight(), size[number], mean, B, K1)
                total[number] = total.get(number, 0.0) + score
                postings.next()
    return WordIndex(_as_arrays(totals), stems, rarity, list(means.values()), unknown)


def _as_arrays(totals: Mapping[str, Mapping[int, float]]) -> dict[str, tuple[array, array]]:
    return {term: (array("I", sorted(of)), array("f", [of[n] for n in sorted(of)])) for term, of in totals.items()}


def telling(text: str, stem: Callable[[str], str] = stemmed) -> list[str]:
    """The terms of a text that tell anything."""
    return [term for term, _, _ in tokens(text, stem) if is_telling(term)]


def is_telling(term: str) -> bool:
    return len(term) > 1 and term not in STOP


def texts(entry: Entry) -> dict[str, str]:
    front = entry.front
    body = "\n".join(section.markdown for section in entry.sections)
    return {
        "title": f"{front.title} {front.zh.title} {entry.slug}",
        "symptoms": "\n".join((front.summary, front.zh.summary, *front.symptoms.en, *front.symptoms.zh)),
        "reported": "\n".join(entry.reported),
        "messages": "\n".join(line for s in front.printed for line in s.lines if line not in s.absent),
        "body": f"{front.zh.fix}\n{body}",
        # By itself and light: whoever asks in English, or about an entry that nobody has translated, loses nothing.
        # Its code and its names stand in the English body already.
        "chinese": " ".join(CHINESE.findall("\n".join(section.markdown for section in entry.chinese))),
    }
