"""What was named on the command line -> every log there, in order, and every place that could not be looked at."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from kb.language import gettext
from kb.masking import clean_line, clean_name
from kb.triage.sources import stores
from kb.triage.sources.archives import is_archive, members
from kb.triage.sources.names import is_log
from kb.triage.sources.packed import BROKEN, NotInstalled
from kb.triage.sources.source import Source, Unread


@dataclass(frozen=True, slots=True)
class Listing:
    """All logs, what could not be read, and how many files were left out because no log has such a name."""

    sources: tuple[Source, ...]
    unread: tuple[Unread, ...]
    left_out: int


def listed(paths: Sequence[str], spool: Path) -> Listing:
    """Compressed archives are unpacked into the folder `spool`, under names of our own."""
    sources: list[Source] = []
    unread: list[Unread] = []
    left_out = 0
    named = {str(Path(path).absolute()) for path in paths}
    for number, source in enumerate(_everything(paths)):
        if isinstance(source, Unread):
            unread.append(source)
        elif is_archive(source.name):
            inside = list(_inside(source, spool, number))
            sources += [one for one in inside if isinstance(one, Source)]
            unread += [one for one in inside if isinstance(one, Unread)]
        elif is_log(source.name) or source.path in named:
            sources.append(source)
        else:
            left_out += 1
    # Names come from archives too: they neither drive a terminal nor add a line.
    return Listing(
        tuple(replace(source, name=clean_name(source.name)) for source in sources),
        tuple(Unread(clean_name(one.name), clean_line(one.why)) for one in unread),
        left_out,
    )


def _inside(source: Source, spool: Path, number: int) -> Iterator[Source | Unread]:
    try:
        yield from members(source.name, source.path, spool, number)
    except NotInstalled as missing:
        yield Unread(source.name, str(missing))
    except BROKEN as error:
        yield Unread(source.name, _said(error))


def _everything(paths: Sequence[str]) -> Iterator[Source | Unread]:
    """Files under their name below the path that was given; of several paths, with that path's own name in front."""
    for path in paths:
        above = f"{Path(path.rstrip('/')).name}/" if len(paths) > 1 else ""
        try:
            if stores.is_address(path):
                yield from (Source(above + name, at, size) for name, at, size in stores.listed(path))
            else:
                yield from _local(Path(path).absolute(), above)
        except NotInstalled as missing:
            yield Unread(path, str(missing))
        except OSError as error:
            yield Unread(path, _said(error))


def _local(path: Path, above: str) -> Iterator[Source | Unread]:
    told = path.stat()
    if stat.S_ISREG(told.st_mode):
        yield Source(path.name, str(path), told.st_size)
        return
    if not path.is_dir():
        yield Unread(path.name, gettext("neither a file nor a folder"))
        return
    problems: list[OSError] = []
    for folder, folders, names in os.walk(path, onerror=problems.append):
        folders.sort()
        for name in sorted(names):
            file = Path(folder, name)
            shown = above + file.relative_to(path).as_posix()
            try:
                told = file.stat()
            except OSError as error:
                yield Unread(shown, _said(error))
                continue
            # A pipe or a device would be waited for without end.
            if stat.S_ISREG(told.st_mode):
                yield Source(shown, str(file), told.st_size)
    yield from (Unread(str(error.filename), _said(error)) for error in problems)


def _said(error: Exception) -> str:
    why = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return gettext("cannot be read: {why}").format(why=why)
