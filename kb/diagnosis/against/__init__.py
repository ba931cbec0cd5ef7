"""A failed run beside one that went well: what it says that the other did not, and what it stopped saying."""
