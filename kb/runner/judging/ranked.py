"""With the site installed: does a broken run's log rank its own entry first? Without it, the question is left open."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from kb.runner.planning.plan import Plan


def not_first(plan: Plan, log: str) -> str:
    """What the matcher answers instead of the plan's entry; empty where it is first or no matcher is installed."""
    matcher = _matcher(plan.folder.parents[1])
    if matcher is None:
        return ""
    answer = matcher.match_text(log)
    found = answer.best.slug if answer.best else "no known failure"
    return "" if found == plan.slug else f"expected its log to rank {plan.slug} first; the matcher says {found}"


@lru_cache(maxsize=2)
def _matcher(content: Path):
    try:
        from kb.catalogue.catalogue import Catalogue
        from kb.catalogue.loading.loader import load
        from kb.diagnosis.matcher import Matcher
    except ImportError:
        return None
    return Matcher(Catalogue.of(load(content)))
