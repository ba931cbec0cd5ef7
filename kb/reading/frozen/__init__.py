"""What a file of collect says of a frozen job beside its stacks, and the facts that follow from all of it."""
