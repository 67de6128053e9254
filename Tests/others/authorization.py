"""Links accounts at an authorisation server that others have written: Authlib's, on Flask.

  Tests/with-others authlib      makes a Python that has both, and runs this with it

Arguments: the program, and a folder to work in. Ends with 0 if all holds. The server wants PKCE
with S256 of a public client that comes with a browser, and a secret by Basic of one that asks for a
code to be typed elsewhere; it rotates what it gives, and takes it back.
"""

import logging
import os
import threading
import time

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

from linking import Browser, Program, configure, require, require_hidden, run, write

REDIRECT = "http://127.0.0.1:8491/callback"


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


def configuration(origin, folder):
    common = {
        "token": f"{origin}/token", "revocation": f"{origin}/revoke",
        "scopes": ["profile", "request"]}
    return configure(folder, [
        {**common, "name": "bolt", "clientID": "bolt-client", "ways": ["paste"],
         "authorize": f"{origin}/authorize", "loopbackPort": 8491},
        {**common, "name": "lime", "clientID": "lime-client", "basic": True,
         "clientSecretFile": write(folder, "lime.secret", "lime-secret\n"),
         "device": f"{origin}/device"}])


def main(usher, folder):
    origin = serve()
    with Program(usher, folder, configuration(origin, folder)) as program:
        address = program.links("bolt")
        require(address.startswith(f"{origin}/authorize?"), address)
        answer = Browser().get(address)
        require(answer.status in (302, 303) and "code=" in answer.place, f"{answer.status}")
        program.say(answer.place)
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
        secrets = [text for one in tokens for text in (one.access, one.refresh) if text]
        program.quits(*secrets)
    require_hidden(folder, secrets)


if __name__ == "__main__":
    run(main)
