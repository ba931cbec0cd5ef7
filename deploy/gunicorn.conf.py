"""How the site runs in production: `make serve-production`, the Dockerfile and the tests all start it with this.

SIGHUP to the first process: new content, without a lost request. SIGTERM: finish what was begun, then stop.
"""

import gc
import os
import shutil
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kb.settings")
# Processes count each for itself in files here, and /metrics adds them up; gunicorn reads this file again at SIGHUP.
if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(prefix="rankdown-metrics-")
sys.path.insert(0, str(Path(__file__).parents[1]))

from kb.serving import logs

wsgi_app = "kb.wsgi"
bind = os.environ.get("RANKDOWN_BIND", "127.0.0.1:8000")
worker_class = "kb.serving.worker.BufferingWorker"
# Each has its own processes that match (RANKDOWN_MATCHES): pages stay quick with one for every two cores.
workers = int(os.environ.get("RANKDOWN_WORKERS", "2"))
threads = 8
# The content is read and compiled once, and shared.
preload_app = True
graceful_timeout = 75
control_socket_disable = True
# Heartbeats go to memory, not to a disk that may stand still.
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108
logconfig_dict = logs.PRODUCTION


def when_ready(server):
    """What all processes share is not looked at by any garbage collector, so that it stays shared."""
    gc.collect()
    gc.freeze()
    if not os.environ.get("RANKDOWN_URL"):
        server.log.warning("RANKDOWN_URL is not set: links in feeds, JSON and messages lead to http://127.0.0.1:8000")


def on_reload(server):
    """The content as it is now, for the processes that are started next; the old one where it has problems."""
    from kb.catalogue.loading.problems import BrokenContent
    from kb.serving import snapshot

    try:
        snapshot.renew()
        server.log.info("new content is served from now on")
    except (BrokenContent, OSError) as error:
        server.log.error("the old content is served on: %s", error)
    gc.collect()
    gc.freeze()


def child_exit(server, worker):
    from prometheus_client import multiprocess

    multiprocess.mark_process_dead(worker.pid)


def on_exit(server):
    folder = os.environ["PROMETHEUS_MULTIPROC_DIR"]
    if Path(folder).name.startswith("rankdown-metrics-"):
        shutil.rmtree(folder, ignore_errors=True)
