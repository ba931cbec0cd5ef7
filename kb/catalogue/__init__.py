"""Content files -> Entry -> Catalogue. No Django, no matching: other packages read from here."""
