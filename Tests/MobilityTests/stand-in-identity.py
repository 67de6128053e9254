#!/usr/bin/env python3
"""An authorisation server to try usher's linking of accounts with: device flow (RFC 8628), code
with PKCE (RFC 7636), rotation of refresh tokens, revocation (RFC 7009). It fails as it is told to.

  endpoint   request
  metadata   GET  /.well-known/oauth-authorization-server · /.well-known/openid-configuration
  device     POST /device_authorization   client_id, scope
  authorize  GET  /authorize              the person gives leave at once: 302 with code, state, iss
  token      POST /token                  the grants device_code, authorization_code, refresh_token
  revoke     POST /revoke                 token
  userinfo   GET  /userinfo               Authorization: Bearer
  page       GET  /device?user_code=…     for people

How a test steers it; nothing of this is recorded:

  POST /control {"token": ["lost", "ok"], "settings": {…}, "reset": true}
                each member replaces what was told before; "reset" comes first; a mistake changes
                nothing and is answered 400
  POST /approve {"user_code": "WDJB-MJHT", "user": "mia"}   without a code the one asked for last
  POST /deny    {"user_code": …} · POST /expire {"user_code": …}
  GET  /record  {"connections", "calls": […], "forgotten", "devices": […], "families": […],
                "issued", "refreshed", "reused"}

An outcome is what becomes of the next call of an endpoint; when none is left, all is well:

  everywhere    "ok" · {"status": 503, "body": …, "headers": {"Retry-After": "7"}} or 503 alone ·
                "html" · "hang" · "closed" (nothing is done) · "lost" (acts, then closes without an
                answer) · "late 300" (acts, answers so many ms later) · "cut" · {"octets": "text"} ·
                "big 3000000" · "redirect" · "empty"
                {"error": "slow_down"} with status 400; further members are told, too
                {"with": {…}, "without": […]}: the good answer with and without members
  device        "pending 3" (approved by itself after three polls) · "no interval" · "text interval"
                · "no complete" · "short life" · "http address" · "controls"
  token         "pending" · "slow_down" · "deny" · "expire" · "429" · "no refresh" · "no expires_in"
                · "narrower scope" · "upper-case type" · "no access token" · "as page" · "invalid"
                (invalid_grant)
  authorize     "deny" · "wrong state" · "no state" · "no iss" · "wrong iss" · "no code"
  revoke        "unsupported" (400) · 503

Settings: "rotation" (true), "reuse" ("revoke" ends the family when a used token comes back; "grace"
lets the last one work until its successor is used), "redirects" (list), "ports" ("any" on loopback,
or "exact"), "pkce" (true; false: a server that refuses S256), "consent" (true: a page, no redirect),
"user", "expires_in", "interval", "life" (of a device code, seconds), "enforce" (slow_down for polls
that come too early).

Clients: "usher" is public, "usher-secret" has the secret "canary-client-secret" (Basic or body).
Tokens and codes begin with "canary-". It listens on the loopback interface only. The first line it
prints is its address.
"""

import argparse
import base64
import hashlib
import json
import os
import random
import re
import signal
import sys
import threading
import time
from collections import defaultdict
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, unquote, urlencode, urlsplit

BODY_OCTETS_MAX = 1 << 20
ANSWER_OCTETS_MAX = 64 << 20
WAIT_SECONDS_MAX = 600
CALLS_MAX = 10_000
KEPT_MAX = 1_000  # Of codes and of families each.
CLIENTS = {"usher": None, "usher-secret": "canary-client-secret"}
LETTERS = "BCDFGHJKLMNPQRSTVWXZ"  # Of user codes: no vowels, so that no words appear.
DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"
VERIFIER = re.compile(r"[A-Za-z0-9._~-]{43,128}\Z")
CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}\Z")

SETTINGS = {
    "rotation": True, "reuse": "revoke", "redirects": ["http://127.0.0.1/callback"], "ports": "any",
    "pkce": True, "consent": False, "user": "mia", "expires_in": 3_600, "interval": 5, "life": 900,
    "enforce": False,
}


# What is asked and answered.


@dataclass
class Call:
    """One request, as the functions of the endpoints see it."""
    method: str
    path: str
    query: dict
    headers: object
    text: str
    endpoint: str = None

    @property
    def form(self):
        return dict(parse_qsl(self.text, keep_blank_values=True))


@dataclass
class Answer:
    """A status and what is told: a JSON value, a page, or None for nothing."""
    status: int = 200
    told: object = None
    headers: dict = field(default_factory=dict)
    kind: str = "application/json"

    @property
    def octets(self):
        if self.told is None:
            return b""
        if self.kind != "application/json":
            return self.told.encode()
        return json.dumps(self.told, ensure_ascii=False).encode()


class NotSo(Exception):
    """An answer that ends a request early."""

    def __init__(self, answer):
        super().__init__(answer.status)
        self.answer = answer


def refusal(name, status=400, **more):
    return NotSo(Answer(status, {"error": name, **more}))


def page(title, status=200):
    told = f"<!doctype html><title>{title}</title><p>{title}</p>\n"
    return Answer(status, told, kind="text/html; charset=utf-8")


class Identifiers:
    """Counted ones, or with a seed such as nobody guesses."""

    def __init__(self, seed):
        self.seed = seed
        self.reset()

    def reset(self):
        self.counts = defaultdict(int)
        self.chance = None if self.seed is None else random.Random(self.seed)

    def next(self, kind):
        self.counts[kind] += 1
        told = self.counts[kind] if self.chance is None else f"{self.chance.getrandbits(96):024x}"
        return f"canary-{kind}-{told}"

    def user_code(self):
        self.counts["user-code"] += 1
        chance = self.chance or random.Random(self.counts["user-code"])
        letters = "".join(chance.choice(LETTERS) for _ in range(8))
        return f"{letters[:4]}-{letters[4:]}"


@dataclass
class Device:
    """A device code and how it stands: pending, approved, denied, expired or spent."""
    code: str
    user_code: str
    client: str
    scope: str
    begun: float
    state: str = "pending"
    user: str = None
    polls: int = 0
    polled: float = None
    interval: float = 0
    approved_after: int = None


@dataclass
class Family:
    """The tokens that come from one leave, the latest refresh token last."""
    id: int
    client: str
    scope: str
    user: str
    is_active: bool = True
    refresh: list = field(default_factory=list)
    access: list = field(default_factory=list)


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256

    def handle_error(self, request, address):
        # The other side gave up: what some tests are about.
        if Exchange.is_logging or not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, address)


class Identity:
    """What was told and what was seen, shared by the threads of all connections."""

    def __init__(self, origin, seed):
        self.lock = threading.RLock()
        self.origin = origin
        self.identifiers = Identifiers(seed)
        self.connections = 0
        self.begin = time.monotonic()
        self.reset()

    def reset(self):
        self.identifiers.reset()
        self.queues = {name: [] for name in QUEUED}
        self.settings = dict(SETTINGS)
        self.devices, self.codes, self.families = [], {}, []
        self.calls, self.forgotten = [], 0
        self.issued = self.refreshed = self.reused = 0

    # Controls.

    def control(self, told):
        queues = {name: value for name, value in told.items() if name in QUEUED}
        settings = told.get("settings", {})
        for name in set(told) - set(queues) - {"settings", "reset"}:
            raise ValueError(f"no endpoint is called {name}")
        for name, value in settings.items():
            if type(value) is not type(SETTINGS.get(name)):
                raise ValueError(f"no setting is {name} {value}")
        for name, outcomes in queues.items():
            for outcome in outcomes:
                named(name, outcome)
        if told.get("reset"):
            self.reset()
        for name, outcomes in queues.items():
            self.queues[name] = list(outcomes)
        self.settings.update(settings)
        return {}

    def approve(self, told):
        device = self.device_told(told)
        device.state, device.user = "approved", told.get("user", self.settings["user"])
        return {"user_code": device.user_code}

    def deny(self, told):
        self.device_told(told).state = "denied"
        return {}

    def expire(self, told):
        self.device_told(told).state = "expired"
        return {}

    def device_told(self, told):
        bare = lambda code: re.sub(r"[^A-Z]", "", code.upper())
        wanted = told.get("user_code")
        device = next((one for one in reversed(self.devices)
                       if wanted is None or bare(one.user_code) == bare(wanted)), None)
        if device is None or device.state != "pending":
            raise ValueError("no such code is waiting")
        return device

    def record(self):
        return {
            "connections": self.connections, "calls": self.calls, "forgotten": self.forgotten,
            "devices": [{"user_code": one.user_code, "state": one.state, "polls": one.polls,
                         "client": one.client, "scope": one.scope} for one in self.devices],
            "families": [{"user": one.user, "client": one.client, "scope": one.scope,
                          "active": one.is_active, "refresh": one.refresh, "access": one.access}
                         for one in self.families],
            "issued": self.issued, "refreshed": self.refreshed, "reused": self.reused}

    def remember(self, call, connection, outcome, line):
        if len(self.calls) >= CALLS_MAX:
            self.forgotten += 1
            return
        self.calls.append({
            "endpoint": call.endpoint, "method": call.method, "path": call.path,
            "query": call.query, "line": line, "headers": dict(call.headers.items()),
            "body": call.text, "form": call.form, "connection": connection, "outcome": outcome,
            "ms": int((time.monotonic() - self.begin) * 1000)})

    # Endpoints.

    def get_metadata(self, call):
        return Answer(200, {
            "issuer": self.origin, "authorization_endpoint": f"{self.origin}/authorize",
            "token_endpoint": f"{self.origin}/token",
            "revocation_endpoint": f"{self.origin}/revoke",
            "device_authorization_endpoint": f"{self.origin}/device_authorization",
            "userinfo_endpoint": f"{self.origin}/userinfo",
            "response_types_supported": ["code"],
            "grant_types_supported": list(GRANTS),
            "code_challenge_methods_supported": ["S256"] if self.settings["pkce"] else ["plain"],
            "authorization_response_iss_parameter_supported": True,
            "token_endpoint_auth_methods_supported": [
                "none", "client_secret_basic", "client_secret_post"]})

    def client(self, call):
        """Who asks, by Basic or by members of the body."""
        told = call.form
        name, secret = told.get("client_id"), told.get("client_secret")
        scheme, _, basic = call.headers.get("Authorization", "").partition(" ")
        if scheme.lower() == "basic":
            try:
                pair = base64.b64decode(basic, validate=True).decode().partition(":")
            except ValueError:
                raise refusal("invalid_client", 401) from None
            name, secret = unquote(pair[0]), unquote(pair[2])
        if name not in CLIENTS or CLIENTS[name] != secret:
            raise refusal("invalid_client", 401)
        return name

    def post_device(self, call):
        client = self.client(call)
        if len(self.devices) >= KEPT_MAX:
            raise refusal("temporarily_unavailable", 503)
        device = Device(
            self.identifiers.next("device"), self.identifiers.user_code(), client,
            call.form.get("scope", ""), time.monotonic(), interval=self.settings["interval"])
        self.devices.append(device)
        address = f"{self.origin}/device"
        return Answer(200, {
            "device_code": device.code, "user_code": device.user_code,
            "verification_uri": address,
            "verification_uri_complete": f"{address}?user_code={device.user_code}",
            "expires_in": self.settings["life"], "interval": self.settings["interval"]})

    def get_authorize(self, call):
        told = call.query
        redirect = told.get("redirect_uri", "")
        if told.get("client_id") not in CLIENTS or not self.is_registered(redirect):
            return page("The client or its redirect address is not known", 400)
        if self.settings["consent"]:
            return page("May usher act for you?")
        if told.get("response_type") != "code":
            return self.landing(call, error="unsupported_response_type")
        if not self.settings["pkce"]:
            return self.landing(call, error="invalid_request",
                                error_description="code_challenge_method S256 is not supported")
        if (told.get("code_challenge_method") != "S256"
                or not CHALLENGE.match(told.get("code_challenge", ""))):
            return self.landing(call, error="invalid_request",
                                error_description="PKCE with S256 is required")
        code = self.identifiers.next("code")
        if len(self.codes) < KEPT_MAX:
            self.codes[code] = {**told, "user": self.settings["user"], "family": None}
        return self.landing(call, code=code)

    def landing(self, call, **told):
        """Where the browser is sent: back to the client."""
        told = {**told, "state": call.query.get("state"), "iss": self.origin}
        told = {name: value for name, value in told.items() if value is not None}
        redirect = call.query["redirect_uri"]
        joint = "&" if "?" in redirect else "?"
        return Answer(302, None, {"Location": redirect + joint + urlencode(told)})

    def is_registered(self, redirect):
        def without_port(address):
            parts = urlsplit(address)
            if parts.hostname not in ("127.0.0.1", "::1"):
                return address
            return parts._replace(netloc=parts.hostname).geturl()
        same = without_port if self.settings["ports"] == "any" else str
        try:
            return same(redirect) in map(same, self.settings["redirects"])
        except ValueError:
            return False

    def post_token(self, call):
        grant = GRANTS.get(call.form.get("grant_type"))
        if grant is None:
            raise refusal("unsupported_grant_type")
        return grant(self, call, self.client(call))

    def device_grant(self, call, client):
        device = next((one for one in self.devices
                       if one.code == call.form.get("device_code") and one.client == client), None)
        if device is None:
            raise refusal("invalid_grant")
        now = time.monotonic()
        device.polls += 1
        is_early = device.polled is not None and now - device.polled < device.interval
        device.polled = now
        if device.state == "pending" and now - device.begun > self.settings["life"]:
            device.state = "expired"
        if device.state == "pending" and device.approved_after is not None:
            if device.polls > device.approved_after:
                device.state, device.user = "approved", self.settings["user"]
        if device.state == "pending" and is_early and self.settings["enforce"]:
            device.interval += 5
            raise refusal("slow_down")
        if device.state != "approved":
            raise refusal(DEVICE_ERRORS[device.state])
        device.state = "spent"
        return self.first_tokens(client, device.scope, device.user)

    def code_grant(self, call, client):
        told = call.form
        code = self.codes.get(told.get("code"))
        if code is None or code["client_id"] != client:
            raise refusal("invalid_grant")
        if code["family"] is not None:
            code["family"].is_active = False  # A code that comes back may have been stolen.
            raise refusal("invalid_grant", error_description="the code was used before")
        verifier = told.get("code_verifier", "")
        digest = hashlib.sha256(verifier.encode()).digest()
        challenge = base64.urlsafe_b64encode(digest).rstrip(b"=").decode()
        if not VERIFIER.match(verifier) or challenge != code["code_challenge"]:
            raise refusal("invalid_grant", error_description="the verifier does not fit")
        if told.get("redirect_uri") != code["redirect_uri"]:
            raise refusal("invalid_grant", error_description="another redirect_uri")
        answer = self.first_tokens(client, code.get("scope", ""), code["user"])
        code["family"] = self.families[-1]
        return answer

    def refresh_grant(self, call, client):
        token = call.form.get("refresh_token")
        family = next((one for one in self.families
                       if token in one.refresh and one.client == client), None)
        if family is None or not family.is_active:
            raise refusal("invalid_grant")
        newest = family.refresh[-1]
        is_grace = self.settings["reuse"] == "grace" and token in family.refresh[-2:]
        if token != newest and not is_grace:
            self.reused += 1
            family.is_active = False
            raise refusal("invalid_grant", error_description="the token was used before")
        self.refreshed += 1
        if token != newest:
            family.refresh.pop()  # The lost one never was.
        return self.tokens(family, rotates=self.settings["rotation"])

    def first_tokens(self, client, scope, user):
        if len(self.families) >= KEPT_MAX:
            raise refusal("temporarily_unavailable", 503)
        family = Family(len(self.families) + 1, client, scope, user)
        self.families.append(family)
        self.issued += 1
        return self.tokens(family, rotates=True)

    def tokens(self, family, rotates):
        family.access = (family.access + [self.identifiers.next("access")])[-KEPT_MAX:]
        if rotates:
            family.refresh = (family.refresh + [self.identifiers.next("refresh")])[-KEPT_MAX:]
        return Answer(200, {
            "access_token": family.access[-1], "token_type": "Bearer",
            "expires_in": self.settings["expires_in"], "refresh_token": family.refresh[-1],
            "scope": family.scope}, {"Cache-Control": "no-store"})

    def post_revoke(self, call):
        client = self.client(call)
        token = call.form.get("token")
        if token is None:
            raise refusal("invalid_request")
        for family in self.families:
            if family.client == client and token in family.refresh + family.access:
                family.is_active = False
        return Answer(200)  # Also for a token that nobody knows (RFC 7009, 2.2).

    def get_userinfo(self, call):
        scheme, _, token = call.headers.get("Authorization", "").partition(" ")
        family = next((one for one in self.families
                       if one.is_active and token in one.access), None)
        if scheme.lower() != "bearer" or family is None:
            return Answer(401, {"error": "invalid_token"},
                          {"WWW-Authenticate": 'Bearer error="invalid_token"'})
        return Answer(200, {"sub": f"sub-{family.user}", "email": f"{family.user}@example.org",
                            "name": family.user.capitalize()})

    def get_page(self, call):
        return page(f"Enter {call.query.get('user_code', 'your code')}".replace("<", ""))

    def answer(self, call):
        """The documented answer, after everything that it does."""
        try:
            return ENDPOINT_OF[call.endpoint](self, call)
        except NotSo as told:
            return told.answer


DEVICE_ERRORS = {"pending": "authorization_pending", "denied": "access_denied",
                 "expired": "expired_token", "spent": "invalid_grant"}
GRANTS = {DEVICE_GRANT: Identity.device_grant, "authorization_code": Identity.code_grant,
          "refresh_token": Identity.refresh_grant}
ENDPOINTS = {
    ("GET", "/.well-known/oauth-authorization-server"): ("metadata", Identity.get_metadata),
    ("GET", "/.well-known/openid-configuration"): ("metadata", Identity.get_metadata),
    ("POST", "/device_authorization"): ("device", Identity.post_device),
    ("GET", "/authorize"): ("authorize", Identity.get_authorize),
    ("POST", "/token"): ("token", Identity.post_token),
    ("POST", "/revoke"): ("revoke", Identity.post_revoke),
    ("GET", "/userinfo"): ("userinfo", Identity.get_userinfo),
    ("GET", "/device"): ("page", Identity.get_page),
}
ENDPOINT_OF = dict(ENDPOINTS.values())
QUEUED = tuple(ENDPOINT_OF)
CONTROLS = {
    ("POST", "/control"): Identity.control, ("POST", "/approve"): Identity.approve,
    ("POST", "/deny"): Identity.deny, ("POST", "/expire"): Identity.expire,
}


# Outcomes. Each is handed the exchange, the call, and what stood beside its name.


def tell(exchange, call, told):
    exchange.send(exchange.act(call))


def tell_status(exchange, call, told):
    body, headers = told.get("body"), told.get("headers", {})
    if isinstance(body, str):
        exchange.send_octets(told["status"], body.encode(), headers)
    else:
        exchange.send(Answer(told["status"], body, headers))


def tell_error(exchange, call, told):
    exchange.send(Answer(400, told))


def tell_page(exchange, call, told):
    exchange.send(page("Hello"))


def hang(exchange, call, told):
    exchange.rfile.read(1)  # Ends when the other side hangs up.
    exchange.close_connection = True


def close(exchange, call, told):
    exchange.close_connection = True


def lose(exchange, call, told):
    exchange.act(call)
    exchange.close_connection = True


def tell_late(exchange, call, told):
    answer = exchange.act(call)
    time.sleep(min(told or 0, WAIT_SECONDS_MAX * 1000) / 1000)
    exchange.send(answer)


def tell_cut(exchange, call, told):
    octets = exchange.act(call).octets
    exchange.send_octets(200, octets, {}, cut=told or len(octets) // 2 or 1)


def tell_octets(exchange, call, told):
    exchange.wfile.write((told or "\x00\x01no HTTP at all\r\n\r\n").encode()[:ANSWER_OCTETS_MAX])
    exchange.close_connection = True


def tell_big(exchange, call, told):
    exchange.send_octets(200, b'"' + b"x" * min(told or 0, ANSWER_OCTETS_MAX) + b'"', {})


def redirect(exchange, call, told):
    other = exchange.identity.origin.replace("127.0.0.1", "localhost") + "/elsewhere"
    exchange.send(Answer(302, None, {"Location": told or other}))


def tell_nothing(exchange, call, told):
    exchange.act(call)
    exchange.send(Answer(200))


def tell_changed(exchange, call, told):
    """The good answer with and without members; a redirect has them in its address."""
    answer = exchange.act(call)
    if answer.status == 302:
        address, _, query = answer.headers["Location"].partition("?")
        query = changed(dict(parse_qsl(query)), told)
        answer.headers["Location"] = f"{address}?{urlencode(query)}"
    elif isinstance(answer.told, dict):
        answer.told = changed(answer.told, told)
        answer.kind = told.get("kind", answer.kind)
        answer.told = json.dumps(answer.told) if "kind" in told else answer.told
    exchange.send(answer)


def changed(members, told):
    left = {name: value for name, value in members.items() if name not in told.get("without", ())}
    return {**left, **told.get("with", {})}


def tell_pending(exchange, call, told):
    answer = exchange.act(call)
    if answer.status == 200:
        exchange.identity.devices[-1].approved_after = told or 0
    exchange.send(answer)


def tell_narrower(exchange, call, told):
    answer = exchange.act(call)
    if answer.status == 200:
        answer.told["scope"] = answer.told["scope"].split(" ")[0]
    exchange.send(answer)


OUTCOMES = {
    "ok": tell, "status": tell_status, "error": tell_error, "html": tell_page, "hang": hang,
    "closed": close, "lost": lose, "late": tell_late, "cut": tell_cut, "octets": tell_octets,
    "big": tell_big, "redirect": redirect, "empty": tell_nothing, "with": tell_changed,
    "without": tell_changed,
}
WHOLE = ("status", "error", "with", "without")  # Handed the whole object.
# What only one endpoint can do, by its name there: an outcome and what stands beside it.
OUTCOMES_OF = {
    "device": {
        "pending": (tell_pending, None),
        "no interval": (tell_changed, {"without": ["interval"]}),
        "text interval": (tell_changed, {"with": {"interval": "5"}}),
        "no complete": (tell_changed, {"without": ["verification_uri_complete"]}),
        "short life": (tell_changed, {"with": {"expires_in": 12}}),
        "http address": (tell_changed, {"with": {
            "verification_uri": "http://provider.example/device",
            "verification_uri_complete": "http://provider.example/device?user_code=X"}}),
        "controls": (tell_changed, {"with": {"user_code": "AB\u001b[2J\r\n250 Booked"}}),
    },
    "token": {
        "pending": (tell_error, {"error": "authorization_pending"}),
        "slow_down": (tell_error, {"error": "slow_down"}),
        "deny": (tell_error, {"error": "access_denied"}),
        "expire": (tell_error, {"error": "expired_token"}),
        "invalid": (tell_error, {"error": "invalid_grant"}),
        "429": (tell_status, {"status": 429, "headers": {"Retry-After": "7"}}),
        "no refresh": (tell_changed, {"without": ["refresh_token"]}),
        "no expires_in": (tell_changed, {"without": ["expires_in"]}),
        "narrower scope": (tell_narrower, None),
        "upper-case type": (tell_changed, {"with": {"token_type": "BEARER"}}),
        "no access token": (tell_changed, {"without": ["access_token"]}),
        "as page": (tell_changed, {"kind": "text/html"}),
    },
    "authorize": {
        "deny": (tell_changed, {"without": ["code"], "with": {"error": "access_denied"}}),
        "wrong state": (tell_changed, {"with": {"state": "another"}}),
        "no state": (tell_changed, {"without": ["state"]}),
        "no iss": (tell_changed, {"without": ["iss"]}),
        "wrong iss": (tell_changed, {"with": {"iss": "https://other.example"}}),
        "no code": (tell_changed, {"without": ["code"]}),
    },
    "revoke": {"unsupported": (tell_error, {"error": "unsupported_token_type"})},
}


def named(endpoint, outcome):
    """The function of an outcome, and what it is handed."""
    own = OUTCOMES_OF.get(endpoint, {})
    if isinstance(outcome, int) and not isinstance(outcome, bool) and 200 <= outcome <= 599:
        return tell_status, {"status": outcome}
    if isinstance(outcome, str) and outcome in own:
        return own[outcome]
    if isinstance(outcome, str):
        name, _, number = outcome.partition(" ")
        found = own.get(name, (OUTCOMES.get(name),))[0]
        if found and name not in WHOLE and (not number or number.isdecimal()):
            return found, int(number) if number else None
    if isinstance(outcome, dict):
        name = next((name for name in outcome if name in OUTCOMES or name in own), None)
        if name in own:
            return own[name][0], outcome[name]
        if name is not None:
            return OUTCOMES[name], outcome if name in WHOLE else outcome[name]
    raise ValueError(f"no outcome of {endpoint} is called {outcome}")


# The way in.


class Exchange(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Head and body leave in two writes; without this the second waits 40 ms for a receipt.
    disable_nagle_algorithm = True
    timeout = WAIT_SECONDS_MAX
    identity = None
    is_logging = False

    def setup(self):
        super().setup()
        with self.identity.lock:
            self.identity.connections += 1
            self.connection_number = self.identity.connections

    def log_message(self, format, *arguments):
        if self.is_logging:
            super().log_message(format, *arguments)

    def do_GET(self):
        self.take()

    def do_POST(self):
        self.take()

    def take(self):
        length = self.headers.get("Content-Length", "0")
        if ("Transfer-Encoding" in self.headers or not length.isdecimal()
                or int(length) > BODY_OCTETS_MAX):
            self.close_connection = True
            return self.send(Answer(413))
        text = self.rfile.read(int(length)).decode("utf-8", "backslashreplace")
        address = urlsplit(self.path)
        if self.command == "GET" and address.path == "/record":
            with self.identity.lock:
                return self.send(Answer(200, self.identity.record()))
        if (self.command, address.path) in CONTROLS:
            return self.steer(CONTROLS[self.command, address.path], text)
        call = Call(self.command, address.path,
                    dict(parse_qsl(address.query, keep_blank_values=True)), self.headers, text)
        call.endpoint = ENDPOINTS.get((call.method, call.path), (None,))[0]
        with self.identity.lock:
            queue = self.identity.queues.get(call.endpoint)
            outcome = queue.pop(0) if queue else "ok"
            self.identity.remember(call, self.connection_number, outcome, self.requestline)
        if call.endpoint is None:
            return self.send(Answer(404, {"error": "not_found"}))
        function, argument = named(call.endpoint, outcome)
        function(self, call, argument)

    def steer(self, control, text):
        try:
            with self.identity.lock:
                answer = Answer(200, control(self.identity, json.loads(text or "{}")))
        except (ValueError, TypeError, KeyError, AttributeError) as fault:
            answer = Answer(400, {"error": f"{type(fault).__name__}: {fault}"})
        self.send(answer)

    def act(self, call):
        with self.identity.lock:
            return self.identity.answer(call)

    def send(self, answer):
        self.send_octets(
            answer.status, answer.octets, {"Content-Type": answer.kind, **answer.headers})

    def send_octets(self, status, octets, headers, cut=0):
        self.send_response_only(status)
        for name, value in {"Content-Type": "application/json", **headers}.items():
            self.send_header(name, str(value))
        self.send_header("Content-Length", str(len(octets)))
        self.end_headers()
        self.wfile.write(octets[:max(len(octets) - cut, 0)])
        if cut:
            self.close_connection = True


def end_with_input(server):
    def wait():
        # Not the buffered input: its lock, held by this thread, stops an end by SIGTERM.
        while os.read(0, 4096):
            pass
        server.shutdown()
    threading.Thread(target=wait, daemon=True).start()


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--port", type=int, default=0, help="0 (as is) for any that is free")
    parser.add_argument(
        "--seed", type=int, help="tokens and codes drawn with this seed in place of counted ones")
    parser.add_argument(
        "--control", type=json.loads, default={}, metavar="JSON", help="as told to POST /control")
    parser.add_argument(
        "--end-with-input", action="store_true", help="end when standard input ends")
    parser.add_argument(
        "--log", action="store_true", help="write a line a request to standard error")
    options = parser.parse_args()
    server = Server(("127.0.0.1", options.port), Exchange)
    origin = f"http://127.0.0.1:{server.server_address[1]}"
    Exchange.identity = Identity(origin, options.seed)
    Exchange.identity.control(options.control)
    Exchange.is_logging = options.log
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(0))
    print(origin, flush=True)
    if options.end_with_input:
        end_with_input(server)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
