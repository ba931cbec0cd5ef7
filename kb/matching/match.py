"""One entry with what speaks for it: the object that matching hands to diagnosis."""

from __future__ import annotations

from dataclasses import dataclass

from kb.catalogue.schema.entry import Entry, Retry
from kb.catalogue.schema.facts import BY_NAME, SAID
from kb.language import gettext

CONFIDENT = 0.7
# From here on an answer is called proved.
SURE = 0.9


@dataclass(frozen=True, slots=True)
class Told:
    """What a line of a table says: `condition` holds, since the value `of` a thing on a `host` is this.

    The table's lines go from the evidence's to `last_line`.
    """

    condition: str
    value: str
    of: str
    host: str
    last_line: int

    @property
    def sentence(self) -> str:
        """'size of /dev/shm: 64 MiB (shm_bytes < 1 GiB, /dev/shm on node3)'; words in the reader's language."""
        about = gettext(" on ").join(part for part in (self.of, self.host) if part)
        kind = BY_NAME[self.condition.split()[0]]
        value = gettext(SAID[self.value]) if self.value in SAID else self.value
        # Of words the comparison would only say the name again that stands in front of it.
        rule = about if kind.words else gettext(", ").join(part for part in (self.condition, about) if part)
        told = gettext("{fact}: {value} ({condition})") if rule else gettext("{fact}: {value}")
        return told.format(fact=gettext(kind.says), value=value, condition=rule)


@dataclass(frozen=True, slots=True)
class Evidence:
    """One pasted line that speaks for a failure. `line` counts from 1 in the paste (or in `file`).

    `fact` is what the line says, where it is one of a table; `signature` then is a comparison. `also` is the file and
    the line of a good run that says the same. `around` are the lines near it, as far as they were kept.
    """

    line: int
    text: str
    proof: str
    signature: str
    rank: str = ""
    time: str = ""
    file: str = ""
    fact: Told | None = None
    also: tuple[str, int] | None = None
    around: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ground:
    """One kind of evidence for a match and what it alone would score."""

    kind: str
    detail: str
    score: float


@dataclass(frozen=True, slots=True)
class Match:
    """One entry with a score from 0 to 1; at CONFIDENT and above it is an answer, below it a guess.

    `likeness` is what BM25F says of its description and the pasted words, and has no upper bound; `meaning`, from -1
    to 1, how near the two are in what they mean.
    """

    entry: Entry
    score: float
    evidence: tuple[Evidence, ...]
    reason: str
    grounds: tuple[Ground, ...] = ()
    likeness: float = 0.0
    meaning: float = 0.0

    @property
    def slug(self) -> str:
        return self.entry.slug

    @property
    def retry(self) -> Retry:
        """What to do before the next attempt: as the last line says that proves it and has a verdict of its own.

        A job that was preempted, started again and ended at its time limit needs what the limit asks for.
        """
        own = {signature.key: signature.retry for signature in self.entry.signatures if signature.retry}
        told = [item for item in self.evidence if item.proof == "decisive" and item.signature in own]
        last = max(told, key=lambda item: (item.file, item.line), default=None)
        return own[last.signature] if last else self.entry.front.retry

    @property
    def confident(self) -> bool:
        return self.score >= CONFIDENT
