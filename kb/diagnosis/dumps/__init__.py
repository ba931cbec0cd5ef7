"""Dumps that a frozen job left -> who is behind, who only waits, and what cannot be told."""
