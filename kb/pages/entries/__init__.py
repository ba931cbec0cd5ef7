"""One failure's page."""
