"""Rank Down as a library: what `rankdown match` uses, under names that stay. docs/library.md has examples."""

from __future__ import annotations

from kb import __version__
from kb.catalogue.catalogue import Catalogue
from kb.catalogue.loading.problems import BrokenContent
from kb.catalogue.schema.entry import Entry
from kb.diagnosis.answer import Answer
from kb.diagnosis.matcher import Matcher
from kb.diagnosis.reports.json_report import as_json
from kb.diagnosis.reports.text_report import as_text
from kb.matching.match import Evidence, Match
from rankdown.opening import match_files, open_matcher

__all__ = [
    "Answer",
    "BrokenContent",
    "Catalogue",
    "Entry",
    "Evidence",
    "Match",
    "Matcher",
    "__version__",
    "as_json",
    "as_text",
    "match_files",
    "open_matcher",
]
