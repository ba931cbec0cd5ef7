"""One module a source of facts: what it asks, and the text that it gives."""
