"""Links accounts at an authorisation server that others have written: Authlib's, on Flask.

  Tests/with-others authlib      makes a Python that has both, and runs this with it

Arguments: the program, and a folder to work in. Ends with 0 if all holds. The server wants PKCE
with S256 of a public client that comes with a browser, and a secret by Basic of one that asks for a
code to be typed elsewhere; it rotates what it gives, and takes it back.
"""

import json
import logging
import os
import queue
import re
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request

# All of it stays on this machine.
os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"

from authlib.integrations.flask_oauth2 import AuthorizationServer
from authlib.oauth2.rfc6749 import AuthorizationCodeMixin, ClientMixin, TokenMixin, grants
from authlib.oauth2.rfc7009 import RevocationEndpoint
from authlib.oauth2.rfc7636 import CodeChallenge
from authlib.oauth2.rfc8628 import (
    DEVICE_CODE_GRANT_TYPE, DeviceAuthorizationEndpoint, DeviceCodeGrant, DeviceCredentialDict)
from flask import Flask, request
from werkzeug.serving import make_server

PATIENCE_SECONDS = 30
REDIRECT = "http://127.0.0.1:8491/callback"


class Violation(Exception):
    """Something that must never be."""


def require(holds, words):
    if not holds:
        raise Violation(words)


# The server: what Authlib wants to know of clients, codes and tokens, in memory.


class Client(ClientMixin):
    def __init__(self, name, secret, grant_types):
        self.client_id, self.secret, self.grant_types = name, secret, grant_types

    def get_client_id(self):
        return self.client_id

    def get_default_redirect_uri(self):
        return REDIRECT

    def get_allowed_scope(self, scope):
        return " ".join(set(scope.split()) & {"profile", "request"})

    def check_redirect_uri(self, redirect_uri):
        return redirect_uri == REDIRECT

    def check_client_secret(self, client_secret):
        return client_secret == self.secret

    def check_endpoint_auth_method(self, method, endpoint):
        return method == ("none" if self.secret is None else "client_secret_basic")

    def check_response_type(self, response_type):
        return response_type == "code"

    def check_grant_type(self, grant_type):
        return grant_type in self.grant_types


class Code(AuthorizationCodeMixin):
    def __init__(self, text, asked):
        self.text, self.client_id = text, asked.client.client_id
        payload = asked.payload
        self.redirect_uri, self.scope = payload.redirect_uri, payload.scope
        self.code_challenge = payload.data.get("code_challenge")
        self.code_challenge_method = payload.data.get("code_challenge_method")

    def get_redirect_uri(self):
        return self.redirect_uri

    def get_scope(self):
        return self.scope


class Token(TokenMixin):
    def __init__(self, told, client):
        self.access, self.refresh = told["access_token"], told.get("refresh_token")
        self.scope, self.client_id, self.is_gone = told.get("scope", ""), client, False

    def check_client(self, client):
        return client.client_id == self.client_id

    def get_scope(self):
        return self.scope

    def get_expires_in(self):
        return 3600

    def is_expired(self):
        return False

    def is_revoked(self):
        return self.is_gone


clients = {
    "bolt-client": Client("bolt-client", None, ["authorization_code", "refresh_token"]),
    "lime-client": Client("lime-client", "lime-secret", [DEVICE_CODE_GRANT_TYPE, "refresh_token"]),
}
codes, tokens, devices, approved = {}, [], {}, set()


class CodeGrant(grants.AuthorizationCodeGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["none"]

    def save_authorization_code(self, code, request):
        codes[code] = Code(code, request)

    def query_authorization_code(self, code, client):
        found = codes.get(code)
        return found if found and found.client_id == client.client_id else None

    def delete_authorization_code(self, authorization_code):
        del codes[authorization_code.text]

    def authenticate_user(self, authorization_code):
        return "mia"


class Devices(DeviceAuthorizationEndpoint):
    INTERVAL = 1

    def get_verification_uri(self):
        return request.host_url + "activate"

    def save_device_credential(self, client_id, scope, data):
        devices[data["device_code"]] = DeviceCredentialDict(
            {**data, "client_id": client_id, "scope": scope,
             "expires_at": time.time() + data["expires_in"]})


class TypedGrant(DeviceCodeGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["client_secret_basic"]

    def query_device_credential(self, device_code):
        return devices.get(device_code)

    def query_user_grant(self, user_code):
        return ("mia", True) if user_code in approved else None

    def should_slow_down(self, credential):
        return False


class Revocation(RevocationEndpoint):
    CLIENT_AUTH_METHODS = ["none", "client_secret_basic"]

    def query_token(self, token_string, token_type_hint):
        return next((one for one in tokens if token_string in (one.access, one.refresh)), None)

    def revoke_token(self, token, request):
        token.is_gone = True


def serve():
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    app = Flask("authorization")
    app.config["OAUTH2_REFRESH_TOKEN_GENERATOR"] = True
    server = AuthorizationServer(
        app, query_client=clients.get,
        save_token=lambda told, asked: tokens.append(Token(told, asked.client.client_id)))
    server.register_grant(CodeGrant, [CodeChallenge(required=True)])
    server.register_grant(TypedGrant)
    server.register_endpoint(Devices)
    server.register_endpoint(Revocation)
    app.get("/authorize")(lambda: server.create_authorization_response(
        grant=server.get_consent_grant(end_user="mia"), grant_user="mia"))
    app.post("/token", endpoint="token")(lambda: server.create_token_response())
    app.post("/device", endpoint="device")(
        lambda: server.create_endpoint_response(Devices.ENDPOINT_NAME))
    app.post("/revoke", endpoint="revoke")(
        lambda: server.create_endpoint_response(Revocation.ENDPOINT_NAME))
    http = make_server("127.0.0.1", 0, app)
    threading.Thread(target=http.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{http.port}"


# The program, and a browser.


class Program:
    def __init__(self, usher, folder, configuration):
        self.process = subprocess.Popen(
            [usher, "--config", configuration, "--store", os.path.join(folder, "usher.db"),
             "--gateway", "scripted", "--as", "mia"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            cwd=folder, env={**os.environ, "XDG_STATE_HOME": folder})
        self.lines = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))

    def say(self, line):
        print(f"  > {line.split('?')[0]}")
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def hears(self, pattern):
        """The line that holds a pattern, as soon as it comes."""
        until = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                line = self.lines.get(timeout=max(0, until - time.monotonic()))
            except queue.Empty:
                raise Violation(f"no {pattern} came") from None
            found = re.search(pattern, line)
            if found:
                print(f"  < {line.split('?')[0]}")
                return found


class NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


def landing(address):
    """Where a browser lands that gives leave."""
    try:
        answer = urllib.request.build_opener(NoRedirects).open(address, timeout=PATIENCE_SECONDS)
    except urllib.error.HTTPError as error:
        answer = error
    place = answer.headers.get("Location", "")
    require(answer.status in (302, 303) and "code=" in place, f"{answer.status}: {place}")
    return place


def configuration(origin, folder):
    key = os.path.join(folder, "service.key")
    secret = os.path.join(folder, "lime.secret")
    for path, text in ((key, "key\n"), (secret, "lime-secret\n")):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    common = {
        "token": f"{origin}/token", "revocation": f"{origin}/revoke",
        "scopes": ["profile", "request"]}
    path = os.path.join(folder, "usher.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"mobility": {
            # Nobody is asked there: no trip is known, so that no region is.
            "addresses": ["http://127.0.0.1:1/"], "keyFile": key, "providers": [
                {**common, "name": "bolt", "clientID": "bolt-client", "ways": ["paste"],
                 "authorize": f"{origin}/authorize", "loopbackPort": 8491},
                {**common, "name": "lime", "clientID": "lime-client", "basic": True,
                 "clientSecretFile": secret, "device": f"{origin}/device"}]}}, file)
    return path


def main(usher, folder):
    origin = serve()
    program = Program(usher, folder, configuration(origin, folder))

    program.say("link bolt")
    address = program.hears(r"^http://127\.0\.0\.1:\d+/authorize\?\S+$").group()
    require("code_challenge_method=S256" in address, address)
    program.say(landing(address))
    program.hears("bolt is linked")
    require(len(tokens) == 1 and not codes, "one pair is given, and its code is gone")

    program.say("link lime")
    code = program.hears(r"type the code (\S+)\.").group(1)
    approved.update({code, code.replace("-", "")})
    program.hears("lime is linked")
    require(len(tokens) == 2, "one pair more is given")

    program.say("accounts")
    program.hears("^bolt · linked")
    program.hears("^lime · linked")
    for provider, token in zip(("bolt", "lime"), tokens):
        program.say(f"unlink {provider}")
        program.hears("The provider knows")
        require(token.is_gone, f"the token of {provider} is taken back")
    program.process.stdin.close()
    require(program.process.wait(PATIENCE_SECONDS) == 0, "it ends well")
    secrets = [text for one in tokens for text in (one.access, one.refresh) if text]
    for parent, _, names in os.walk(folder):
        for name in names:
            with open(os.path.join(parent, name), "rb") as file:
                octets = file.read()
            for secret in secrets:
                require(secret.encode() not in octets, f"a token lies readable in {name}")


if __name__ == "__main__":
    work = os.path.join(sys.argv[2], "authlib")
    os.makedirs(work)
    try:
        main(os.path.realpath(sys.argv[1]), work)
    except Violation as violation:
        print(f"  {violation}")
        sys.exit(1)
