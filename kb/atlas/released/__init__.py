"""A package index → the texts of one release: find the file, read the members needed, keep what they say."""
