"""The rules that content must keep, by what they are about; `rules` has them all in order."""

from kb.catalogue.checks.rules import check

__all__ = ["check"]
