"""What the trials of linked accounts share: usher, at a pipe or at a terminal; a browser; the
stand-in of the mobility service; the files around them.
"""

import base64
import codecs
import contextlib
import datetime
import fcntl
import html.parser
import http.cookiejar
import json
import os
import pty
import queue
import re
import signal
import socket
import struct
import subprocess
import sys
import termios
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

PATIENCE_SECONDS = 30
STAND_IN = os.path.join(os.path.dirname(__file__), "../MobilityTests/stand-in-mobility.py")


class Violation(Exception):
    """Something that must never be."""


def require(holds, words):
    if not holds:
        raise Violation(words)


def eventually(holds, words):
    """What somebody does beside what is said is waited for."""
    until = time.monotonic() + PATIENCE_SECONDS
    while not holds():
        require(time.monotonic() < until, words)
        time.sleep(0.2)


def run(main):
    """Runs a trial as its arguments say: the program, a folder to work in, and what more it has."""
    # So that what was started ends as well.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    usher, work, *rest = sys.argv[1:]
    folder = os.path.join(work, os.path.splitext(os.path.basename(sys.argv[0]))[0])
    os.makedirs(folder)
    try:
        main(os.path.realpath(usher), folder, *rest)
    except Violation as violation:
        print(f"  {violation}")
        sys.exit(1)


# Files


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def configure(folder, providers, service="http://127.0.0.1:1"):
    """The file that names the providers. Unless told otherwise nobody is asked at the mobility
    service: no trip is known, so that no region is.
    """
    key = write(folder, "service.key", "stand-in\n")
    return write(folder, "usher.json", json.dumps({"mobility": {
        "addresses": [f"{service}/"], "keyFile": key, "providers": providers}}))


def require_hidden(folder, secrets):
    """None of the secrets lies readable in a file of usher's."""
    require(secrets, "there are secrets to look for")
    for parent, _, names in os.walk(folder):
        for name in names:
            with open(os.path.join(parent, name), "rb") as file:
                octets = file.read()
            for secret in secrets:
                require(secret.encode() not in octets, f"a secret lies readable in {name}")


# Processes


def free_port():
    with socket.socket() as place:
        place.bind(("127.0.0.1", 0))
        return place.getsockname()[1]


@contextlib.contextmanager
def running(command, log, port, environment=None):
    """A server, from when it listens on a port until it is ended."""
    with open(log, "wb") as file:
        process = subprocess.Popen(
            command, cwd=os.path.dirname(log), stdin=subprocess.DEVNULL, stdout=file,
            stderr=subprocess.STDOUT, env=environment)
    try:
        until = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                require(process.poll() is None and time.monotonic() < until,
                        f"{command[0]} does not listen; its log ends with: {last_line(log)}")
                time.sleep(0.1)
        yield process
    finally:
        end(process)


def last_line(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return ([""] + file.read().strip().splitlines())[-1]


def end(process):
    if process.poll() is None:
        process.terminate()
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


class Program:
    """usher, as Mia talks to it: by a pipe, or at a terminal of this machine."""

    def __init__(self, usher, folder, configuration, trip=None, at_terminal=False):
        command = [
            usher, "--config", configuration, "--store", os.path.join(folder, "usher.db"),
            "--gateway", "scripted", "--as", "mia", *(["--trip", trip] if trip else [])]
        # Where somebody comes from elsewhere no browser comes back.
        environment = {
            name: value for name, value in os.environ.items() if not name.startswith("SSH_")}
        if at_terminal:
            self.outside, inside = pty.openpty()
            fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 80, 0, 0))
        self.process = subprocess.Popen(
            command, cwd=folder,
            stdin=inside if at_terminal else subprocess.PIPE,
            stdout=inside if at_terminal else subprocess.PIPE,
            stderr=inside if at_terminal else subprocess.STDOUT,
            env={**environment, "XDG_STATE_HOME": folder, "TERM": "xterm"})
        if at_terminal:
            os.close(inside)
        else:
            self.outside = self.process.stdout.fileno()
        self.is_at_terminal = at_terminal
        self.said = b""  # All that was shown.
        self.lines = queue.Queue()
        self.prompt = threading.Event()
        threading.Thread(target=self.read, daemon=True).start()

    def __enter__(self):
        if self.is_at_terminal:
            require(self.prompt.wait(PATIENCE_SECONDS), "it asks for a line")
        return self

    def __exit__(self, *_):
        end(self.process)

    def read(self):
        rest, characters = "", codecs.getincrementaldecoder("utf-8")("replace")
        while True:
            try:
                octets = os.read(self.outside, 65536)
            except OSError:
                return  # The other side of the terminal is closed.
            if not octets:
                return
            self.said += octets
            *lines, rest = re.split("[\r\n]", rest + characters.decode(octets))
            for line in lines:
                self.lines.put(plain(line))
            if plain(rest).strip() == ">":
                self.prompt.set()

    def say(self, line):
        print(f"  > {line.split('?')[0]}")
        if self.is_at_terminal:
            os.write(self.outside, line.encode() + b"\r")
        else:
            self.process.stdin.write(line.encode() + b"\n")
            self.process.stdin.flush()

    def hears(self, pattern):
        """What fits a pattern, as soon as a line comes that holds it."""
        until = time.monotonic() + PATIENCE_SECONDS
        others = []
        while True:
            try:
                line = self.lines.get(timeout=max(0, until - time.monotonic()))
            except queue.Empty:
                raise Violation(f"no {pattern} came, but {others}") from None
            others.append(line)
            found = re.search(pattern, line)
            if found:
                print(f"  < {line.split('?')[0]}")
                return found

    def links(self, provider):
        """Asks for a link, and hears the page that is to be opened."""
        self.say(f"link {provider}")
        address = self.hears(r"^https?://\S+\?\S+$").group()
        require("code_challenge_method=S256" in address, address)
        self.hears('"stop" drops it')
        return address

    def quits(self, *secrets):
        """Ends, having shown none of the secrets."""
        if self.is_at_terminal:
            self.say("/quit")
        else:
            self.process.stdin.close()
        try:
            code = self.process.wait(PATIENCE_SECONDS)
        except subprocess.TimeoutExpired:
            raise Violation("it does not end") from None
        require(code == 0, f"it ends with {code}")
        for secret in secrets:
            require(secret.encode() not in self.said, "a secret is shown")


def plain(text):
    """Without what a terminal is told about colours and places."""
    return re.sub("\x1b(\\[[0-9;?]*[A-Za-z]|[=>78])", "", text)


class Mobility:
    """The stand-in of the mobility service, whose trip is the day after tomorrow."""

    def __init__(self, folder, identity):
        day = datetime.date.today() + datetime.timedelta(days=2)
        self.process = subprocess.Popen(
            [sys.executable, STAND_IN, "--end-with-input", "--date", day.isoformat(), "--control",
             json.dumps({"settings": {"identity": identity}})],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.address = self.process.stdout.readline().strip()
        told = self.get("/trip.json?trip=1&v=13")
        self.trip = write(folder, "trip.json", told)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        end(self.process)

    def get(self, path):
        request = urllib.request.Request(
            self.address + path, headers={"X-TripGo-Key": "stand-in"})
        with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as answer:
            return answer.read().decode()

    def record(self):
        return json.loads(self.get("/record"))

    def handed(self):
        """The tokens that were handed over in the form for them, one after another."""
        told = [json.loads(call["body"]) for call in self.record()["calls"]
                if call["endpoint"] == "signin" and call["method"] == "POST"]
        return [{field["id"]: field["value"] for field in one["input"]} for one in told]


# A browser


class NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


class Answer:
    def __init__(self, address, answer):
        self.address, self.status = address, answer.status
        place = answer.headers.get("Location")
        self.place = urllib.parse.urljoin(address, place) if place else ""
        self.text = answer.read().decode("utf-8", "replace")

    @property
    def json(self):
        return json.loads(self.text)


class Browser:
    """Keeps cookies, and shows where it is sent without going there."""

    def __init__(self):
        self.opener = urllib.request.build_opener(
            NoRedirects, urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))

    def ask(self, method, address, form=None, told=None, basic=None):
        headers, body = {}, None
        if form is not None:
            body = urllib.parse.urlencode(form).encode()
        if told is not None:
            headers["Content-Type"], body = "application/json", json.dumps(told).encode()
        if basic is not None:
            headers["Authorization"] = (
                "Basic " + base64.b64encode(":".join(basic).encode()).decode())
        request = urllib.request.Request(address, body, headers, method=method)
        try:
            return Answer(address, self.opener.open(request, timeout=PATIENCE_SECONDS))
        except urllib.error.HTTPError as error:
            return Answer(address, error)

    def get(self, address):
        return self.ask("GET", address)

    def follow(self, answer, end):
        """Goes where it is sent, but not to an address that begins so: that is told."""
        for _ in range(10):
            if not answer.place or answer.place.startswith(end):
                return answer
            answer = self.get(answer.place)
        raise Violation(f"it is sent on and on, last to {answer.place}")

    def submit(self, page, **fields):
        """Sends the form of a page that has those fields, and what it holds unseen."""
        for form in Forms.of(page.text):
            if set(fields) <= form.names:
                address = urllib.parse.urljoin(page.address, form.action or page.address)
                return self.ask("POST", address, form={**form.hidden, **fields})
        raise Violation(f"no form has {', '.join(fields)}: {page.status} {page.address}")


class Form:
    def __init__(self, action):
        self.action, self.names, self.hidden = action, set(), {}


class Forms(html.parser.HTMLParser):
    """The forms of a page."""

    @classmethod
    def of(cls, text):
        reader = cls()
        reader.forms = []
        reader.feed(text)
        return reader.forms

    def handle_starttag(self, tag, attributes):
        told = dict(attributes)
        if tag == "form":
            self.forms.append(Form(told.get("action")))
        elif tag in ("input", "button") and self.forms and "name" in told:
            self.forms[-1].names.add(told["name"])
            if told.get("type") == "hidden":
                self.forms[-1].hidden[told["name"]] = told.get("value", "")


def landing_with(place, **changed):
    """An address with other values in its query."""
    parts = urllib.parse.urlsplit(place)
    pairs = {**dict(urllib.parse.parse_qsl(parts.query)), **changed}
    return parts._replace(query=urllib.parse.urlencode(pairs)).geturl()


def takes_the_right_one(browser, landing):
    """A browser is turned away with another state or issuer, and taken with what it came with."""
    for wrong in ({"state": "x"}, {"iss": "https://evil.example"}):
        require(browser.get(landing_with(landing, **wrong)).status == 400, f"{wrong} is refused")
    require(browser.get(landing).status == 200, "the right one is taken")
