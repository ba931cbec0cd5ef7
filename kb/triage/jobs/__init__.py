"""Which files are the logs of one job, by their names."""
