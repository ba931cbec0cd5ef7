"""Pasted text -> Answer: read each log once, find what speaks for which entry, put it in order, or abstain."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from copy import copy
from dataclasses import replace

from kb.catalogue.catalogue import Catalogue
from kb.diagnosis import order
from kb.diagnosis.answer import MOST_MATCHES, Answer, Step
from kb.diagnosis.causes import beside_the_proof, causes_in, is_finished, worth_asking
from kb.diagnosis.clock import in_time
from kb.diagnosis.differential.differential import Differential, differential, moved, read_in, told_weight
from kb.diagnosis.differential.query import never, query_of, telling_lines
from kb.diagnosis.differential.shares import log_weight, shares
from kb.diagnosis.differential.signs import signs_in
from kb.diagnosis.differential.topics import spoken_of
from kb.diagnosis.doubt.behind import behind
from kb.diagnosis.doubt.look_alikes import look_alikes
from kb.diagnosis.doubt.off_topic import is_off_topic
from kb.diagnosis.doubt.quiet import notes_alone, why_quiet
from kb.diagnosis.doubt.sentences import printed
from kb.diagnosis.down.who import who_went_down
from kb.diagnosis.frozen.behind import find_behind
from kb.diagnosis.frozen.silence import stood_still
from kb.diagnosis.frozen.standings import find_standings, only_helpers
from kb.diagnosis.reports.masked import masked, shown_names
from kb.language import gettext
from kb.matching.evidence import GROUNDS
from kb.matching.finder import Finder, Tables
from kb.matching.match import Match
from kb.matching.scores import MOST_BY_HINTS
from kb.reading.errors import ErrorLine
from kb.reading.frozen.alive import shows_it_alive
from kb.reading.looks import Looks
from kb.reading.one_pass import Listener, Reading, read
from kb.reading.text.decoding import Content
from kb.reading.text.lines import time_of

MOST_ERRORS_SHOWN = 20
# The words of a collected file are our own sentences on where ranks stand: where an entry has a sign of just that, they
# count so much.
OURS = 0.25


def always(unexplained: ErrorLine | None) -> bool:
    """Somebody waits for an answer: where nothing is proved, a guess is better than nothing."""
    return True


class Matcher:
    """Everything that is needed to answer, built once from a catalogue and shared by threads."""

    def __init__(self, catalogue: Catalogue, kept: Tables | None = None):
        self.catalogue = catalogue
        self.finder = Finder(catalogue, kept)
        self.ruled_out: frozenset[str] = frozenset()

    def without(self, slugs: Iterable[str]) -> Matcher:
        """The same, for a reader who knows that it is none of these."""
        other = copy(self)
        other.ruled_out = frozenset(slugs)
        return other

    def match_text(self, text: Content, against: Content | None = None) -> Answer:
        """The answer to one text; `against` is the log of a run that went well."""
        return self.match_beside([("", text)], [] if against is None else [("", against)])

    def match_beside(
        self, files: Sequence[tuple[str, Content]], good: Sequence[tuple[str, Content]], keep: bool = True
    ) -> Answer:
        """What match() answers and, where there are logs of a `good` run, what they never say, in `against`."""
        if not good:
            return self.match(files, keep)
        # Only here: most matches have no good run beside them.
        from kb.diagnosis.against.matching import Good, match_against

        return match_against(files, Good(good, self, keep), self, keep)

    def match(
        self,
        files: Sequence[tuple[str, Content]],
        keep: bool = True,
        listener: Listener | None = None,
        guess: Callable[[ErrorLine | None], bool] = always,
        is_usual: Callable[[str], bool] = never,
    ) -> Answer:
        """(name, content) of one paste, or of several files of one job -> the answer. Never raises on content.

        `keep` keeps what was pasted in the answer, for showing it; without it, memory does not grow with the logs. A
        `listener` is given what is read, as it is read. `guess` is asked once everything is read and nothing is proved,
        with the exception that no entry explains, whether guesses are worth their time: longer than to read a megabyte.
        They rest on no line that `is_usual`: a good run has it too.
        """
        names, looks = shown_names(name for name, _ in files), Looks()
        contents = (content for _, content in files)
        pairs = zip(names, contents, strict=True)
        tried = [read(name, content, self.finder.signatures, keep, looks, listener) for name, content in pairs]
        readings = [reading for reading in tried if not reading.notice]
        if not readings:
            return Answer(notice=tried[0].notice if tried else gettext("There is nothing here to read."))
        found = self.finder.by_signature(readings)
        ruled_out = order.in_order([match for match in found if match.slug in self.ruled_out], self.catalogue)
        proved = [match for match in found if match.slug not in self.ruled_out]
        got_over = order.got_over(proved, readings)
        proved = [match for match in proved if match.slug not in {over.slug for over in got_over}]
        errors = [line for reading in readings for line in reading.errors.lines]
        raised = in_time((e for reading in readings for e in reading.errors.exceptions()), lambda e: time_of(e.text))
        blocks = [block for reading in readings for block in reading.blocks.found]
        standings = find_standings(blocks)
        behind = find_behind(blocks, standings)
        reporting = order.reporting(proved, self.catalogue)
        causes = causes_in(found, raised, readings, reporting)
        alone = causes.alone
        followed = order.only_followed(proved, causes.first, self.catalogue, bool(alone), bool(causes.own))
        followed = followed or order.left_behind(proved, ruled_out, self.catalogue)
        query = query_of(raised, errors, readings, standings, followed, is_usual)
        known = {(item.file, item.line) for match in found for item in match.evidence if item.proof == "decisive"}
        notes = notes_alone(proved, causes.unexplained, readings)
        got_over, proved = [*got_over, *notes], [match for match in proved if match not in notes]
        finished = not causes.unexplained and not any(match.confident for match in proved) and is_finished(readings)
        passed = (*followed, *got_over)
        matches, could_be = (
            self._ranked(proved, passed, causes.unexplained, readings, query, guess, known, is_usual)
            if not finished
            else ([], None)
        )
        sure = any(match.confident for match in matches)
        quiet = "" if sure or finished or followed or raised else why_quiet(readings, matches)
        if quiet or (not sure and only_helpers(standings, query)):
            matches, could_be = [], None
        if sure:
            causes = beside_the_proof(raised, matches)
        answer = replace(
            self._answer([*followed, *matches], query, ruled_out),
            followed=tuple(followed),
            got_over=tuple(got_over),
            finished=finished,
            quiet=quiet,
            ruled_out=tuple(match for match in ruled_out if match.confident),
            differential=worth_asking(could_be, causes),
            off_topic=is_off_topic(could_be, matches, followed, readings, query),
            error_lines=printed(errors, readings)[:MOST_ERRORS_SHOWN],
            unexplained=causes.alone or causes.unexplained,
            own_exception=causes.own,
            query=query,
            unread=tuple((reading.file, reading.notice) for reading in tried if reading.notice),
            pasted=tuple((reading.file, reading.text) for reading in readings) if keep else (),
            **_facts(readings),
            **who_went_down(readings, matches, behind, causes, alone, reporting),
            standings=standings,
            stood_still=stood_still(readings, matches),
        )
        return masked(answer)

    def _ranked(
        self,
        proved: Sequence[Match],
        followed: Sequence[Match],
        unexplained: ErrorLine | None,
        readings: Sequence[Reading],
        query: str,
        guess: Callable[[ErrorLine | None], bool],
        known: Collection[tuple[str, int]],
        is_usual: Callable[[str], bool],
    ) -> tuple[list[Match], Differential | None]:
        """Every match in order; where nothing is proved, guesses by their shares, and what to check next.

        What only `followed` from an unknown cause is no candidate: it is true, and explains nothing. `known` are the
        places of lines that prove some failure, be it ruled out.
        """
        consequences = {match.slug for match in followed}
        matches = [match for match in proved if match.slug not in consequences]
        if any(match.confident for match in matches) or not guess(unexplained):
            return order.in_order(matches, self.catalogue), None
        errors = (line for reading in readings for line in reading.errors.lines)
        stand = any(ground.kind == GROUNDS["standing"] for match in matches for ground in match.grounds)
        words_count = OURS if stand and any(reading.collected for reading in readings) else 1.0
        guesses = self.finder.with_guesses(matches, telling_lines(readings, is_usual), query, words_count, known)
        passed = {*consequences, *self.ruled_out}
        signs = signs_in(query, self.catalogue.situations)
        guesses = [guess for guess in guesses if guess.slug not in passed]
        guesses = spoken_of(order.without_notes(guesses, errors, unexplained), query, self.catalogue.topics)
        if unexplained:
            guesses = order.beside_own_exception(guesses, self.catalogue)
        found = shares(guesses, signs, self.catalogue.census, unexplained is not None)
        told = read_in(readings, self.catalogue)
        now = moved(found, told, self.catalogue)
        scored = [replace(match, score=min(now[match.slug], MOST_BY_HINTS)) for match in guesses]
        lives = any(shows_it_alive(block) for reading in readings for block in reading.blocks.found)
        could_be = differential(found, (), self.catalogue, told, lives)
        if guesses:
            best = max(guesses, key=lambda match: now[match.slug])
            weight = log_weight(best, signs, self.catalogue.census) + told_weight(best.slug, told, self.catalogue)
            could_be = replace(could_be, together=weight - math.log(now[best.slug]))
        return order.in_order(scored, self.catalogue), could_be

    def _answer(self, matches: list[Match], query: str, ruled_out: Sequence[Match]) -> Answer:
        linked, sure = order.chain(matches, self.catalogue), matches if any(m.confident for m in matches) else []
        steps = tuple(Step(m, m.evidence[0].line, m.evidence[0].rank, m.evidence[0].time) for m in linked)
        return Answer(
            matches=tuple(matches[:MOST_MATCHES]),
            chain=steps if len(steps) > 1 else (),
            others=look_alikes(sure or ruled_out, query, self.finder, self.ruled_out),
            behind=behind(matches[0].slug, self.catalogue) if matches and matches[0].confident else None,
        )


def _facts(readings: Sequence[Reading]) -> dict:
    """What the logs tell about the job whether or not any entry knows it; where versions differ, as the first says."""
    versions = {k: v for reading in reversed(readings) for k, v in reading.versions.items()}
    passed_over = sum((reading.passed_over for reading in readings), Counter())
    return {
        "line_count": sum(reading.line_count for reading in readings),
        "cut": tuple((reading.file, reading.cut) for reading in readings if reading.cut),
        "cut_own": next((reading.cut_own for reading in readings if reading.cut), None),
        "versions": tuple(versions.items()),
        "passed_over": tuple((what, count) for what, count in passed_over.items() if count),
    }
