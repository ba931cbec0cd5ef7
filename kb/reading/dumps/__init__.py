"""Dumps that NCCL and torch write of a frozen job -> what each rank had done in each group."""
