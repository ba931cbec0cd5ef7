"""What people type at a terminal, without Django: it must answer at once."""
