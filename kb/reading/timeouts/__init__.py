"""Lines in which NCCL's watchdog gives up -> which rank waited in which collective, and where calls differ."""
