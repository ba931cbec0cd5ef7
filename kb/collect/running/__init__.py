"""Probes, side by side and at the lowest priority."""
