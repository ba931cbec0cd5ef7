"""Nothing is proved: what it could be, in shares that add up to one, and the check that would tell most."""
