"""A content folder -> its matcher; log files -> the answer."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import ExitStack
from functools import lru_cache
from os import PathLike
from pathlib import Path

from kb import environment
from kb.diagnosis.answer import Answer
from kb.diagnosis.matcher import Matcher
from kb.library import Library


@lru_cache(maxsize=4)
def open_matcher(content: Path | None = None) -> Matcher:
    """The matcher of the catalogue that is installed with this package, or of another content folder.

    Its `catalogue` has the entries; threads may share it. The first call on a machine compiles all of the catalogue,
    which takes seconds and is kept in the user's cache; asked again, a process gets the same matcher at once.

    Raises BrokenContent for a folder with problems.
    """
    return Library(content or environment.CONTENT_DIR, follow=False).current().matcher


Paths = Iterable[str | PathLike[str]]


def match_files(paths: Paths, matcher: Matcher | None = None, against: Paths = ()) -> Answer:
    """The answer for the log files of one job, such as one a rank; each is read once, and memory does not grow with it.

    `against` are the log files of a run that went well: then `Answer.against` says what these say that those did not.

    Raises OSError for a file that cannot be read, and never for what stands in it.
    """
    with ExitStack() as opened:
        files, good = (
            [(path.name, opened.enter_context(path.open("rb"))) for path in map(Path, one)] for one in (paths, against)
        )
        return (matcher or open_matcher()).match_beside(files, good, keep=False)
