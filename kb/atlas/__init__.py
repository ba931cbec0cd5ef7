"""Which released packages contain which words: read from the package index, never installed, never imported."""
