"""Tables about the job: its limits, its environment, what its scheduler says."""
