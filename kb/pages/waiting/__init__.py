"""Who waited for whom, as tables and pictures."""
