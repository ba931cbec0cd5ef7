"""Many logs -> a line a job and a report: sources -> jobs -> answers -> records -> figures -> report."""
