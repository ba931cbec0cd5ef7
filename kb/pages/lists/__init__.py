"""Pages that lead to failures: the first one, the list, the search."""
