"""What an entry, a check and a guide may say: the only home of their keys, facts, comparisons and holes."""
