"""Markdown of a content file -> HTML that is safe to put on a page."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from html import escape

import markdown
import nh3
from django.utils.safestring import SafeString, mark_safe
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import DiffLexer
from pygments.token import STANDARD_TYPES

TAGS = set(
    "h2 h3 h4 h5 p ul ol li dl dt dd blockquote pre code span div em strong del kbd sub sup br hr a "
    "table thead tbody tr th td".split()
)
ATTRIBUTES = {"a": {"href", "title"}, "th": {"align"}, "td": {"align"}, "div": {"data-language"}} | {
    h: {"id"} for h in ("h2", "h3", "h4", "h5")
}
# Contributors may write HTML; only Pygments' own classes pass, so that a body cannot dress up as the site.
CLASSES = {"span": set(STANDARD_TYPES.values()) - {""}, "div": {"highlight"}}
# A block's language passes the cleaner as an attribute, and becomes the strip above the block.
LANGUAGE = re.compile(r'<div(?= )[^>]*? data-language="(?P<name>[A-Za-z0-9+#.-]{0,20})"[^>]*>')
CLEANER = nh3.Cleaner(
    tags=TAGS,
    attributes=ATTRIBUTES,
    allowed_classes=CLASSES,
    clean_content_tags={"script", "style"},
    url_schemes={"http", "https", "mailto"},
)
LIST_ITEM = re.compile(r"(?:[-*+]|\d{1,9}\.) ")
INDENTED = re.compile(r" {2,4}(?=\S)")
FENCES = ("```", "~~~")
LIST_FENCE = re.compile(r"^(?P<indent> {1,12}|\t+)(?P<fence>```+|~~~+) *(?P<language>[\w+-]*) *$")
NOT_IN_IDS = re.compile(r"[^\w]+")


@dataclass(frozen=True, slots=True)
class Heading:
    """An entry of the table of contents."""

    level: int
    id: str
    title: str


@dataclass(frozen=True, slots=True)
class Html:
    """Sanitised HTML and the headings in it."""

    html: SafeString
    headings: tuple[Heading, ...] = ()


def heading_id(text: str, prefix: str = "") -> str:
    """`Root cause` -> `root-cause`; the prefix keeps the headings of two sections apart."""
    words = NOT_IN_IDS.sub("-", text.lower()).strip("-")
    return f"{prefix}-{words}".strip("-") or "section"


class Block(HtmlFormatter):
    """A code block that says its language."""

    def __init__(self, lang_str: str = "", **options):
        super().__init__(**options)
        self.language = lang_str.removeprefix("language-")

    def _wrap_div(self, inner):
        yield 0, f'<div class="highlight" data-language="{escape(self.language)}">'
        yield from inner
        yield 0, "</div>\n"


@lru_cache(maxsize=2048)
def render(text: str, prefix: str = "") -> Html:
    """Markdown -> safe HTML; the ids of its headings begin with `prefix`."""
    converter = markdown.Markdown(
        extensions=["fenced_code", "tables", "codehilite", "toc", "sane_lists"],
        extension_configs={
            "codehilite": {"guess_lang": False, "css_class": "highlight", "pygments_formatter": Block},
            "tables": {"use_align_attribute": True},
            "toc": {"slugify": lambda value, _: heading_id(value, prefix)},
        },
    )
    html = _with_strips(CLEANER.clean(converter.convert(_fences_in_lists(_lists_in_lists(text)))))
    return Html(mark_safe(html), tuple(_headings(converter.toc_tokens)))  # noqa: S308  (cleaned above)


def render_inline(text: str) -> SafeString:
    """One line of Markdown, such as a note in the front matter, without the paragraph around it."""
    html = str(render(text).html).strip()
    inner = html.removeprefix("<p>").removesuffix("</p>")
    return mark_safe(inner if "<p>" not in inner else html)  # noqa: S308  (cleaned by render)


def render_diff(diff: str) -> SafeString:
    """A unified diff with Pygments' classes."""
    html = highlight(diff, DiffLexer(), Block(lang_str="diff", cssclass="highlight", wrapcode=True))
    return mark_safe(_with_strips(html))  # noqa: S308


def _with_strips(html: str) -> str:
    """Cleaned HTML with a strip over each code block; scripts add their button to it."""
    return LANGUAGE.sub(r'<div class="highlight"><p class="strip-head"><span>\g<name></span></p>', html)


def _headings(tokens: list[dict]):
    for token in tokens:
        yield Heading(token["level"], token["id"], token["name"])
        yield from _headings(token["children"])


def _lists_in_lists(text: str) -> str:
    """Python-Markdown wants four spaces before what belongs to an item, where everybody else takes two or three.

    That is an item within it, and a paragraph after a blank line or a code block; below such a paragraph it knows the
    next item only after a blank line.
    """
    lines, in_list, in_fence, in_own = [], False, False, False
    for line in text.split("\n"):
        is_fence = line.lstrip().startswith(FENCES)
        in_fence ^= is_fence
        if line.strip() and not line.startswith(" "):
            in_list = bool(LIST_ITEM.match(line))
            if in_own and in_list and lines[-1].strip():
                lines.append("")
            in_own = False
        indented = INDENTED.match(line) if in_list and not in_fence and not is_fence else None
        nested = indented and LIST_ITEM.match(line, indented.end())
        if indented and not nested:
            in_own = in_own or not lines[-1].strip() or lines[-1].lstrip().startswith(FENCES)
        lines.append("    " + line[indented.end() :] if indented and (nested or in_own) else line)
    return "\n".join(lines)


def _fences_in_lists(text: str) -> str:
    """Python-Markdown knows fences only at the margin: one inside a list item becomes an indented block."""
    lines, closing, indent = [], "", ""
    for line in text.split("\n"):
        if closing:
            body = line.removeprefix(indent)
            if body.strip() == closing:
                closing = ""
                lines.append("")
            else:
                lines.append(" " * 8 + body)
        elif opened := LIST_FENCE.match(line):
            closing, indent = opened["fence"], opened["indent"]
            lines += ["", " " * 8 + f":::{opened['language'] or 'text'}"]
        else:
            lines.append(line)
    return "\n".join(lines)
