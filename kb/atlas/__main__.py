"""`python -m kb.atlas`: reads released packages, says what changed in them, checks what entries state of versions.

Exit status: 0 done, nothing found wrong; 1 something is (check) or could not be read; 2 bad usage.
"""

from __future__ import annotations

import argparse
import signal
import sys
from pathlib import Path

from packaging.version import Version

from kb.atlas import claims, needs, report, table
from kb.atlas.finding.wanted import wanted
from kb.atlas.released import plan
from kb.atlas.released.index import connected
from kb.atlas.released.shelf import Shelf, default_folder
from kb.atlas.session import Session, looked_for, progress, update
from kb.catalogue.loading.loader import load

ROOT = Path(__file__).resolve().parents[2]


def main(arguments: list[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    options.plan = plan.load(options.content)
    if unknown := [name for name in options.package if not plan.package_called(name, options.plan)]:
        print(f"no package is called {', '.join(unknown)} in {options.content / plan.FILE}", file=sys.stderr)
        return 2
    options.packages = [p for p in options.plan if not options.package or any(map(p.is_called, options.package))]
    return options.do(options)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m kb.atlas", description=__doc__.splitlines()[0])
    parser.add_argument("--content", type=Path, default=ROOT / "content", help="the content folder")
    parser.add_argument("--shelf", type=Path, default=default_folder(), help="what was read (default %(default)s)")
    parser.set_defaults(package=[])
    verbs = parser.add_subparsers(required=True)
    read = verbs.add_parser("read", help="read the releases that content/atlas.yaml asks for; renew content/atlas.tsv")
    read.add_argument("--offline", action="store_true", help="ask the index for names only; use what is on the shelf")
    read.add_argument("--lightly", action="store_true", help="where the plan has light members, fetch no others")
    read.add_argument("--whole", nargs="+", default=[], type=Version, metavar="VERSION", help="only these, and whole")
    read.set_defaults(do=read_releases)
    news = verbs.add_parser("news", help="read releases that are newer than those read; say what changed in them")
    news.add_argument("--gone", action="store_true", help="every line that the newest release lacks, since whenever")
    news.set_defaults(do=tell_news)
    check = verbs.add_parser("check", help="every boundary that entries state and the releases do not bear out")
    check.set_defaults(do=check_claims)
    need = verbs.add_parser("needs", help="read what releases require of each other; renew the data and the guide")
    need.set_defaults(do=read_needs)
    for verb in (read, news, check):
        verb.add_argument("--package", nargs="+", default=[], metavar="NAME", help="only these packages")
    return parser


def read_releases(options: argparse.Namespace) -> int:
    """Reads what is missing on the shelf, then looks for every text in all that is there."""
    content, atlas = load(options.content), table.load(options.content)
    texts = wanted(content, options.plan)
    asked = looked_for(texts)
    new = asked.keys() - atlas.texts.keys()
    if new and atlas.texts and options.package:
        print(f"{len(new)} text(s) are new and wait for a read of all packages", file=sys.stderr)
        texts, new = [item for item in texts if item.text not in new], set()
        asked = looked_for(texts)
    with progress() as tell, connected() as index:
        session = Session(index, Shelf(options.shelf), content, tell)
        for package in options.packages:
            releases = session.plan(package)
            if not options.offline:
                _read_all(session, package, releases, options)
            update(atlas, session, package, releases, texts, carry=not new)
    _keep(atlas, asked, options)
    for line in session.unread:
        print(line, file=sys.stderr)
    return 1 if session.unread else 0


def _read_all(session: Session, package: plan.Package, releases: dict, options: argparse.Namespace) -> None:
    neighbours = {}
    for distribution, version in session.wants(package, releases):
        if options.whole and version not in options.whole:
            continue
        light = not options.whole and (
            version in plan.read_lightly(package, releases[distribution]) or (options.lightly and bool(package.lightly))
        )
        files = releases[distribution][version]
        if session.read(package, distribution, files, neighbours.get(distribution), light):
            neighbours[distribution] = version


def _keep(atlas: table.Atlas, asked: dict[str, str], options: argparse.Namespace) -> None:
    """Texts that no entry states any more leave the table."""
    atlas.texts = asked
    atlas.rows = {key: row for key, row in atlas.rows.items() if key[1] in asked}
    table.save(atlas, options.content)


def tell_news(options: argparse.Namespace) -> int:
    """Reads the releases that came out since the newest one read, and prints what changed as Markdown."""
    content, atlas = load(options.content), table.load(options.content)
    texts = [item for item in wanted(content, options.plan) if item.text in atlas.texts]
    shelf = Shelf(options.shelf)
    before = {name: max(opened) for name in atlas.releases if (opened := atlas.opened(name))}
    with progress() as tell, connected() as index:
        session = Session(index, shelf, content, tell)
        for package in options.packages:
            releases = session.plan(package)
            fresh = _newer(releases, before)
            for distribution, version in fresh:
                session.read(package, distribution, releases[distribution][version], before.get(distribution))
            if fresh:
                update(atlas, session, package, releases, texts, carry=True)
    table.save(atlas, options.content)
    for line in report.news(content, atlas, shelf, options.packages, None if options.gone else before):
        print(line)
    for line in session.unread:
        print(line, file=sys.stderr)
    return 1 if session.unread else 0


def _newer(releases: dict, before: dict) -> list[tuple]:
    """Releases newer than the newest one read, oldest first, and that one too: it is what they are compared with."""
    listing = []
    for distribution, versions in releases.items():
        newest = before.get(distribution)
        if newest is not None and any(version > newest for version in versions):
            listing += [(distribution, version) for version in sorted(versions) if version >= newest]
    return listing


def read_needs(options: argparse.Namespace) -> int:
    """Reads the metadata of releases that are not known yet, and renews data and tables."""
    with progress() as tell, connected() as index:
        known, asked = needs.load(options.content), needs.load_plan(options.content)
        needs.save(needs.read(index.session, asked, index.files, known, tell), options.content)
    return 0


def check_claims(options: argparse.Namespace) -> int:
    """Prints every claim about versions that does not hold or that nobody can know."""
    problems = sorted(set(claims.check(load(options.content), options.packages, table.load(options.content))))
    for problem in problems:
        print(problem)
    print(f"{len(problems)} statement(s) about versions are contradicted or were never looked at.", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `check | head` ends quietly
    sys.exit(main())
