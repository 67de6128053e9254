"""Links accounts at a real Glewlwyd, by its plugin for OpenID Connect.

  Tests/with-others glewlwyd     fetches it, and runs this

Arguments: the program, a folder to work in, and the folder below which Glewlwyd is unpacked. Ends
with 0 if all holds. Glewlwyd compares redirects wholly, port and all, wants PKCE with S256, tells
who it is (RFC 9207), answers `slow_down`, gives what leave it was given though more was asked for,
and takes back only what a client with a secret brings. What is tried:

  bolt   in a browser that comes back to the registered port of this machine, with a secret by Basic
  lime   by a code that is typed elsewhere, with a secret by Basic
  tier   as bolt, without a secret: the token is not taken back, and usher says so
  uber   by a code, in the middle of a booking: the mobility service is handed the tokens
"""

import contextlib
import glob
import os
import secrets
import sqlite3

from linking import (
    Browser, Mobility, Program, configure, eventually, free_port, landing_with, require,
    require_hidden, run, running, takes_the_right_one, write)

SCOPES = ["profile", "request"]
SECRETS = {name: f"{name}-{secrets.token_hex(8)}" for name in ("bolt", "lime", "uber")}
# The mobility service says as whom its providers know it.
CLIENTS = {"bolt": "bolt-client", "lime": "lime-client", "tier": "tier-client", "uber": "usher"}
PLUGIN = {
    "jwt-type": "sha", "jwt-key-size": "256", "key": secrets.token_hex(32),
    "access-token-duration": 3600, "refresh-token-duration": 86400, "code-duration": 60,
    "refresh-token-rolling": False, "allow-non-oidc": True, "auth-type-code-enabled": True,
    "auth-type-device-enabled": True, "auth-type-refresh-enabled": True, "pkce-allowed": True,
    "pkce-method-plain-allowed": False, "pkce-required": True, "oauth-as-iss-id": True,
    "introspection-revocation-allowed": True,
    "introspection-revocation-allow-target-client": True, "device-authorization-expiration": 120,
    "device-authorization-interval": 1, "session-management-allowed": False,
    "address-claim": {"type": "no"}}


class Glewlwyd:
    """The server with a database of its own, a plugin, the clients, and Mia."""

    def __init__(self, root, folder, redirects):
        self.port = free_port()
        self.origin = f"http://127.0.0.1:{self.port}"
        self.api = f"{self.origin}/api"
        self.oidc = f"{self.api}/oidc"
        self.root, self.folder = root, folder
        self.redirects = redirects

    @contextlib.contextmanager
    def running(self):
        os.makedirs(self.folder)
        database = os.path.join(self.folder, "glewlwyd.db")
        tables = f"{self.root}/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3"
        with open(tables, encoding="utf-8") as file, contextlib.closing(
                sqlite3.connect(database)) as fresh:
            fresh.executescript(file.read())
        libraries = {os.path.dirname(path)
                     for path in glob.glob(f"{self.root}/usr/lib/*/lib*.so*")}
        command = [f"{self.root}/usr/bin/glewlwyd", "-c", self.configuration(database)]
        with running(
                command, os.path.join(self.folder, "glewlwyd.log"), self.port,
                {**os.environ, "LD_LIBRARY_PATH": ":".join(sorted(libraries))}):
            self.administrator = self.signed_in("admin", "password")
            self.fill()
            yield self

    def configuration(self, database):
        modules = "".join(
            f'{kind}_module_path = "{self.root}/usr/lib/glewlwyd/{folder}"\n'
            for kind, folder in (
                ("user", "user"), ("user_middleware", "user_middleware"), ("client", "client"),
                ("user_auth_scheme", "scheme"), ("plugin", "plugin")))
        return write(self.folder, "glewlwyd.conf", f'''port = {self.port}
bind_address = "127.0.0.1"
external_url = "{self.origin}"
login_url = "login.html"
api_prefix = "api"
static_files_path = "{self.folder}"
log_mode = "console"
log_level = "WARNING"
cookie_domain = "127.0.0.1"
cookie_secure = 0
session_expiration = 3600
session_key = "GLEWLWYD2_SESSION_ID"
admin_session_authentication = "cookie"
profile_session_authentication = "cookie"
admin_scope = "g_admin"
profile_scope = "g_profile"
use_secure_connection = false
secure_connection_key_file = ""
secure_connection_pem_file = ""
hash_algorithm = "SHA512"
{modules}database = {{ type = "sqlite3"; path = "{database}"; }};
''')

    def fill(self):
        def add(what, told):
            answer = self.administrator.ask("POST", f"{self.api}/{what}", told=told)
            require(answer.status == 200, f"{what}: {answer.status} {answer.text}")
        add("mod/plugin/", {"module": "oidc", "name": "oidc", "display_name": "OpenID Connect",
                            "parameters": {"iss": self.origin, **PLUGIN}})
        for scope in SCOPES:
            add("scope/", {"name": scope, "display_name": scope, "password_required": False})
        add("user/?source=database", {
            "username": "mia", "password": "mia's password", "name": "Mia", "enabled": True,
            "email": "mia@example.com", "scope": ["openid", "g_profile", *SCOPES]})
        for name, client in CLIENTS.items():
            redirect = self.redirects.get(name)
            add("client/?source=database", {
                "client_id": client, "name": name, "enabled": True, "scope": [],
                "confidential": name in SECRETS, "client_secret": SECRETS.get(name, ""),
                "redirect_uri": [redirect] if redirect else [],
                "authorization_type": [
                    "code" if redirect else "device_authorization", "refresh_token"],
                "token_endpoint_auth_method": ["client_secret_basic", "client_secret_post"]
                if name in SECRETS else ["none"]})

    def signed_in(self, name, password):
        browser = Browser()
        answer = browser.ask(
            "POST", f"{self.api}/auth/", told={"username": name, "password": password})
        require(answer.status == 200, f"{name} signs in: {answer.status}")
        return browser

    # What Mia does, as the page of Glewlwyd does it for her

    def allow(self, browser, name, scopes):
        answer = browser.ask("PUT", f"{self.api}/auth/grant/{CLIENTS[name]}",
                             told={"scope": " ".join(scopes)})
        require(answer.status == 200, f"leave for {name}: {answer.status}")

    def landing(self, browser, name, address, scopes):
        """Where a browser lands with which Mia gives leave."""
        require(address.startswith(f"{self.oidc}/auth?"), address)
        answer = browser.get(address)
        require(answer.place.startswith(f"{self.origin}/login.html?"), "she is asked first")
        self.allow(browser, name, scopes)
        place = browser.get(f"{address}&g_continue").place
        require(place.startswith(f"{self.redirects[name]}?") and "code=" in place, place)
        return place

    def type_code(self, browser, name, code):
        """Mia types a code, and gives leave."""
        page = f"{self.oidc}/device?code={code}"
        require(f"client_id={CLIENTS[name]}&" in browser.get(page).place, "the code is known")
        self.allow(browser, name, SCOPES)
        require("prompt=deviceComplete" in browser.get(f"{page}&g_continue").place, "it is done")

    # What is given

    def given(self, browser, name):
        """Whether each refresh token given to a client is still good."""
        told = browser.get(f"{self.oidc}/token").json
        return [one["enabled"] for one in told if one["client_id"] == CLIENTS[name]]

    def is_active(self, token):
        told = Browser().ask("POST", f"{self.oidc}/introspect", form={"token": token},
                             basic=(CLIENTS["uber"], SECRETS["uber"]))
        require(told.status == 200, f"introspection: {told.status}")
        return told.json["active"]

    def refresh(self, token):
        """What the mobility service gets with a refresh token that it was handed."""
        return Browser().ask(
            "POST", f"{self.oidc}/token",
            form={"grant_type": "refresh_token", "refresh_token": token},
            basic=(CLIENTS["uber"], SECRETS["uber"]))

    # As whom usher asks

    def provider(self, name, folder):
        told = {
            "name": name, "clientID": CLIENTS[name], "token": f"{self.oidc}/token",
            "revocation": f"{self.oidc}/revoke", "scopes": SCOPES, "issuer": self.origin}
        if name in SECRETS:
            path = write(folder, f"{name}.secret", SECRETS[name] + "\n")
            told |= {"clientSecretFile": path, "basic": True}
        if name not in self.redirects:
            return {**told, "device": f"{self.oidc}/device_authorization"}
        port = int(self.redirects[name].split(":")[2].split("/")[0])
        return {**told, "ways": ["loopback"], "authorize": f"{self.oidc}/auth",
                "issuerRequired": True, "loopbackPort": port}


def at_terminal(server, mia, program):
    """The browser comes back to the registered port, and to no other."""
    address = program.links("bolt")
    elsewhere = landing_with(address, redirect_uri="http://127.0.0.1:9/callback")
    require(mia.get(elsewhere).status == 403, "another port is refused")
    landing = server.landing(mia, "bolt", address, SCOPES[:1])
    require(mia.get(landing).status == 200, "the browser is told")
    program.hears("bolt was allowed less than is needed, so it is not linked")

    address = program.links("bolt")
    landing = server.landing(mia, "bolt", address, SCOPES)
    takes_the_right_one(mia, landing)
    program.hears("bolt is linked")
    program.say("accounts")
    program.hears("bolt · linked")
    eventually(lambda: sorted(server.given(mia, "bolt")) == [False, True],
               "the pair of less leave is given back")
    program.say("unlink bolt")
    program.hears("The provider knows")
    require(not any(server.given(mia, "bolt")), "it is taken back")

    landing = server.landing(mia, "tier", program.links("tier"), SCOPES)
    require(mia.get(landing).status == 200, "the browser is told")
    program.hears("tier is linked")
    program.say("unlink tier")
    program.hears("The provider refused it .HTTP 401")
    require(server.given(mia, "tier") == [True], "Glewlwyd takes nothing back from a public client")
    program.quits()


def by_code(server, mia, program):
    program.say("link lime")
    code = program.hears(r"type the code (\S+)\.").group(1)
    server.type_code(mia, "lime", code)
    program.hears("lime is linked")
    program.say("accounts")
    program.hears("lime · linked")
    program.say("unlink lime")
    program.hears("The provider knows")
    require(server.given(mia, "lime") == [False], "it is taken back")


def within_booking(server, mia, program, mobility):
    program.say("products for T1")
    program.hears("only puts it into the trip")
    program.say("book uber")
    code = program.hears(r"type the code (\S+)\.").group(1)
    require(not mobility.handed() and not mobility.record()["bookings"], "it waits for leave")
    server.type_code(mia, "uber", code)
    program.hears("uber is linked")
    program.hears("Then say accept, or decline")
    program.say("accept")
    program.hears("Booked: T1.3, Uber X, Confirmed")
    require(len(mobility.record()["bookings"]) == 1, "it is booked")
    handed, = mobility.handed()
    access, refresh = handed["access_token"], handed["refresh_token"]
    require(server.is_active(access) and server.is_active(refresh), "both are good")
    require(server.refresh(refresh).status == 200, "there are others for them")
    program.say("accounts")
    program.hears("uber · linked")
    program.say("unlink uber")
    program.hears("The provider knows")
    program.hears("The service knows")
    require(not server.is_active(refresh), "it is taken back")
    # Glewlwyd says no more than that.
    require(server.refresh(refresh).status == 400, "there are no others")
    program.quits(access, refresh)
    return access, refresh


def main(usher, folder, root):
    home = os.path.join(folder, "usher")
    os.mkdir(home)
    redirects = {
        name: f"http://127.0.0.1:{free_port()}/callback" for name in ("bolt", "tier")}
    with Glewlwyd(root, os.path.join(folder, "server"), redirects).running() as server, \
            Mobility(home, server.oidc) as mobility:
        mia = server.signed_in("mia", "mia's password")
        configuration = configure(
            home, [server.provider(name, home) for name in CLIENTS], mobility.address)
        with Program(usher, home, configuration, at_terminal=True) as program:
            at_terminal(server, mia, program)
        with Program(usher, home, configuration, trip=mobility.trip) as program:
            by_code(server, mia, program)
            tokens = within_booking(server, mia, program, mobility)
    require_hidden(home, tokens)


if __name__ == "__main__":
    run(main)
