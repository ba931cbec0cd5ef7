"""What well-known functions, packages and threads are: tables that people check row by row, and what asks them."""
