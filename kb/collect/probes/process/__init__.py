"""What one process of the job is doing, and with what: /proc, its stacks, its files."""
