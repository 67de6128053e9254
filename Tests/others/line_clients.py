"""Types at `usher serve --listen` with the clients that people have: telnet, busybox, netcat, socat.

  Tests/with-others telnet       runs this

Arguments: the program, a folder to work in, and the clients as `NAME=COMMAND`, in which HOST and
PORT stand for the place. Each is given a terminal of its own. Ends with 0 if all holds.
"""

import os
import pty
import re
import select
import subprocess
import sys
import time

PATIENCE_SECONDS = 20
INTERRUPT = b"\x03"


class Violation(Exception):
    """Something that must never be."""


class Terminal:
    """A client at a terminal, as a person uses it."""

    def __init__(self, command):
        pid, self.descriptor = pty.fork()
        if pid == 0:
            os.execvp(command[0], command)
        self.pid = pid
        self.seen = b""

    def type(self, octets):
        os.write(self.descriptor, octets)

    def until(self, text):
        """All that was shown up to a text and with it."""
        end = time.monotonic() + PATIENCE_SECONDS
        while text not in self.seen:
            ready, _, _ = select.select([self.descriptor], [], [], max(0, end - time.monotonic()))
            if not ready:
                raise Violation(f"{text!r} did not come, but {self.seen!r}")
            try:
                octets = os.read(self.descriptor, 4096)
            except OSError:
                octets = b""
            if not octets:
                raise Violation(f"ended before {text!r} came: {self.seen!r}")
            self.seen += octets
        cut = self.seen.index(text) + len(text)
        shown, self.seen = self.seen[:cut], self.seen[cut:]
        return shown

    def close(self):
        os.close(self.descriptor)
        os.waitpid(self.pid, 0)


def serve(usher, folder):
    server = subprocess.Popen(
        [usher, "serve", "--test", "--clock", "2026-11-24T09:07", "--listen", "127.0.0.1:0"],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        env={"XDG_STATE_HOME": folder, "PATH": os.environ["PATH"]})
    line = server.stderr.readline()
    return server, re.search(r":(\d+) ", line).group(1)


def talk(name, command):
    client = Terminal(command)
    client.until(b"220 Say what you need")
    client.type(b"/as mia\r")
    client.until(b"200 You are mia.")
    client.type("book Bunker tomorrow 10-11 titled Café\r".encode())
    client.until("Title: Café.".encode())
    client.until(b"250 ")
    if "telnet" in name:
        # The line is dropped, the question is given up, and what comes after is shown.
        client.type(b"draft Aquarium tomorrow 10-11\r")
        client.until(b"351 ")
        # busybox, where it still edits lines itself, asks what is wanted of it: nothing. To others it
        # is an empty line.
        client.type(b"yes, book it" + INTERRUPT + b"\r")
        client.type(b"/noop still here\r")
        client.until(b"200 still here")
        client.type(b"my bookings\r")
        if b"Aquarium" in client.until(b"212 "):
            raise Violation("what was broken off was booked")
    client.type(b"cancel B1\r")
    client.until(b"Cancelled B1")
    client.type(b"/quit\r")
    client.until(b"221 Bye.")
    client.close()


def main():
    usher, folder, *clients = sys.argv[1:]
    for text in clients:
        name, _, command = text.partition("=")
        server, port = serve(usher, folder)
        try:
            words = [w.replace("HOST", "127.0.0.1").replace("PORT", port) for w in command.split()]
            talk(name, words)
            print(f"  {name}: booked, cancelled, left")
        finally:
            server.terminate()
            server.wait(PATIENCE_SECONDS)


main()
