"""A file of a program → the texts that it could print, and the names that it uses."""
