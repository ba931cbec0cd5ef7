"""torch's debug server, where the program started it: asked as torch's own page asks it."""

import pytest

from kb.collect import job
from kb.collect.probes.library import debug_server
from kb.collect.running.attempts import Absent
from tests.collect.jobs import wait_until

# A worker server after torch/csrc/distributed/c10d/control_plane/WorkerServer.cpp, beside a socket that is not one.
WORKER = """
import ctypes, http.server, socket, threading, time
class Handler(http.server.BaseHTTPRequestHandler):
    def answer(self, text, status=200):
        self.send_response(status); self.end_headers(); self.wfile.write(text.encode())
    def do_GET(self):
        self.answer("<h1>torch.distributed.WorkerServer</h1>" if self.path == "/" else "", 200)
    def do_POST(self):
        known = {"/handler/fr_trace_json": '{"entries": [{"record_id": 1}]}', "/handler/wait_counter_values": "{}"}
        self.answer(known.get(self.path, "Handler not found"), 200 if self.path in known else 404)
    def log_message(self, *words): pass
other = socket.socket(); other.bind(("127.0.0.1", 0)); other.listen()
server = http.server.HTTPServer(("0.0.0.0", 0), Handler)
def serve():
    ctypes.CDLL(None).prctl(15, b"pt_workerserver", 0, 0, 0)
    server.serve_forever()
threading.Thread(target=serve).start()
print("step 17", flush=True)
other.accept(); print("disturbed", flush=True); time.sleep(300)
"""


def test_the_worker_of_a_rank_tells_its_recorder_and_counters(ranks):
    process = job.read(ranks.start(0, WORKER).pid)
    wait_until(lambda: debug_server._has_thread(process.pid))
    text = debug_server.worker(process)

    assert '--- fr_trace_json\n{"entries": [{"record_id": 1}]}' in text
    assert "--- wait_counter_values\n{}" in text
    assert "dump_nccl_trace_json" not in text, "this one does not know it"
    assert b"disturbed" not in ranks.log(0).read_bytes(), "a socket that may be NCCL's or gloo's must not be touched"


def test_most_programs_start_none(ranks):
    with pytest.raises(Absent, match=r"did not start it \(torch.distributed.debug.start_debug_server\)"):
        debug_server.worker(job.read(ranks.start(0).pid))


def test_no_page_on_the_usual_port(ranks):
    with pytest.raises(Absent, match="no debug server on port 25999"):
        debug_server.pages(job.read(ranks.start(0).pid))


def test_a_page_becomes_text():
    page = "<head><style>a {b}</style></head><nav>Home</nav><h2>Rank 0: http://a:1</h2>\n"
    page += "<pre>File &quot;a.py&quot;, line 3\n  in f</pre>"

    assert debug_server.as_text(page) == 'Rank 0: http://a:1\nFile "a.py", line 3\n  in f'
