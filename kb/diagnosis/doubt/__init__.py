"""What if the answer is not it: what else was behind such reports, and which entries look alike."""
