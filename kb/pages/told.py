"""A short text of an entry -> the same as HTML, marked as English where the page is not."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.safestring import SafeString

from kb.language import in_chinese
from kb.lookup.quote import is_chinese
from kb.markdown import render_inline


@dataclass(frozen=True, slots=True)
class Told:
    """`lang` is an attribute, empty where the text is in the page's language."""

    html: SafeString
    lang: SafeString

    def __bool__(self) -> bool:
        return bool(self.html)


def told(text: str) -> Told:
    """Inline Markdown, with the language that it is in."""
    return Told(render_inline(text), foreign(text))


def foreign(text: str) -> SafeString:
    """The attribute of an element with this text; nobody has translated what has no Chinese sign."""
    return SafeString(' lang="en"' if in_chinese() and not is_chinese(text) else "")
