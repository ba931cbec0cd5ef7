"""`rankdown serve`: the site on this machine, by the production server."""

from __future__ import annotations

import argparse
import os
import sys
from importlib.util import find_spec

from kb import environment
from kb.terminal.usage import BadUsage

NEEDED = ("django", "gunicorn", "markdown", "nh3", "prometheus_client", "pygments", "waitress", "whitenoise")


def parser(program: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(program, description="Serves the site until Ctrl-C; README.md has its variables.")
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen at (default %(default)s)")
    parser.add_argument("--port", type=int, default=8000, help="the port to listen at (default %(default)s)")
    return parser


def run(options: argparse.Namespace) -> int:
    """Becomes the server. Raises BadUsage where what the site needs is not installed."""
    if missing := [name for name in NEEDED if find_spec(name) is None]:
        raise BadUsage(f"the site needs {', '.join(missing)}: {sys.executable} -m pip install 'rank-down[site]'")
    bind = f"{options.host}:{options.port}"
    told = {"RANKDOWN_BIND": bind, "RANKDOWN_URL": f"http://{bind}", "RANKDOWN_DEBUG": "0"}
    # Whoever set an address knows it better than we do: a proxy may stand in front.
    os.environ.update(told | {name: os.environ[name] for name in ("RANKDOWN_URL",) if os.environ.get(name)})
    settings = environment.BASE_DIR / "deploy" / "gunicorn.conf.py"
    print(f"http://{bind}/  (Ctrl-C ends it)", file=sys.stderr, flush=True)
    os.execv(sys.executable, [sys.executable, "-m", "gunicorn", "-c", str(settings)])  # noqa: S606
