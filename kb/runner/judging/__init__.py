"""Two runs -> verdict."""
