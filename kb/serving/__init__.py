"""What stands between a network and the views: bounded, counted, logged without a word of what was pasted."""
