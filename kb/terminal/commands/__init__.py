"""The commands of `rankdown`: each is a module with `parser(program)` and `run(options)`."""
