"""What tracebacks tell: the frame that their reader can change, and whether the end is there."""
