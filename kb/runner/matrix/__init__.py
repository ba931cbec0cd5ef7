"""The same reproductions with several releases of torch, one after another, in environments that are kept."""
