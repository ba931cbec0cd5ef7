"""Figures -> one HTML file that asks nothing of anybody."""
