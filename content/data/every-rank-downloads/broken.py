"""Both ranks download the weights that neither of them has yet; start with torchrun."""

import http.server
import os
import threading

import torch
import torch.distributed as dist


class Weights(http.server.BaseHTTPRequestHandler):
    sent = 0

    def do_GET(self):
        Weights.sent += 1
        body = bytes(1 << 20)
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


dist.init_process_group("gloo")
address = [None]
if dist.get_rank() == 0:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Weights)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = [f"http://127.0.0.1:{server.server_port}/weights.pt"]
dist.broadcast_object_list(address)

missing = not os.path.exists("weights.pt")
dist.barrier()
if missing:
    torch.hub.download_url_to_file(address[0], "weights.pt", progress=False)
dist.barrier()
if dist.get_rank() == 0:
    print(f"MEASURED downloads of one file = {Weights.sent}")
dist.destroy_process_group()
