"""Pasted text -> ranked matches with the lines that prove them. No Django; reads kb.catalogue only."""
