"""Links accounts at a real Canaille, a server of its own process with a database of SQLite.

  Tests/with-others canaille     makes a Python that has it, and runs this with it

Arguments: the program, and a folder to work in. Ends with 0 if all holds. Canaille wants PKCE with
S256 and a nonce, compares redirects wholly, tells who it is (RFC 9207), signs who came, asks for
leave on a page, and takes tokens back by Basic alone. What is tried:

  bolt   in a browser that comes back to the registered port of this machine
  lime   the same, but the address at which the browser ends is pasted
  uber   pasted as well, in the middle of a booking: the mobility service is handed the tokens
"""

import json
import os
import secrets
import subprocess
import sys

from linking import (
    Browser, Mobility, Program, Violation, configure, eventually, free_port, landing_with, require,
    require_hidden, run, running, takes_the_right_one, write)

PASSWORD = secrets.token_hex(8)
# The mobility service says as whom, to where and for what leave is asked.
CLIENTS = {"bolt": "bolt-client", "lime": "lime-client", "uber": "usher"}
SCOPES = {"bolt": ["openid", "email"], "lime": ["profile"], "uber": ["profile", "request"]}
# The mobility service wants the secret in the body; what is taken back is so by Basic.
METHODS = {**dict.fromkeys(CLIENTS, "client_secret_basic"), "uber": "client_secret_post"}


class Canaille:
    """The server, and Mia and the clients in its database."""

    def __init__(self, folder):
        os.makedirs(folder)
        self.port = free_port()
        self.origin = f"http://127.0.0.1:{self.port}"
        self.oauth = f"{self.origin}/oauth"
        self.folder = folder
        self.secrets = {name: secrets.token_hex(8) for name in CLIENTS}
        self.loopback_port = free_port()
        redirect = f"http://127.0.0.1:{self.loopback_port}/callback"
        self.redirects = {"bolt": redirect, "lime": redirect, "uber": "http://127.0.0.1/callback"}
        database = os.path.join(folder, "canaille.db")
        path = write(folder, "canaille.toml", f'''SECRET_KEY = "{secrets.token_hex(16)}"
SERVER_NAME = "127.0.0.1:{self.port}"
PREFERRED_URL_SCHEME = "http"
[CANAILLE]
NAME = "Canaille"
DATABASE = "sql"
[CANAILLE_SQL]
DATABASE_URI = "sqlite:///{database}"
''')
        self.environment = {**os.environ, "CANAILLE_CONFIG": path}
        self.command = os.path.join(os.path.dirname(sys.executable), "canaille")

    def fill(self):
        self.tell("install")
        self.tell("create", "user", "--user-name", "mia", "--formatted-name", "Mia",
                  "--family-name", "Mia", "--emails", "mia@example.com", "--password", PASSWORD)
        for name, client in CLIENTS.items():
            self.tell(
                "create", "client", "--client-id", client, "--client-secret", self.secrets[name],
                "--client-name", name, "--redirect-uris", self.redirects[name],
                "--token-endpoint-auth-method", METHODS[name], "--response-types", "code",
                *more("--grant-types", ["authorization_code", "refresh_token"]),
                *more("--scope", SCOPES[name]))

    def sign_for(self, name):
        """From now on it is a client for whom Canaille signs who came."""
        self.tell("set", "client", CLIENTS[name], "--audience", CLIENTS[name])

    def tell(self, *arguments):
        """What a command of Canaille's says."""
        ended = subprocess.run(
            [self.command, *arguments], env=self.environment, cwd=self.folder,
            stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if ended.returncode:
            raise Violation(f"canaille {' '.join(arguments[:2])}: {ended.stderr[-400:]}")
        return ended.stdout

    def running(self):
        return running(
            [self.command, "run", "--bind", f"127.0.0.1:{self.port}"],
            os.path.join(self.folder, "canaille.log"), self.port, self.environment)

    def tokens(self, name):
        """The pairs that were given to a client."""
        client = json.loads(self.tell("get", "client", "--client-id", CLIENTS[name]))[0]["id"]
        return [one for one in json.loads(self.tell("get", "token"))
                if one["client"] == client]

    # What Mia does

    def landing(self, browser, name, address, answer):
        """Where a browser lands in which Mia signs in, if she has not, and answers."""
        require(address.startswith(f"{self.oauth}/authorize?"), address)
        end = self.redirects[name] + "?"
        page = browser.follow(browser.get(address), end)
        if "/login" in page.address:
            page = browser.follow(browser.submit(page, login="mia"), end)
            page = browser.follow(browser.submit(page, password=PASSWORD), end)
        # Leave that was given is not asked for again.
        if not page.place:
            page = browser.submit(page, answer=answer)
        require(page.place.startswith(end), f"{page.status} at {page.address}")
        return page.place

    # As whom usher asks

    def provider(self, name, folder):
        way = "loopback" if name == "bolt" else "paste"
        path = write(folder, f"{name}.secret", self.secrets[name] + "\n")
        return {
            "name": name, "clientID": CLIENTS[name], "clientSecretFile": path, "basic": True,
            "ways": [way], "loopbackPort": self.loopback_port, "scopes": SCOPES[name],
            "authorize": f"{self.oauth}/authorize", "token": f"{self.oauth}/token",
            "revocation": f"{self.oauth}/revoke", "issuer": self.origin, "issuerRequired": True}


def more(option, values):
    return [word for value in values for word in (option, value)]


def texts(pairs):
    return [one[name] for one in pairs for name in ("access_token", "refresh_token")]


def is_gone(pair):
    return "revokation_date" in pair


def are_gone(pairs, count):
    return len(pairs) == count and all(map(is_gone, pairs))


def comes_back(server, mia, program):
    """A browser comes back by itself: with a no, with a yes that says for nobody who came, and with
    one that is signed for usher.
    """
    landing = server.landing(mia, "bolt", program.links("bolt"), "deny")
    require("error=access_denied" in landing, landing)
    require(mia.get(landing).status == 200, "the browser is told")
    program.hears("bolt is not linked: it was not allowed")

    landing = server.landing(mia, "bolt", program.links("bolt"), "accept")
    require(mia.get(landing).status == 200, "the browser is told")
    program.hears("bolt refuses to be linked")
    eventually(lambda: are_gone(server.tokens("bolt"), 1), "what is not kept is given back")

    server.sign_for("bolt")
    landing = server.landing(mia, "bolt", program.links("bolt"), "accept")
    takes_the_right_one(mia, landing)
    program.hears("bolt is linked as m…@example.com")
    program.say("accounts")
    program.hears("bolt · linked")
    require(sum(map(is_gone, server.tokens("bolt"))) == 1, "one of two pairs is good")
    program.say("unlink bolt")
    program.hears("The provider knows")
    given = server.tokens("bolt")
    require(are_gone(given, 2), "it is taken back")
    program.quits(*texts(given))
    return given


def pastes(server, mia, program):
    landing = server.landing(mia, "lime", program.links("lime"), "accept")
    for wrong in (landing_with(landing, state="x"), landing.replace("127.0.0.1", "127.0.0.2")):
        program.say(wrong)
        program.hears("That is not the address that is wanted")
    program.say(landing)
    program.hears("lime is linked")
    program.say(landing)
    program.hears("Nothing waits for that address")
    program.say("accounts")
    program.hears("lime · linked")
    program.say("unlink lime")
    program.hears("The provider knows")
    given = server.tokens("lime")
    require(are_gone(given, 1), "it is taken back")
    return given


def within_booking(server, mia, program, mobility):
    program.say("products for T1")
    program.hears("only puts it into the trip")
    program.say("book uber")
    address = program.hears(r"^http://\S+\?\S+$").group()
    program.hears('"stop" drops it')
    landing = server.landing(mia, "uber", address, "accept")
    require(not mobility.handed() and not mobility.record()["bookings"], "it waits for leave")
    program.say(landing)
    program.hears("uber is linked")
    program.hears("Then say accept, or decline")
    program.say("accept")
    program.hears("Booked: T1.3, Uber X, Confirmed")
    require(len(mobility.record()["bookings"]) == 1, "it is booked")
    handed, = mobility.handed()
    given = server.tokens("uber")
    pairs = [(one["access_token"], one["refresh_token"]) for one in given]
    require(pairs == [(handed["access_token"], handed["refresh_token"])], "they are handed over")
    require(not is_gone(given[0]), "they are good")
    program.say("accounts")
    program.hears("uber · linked")
    program.say("unlink uber")
    program.hears("The provider knows")
    program.hears("The service knows")
    require(are_gone(server.tokens("uber"), 1), "they are taken back")
    return given


def main(usher, folder):
    home = os.path.join(folder, "usher")
    os.mkdir(home)
    server = Canaille(os.path.join(folder, "server"))
    server.fill()
    with server.running(), Mobility(home, server.oauth) as mobility:
        mia = Browser()
        configuration = configure(
            home, [server.provider(name, home) for name in CLIENTS], mobility.address)
        with Program(usher, home, configuration, at_terminal=True) as program:
            given = comes_back(server, mia, program)
        with Program(usher, home, configuration, trip=mobility.trip) as program:
            given += pastes(server, mia, program)
            given += within_booking(server, mia, program, mobility)
            program.quits(*texts(given))
    require_hidden(home, texts(given))


if __name__ == "__main__":
    run(main)
