"""One job -> its row: what the matcher says, and what the log says of its nodes, times and size."""
