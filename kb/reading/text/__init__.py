"""Bytes as people send them -> stretches of clean text whose lines still have their pasted numbers."""
