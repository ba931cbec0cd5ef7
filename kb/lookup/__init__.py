"""The search box: what somebody typed -> the entries that it means, in an order that a reader would choose."""
