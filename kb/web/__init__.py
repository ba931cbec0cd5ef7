"""HTTP only: requests in, pages and JSON out. What they say is made elsewhere."""
