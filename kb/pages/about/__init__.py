"""Pages about the site itself."""
