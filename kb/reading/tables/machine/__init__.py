"""Tables about the machine: disks, memory, network, what the kernel said."""
