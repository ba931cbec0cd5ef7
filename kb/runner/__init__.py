"""Entry -> two runs -> verdict -> record. Needs Python 3.10+, PyYAML and what the entry itself needs; no Django."""
