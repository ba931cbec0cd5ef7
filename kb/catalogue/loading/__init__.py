"""content/ -> what it holds, with every problem that reading it shows."""
