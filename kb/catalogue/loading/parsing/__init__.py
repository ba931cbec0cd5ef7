"""One content file or folder on disk -> what the schema calls it, or the line that is wrong."""
