"""Rows -> what the report shows: counts, nodes that stand out, retries, shapes of unknown errors."""
