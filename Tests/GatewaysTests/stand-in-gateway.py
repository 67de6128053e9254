#!/usr/bin/env python3
"""A gateway to try usher with: keeps the documented contract of getrooms and sendpass, sends
nothing, remembers everything, and fails as it is told to.

  POST /getrooms {"date": UNIX seconds | "now" | "today"}
  POST /sendpass {"booking": {...}, "passes": [{"name", "email", "number"}, ...]}
  POST /control  {"outcomes": [...], "rooms_outcomes": [...], "bad_numbers": [...], "rooms": [...]}
                 each member replaces what was told before
  GET  /record   {"connections", "calls": [...], "accepted": [...]}

An outcome is what becomes of the next call; when none is left, all is well:

  "ok"                          the contract
  {"halt": 1, "code": 4103}     passes before index 1 are sent, then the code; further members:
                                "text", "beside": true (index beside the error object),
                                "index": anything to be told instead of the index (null: none)
  {"refuse": 3000}              an error of that code; nothing is sent
  {"lost": 2}                   two passes are sent, then the connection breaks without an answer
  "hang"                        no answer until the other side gives up; nothing is sent
  500                           that HTTP status, without a body
  "html"                        a page
  {"raw": "text", "status": 200, "headers": {"Retry-After": "7"}, "repeat": 1, "cut": 10}
                                exactly that, the text so many times over; with "cut" the
                                connection ends so many octets before the announced end
  {"octets": "text"}            exactly these octets instead of an HTTP answer

Codes: 1000 no JSON or no date, 2000 booking or passes (or a part of them) missing, 3000 a number
is not E.164 or is one of the bad numbers.

It listens on the loopback interface only. The first line it prints is the address to hand to
`usher --gateway`; with --tls the second is the file of the certificate that was made for it.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

ROOMS = [
    {"name": "1.1", "location": "Floor 1", "equipment": ["Projector"], "size": "60m²",
     "capacity": 22, "avail": ["07:00 - 09:15", "10:00 - 19:00"], "images": ["img/1.jpg"]},
    {"name": "2.10", "location": "Floor 2", "equipment": ["Whiteboard", "Laptop"], "size": "25m2",
     "capacity": 8, "avail": ["07:00 - 19:00"], "images": {"0": "img/2.jpg", "2": "img/3.jpg"}},
]
BOOKING_PARTS = ("date", "time_start", "time_end", "title", "description", "room")
PASS_PARTS = ("name", "email", "number")
BODY_OCTETS_MAX = 16 << 20


class State:
    """What was told and what was seen, shared by the threads of all connections."""

    def __init__(self, outcomes, rooms, bad_numbers):
        self.lock = threading.Lock()
        self.outcomes = list(outcomes)
        self.rooms_outcomes = []
        self.rooms = rooms
        self.bad_numbers = set(bad_numbers)
        self.connections = 0
        self.calls = []
        self.accepted = []

    def control(self, told):
        with self.lock:
            for name in ("outcomes", "rooms_outcomes", "rooms"):
                if name in told:
                    setattr(self, name, list(told[name]))
            if "bad_numbers" in told:
                self.bad_numbers = set(told["bad_numbers"])

    def record(self):
        with self.lock:
            return {"connections": self.connections, "calls": self.calls,
                    "accepted": self.accepted}


def error(code, text, **members):
    return {"error": {"text": text, "code": code, **members}}


class Gateway(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Head and body leave in two writes; without this the second waits 40 ms for the first's receipt.
    disable_nagle_algorithm = True
    state = None
    is_logging = False

    def setup(self):
        super().setup()
        with self.state.lock:
            self.state.connections += 1
            self.connection_number = self.state.connections

    def log_message(self, format, *arguments):
        if self.is_logging:
            super().log_message(format, *arguments)

    def do_GET(self):
        if self.path == "/record":
            self.answer(200, json.dumps(self.state.record()))
        else:
            self.answer(404, "")

    def do_POST(self):
        octets = self.rfile.read(min(int(self.headers.get("Content-Length", 0)), BODY_OCTETS_MAX))
        # A proxy is asked for the whole address.
        path = re.sub(r"^http://[^/]*", "", self.path)
        if path == "/control":
            self.state.control(json.loads(octets))
            return self.answer(200, "{}")
        call = path.rsplit("/", 1)[-1]
        if call not in ("sendpass", "getrooms"):
            return self.answer(404, "")
        with self.state.lock:
            self.state.calls.append({
                "line": self.requestline, "headers": dict(self.headers.items()),
                "body": octets.decode("utf-8", "backslashreplace"),
                "connection": self.connection_number})
            queue = self.state.outcomes if call == "sendpass" else self.state.rooms_outcomes
            outcome = queue.pop(0) if queue else "ok"
        self.carry_out(outcome, call, octets)

    def carry_out(self, outcome, call, octets):
        if outcome == "ok":
            self.answer(200, json.dumps(self.contract(call, octets), ensure_ascii=False))
        elif outcome == "hang":
            self.rfile.read(1)  # Ends when the other side hangs up.
            self.close_connection = True
        elif outcome == "html":
            self.answer(200, "<!doctype html><title>Hello</title>", {"Content-Type": "text/html"})
        elif isinstance(outcome, int):
            self.answer(outcome, "")
        elif "halt" in outcome:
            self.answer(200, json.dumps(self.contract(call, octets, halt=outcome)))
        elif "refuse" in outcome:
            text = outcome.get("text", "refused")
            self.answer(200, json.dumps(error(outcome["refuse"], text)))
        elif "lost" in outcome:
            self.contract(call, octets, lost=outcome["lost"])
            self.close_connection = True
        elif "octets" in outcome:
            self.wfile.write(outcome["octets"].encode())
            self.close_connection = True
        elif "raw" in outcome:
            self.answer(
                outcome.get("status", 200), outcome["raw"] * outcome.get("repeat", 1),
                outcome.get("headers", {}), outcome.get("cut", 0))
        else:
            self.answer(500, f"unknown outcome {outcome}")

    def contract(self, call, octets, halt=None, lost=None):
        """What the documents say: the answer, after the passes that go out are accepted."""
        try:
            asked = json.loads(octets)
            if not isinstance(asked, dict):
                raise ValueError("not an object")
        except ValueError as fault:
            return error(1000, f"no JSON: {fault}")
        if call == "getrooms":
            date = asked.get("date")
            if date in ("now", "today") or isinstance(date, int):
                return self.state.rooms
            return error(1000, "no date")
        booking, passes = asked.get("booking"), asked.get("passes")
        if not isinstance(booking, dict) or any(part not in booking for part in BOOKING_PARTS):
            return error(2000, "booking or passes missing")
        if not isinstance(passes, list) or not passes or any(
                not isinstance(one, dict) or not all(one.get(part) for part in PASS_PARTS)
                for one in passes):
            return error(2000, "booking or passes missing")
        for one in passes:
            if (not re.fullmatch(r"\+[1-9][0-9]{6,14}", one["number"])
                    or one["number"] in self.state.bad_numbers):
                return error(3000, "a phone number is invalid")
        return self.send(booking, passes, halt, lost)

    def send(self, booking, passes, halt, lost):
        count = len(passes)
        if halt is not None:
            index = halt["halt"]
            count = index if isinstance(index, int) and 0 <= index < len(passes) else 0
        elif lost is not None:
            count = min(lost, len(passes))
        with self.state.lock:
            for one in passes[:count]:
                self.state.accepted.append({**one, "room": booking["room"], "booking": booking})
        if halt is None:
            return {"success": True}
        text = halt.get("text", "the pass could not be sent")
        told = halt["index"] if "index" in halt else halt["halt"]
        place = {} if told is None else {"index": told}
        if halt.get("beside"):
            return {**error(halt["code"], text), **place}
        return error(halt["code"], text, **place)

    def answer(self, status, text, headers=None, cut=0):
        octets = text.encode()
        self.send_response_only(status)
        headers = {"Content-Type": "application/json", **(headers or {})}
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(octets)))
        self.end_headers()
        self.wfile.write(octets[: len(octets) - cut])
        if cut:
            self.close_connection = True


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256
    is_logging = False

    def handle_error(self, request, address):
        # The other side gave up, or spoke no TLS: what some tests are about.
        if self.is_logging:
            super().handle_error(request, address)


def make_certificate(folder, name):
    certificate, key = os.path.join(folder, "certificate.pem"), os.path.join(folder, "key.pem")
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
         "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", "/CN=localhost", "-addext", f"subjectAltName={name}",
         "-keyout", key, "-out", certificate],
        check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return certificate, key


def wrap(server, certificate, key):
    import ssl
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    # The handshake is made on the connection's own thread, or one silent client stops all others.
    server.socket = context.wrap_socket(
        server.socket, server_side=True, do_handshake_on_connect=False)


def end_with_input(server):
    def wait():
        while sys.stdin.buffer.read(4096):
            pass
        server.shutdown()
    threading.Thread(target=wait, daemon=True).start()


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, default=0, help="0 (as is) for any that is free")
    parser.add_argument(
        "--outcomes", type=json.loads, default=[], metavar="JSON",
        help="the outcomes of the next calls of sendpass, as '[\"ok\", {\"halt\": 1, \"code\": 4103}]'")
    parser.add_argument("--rooms", metavar="FILE", help="rooms in the shape of getrooms, as JSON")
    parser.add_argument(
        "--bad-number", action="append", default=[], metavar="NUMBER",
        help="a number that gets 3000; can be repeated")
    parser.add_argument("--tls", action="store_true", help="HTTPS, with a certificate made by openssl")
    parser.add_argument(
        "--tls-name", default="DNS:localhost,IP:127.0.0.1", metavar="NAMES",
        help="whom the certificate names, as openssl writes it; %(default)s")
    parser.add_argument(
        "--end-with-input", action="store_true", help="end when standard input ends")
    parser.add_argument("--log", action="store_true", help="write a line a request to standard error")
    options = parser.parse_args()
    rooms = ROOMS
    if options.rooms:
        with open(options.rooms, encoding="utf-8") as file:
            rooms = json.load(file)
    Gateway.state = State(options.outcomes, rooms, options.bad_number)
    Gateway.is_logging = Server.is_logging = options.log
    with tempfile.TemporaryDirectory() as folder:
        server = Server(("127.0.0.1", options.port), Gateway)
        scheme = "http"
        if options.tls:
            certificate, key = make_certificate(folder, options.tls_name)
            wrap(server, certificate, key)
            scheme = "https"
        print(f"{scheme}://127.0.0.1:{server.server_address[1]}", flush=True)
        if options.tls:
            print(certificate, flush=True)
        if options.end_with_input:
            end_with_input(server)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            pass


if __name__ == "__main__":
    main()
