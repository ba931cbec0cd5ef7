"""`python -m kb.terminal` is `rankdown`, where nothing is installed."""

from __future__ import annotations

import sys

from kb.terminal.cli import main

if __name__ == "__main__":
    sys.exit(main())
