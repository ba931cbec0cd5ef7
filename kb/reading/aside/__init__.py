"""What stands in a paste beside what the job said: remarks of kb.collect, and what machine and configuration are."""
