"""Plays to usher what takes minutes and a network of its own: peers that say nothing or vanish.

  Tests/with-others unlucky      runs this, in a namespace where nothing but the loopback is

Arguments: the program and a folder to work in. Numbers are those of Tests/unlucky-inputs.md. Ends
with 0 if all holds.
"""

import fcntl
import os
import re
import socket
import struct
import subprocess
import sys
import time

PATIENCE_SECONDS = 20
# linux/sockios.h and linux/if.h
SIOCGIFFLAGS, SIOCSIFFLAGS, IFF_UP = 0x8913, 0x8914, 1


class Violation(Exception):
    """Something that must never be."""


def require(holds, words):
    if not holds:
        raise Violation(words)


def set_loopback(is_up):
    """Brings the loopback up, or down: then whatever is sent on it comes nowhere."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asks:
        name = struct.pack("16s", b"lo")
        told = fcntl.ioctl(asks, SIOCGIFFLAGS, name + bytes(24))
        flags = struct.unpack("16xH", told[:18])[0]
        flags = flags | IFF_UP if is_up else flags & ~IFF_UP
        fcntl.ioctl(asks, SIOCSIFFLAGS, name + struct.pack("H", flags) + bytes(22))


class Server:
    """A running agent that listens for text."""

    def __init__(self, usher, folder, limits):
        config = f"{folder}/limits.json"
        with open(config, "w") as file:
            file.write('{"limits": {"protocol": %s}}' % limits)
        self.process = subprocess.Popen(
            [usher, "serve", "--test", "--store", ":memory:", "--config", config, "--listen",
             "127.0.0.1:0"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        line = self.process.stderr.readline().decode()
        port = re.search(r"127\.0\.0\.1:(\d+)", line)
        require(port, f"it does not listen: {line}")
        self.port = int(port[1])

    def connect(self):
        """A connection that was greeted."""
        client = socket.create_connection(("127.0.0.1", self.port), PATIENCE_SECONDS)
        lines = client.makefile("r", newline="\r\n")
        require(lines.readline().startswith("220-"), "no greeting")
        require(lines.readline().startswith("220 "), "half a greeting")
        return client, lines

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def end(self):
        self.process.terminate()
        require(self.process.wait(PATIENCE_SECONDS) == 75, "it does not end as it should")


def empty_lines_are_silence(usher, folder):
    """7: who sends nothing but empty lines is told after a minute that nothing was said."""
    server = Server(usher, folder, '{"textIdleMinutes": 1}')
    client, lines = server.connect()
    client.settimeout(1)
    began, heard = time.monotonic(), b""
    while not heard and time.monotonic() - began < 90:
        client.sendall(b"\r\n")
        try:
            heard = client.recv(4096)
        except TimeoutError:
            pass
    seconds = time.monotonic() - began
    print(f"  7: after {seconds:.0f} s: {heard.decode().strip()}")
    require(heard.startswith(b"* 421 [LIMIT/IDLE]"), "no word of silence")
    require(59 < seconds < 63, "not after a minute")
    server.end()


def vanished_peer_is_freed(usher, folder):
    """40: a peer that is gone without a word is asked for, and freed in two to three minutes."""
    server = Server(usher, folder, "{}")
    before = server.descriptors()
    client, _ = server.connect()
    require(server.descriptors() == before + 1, "a connection is a descriptor")
    set_loopback(False)
    began = time.monotonic()
    while server.descriptors() > before and time.monotonic() - began < 200:
        time.sleep(1)
    seconds = time.monotonic() - began
    print(f"  40: freed after {seconds:.0f} s")
    require(server.descriptors() == before, "it is kept")
    require(seconds < 180, "it was kept too long")
    set_loopback(True)
    server.connect()[0].close()
    client.close()
    server.end()


def main():
    usher, folder = sys.argv[1:]
    set_loopback(True)
    try:
        empty_lines_are_silence(usher, folder)
        vanished_peer_is_freed(usher, folder)
    except (Violation, OSError) as trouble:
        print(f"  {trouble}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
