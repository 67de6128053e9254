"""Runs usher in a root of a Debian that has no Swift, installed as the README tells.

  Tests/with-others install      runs this, as root

Arguments: the program, the folder of that root as debootstrap has made it, and a folder to work in.
The lines of the README's Containerfile are carried out one by one, with its sample configuration;
then the program answers there. Ends with 0 if all holds.
"""

import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import time

from talker import Talker, Violation

PATIENCE_SECONDS = 20
BASE = "debian:bookworm-slim"


def blocks(kind):
    """The fenced texts of a kind in the README."""
    with open("README.md", encoding="utf-8") as file:
        return re.findall(rf"^```{kind}\n(.*?)^```", file.read(), re.M | re.S)


class Root:
    """What a Containerfile makes of a root, without a container."""

    def __init__(self, folder):
        self.folder = folder
        self.user = "root"
        self.environment = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}
        self.entry = []
        self.usual = []

    def words(self, command):
        return ["chroot", f"--userspec={self.user}", self.folder] + command

    def run(self, *command, said="", code=0):
        ended = subprocess.run(
            self.words(list(command)), env=self.environment, input=said, text=True,
            capture_output=True, timeout=600, check=False)
        if ended.returncode != code:
            raise Violation(f"{command} ended with {ended.returncode}: {ended.stderr[-2000:]}")
        return ended.stdout

    def carry_out(self, line, context):
        """One line of a Containerfile."""
        word, _, rest = line.partition(" ")
        match word:
            case "FROM":
                if rest != BASE:
                    raise Violation(f"{rest} is not tried here, but {BASE}")
            case "RUN":
                self.run("sh", "-c", rest)
            case "COPY":
                *sources, place = rest.split()
                os.makedirs(self.folder + place, exist_ok=True)
                for source in sources:
                    shutil.copy(os.path.join(context, source), self.folder + place)
            case "USER":
                self.user = rest
            case "ENV":
                self.environment |= dict(word.split("=", 1) for word in shlex.split(rest))
            case "VOLUME":
                self.run("test", "-w", rest)
            case "ENTRYPOINT":
                self.entry = json.loads(rest)
            case "HEALTHCHECK":
                self.health = json.loads(rest.removeprefix("CMD "))
            case "CMD":
                self.usual = json.loads(rest)
            case _:
                raise Violation(f"{word} is not known here")
        print(f"  {word} {rest[:70]}")


class Client(Talker):
    """A person on a socket."""

    def __init__(self, port):
        plain = socket.create_connection(("127.0.0.1", port), PATIENCE_SECONDS)
        self.lines = plain.makefile("rw", newline="\r\n")
        self.reply()


def serve(root, token):
    """Starts what the container starts, at ports that are free, and signs in."""
    words = [re.sub(r"^(0\.0\.0\.0):\d+$", r"\1:0", word) for word in root.entry + root.usual]
    server = subprocess.Popen(
        root.words(words), env=root.environment, stderr=subprocess.PIPE, text=True)
    try:
        ports = {}
        while len(ports) < sum(word.startswith("--listen") for word in words):
            line = server.stderr.readline()
            found = re.match(r"listening on \S+:(\d+) \((\w+)\)", line)
            if not found:
                raise Violation(f"it says {line!r}")
            ports[found[2]] = int(found[1])
        person = Client(ports["text"])
        person.ask("rooms", "530")
        person.ask(f"/auth token {token}", "235")
        person.ask("/status", "211")
        person.ask("rooms", "212")
        root.run(*(re.sub(r":\d+$", f":{ports['text']}", word) for word in root.health))
        server.terminate()
        if server.wait(PATIENCE_SECONDS) != 75:
            raise Violation(f"it ended with {server.returncode}")
    finally:
        server.kill()
        server.wait()


def main():
    program, folder, work = sys.argv[1:]
    (recipe,) = blocks("Dockerfile")
    samples = [text for text in blocks("json") if '"gateway"' in text]
    if len(samples) != 1:
        raise Violation("the README has no sample of a configuration, or more than one")
    context = os.path.join(work, "context")
    os.makedirs(context)
    shutil.copy(program, os.path.join(context, "usher"))
    for name, text in [("usher.json", samples[0]), ("building.json", '[{"name": "Attic"}]')]:
        with open(os.path.join(context, name), "w", encoding="utf-8") as file:
            file.write(text)
    root = Root(folder)
    lines = recipe.replace("\\\n", " ").splitlines()
    for line in lines:
        if line and not line.startswith("#"):
            root.carry_out(" ".join(line.split()), context)
    if root.user == "root":
        raise Violation("it would run as root")
    print("  " + root.run(*root.entry, "--version").strip())
    if "Booked B" not in root.run(*root.entry, "demo"):
        raise Violation("the demonstration books nothing")
    if "Aquarium" not in root.run(*root.entry, "--store", ":memory:", said="rooms\n"):
        raise Violation("a line is not answered")
    # Nobody else reaches it before there is a token.
    root.run(*root.entry, *root.usual, code=69)
    token = root.run(
        *root.entry, "token", "add", "door", "--namespace", "door", "--may", "admin").strip()
    serve(root, token)


if __name__ == "__main__":
    began = time.monotonic()
    try:
        main()
    except (Violation, OSError, subprocess.TimeoutExpired) as fault:
        print(f"  {fault}")
        sys.exit(1)
    print(f"  {time.monotonic() - began:.0f} s")
