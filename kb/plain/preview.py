"""Changed files of content/ -> their pages as single HTML files, and as pictures, for whoever reviews them."""

from __future__ import annotations

import html
import re
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation

from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.content import CHECKS_FOLDER, GUIDES_FOLDER
from kb.catalogue.schema.entry import CHINESE_ENDING
from kb.language import LANGUAGES
from kb.pages.entries.entry import entry_page, guide_page
from kb.pages.lists.checks import check_page

STYLESHEET = re.compile(r'<link rel="stylesheet" href="[^"]*?(\w+\.css)"( media="print")?>')
# Nothing runs in a preview, and nothing is asked of anybody.
LINKS = r'<link rel="(?:icon|apple-touch-icon|search|alternate)"[^>]*>\n?'
DROPPED = re.compile(rf"<script\b[^>]*>.*?</script>\n?|{LINKS}", re.DOTALL)
WIDTHS = (1280, 375)
TALL, PATIENCE = 6000, 60
CHROMIUM_FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--disable-background-networking")


@dataclass(frozen=True, slots=True)
class Changed:
    """One page whose source was changed: what it is, and its name in addresses."""

    kind: str
    slug: str


def changed_pages(paths: Iterable[Path], catalogue: Catalogue) -> list[Changed]:
    """Each page once, in the order of the paths; what is no source of a page, or was deleted, is passed over."""
    found = (_changed(path.absolute(), catalogue) for path in paths)
    return list(dict.fromkeys(page for page in found if page))


def _changed(path: Path, catalogue: Catalogue) -> Changed | None:
    root = settings.CONTENT_DIR.absolute()
    parts = path.relative_to(root).parts if path.is_relative_to(root) else ()
    if len(parts) < 2:
        return None
    name = parts[1].removesuffix(CHINESE_ENDING).removesuffix(".md")
    if parts[0] == GUIDES_FOLDER:
        return Changed("guides", name) if name in catalogue.guide_by_slug else None
    if parts[0] == CHECKS_FOLDER:
        return Changed("checks", name) if name in catalogue.check_by_slug else None
    return Changed("failures", name) if name in catalogue.by_slug else None


def write_preview(pages: Iterable[Changed], catalogue: Catalogue, folder: Path, chromium: str | None) -> list[Path]:
    """Writes every page in both languages and an index.html; pictures where there is a browser. Returns the files."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for page in pages:
        for code in LANGUAGES:
            path = folder / f"{page.kind}-{page.slug}.{code}.html"
            path.write_text(alone(page, catalogue, code), encoding="utf-8")
            written.append(path)
            written += _pictures(path, chromium) if chromium else []
    index = folder / "index.html"
    index.write_text(_index(written), encoding="utf-8")
    return [*written, index]


def alone(page: Changed, catalogue: Catalogue, code: str) -> str:
    """The page as one file that needs no server: its styles are in it, no script is."""
    with translation.override(code):
        text = _rendered(page, catalogue)
    return STYLESHEET.sub(_inlined, DROPPED.sub("", text))


def _rendered(page: Changed, catalogue: Catalogue) -> str:
    if page.kind == "guides":
        return render_to_string("guide.html", {"page": guide_page(catalogue.guide_by_slug[page.slug], catalogue)})
    if page.kind == "checks":
        return render_to_string("check.html", {"page": check_page(catalogue.check_by_slug[page.slug], catalogue)})
    return render_to_string("entry.html", {"page": entry_page(catalogue.by_slug[page.slug], catalogue)})


def _inlined(link: re.Match) -> str:
    css = (settings.BASE_DIR / "static" / link[1]).read_text(encoding="utf-8")
    return f"<style{link[2] or ''}>\n{css}</style>"


def _pictures(path: Path, chromium: str) -> Iterator[Path]:
    for width in WIDTHS:
        picture = path.with_suffix(f".{width}.png")
        command = [chromium, *CHROMIUM_FLAGS, f"--window-size={width},{TALL}", f"--screenshot={picture}", path.as_uri()]
        subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False)
        if picture.is_file():
            yield picture


def _index(files: list[Path]) -> str:
    rows = "\n".join(f'<li><a href="{html.escape(path.name)}">{html.escape(path.name)}</a></li>' for path in files)
    head = '<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>Preview</title>'
    return f"{head}\n<ul>\n{rows}\n</ul>\n</html>\n"
