"""What a process says of its own end -> where it failed, and how: nobody who ended waits for others."""
