"""Ends TLS in front of usher with haproxy (which says who connects, by PROXY 2) and with stunnel.

  Tests/with-others haproxy stunnel      runs this

Arguments: the program, a folder to work in, and `haproxy` or `stunnel`. What the README shows is
what is tried. Ends with 0 if all holds.
"""

import os
import re
import socket
import ssl
import subprocess
import sys
import time

from talker import Talker, Violation

PATIENCE_SECONDS = 20


def free_port():
    with socket.socket() as place:
        place.bind(("127.0.0.1", 0))
        return place.getsockname()[1]


class Client(Talker):
    def __init__(self, port, ca):
        context = ssl.create_default_context(cafile=ca)
        context.check_hostname = False
        end = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                plain = socket.create_connection(("127.0.0.1", port), PATIENCE_SECONDS)
                self.lines = context.wrap_socket(plain).makefile("rw", newline="\r\n")
                return
            except OSError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.2)


def configure(kind, folder, front, back):
    certificate = f"{folder}/front.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost",
         "-days", "2", "-keyout", f"{folder}/key.pem", "-out", f"{folder}/ca.pem"],
        check=True, capture_output=True)
    with open(certificate, "w") as both:
        for part in ("ca.pem", "key.pem"):
            both.write(open(f"{folder}/{part}").read())
    os.chmod(certificate, 0o600)
    path = f"{folder}/{kind}.conf"
    with open(path, "w") as file:
        if kind == "haproxy":
            file.write(
                "defaults\n mode tcp\n timeout connect 5s\n timeout client 35m\n"
                " timeout server 35m\n"
                f"listen usher\n bind 127.0.0.1:{front} ssl crt {certificate}\n"
                f" server usher 127.0.0.1:{back} send-proxy-v2\n")
        else:
            file.write(
                f"foreground = yes\npid =\n[usher]\naccept = 127.0.0.1:{front}\n"
                f"connect = 127.0.0.1:{back}\ncert = {certificate}\n")
    return ["haproxy", "-f", path] if kind == "haproxy" else ["stunnel", path]


def main():
    usher, work, kind = sys.argv[1:]
    folder = f"{work}/{kind}"
    os.mkdir(folder)
    environment = {"XDG_STATE_HOME": folder, "PATH": os.environ["PATH"]}
    token = subprocess.run(
        [usher, "token", "add", "ana", "--namespace", "ana"], env=environment, check=True,
        capture_output=True, text=True).stdout.strip()
    suffix = ",proxy" if kind == "haproxy" else ""
    server = subprocess.Popen(
        [usher, "serve", "--store", ":memory:", "--listen", "127.0.0.1:0" + suffix],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        env=environment)
    back = re.search(r":(\d+) ", server.stderr.readline()).group(1)
    front = free_port()
    proxy = subprocess.Popen(
        configure(kind, folder, front, back), stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL)
    try:
        client = Client(front, f"{folder}/ca.pem")
        if not client.reply().startswith("220"):
            raise Violation("no greeting")
        client.ask("my bookings", "530")
        client.ask(f"/auth token {token}", "235")
        client.ask("my bookings", "212")
        client.ask("/as tom", "538")
        client.ask("/quit", "221")
    finally:
        for process in (proxy, server):
            process.terminate()
            process.wait(PATIENCE_SECONDS)


main()
