"""Which rank went down first, and who waited for it: from timeouts, proofs, stacks, dumps and a launcher's table."""
