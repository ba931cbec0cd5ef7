"""Verdict -> a line of runs.jsonl, and how the entry stands by it."""
