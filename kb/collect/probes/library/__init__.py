"""What the communication libraries tell of themselves: NCCL, and torch above it."""
