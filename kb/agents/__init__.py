"""The same knowledge for coding agents, by the Model Context Protocol: short facts, and no file that was not opened."""
