"""Figures -> report.html: one file in the reader's language, which asks nothing of anybody. Only this knows Jinja."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from kb.catalogue.catalogue import Catalogue
from kb.language import address, current, either, gettext, marked
from kb.triage.figures.figures import Figures
from kb.triage.figures.nodes import FALSE_DISCOVERY_RATE
from kb.triage.sources.source import Unread

FOLDER = Path(__file__).parent
TEMPLATE = "page.html"
RETRY = {
    "as-is": marked("as it is"),
    "exclude-node": marked("without the node"),
    "change-first": marked("change first"),
}
MOST_ENTRIES, MOST_SHAPES, MOST_NODES, MOST_RETRIED, MOST_UNREAD = 500, 100, 50, 100, 200


@dataclass(frozen=True, slots=True)
class About:
    """What a report is of: the paths that were named, and what lies there and is no answered job."""

    paths: tuple[str, ...]
    unread: tuple[Unread, ...]
    left_out: int
    made: datetime
    site: str = ""


def page(figures: Figures, about: About, catalogue: Catalogue) -> str:
    """The whole of report.html. Whatever logs and archives said is escaped."""
    around = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    around.globals |= {"_": gettext, "told": _entries(catalogue, about.site), "language": current().tag}
    unread = [(one.name, one.why) for one in about.unread] + list(figures.unread)
    return around.get_template(TEMPLATE).render(
        about=about,
        counted=figures.counted,
        entries=figures.counted.entries[:MOST_ENTRIES],
        shapes=figures.shapes[:MOST_SHAPES],
        standing_out=[node for node in figures.nodes if node.stands_out],
        nodes=[node for node in figures.nodes if not node.stands_out and node.failed][:MOST_NODES],
        node_count=len(figures.nodes),
        retried=figures.retried[:MOST_RETRIED],
        templates=figures.templates,
        unread=unread[:MOST_UNREAD],
        unread_count=len(unread),
        cut=figures.cut[:MOST_UNREAD],
        rate=FALSE_DISCOVERY_RATE,
    )


def _entries(catalogue: Catalogue, site: str) -> Callable[[str], dict[str, str]]:
    """What a slug is called, whether to retry, and where it is; of one that the catalogue has lost, the slug."""

    def told(slug: str) -> dict[str, str]:
        entry = catalogue.by_slug.get(slug)
        if not entry:
            return {"title": slug, "retry": "", "link": ""}
        link = f"{site}{address(entry.url)}" if site else ""
        return {"title": either(entry.title, entry.front.zh.title), "retry": RETRY[entry.front.retry], "link": link}

    return told
