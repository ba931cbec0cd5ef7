"""What a paste is answered with."""
