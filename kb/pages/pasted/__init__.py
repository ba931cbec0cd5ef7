"""The reader's own log, around the lines that matter."""
