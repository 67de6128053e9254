#!/usr/bin/env python3
"""A service to send errands to: does at each path what it was told to, and remembers everything.

  POST /control {"/path": {...}, ...}   what becomes of requests for a path, whatever their query
  POST /release                         lets those go on that are held
  GET  /record                          {"calls": [...], "held": n, "held_most": n}

Of a path nothing was told of the answer is 200 `{}`. Members, all optional:

  status, headers, body   the answer; a body is text, "repeat" says it so many times over
  gzip                    true: the body is sent compressed
  cut                     the connection ends so many octets before the announced end
  octets                  exactly these octets instead of an answer
  close                   true: the connection ends without an answer
  hang                    true: no answer until the other side gives up
  hold                    true: no answer before /release

The first line it prints is its address, on the loopback interface; with --tls the second is the
file of the certificate that was made for it.
"""

import argparse
import gzip
import importlib.util
import json
import os
import sys
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class State:
    def __init__(self):
        self.lock = threading.Condition()
        self.told = {}
        self.calls = []
        self.connections = 0
        self.held = self.held_most = self.releases = 0

    def hold(self):
        with self.lock:
            self.held += 1
            self.held_most = max(self.held_most, self.held)
            release = self.releases
            self.lock.wait_for(lambda: self.releases > release, timeout=50)
            self.held -= 1


class Service(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    state = State()

    def setup(self):
        super().setup()
        with self.state.lock:
            self.state.connections += 1
            self.number = self.state.connections

    def log_message(self, format, *arguments):
        pass

    def do_GET(self):
        if self.path.split("?")[0] == "/record":
            with self.state.lock:
                record = {"calls": self.state.calls, "held": self.state.held,
                          "held_most": self.state.held_most}
            return self.answer({"body": json.dumps(record)})
        self.serve("")

    def do_POST(self):
        octets = self.rfile.read(min(int(self.headers.get("Content-Length", 0)), 1 << 24))
        if self.path == "/control":
            with self.state.lock:
                self.state.told.update(json.loads(octets))
            return self.answer({})
        if self.path == "/release":
            with self.state.lock:
                self.state.releases += 1
                self.state.lock.notify_all()
            return self.answer({})
        self.serve(octets.decode("utf-8", "backslashreplace"))

    def serve(self, body):
        with self.state.lock:
            self.state.calls.append({
                "line": self.requestline, "headers": dict(self.headers.items()), "body": body,
                "connection": self.number})
            told = self.state.told.get(self.path.split("?")[0], {})
        if told.get("hold"):
            self.state.hold()
        if told.get("hang"):
            self.rfile.read(1)  # Ends when the other side hangs up.
        if told.get("hang") or told.get("close"):
            self.close_connection = True
        elif "octets" in told:
            self.wfile.write(told["octets"].encode())
            self.close_connection = True
        else:
            self.answer(told)

    def answer(self, told):
        octets = (told.get("body", "{}") * told.get("repeat", 1)).encode()
        self.send_response_only(told.get("status", 200))
        headers = {"Content-Type": "application/json", **told.get("headers", {})}
        if told.get("gzip"):
            octets = gzip.compress(octets)
            headers["Content-Encoding"] = "gzip"
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(octets)))
        self.end_headers()
        cut = told.get("cut", 0)
        self.wfile.write(octets[: len(octets) - cut])
        if cut:
            self.close_connection = True


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256

    def handle_error(self, request, address):
        pass  # The other side gave up, or spoke no HTTP: what some tests are about.


def stand_in_gateway():
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "stand-in-gateway.py")
    spec = importlib.util.spec_from_file_location("stand_in_gateway", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tls", action="store_true", help="HTTPS, with a certificate of its own")
    parser.add_argument(
        "--end-with-input", action="store_true", help="end when standard input ends")
    options = parser.parse_args()
    gateway = stand_in_gateway()
    server = Server(("127.0.0.1", 0), Service)
    with tempfile.TemporaryDirectory() as folder:
        scheme = "http"
        if options.tls:
            certificate, key = gateway.make_certificate(folder, "DNS:localhost,IP:127.0.0.1")
            gateway.wrap(server, certificate, key)
            scheme = "https"
        print(f"{scheme}://127.0.0.1:{server.server_address[1]}", flush=True)
        if options.tls:
            print(certificate, flush=True)
        if options.end_with_input:
            gateway.end_with_input(server)
        server.serve_forever(poll_interval=0.05)


if __name__ == "__main__":
    main()
