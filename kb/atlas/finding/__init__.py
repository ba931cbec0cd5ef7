"""Texts that entries state × texts of a release → which of them the release has, and where."""
