"""Logs and programs -> what they show: lines that prove, frames that tell whose words they are, how a run ended."""
