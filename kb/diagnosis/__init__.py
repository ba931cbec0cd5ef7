"""Matches × Reading -> Answer: what came first, who waited for whom, and how to say it. No Django."""
