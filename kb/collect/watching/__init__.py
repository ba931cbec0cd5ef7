"""A job that we start ourselves."""
