"""Entry -> what to run, in what way, and whether it is its turn."""
