"""What each tool prints of threads -> stacks, one module a tool or a family of them."""
