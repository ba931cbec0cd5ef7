"""Answer -> what leaves: its secrets masked, then as JSON or as text for a terminal (the page is in kb/pages)."""
