"""Stacks as people paste them -> where each process and thread stands."""
