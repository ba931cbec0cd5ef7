"""`rankdown collect` is `python -m kb.collect`, which needs nothing of the rest and has its own description."""

from __future__ import annotations

import argparse

from kb.collect import __main__ as collect

run = collect.run


def parser(program: str) -> argparse.ArgumentParser:
    return collect.parser(program, "rankdown match")
