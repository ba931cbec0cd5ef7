"""The draft of a new entry, from the schema and the reader's own line."""
