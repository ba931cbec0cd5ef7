"""Two runs of one program -> what only the failed one says, how far it came, and what it stopped saying."""

from __future__ import annotations

from collections.abc import Iterator

from kb.diagnosis.against.difference import Difference, Line, New, Pair
from kb.diagnosis.against.interest import CONTINUED, ERROR, KINDS, most_interesting
from kb.diagnosis.against.said import Run, Said
from kb.masking import MASKED, clean_line, mask

MOST_NEW, MOST_EXPECTED, MOST_STOPPED = 20, 5, 3
# Said so often, and to the last tenth or the last lines of its log, a line is one that the good run goes on saying.
FEWEST_REPEATS = 3
LAST_SHARE, LAST_LINES = 0.1, 50


def compared(failed: Run, good: Run) -> Difference:
    """Compares the kinds of lines of two runs."""
    ranked = most_interesting((said for said in failed if said.shape not in good), failed)
    trouble = min((said.at for said, rank in ranked if rank == min(ranked[0][1], ERROR)), default=None)
    reached = _reached(failed, good, trouble)
    telling = [one for one in ranked if one[1] != CONTINUED] or ranked
    new = tuple(New(_first(said), KINDS[rank]) for said, rank in telling[:MOST_NEW])
    pair = Pair(_last(failed.get(reached.shape)), _first(reached)) if reached else None
    expected = tuple(_first(said) for said in _expected(failed, good, reached))[:MOST_EXPECTED]
    stopped = tuple(Pair(_last(here), _last(there)) for here, there in _stopped(failed, good))
    shown = [one.line for one in new] + [*expected] + [line for p in stopped for line in (p.here, p.there)]
    masked = sum(line.text.count(MASKED) for line in shown)
    passed_over = failed.passed_over + good.passed_over
    return Difference(new, len(ranked), pair, expected, stopped, good.line_count, passed_over, masked)


def _reached(failed: Run, good: Run, trouble: int | None) -> Said | None:
    """The good run's kind of line that comes last in it, of those that the failed run said before its trouble."""
    common = (said for said in good if (here := failed.get(said.shape)) and (trouble is None or here.at < trouble))
    return max(common, key=lambda said: said.at, default=None)


def _expected(failed: Run, good: Run, reached: Said | None) -> list[Said]:
    after = reached.at if reached else 0
    return [said for said in good if said.at > after and said.shape not in failed]


def _stopped(failed: Run, good: Run) -> list[tuple[Said, Said]]:
    """What the good run repeats to its end and the failed run says fewer times; most repeated first."""
    told = [
        (here, there) for there in _repeated(good) if (here := failed.get(there.shape)) and here.count < there.count
    ]
    return sorted(told, key=lambda pair: -pair[1].count)[:MOST_STOPPED]


def _repeated(run: Run) -> Iterator[Said]:
    for said in run:
        end = run.ends[said.last_file]
        near_the_end = end - said.last_line < max(LAST_LINES, LAST_SHARE * end)
        if said.count >= FEWEST_REPEATS and near_the_end:
            yield said


def _first(said: Said) -> Line:
    return Line(said.line, _shown(said.text), said.file, said.count)


def _last(said: Said) -> Line:
    return Line(said.last_line, _shown(said.last_text), said.last_file, said.count)


def _shown(text: str) -> str:
    return mask(clean_line(text))[0]
