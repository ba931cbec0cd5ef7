"""What is masked in a paste: the rules themselves, for readers."""

from __future__ import annotations

from dataclasses import dataclass

from kb.language import gettext
from kb.masking import mask
from kb.masking.masker import RULES
from kb.pages.frame import Page


@dataclass(frozen=True, slots=True)
class RuleView:
    """One rule: what it masks, an example after masking, lines that it leaves alone, its pattern."""

    what: str
    example: str
    spares: tuple[str, ...]
    pattern: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MaskingPage(Page):
    rules: tuple[RuleView, ...]


def masking_page() -> MaskingPage:
    rules = tuple(RuleView(gettext(rule.what), mask(rule.example)[0], rule.spares, rule.pattern) for rule in RULES)
    description = gettext("What is hidden of a pasted log: the rules by which tokens, keys and passwords are masked.")
    return MaskingPage(
        title=gettext("What is masked"), path="/masking/", description=description, place="masking", rules=rules
    )
