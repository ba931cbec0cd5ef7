"""Rank Down: failures in multi-GPU and multi-node training, and the programs that find and verify them."""

__version__ = "0.1.0"
