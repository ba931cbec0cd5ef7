"""What the machine itself says, whoever uses it."""
