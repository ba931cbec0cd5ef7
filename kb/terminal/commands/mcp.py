"""`rankdown mcp`: the server for coding agents, over standard input and output or over HTTP on this machine."""

from __future__ import annotations

import argparse
import sys
from importlib.util import find_spec
from pathlib import Path

from kb.terminal.opening import opened
from kb.terminal.usage import FOUND, BadUsage

# The SDK serves whoever reaches it: without a proxy that asks who it is, only this machine may.
HOST = "127.0.0.1"


def parser(program: str) -> argparse.ArgumentParser:
    about = "Serves match, search, entries and next checks to coding agents by the Model Context Protocol (stdio)."
    parser = argparse.ArgumentParser(program, description=about)
    parser.add_argument(
        "--root",
        type=Path,
        action="append",
        default=[],
        metavar="FOLDER",
        help="files below it may be matched by path; may be repeated (default: none)",
    )
    parser.add_argument("--collect", action="store_true", help="let the agent look at jobs on this machine, read-only")
    parser.add_argument("--http", type=int, metavar="PORT", help=f"streamable HTTP at {HOST}:PORT/mcp instead of stdio")
    return parser


def run(options: argparse.Namespace) -> int:
    """Serves until its input ends, or Ctrl-C. Raises BadUsage."""
    if find_spec("mcp") is None:
        raise BadUsage(f"this needs the MCP SDK: {sys.executable} -m pip install 'rank-down[mcp]'")
    from kb.agents.roots import Roots
    from kb.agents.server import build

    try:
        roots = Roots(options.root)
    except OSError as error:
        raise BadUsage(f"--root: cannot open {', '.join(map(str, options.root))}: {error.strerror}") from error
    opened(followed=True)  # now: problems of the content are the starter's to see, and the first call answers at once
    server = build(lambda: opened(True).matcher, lambda: opened(True).lookup, roots, options.collect)
    if options.http is None:
        server.run("stdio")
    else:
        server.run("streamable-http", host=HOST, port=options.http)
    return FOUND
