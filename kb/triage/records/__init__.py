"""What a run leaves in OUT: what it is of, a line a job, and the same as Parquet."""
