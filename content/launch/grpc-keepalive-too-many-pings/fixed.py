"""The same client, and a server that was told to accept a ping every 50 ms."""

import time
from concurrent.futures import ThreadPoolExecutor

import grpc

ping_often = [("grpc.keepalive_time_ms", 100), ("grpc.http2.max_pings_without_data", 0)]
lenient = [("grpc.http2.min_ping_interval_without_data_ms", 50)]


class Worker(grpc.GenericRpcHandler):
    """Answers any call after a step of some seconds."""

    def service(self, details):
        return grpc.unary_unary_rpc_method_handler(self.step)

    def step(self, request, context):
        time.sleep(5)
        return b"done"


server = grpc.server(ThreadPoolExecutor(2), handlers=[Worker()], options=lenient)
port = server.add_insecure_port("127.0.0.1:0")
server.start()
channel = grpc.insecure_channel(f"127.0.0.1:{port}", options=ping_often)
start = time.monotonic()
answer = channel.unary_unary("/worker/step")(b"go", timeout=30)
print(f"answer after {time.monotonic() - start:.1f} s: {answer.decode()}", flush=True)
server.stop(None)
