"""What a frozen job shows while it is still there: its stacks -> who stands where."""
