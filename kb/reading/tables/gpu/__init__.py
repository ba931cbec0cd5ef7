"""Tables about GPUs and how they are wired."""
