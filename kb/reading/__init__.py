"""Bytes -> Reading: what a paste says of itself. Knows no entry and no Django."""
