"""`rankdown show SLUG`: one entry, check or guide; as Markdown in a pipe, laid out on a terminal."""

from __future__ import annotations

import argparse
import difflib
import sys

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.document import check_as_markdown, entry_as_markdown, guide_as_markdown
from kb.terminal.opening import opened
from kb.terminal.speech import add_language, spoken
from kb.terminal.usage import FOUND, BadUsage, add_no_color, in_color, never_fail_to_print

MOST_ALIKE = 4


def parser(program: str) -> argparse.ArgumentParser:
    about = "Shows an entry, a check or a guide. Exit status: 0 shown, 2 bad usage."
    parser = argparse.ArgumentParser(program, description=about)
    parser.add_argument("slug", metavar="SLUG", help="its name, as `match` and `search` print it")
    parser.add_argument("--markdown", action="store_true", help="as Markdown on a terminal too")
    add_language(parser)
    add_no_color(parser)
    return parser


def run(options: argparse.Namespace) -> int:
    never_fail_to_print()
    catalogue = opened().catalogue
    with spoken(options):
        text = markdown(options.slug, catalogue)
    if options.markdown or not sys.stdout.isatty():
        print(text, end="")
        return FOUND
    from rich.console import Console
    from rich.markdown import Markdown

    Console(no_color=not in_color(options)).print(Markdown(text))
    return FOUND


def markdown(slug: str, catalogue: Catalogue) -> str:
    """The document of this name, of today or former. Raises BadUsage, naming those that are nearly called so."""
    slug = catalogue.aliases.get(slug, slug)
    if slug in catalogue.by_slug:
        return entry_as_markdown(catalogue.by_slug[slug], catalogue)
    if slug in catalogue.check_by_slug:
        return check_as_markdown(catalogue.check_by_slug[slug], catalogue)
    if slug in catalogue.guide_by_slug:
        return guide_as_markdown(catalogue.guide_by_slug[slug], catalogue)
    raise BadUsage(f"nothing is called {slug[:80]!r}: {_alike(slug, catalogue)}")


def _alike(slug: str, catalogue: Catalogue) -> str:
    names = [*catalogue.by_slug, *catalogue.check_by_slug, *catalogue.guide_by_slug]
    near = difflib.get_close_matches(slug[:80], names, MOST_ALIKE)
    return f"perhaps {', '.join(near)}" if near else "`rankdown search WORDS` finds entries"
