"""Reading × Catalogue -> Matches, each with the lines that speak for it. No Django."""
