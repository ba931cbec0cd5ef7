"""Rules about entries that look alike: something tells them apart, or the content says that nothing does yet."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import combinations

from kb.catalogue.checks.next_checks import LISTS
from kb.catalogue.loading.content import ALIKE_FILE, Content
from kb.catalogue.loading.problems import Problem
from kb.catalogue.schema.entry import THAT, THIS, Entry

# What checks say of an entry: check, outcome, list.
Words = Mapping[str, frozenset[tuple[str, str, str]]]
MOST_LISTED = 6
# Words that mean the page on which they are read: the sentence stands on the pages of both entries.
OF_ONE_PAGE = re.compile(
    r"\bhere\b|\b(?:this|that) (?:one|entry|page)\b|(?:look|go|start|begin) there\b"
    r"|(?:^|[.;] )There (?!is\b|are\b|was\b|were\b|has\b|have\b|must\b|may\b|can\b)"
    r"|那边|这边|这里|本条目|那个条目|那一条|这一条",
    re.IGNORECASE,
)


def advice_reads_rightly_from_both_sides(content: Content) -> Iterator[Problem]:
    for entry in content.entries:
        for n, near in enumerate(entry.front.tell_apart):
            for key, words in (("check", near.check), ("zh", near.zh)):
                if found := OF_ONE_PAGE.search(words):
                    message = (
                        f"{found[0].strip('.; ')!r} is the other entry on the other's page, which shows this too: "
                        f"write {THIS} for this entry and {THAT} for {near.slug}"
                    )
                    yield content.problem(entry.path, message, "tell_apart", n, key)


def entries_of_one_situation_are_told_apart(content: Content) -> Iterator[Problem]:
    """Of two entries without a line that proves them, of one kind and met in one situation, a check tells which it is.

    The advice of `tell_apart` does as well; what cannot be told apart yet stands in a file of its own, with the reason.
    """
    known = {frozenset(pair) for alike in content.alike.values() for pair in combinations(alike.entries, 2)}
    found: dict[str, list[str]] = defaultdict(list)
    for one, other in _alike(content):
        if {one, other} not in known:
            found[one].append(other)
    paths = {entry.slug: entry.path for entry in content.entries}
    for slug, others in found.items():
        shown = ", ".join(others[:MOST_LISTED]) + (" and others" if len(others) > MOST_LISTED else "")
        message = (
            f"nothing tells it from {shown}: name one of them in an outcome of a check, in tell_apart, "
            f"or list them in {ALIKE_FILE} with the reason"
        )
        yield content.problem(paths[slug], message, "tell_apart")


def what_cannot_be_told_apart_is_so(content: Content) -> Iterator[Problem]:
    """The list shrinks by itself: an entry that something tells from all others of its group is taken out."""
    path = content.root / ALIKE_FILE
    alike = {frozenset(pair) for pair in _alike(content)}
    for name, group in content.alike.items():
        for n, slug in enumerate(group.entries):
            if not any({slug, other} in alike for other in group.entries):
                message = f"{slug!r} can be told from the others, or is no entry: take it out"
                yield content.problem(path, message, name, "entries", n)


def _alike(content: Content) -> Iterator[tuple[str, str]]:
    """Pairs that no line, check or advice tells apart, though they come in one situation."""
    words = _words(content)
    unproved = [e for e in content.entries if not any(s.proof == "decisive" for s in e.signatures)]
    for one, other in combinations(sorted(unproved, key=lambda entry: entry.slug), 2):
        if one.front.kind != other.front.kind or not _situations(one, content) & _situations(other, content):
            continue
        if words[one.slug] == words[other.slug] and not _advised(one, other):
            yield one.slug, other.slug


def _words(content: Content) -> Words:
    words: dict[str, set[tuple[str, str, str]]] = defaultdict(set)
    for check in content.checks:
        for outcome in check.outcomes:
            for name in LISTS:
                for slug in getattr(outcome, name):
                    words[slug].add((check.slug, outcome.slug, name))
    return defaultdict(frozenset, {slug: frozenset(told) for slug, told in words.items()})


def _situations(entry: Entry, content: Content) -> set[str]:
    met = content.census.met.get(entry.slug)
    return set(met.situations) if met else set()


def _advised(one: Entry, other: Entry) -> bool:
    return any(n.slug == other.slug for n in one.front.tell_apart) or any(
        n.slug == one.slug for n in other.front.tell_apart
    )
