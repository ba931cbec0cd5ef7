"""What a page shows where no line proves an entry: what it could be, what is likely, what no entry knows."""
