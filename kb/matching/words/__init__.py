"""The words that people type -> the entries that use them: `index` asks Whoosh once, `search` adds up what it said."""
