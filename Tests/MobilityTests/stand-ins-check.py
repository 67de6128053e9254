#!/usr/bin/env python3
"""Checks that the stand-in mobility service and the stand-in identity server do what their help
says: starts both on the loopback interface, asks for everything once, and goes through all outcomes.
It ends with 0 if all is as promised; it takes a few seconds.
"""

import base64
import hashlib
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qsl, urlencode, urljoin, urlsplit

HERE = os.path.dirname(os.path.abspath(__file__))
RIDE = "/booking/v1/trip-1/leg-ride"
SECONDS_MAX = 50
checks = 0


def check(claim, is_so, seen=None):
    global checks
    checks += 1
    if not is_so:
        raise AssertionError(f"{claim}; seen: {str(seen)[:800]}")


class Told:
    """An answer as it came."""

    def __init__(self, status, headers, octets):
        self.status, self.headers, self.octets = status, headers, octets

    @property
    def json(self):
        return json.loads(self.octets)

    def __repr__(self):
        return f"{self.status} {self.octets[:400]}"


class Peer:
    """One of the stand-ins as a process, asked over connections of its own."""

    def __init__(self, script, arguments=(), headers=None):
        self.process = subprocess.Popen(
            [sys.executable, os.path.join(HERE, script), "--end-with-input", *arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.origin = self.process.stdout.readline().decode().strip()
        self.headers = headers or {}

    def ask(self, method, address, body=None, seconds=5, **headers):
        parts = urlsplit(urljoin(self.origin, address))
        connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=seconds)
        try:
            text = body if isinstance(body, (str, type(None))) else json.dumps(body)
            path = parts.path + (f"?{parts.query}" if parts.query else "")
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, text and text.encode(), {**self.headers, **named})
            answer = connection.getresponse()
            return Told(answer.status, answer.headers, answer.read())
        finally:
            connection.close()

    def get(self, address, **more):
        return self.ask("GET", address, **more)

    def post(self, address, body=None, **more):
        return self.ask("POST", address, {} if body is None else body, **more)

    def post_form(self, address, seconds=5, **members):
        return self.ask("POST", address, urlencode(members), seconds)

    def control(self, **told):
        answer = self.post("/control", told)
        check("it is told what to do", answer.status == 200, answer)

    def record(self):
        return self.get("/record").json

    def vanishes(self, *asked, **more):
        """Whether the connection ends without an answer."""
        try:
            self.ask(*asked, **more)
        except (http.client.HTTPException, ConnectionError):
            return True
        return False

    def is_silent(self, *asked):
        try:
            self.ask(*asked, seconds=0.2)
        except (socket.timeout, TimeoutError):
            return True
        return False

    def end(self):
        self.process.stdin.close()
        self.process.stdout.close()
        check("it ends when its input ends", self.process.wait(5) == 0, self.process.returncode)


def ride(told):
    return next(leg for leg in told.json["groups"][0]["trips"][0]["segments"]
                if "booking" in leg)


def fields(form):
    return {one["id"]: one for group in form["form"] for one in group["fields"]}


def filled(form, **answers):
    """What is sent for a form: every field that is not read-only, with what came or is answered."""
    return {"input": [
        {"id": id, "type": one["type"], "value": answers.get(id, one.get("value"))}
        for id, one in fields(form).items()
        if not one.get("readOnly") and one["type"].lower() not in ("link", "external", "qrcode")
        and "form" not in one]}


BIKE = {"name": "Mia Wolf", "email": "mia@example.org", "password": "canary-typed",
        "acceptTermsAndConditions": True, "back": {"address": "Kalkweg 12"}}


# The mobility service.


def trips(service):
    told = service.get("/v1/trip.json?v=13").json
    trip = told["groups"][0]["trips"][0]
    check("the trip has four legs", len(trip["segments"]) == 4, trip)
    check("v=13 writes ISO", trip["depart"] == "2026-11-24T09:20:00+01:00", trip["depart"])
    seconds = service.get("/trip.json?v=11").json["groups"][0]["trips"][0]["depart"]
    check("v=11 writes seconds", seconds == 1795508400, seconds)
    hashes = {one["hashCode"]: one for one in told["segmentTemplates"]}
    check("each leg has its template",
          all(leg["segmentTemplateHashCode"] in hashes for leg in trip["segments"]), hashes)
    check("hashes are signed 64", any(one < 0 for one in hashes)
          and all(-(1 << 63) <= one < 1 << 63 for one in hashes), list(hashes))
    for name in ("shareURL", "temporaryURL", "saveURL"):
        again = service.get(trip[name] + "?v=13")
        check(f"{name} tells the trip", again.json["groups"][0]["trips"][0] == trip, again)
    check("unchanged is empty", service.get(trip["updateURL"]).octets == b"")
    check("there may be more trips", len(service.get("/trip.json?trips=3").json["groups"]) == 3)
    check("a key is wanted", service.get("/trip.json", X_TripGo_Key="x").status == 403)
    check("unknown is 404", service.get("/trip/nobody").json["errorCode"] == 1404)
    summer = Peer("stand-in-mobility.py", ["--date", "2027-07-01", "--seed", "7"], service.headers)
    told = summer.get("/trip.json?v=13").json["groups"][0]["trips"][0]
    check("another day", told["depart"] == "2027-07-01T09:20:00+02:00", told["depart"])
    check("ids by a seed", len(told["id"]) > 10, told["id"])
    summer.process.terminate()
    check("it ends by SIGTERM", summer.process.wait(5) == 0)
    summer.process.stdin.close()
    summer.process.stdout.close()


def products(service):
    service.control(reset=True)
    address = ride(service.get("/trip.json"))["booking"]["quickBookingsUrl"]
    listed = service.get(address + "?first=1&max=7").json
    check("six products", [one["productID"] for one in listed] == [
        "shuttle", "uber", "bike", "van", "ferry", "coach"], listed)
    check("pages", [one["index"] for one in service.get(address + "?first=3&max=2").json] == [3, 4])
    for one in listed[:5]:
        path = urlsplit(urljoin(address, one["bookingURL"])).path
        check("addresses of any form", path == f"{RIDE}/book/{one['productID']}", one)
    check("a page elsewhere", listed[5]["bookingURL"].startswith("https://coach.example/"))
    updated = service.get(urljoin(address, listed[1]["tripUpdateURL"]))
    check("the trip with the product", ride(updated)["booking"]["productID"] == "uber", updated)
    cost = updated.json["groups"][0]["trips"][0]["moneyCost"]
    check("its price", cost == 15.0, cost)
    check("its mode", any(one["modeIdentifier"] == "ps_tnc_UBER"
                          for one in updated.json["segmentTemplates"]), updated)


def direct(service):
    service.control(reset=True)
    before = ride(service.get("/trip.json"))["bookingHashCode"]
    calls = len(service.record()["calls"])
    told = service.post(f"{RIDE}/book/shuttle", {"input": [], "fares": []}).json
    leg = ride(service.get(told["updateURL"] + "?v=13"))
    confirmation = leg["booking"]["confirmation"]
    check("confirmed", confirmation["status"]["value"] == "PROVIDER_ACCEPTED", confirmation)
    check("another hash", leg["bookingHashCode"] != before)
    check("actions", [one["type"] for one in confirmation["actions"]] == ["CANCEL", "CALL"])
    record = service.record()
    check("one POST, one GET", [one["method"] for one in record["calls"][calls:]]
          == ["POST", "GET"], record["calls"])
    check("headers are kept", record["calls"][-1]["headers"]["X-TripGo-Key"] == "stand-in")
    service.post("/advance", {"leg": 3, "value": "ARRIVING"})
    status = ride(service.get("/trip.json"))["booking"]["confirmation"]["status"]
    check("advanced", status["title"] == "Arriving", status)
    service.post("/advance", {"leg": 3, "confirmation": "soon"})
    check("a confirmation as told", ride(service.get("/trip.json"))["booking"]["confirmation"]
          == "soon")
    service.control(reset=True)
    service.post(f"{RIDE}/book/shuttle")
    cancel = ride(service.get("/trip.json"))["booking"]["confirmation"]["actions"][0]
    check("asks first", cancel["isDestructive"] and cancel["confirmationMessage"], cancel)
    told = service.get(cancel["internalURL"]).json
    confirmation = ride(service.get(told["updateURL"]))["booking"]["confirmation"]
    check("cancelled", confirmation["status"]["value"] == "USER_CANCELED", confirmation)
    check("no cancel left", [one["type"] for one in confirmation["actions"]] == ["CALL"])
    check("not twice", service.get(cancel["internalURL"]).json["errorCode"] == 471)
    listed = service.get("/booking?first=1&max=5").json
    check("listed", listed["count"] == 1 and listed["bookings"][0]["trips"], listed)


def linking(service, identity):
    service.control(reset=True, settings={"identity": identity.origin})
    listed = service.get("/auth/DE_Berlin").json
    check("accounts", {one["provider"]: one["action"] for one in listed} == {
        "uber": "signin", "ferry": "signin", "nightbike": "signin", "metro": "logout"}, listed)
    check("by mode", len(service.get("/auth/DE_Berlin?mode=ps_tnc_UBER").json) == 1)
    check("elsewhere none", service.get("/auth/XX_None").json == [])
    check("446", service.post(f"{RIDE}/book/uber").json["errorCode"] == 446)
    form = service.get("/auth/uber/signin").json
    check("own authorisation", form["type"] == "authForm"
          and fields(form)["tokenURL"]["value"] == identity.origin + "/token", form)
    check("no token", service.post(form["action"]["url"], filled(form)).json["missing"])
    sent = filled(form, access_token="canary-access", expires_in="60", refresh_token="")
    check("hidden fields are sent", [one["id"] for one in sent["input"]]
          == ["access_token", "refresh_token", "expires_in"], sent)
    check("linked", service.post(form["action"]["url"], sent).status == 204)
    agreement = service.post(f"{RIDE}/book/uber").json
    check("an agreement", {"auth", "disregardURL"} <= set(fields(agreement)), agreement)
    done = service.post(agreement["action"]["url"]).json
    check("booked", done["action"]["done"] and done["refreshURLForSourceObject"], done)
    service.post("/expire", {"provider": "uber"})
    refused = service.post(f"{RIDE}/book/uber").json
    check("460", refused["errorCode"] == 460 and refused["recovery"].endswith("/auth/uber/signin"))
    service.post(form["action"]["url"], sent)
    check("linked anew", "form" in service.post(f"{RIDE}/book/uber").json)
    check("logout", service.get("/auth/uber/logout").json == {"changed": True})
    service.control(settings={"unlinked": "form"})
    form = service.post(f"{RIDE}/book/uber").json
    check("a form in place of 446", form["type"] == "authForm", form)
    told = service.post(form["action"]["url"], filled(form, access_token="canary-2")).json
    check("goes on with the booking", "auth" in fields(told), told)
    page = fields(service.get("/auth/ferry/signin").json)["oauth"]["value"]
    service.get(page, X_TripGo_Key="")
    check("linked on a page", service.get("/auth/DE_Berlin?mode=ps_drt_ferry").json[0]["action"]
          == "logout")
    form = service.get("/auth/nightbike/signin").json
    wrong = filled(form, username="mia", email="mia@example.org", password="wrong")
    check("a wrong password", service.post(form["action"]["url"], wrong).json["invalid"])
    signing_in(service)


def signing_in(service):
    check("a login without a name", service.post("/account/login", {}).status == 400)
    check("a wrong login", service.post(
        "/account/login", {"username": "mia", "password": "wrong"}).status == 401)
    told = service.post("/account/login", {"username": "mia", "password": "canary-pass"})
    check("signed in", told.status == 201, told)
    token = told.json["userToken"]
    check("known", service.get("/booking", userToken=token).status == 200)
    service.post("/expire", {"user": "mia"})
    check("expired", service.get("/booking", userToken=token).json["errorCode"] == 401)
    service.control(settings={"requiresSignIn": True})
    check("444", service.get("/booking").json["errorCode"] == 444)


def forms(service):
    service.control(reset=True)
    form = service.get(f"{RIDE}/book/bike").json
    kinds = {one["type"].lower() for one in fields(form).values()}
    check("every type of field", kinds == {
        "string", "text", "number", "stepper", "time", "password", "switch", "option", "address",
        "datetime", "link", "external", "bookingform", "authform", "paymentform", "qrcode",
        "hologram"}, kinds)
    missing = service.post(form["action"]["url"], filled(form)).json
    check("missing and invalid", "name" in missing["missing"] and missing["invalid"], missing)
    done = service.post(form["action"]["url"], filled(form, **BIKE)).json
    check("booked", done["action"]["done"], done)
    actions = ride(service.get(done["refreshURLForSourceObject"]))["booking"]["confirmation"]
    unlock = next(one for one in actions["actions"] if one["type"] == "UNLOCK")
    check("unlocked", service.post(unlock["internalURL"], {"input": []}).status == 204)
    names = ("string text number stepper time password switch option address datetime link external"
             " bookingForm authForm paymentForm qrcode unknown plain milliseconds iso card"
             " authorisation oauth login disabled status rate refreshed fresher").split()
    for name in names:
        service.control(book=[{"form": name}])
        told = service.post(f"{RIDE}/book/shuttle").json
        check(f"the form {name}", told["id"] == name and fields(told), told)
        if name in ("string", "option", "switch"):
            sent = filled(told, name="Mia")
            check("goes on", "updateURL" in service.post(told["action"]["url"], sent).json)
    service.control(book=[{"form": "forever"}, {"form": "refreshing"}, {"form": "nested 40"},
                          {"form": "fresh"}])
    told = service.post(f"{RIDE}/book/shuttle").json
    for _ in range(3):
        told = service.get(told["refreshURL"]).json
    check("for ever", "refreshURL" in told, told)
    told = service.post(f"{RIDE}/book/shuttle").json
    check("refreshed", service.get(told["refreshURL"]).json["id"] == "refreshed")
    told, depth = service.post(f"{RIDE}/book/shuttle").json, 0
    while "form" in told:
        told, depth = told["form"][0]["fields"][0], depth + 1
    check("nested", depth == 40, depth)
    told = service.post(f"{RIDE}/book/shuttle").json
    told = service.post(told["action"]["url"], filled(told)).json
    check("a new version", "basket" in fields(told), told)
    service.control(reset=True, settings={"bikePages": ["string", "switch"], "formFlow": True})
    booking = ride(service.get("/trip.json"))["booking"]
    check("a form flow", "quickBookingsUrl" not in booking, booking)
    form = service.get(booking["url"]).json
    form = service.post(form["action"]["url"], filled(form, name="Mia")).json
    check("the second page", form["id"] == "switch", form)
    check("booked", service.post(form["action"]["url"], filled(form)).json["action"]["done"])


def options(service):
    service.control(reset=True, settings={"inputs": ["SINGLE_CHOICE", "TERMS", "NUMBER",
                    "LONG_TEXT", "MULTIPLE_CHOICE", "RETURN_TRIP"]})
    van = service.get(f"{RIDE}/quick").json[3]
    check("inputs", len(van["input"]) == 6, van)
    check("missing", service.post(van["bookingURL"]).json["missing"] == ["purpose", "terms"])
    service.control(settings={"inputs": []})
    told = service.post(van["bookingURL"], {"input": [], "fares": []}).json
    check("some can, one cannot", len(told["availableList"]) == 2
          and len(told["unavailableList"]) == 1, told)
    address = told["availableList"][0]["bookingURL"]
    check("no fare", service.post(address).json["missing"] == ["fares"])
    both = [{"id": "adult", "value": 2}, {"id": "child", "value": 1}]
    check("one kind only", service.post(
        told["availableList"][1]["bookingURL"], {"fares": both}).json["invalid"])
    check("each once", service.post(address, {"fares": both + both}).json["invalid"])
    quote = service.post(address, {"fares": both}).json
    check("8.50", quote["review"][0]["price"] == 850, quote)
    wallet = quote["paymentOptions"][0]
    check("by its method", service.get(wallet["url"]).status == 405)
    told = service.ask(wallet["method"], wallet["url"], {}).json
    confirmation = ride(service.get(told["updateURL"]))["booking"]["confirmation"]
    check("paid", confirmation["purchase"]["price"] == 8.5, confirmation)
    booking = service.record()["bookings"][-1]
    check("fares", booking["fares"] == {"adult": 2, "child": 1}, booking)
    ticket = confirmation["tickets"][0]
    check("not active yet", ticket["status"] == "UNACTIVATED", ticket)
    check("active", service.post(f"/ticket/{ticket['id']}").json["status"] == "ACTIVE")
    quote = service.post(f"{RIDE}/book/ferry").json
    payments = {one["paymentMode"]: one for one in quote["paymentOptions"]}
    check("payments", list(payments) == ["FREE", "WALLET", "INVOICE", "INTERNAL"], payments)
    count = len(service.record()["bookings"])
    told = service.post(payments["INTERNAL"]["url"]).json
    check("a card books nothing", "clientSecret" in told
          and len(service.record()["bookings"]) == count, told)
    check("free", "updateURL" in service.get(payments["FREE"]["url"]).json)
    check("the coach is booked elsewhere", service.post(f"{RIDE}/book/coach").status == 404)


BOOK = ("POST", f"{RIDE}/book/shuttle", {})
# Outcome: what of the answer, and how many bookings are made.
TOLD = [
    ("ok", lambda told: "updateURL" in told.json, 1),
    ({"status": 503, "body": {"a": 1}, "headers": {"Retry-After": "7"}},
     lambda told: (told.status, told.headers["Retry-After"], told.json) == (503, "7", {"a": 1}), 0),
    ({"status": 200, "body": "no {json"}, lambda told: told.octets == b"no {json", 0),
    (502, lambda told: (told.status, told.octets) == (502, b""), 0),
    ({"error": {"errorCode": "460"}}, lambda told: told.json == {"errorCode": "460"}, 0),
    ("refuse", lambda told: told.json["errorCode"] == 470, 0),
    ({"refuse": 471}, lambda told: told.json["errorCode"] == 471, 0),
    ("html", lambda told: told.headers["Content-Type"].startswith("text/html"), 0),
    ("big 3000000", lambda told: len(told.octets) == 3_000_002, 0),
    ("gzip 100000", lambda told: len(told.octets) < 1_000, 0),
    ("deep 200", lambda told: told.octets == b"[" * 200 + b"]" * 200, 0),
    ("late 150", lambda told: "updateURL" in told.json, 1),
    ({"late": 50, "then": "html"}, lambda told: b"Hello" in told.octets, 0),
    ("redirect", lambda told: told.status == 302 and "localhost" in told.headers["Location"], 0),
    ({"redirect": "https://else.example/"},
     lambda told: told.headers["Location"] == "https://else.example/", 0),
    ("empty", lambda told: (told.status, told.octets) == (200, b""), 1),
    ("204", lambda told: told.status == 204, 1),
    (204, lambda told: told.status == 204, 1),
    ({"form": "string"}, lambda told: told.json["id"] == "string", 0),
    ("agreement", lambda told: "url" in told.json["action"], 0),
    ({"agreement": {"page": False}}, lambda told: "value" not in fields(told.json)["auth"], 0),
    ({"confirm": "PROCESSING"}, lambda told: "updateURL" in told.json, 1),
    ("noconfirm", lambda told: "updateURL" in told.json, 1),
]
VANISHING = [("cut", 1), ("cut 10", 1), ({"octets": "250 Booked\r\n"}, 0), ("lost", 1),
             ("closed", 0), ({"late": 30, "then": "lost"}, 1)]


def outcomes(service):
    for outcome, fits, count in TOLD:
        service.control(reset=True, book=[outcome])
        told = service.ask(*BOOK)
        check(f"{outcome}", fits(told), told)
        check(f"{outcome} books", len(service.record()["bookings"]) == count, outcome)
    for outcome, count in VANISHING:
        service.control(reset=True, book=[outcome])
        check(f"{outcome} vanishes", service.vanishes(*BOOK), outcome)
        check(f"{outcome} books", len(service.record()["bookings"]) == count, outcome)
    service.control(reset=True, book=["hang"])
    check("hangs", service.is_silent(*BOOK) and not service.record()["bookings"])
    service.control(reset=True, book=[{"confirm": "PROCESSING"}])
    service.ask(*BOOK)
    status = lambda: ride(service.get("/trip.json"))["booking"].get("confirmation")
    check("waiting", status()["status"]["value"] == "PROCESSING", status())
    service.control(reset=True, book=["noconfirm"])
    service.ask(*BOOK)
    check("no confirmation", status() is None, status())
    service.post("/advance", {"leg": 3, "value": "ACCEPTED"})
    check("now there is", status()["status"]["value"] == "ACCEPTED", status())
    service.control(reset=True, linked=["uber"], agreement=["agreement"])
    first = service.post(f"{RIDE}/book/uber").json
    second = service.post(first["action"]["url"]).json
    check("an agreement twice", "auth" in fields(second), second)
    service.control(reset=True, book=[{"agreement": {"action": False}}])
    told = service.ask(*BOOK).json
    check("without an action", "url" not in told["action"], told)
    check("the same again accepts", "updateURL" in service.ask(*BOOK).json)
    each = ("trip update auth signin logout login products book form agreement options pay action"
            " hook booking ticket").split()
    service.control(reset=True, **{name: ["html"] for name in each})
    for mistake in ({"boook": ["ok"]}, {"book": ["okay"]}, {"settings": {"x": 1}},
                    {"book": [{"form": "nothing"}]}, {"settings": {"bikePages": ["x"]}}, []):
        check("a mistake is told", service.post("/control", mistake).status == 400, mistake)
    check("in any endpoint", b"Hello" in service.get("/trip.json").octets)


def changes(service):
    service.control(reset=True)
    called = []

    class Listener(BaseHTTPRequestHandler):
        def do_POST(self):
            called.append(self.headers["x-word"])
            self.send_response_only(204)
            self.end_headers()

    listener = HTTPServer(("127.0.0.1", 0), Listener)
    threading.Thread(target=listener.serve_forever, daemon=True).start()
    hook = {"url": f"http://127.0.0.1:{listener.server_address[1]}/", "headers": {"x-word": "7"}}
    check("a hook", service.post("/trip/hook/trip-1", hook).status == 204)
    check("loopback only", service.post("/trip/hook/trip-1", {"url": "http://a.example"}).status
          == 400)
    old = service.get("/trip.json").json["groups"][0]["trips"][0]
    told = service.post("/rename", {"minutes": 5, "insert": True}).json
    trip = service.get(old["updateURL"] + "&v=13").json["groups"][0]["trips"][0]
    check("another id and address", trip["id"] == told["id"] != old["id"]
          and trip["updateURL"] == told["updateURL"] != old["updateURL"], trip)
    check("moved", [leg["id"] for leg in trip["segments"]] == [
        "leg-walk-1", "leg-u2", "leg-walk-3", "leg-ride", "leg-walk-2"], trip["segments"])
    check("later", trip["segments"][3]["startTime"] == "2026-11-24T09:45:00+01:00", trip)
    check("old addresses hold", "updateURL" in service.ask(*BOOK).json)
    service.post("/rename", {"legs": True})
    leg = ride(service.get("/trip.json"))
    check("other ids of legs", leg["id"] != "leg-ride" and "confirmation" in leg["booking"], leg)
    service.post("/drop", {"leg": "leg-ride"})
    told = service.get("/trip.json").json["groups"][0]["trips"][0]
    check("gone", not any("booking" in leg for leg in told["segments"]), told)
    until = time.monotonic() + 5
    while len(called) < 4 and time.monotonic() < until:
        time.sleep(0.01)
    check("the hook was called", called == ["7"] * 4, called)
    listener.shutdown()
    listener.server_close()
    check("no such leg", service.post("/drop", {"leg": 9}).status == 400)


# The identity server.

DEVICE = {"grant_type": "urn:ietf:params:oauth:grant-type:device_code", "client_id": "usher"}
REDIRECT = "http://127.0.0.1:4711/callback"
VERIFIER = "v" * 43
CHALLENGE = base64.urlsafe_b64encode(
    hashlib.sha256(VERIFIER.encode()).digest()).rstrip(b"=").decode()


def device_flow(identity):
    identity.control(reset=True)
    ask = lambda: identity.post_form("/device_authorization", client_id="usher", scope="a b")
    poll = lambda told: identity.post_form("/token", **DEVICE, device_code=told["device_code"])
    told = ask().json
    check("a code", told["interval"] == 5 and told["user_code"] in
          told["verification_uri_complete"], told)
    check("pending", poll(told).json["error"] == "authorization_pending")
    identity.post("/approve", {"user_code": told["user_code"].lower(), "user": "leo"})
    tokens = poll(told).json
    check("tokens", tokens["token_type"] == "Bearer" and tokens["scope"] == "a b", tokens)
    check("once", poll(told).json["error"] == "invalid_grant")
    who = identity.get("/userinfo", Authorization=f"Bearer {tokens['access_token']}").json
    check("who", who["email"] == "leo@example.org", who)
    for control, error in (("/deny", "access_denied"), ("/expire", "expired_token")):
        told = ask().json
        identity.post(control)
        check(error, poll(told).json["error"] == error)
    identity.control(device=["pending 2"])
    told = ask().json
    check("approved by itself", [poll(told).status for _ in range(3)] == [400, 400, 200])
    for outcome, fits in (
            ("no interval", lambda told: "interval" not in told),
            ("text interval", lambda told: told["interval"] == "5"),
            ("no complete", lambda told: "verification_uri_complete" not in told),
            ("short life", lambda told: told["expires_in"] == 12),
            ("http address", lambda told: told["verification_uri"].startswith("http://pro")),
            ("controls", lambda told: "\x1b" in told["user_code"]),
            ({"with": {"interval": -1}}, lambda told: told["interval"] == -1)):
        identity.control(device=[outcome])
        told = ask().json
        check(outcome, fits(told), told)
    polls = ["slow_down", "429", 503, "html", "pending", "deny", "expire", "invalid"]
    identity.control(token=polls)
    told = [poll(told) for _ in polls]
    check("all polls", [one.status for one in told] == [400, 429, 503, 200] + [400] * 4, told)
    check("Retry-After", told[1].headers["Retry-After"] == "7")
    identity.control(settings={"enforce": True})
    told = ask().json
    check("too early", [poll(told).json["error"] for _ in range(2)]
          == ["authorization_pending", "slow_down"])
    check("an unknown client", identity.post_form(
        "/device_authorization", client_id="x").status == 401)


def code_flow(identity):
    def authorize(**more):
        asked = {"client_id": "usher", "response_type": "code", "redirect_uri": REDIRECT,
                 "state": "s1", "scope": "a b", "code_challenge": CHALLENGE,
                 "code_challenge_method": "S256", **more}
        told = identity.get("/authorize?" + urlencode(asked))
        return told, dict(parse_qsl(urlsplit(told.headers.get("Location", "")).query))

    def redeem(code, **more):
        return identity.post_form("/token", **{
            "grant_type": "authorization_code", "client_id": "usher", "code": code,
            "redirect_uri": REDIRECT, "code_verifier": VERIFIER, **more})

    identity.control(reset=True)
    _, back = authorize()
    check("back", back["state"] == "s1" and back["iss"] == identity.origin, back)
    tokens = redeem(back["code"])
    check("tokens", tokens.status == 200, tokens)
    check("a code is used once", redeem(back["code"]).json["error"] == "invalid_grant")
    check("and its family ended", not identity.record()["families"][0]["active"])
    check("another verifier", redeem(authorize()[1]["code"], code_verifier="w" * 43).status == 400)
    check("another redirect", redeem(
        authorize()[1]["code"], redirect_uri="http://127.0.0.1/callback").status == 400)
    check("plain", authorize(code_challenge_method="plain")[1]["error"] == "invalid_request")
    check("PKCE is required", authorize(code_challenge="")[1]["error"] == "invalid_request")
    check("an unknown redirect", authorize(redirect_uri="http://127.0.0.1/x")[0].status == 400)
    for outcome, fits in (
            ("deny", lambda back: back["error"] == "access_denied" and "code" not in back),
            ("wrong state", lambda back: back["state"] != "s1"),
            ("no state", lambda back: "state" not in back),
            ("no iss", lambda back: "iss" not in back),
            ("wrong iss", lambda back: back["iss"] != identity.origin),
            ("no code", lambda back: "code" not in back)):
        identity.control(authorize=[outcome])
        _, back = authorize()
        check(outcome, fits(back), back)
    identity.control(settings={"ports": "exact"})
    check("the port is exact", authorize()[0].status == 400)
    identity.control(settings={"redirects": [REDIRECT], "pkce": False})
    check("S256 refused", authorize()[1]["error"] == "invalid_request")
    identity.control(settings={"consent": True})
    check("a page", authorize()[0].status == 200)
    basic = base64.b64encode(b"usher-secret:canary-client-secret").decode()
    asked = urlencode({"grant_type": "refresh_token", "refresh_token": "x"})
    check("Basic", identity.ask("POST", "/token", asked, Authorization=f"Basic {basic}").json[
        "error"] == "invalid_grant")
    check("in the body", redeem("x", client_id="usher-secret",
                                client_secret="canary-client-secret").status == 400)
    check("a wrong secret", redeem("x", client_id="usher-secret", client_secret="x").status == 401)


def tokens_of(identity):
    told = identity.post_form("/device_authorization", client_id="usher", scope="a b").json
    identity.post("/approve")
    return lambda: identity.post_form("/token", **DEVICE, device_code=told["device_code"])


def tokens(identity):
    refresh = lambda token: identity.post_form(
        "/token", grant_type="refresh_token", client_id="usher", refresh_token=token)
    identity.control(reset=True)
    first = tokens_of(identity)().json
    second = refresh(first["refresh_token"]).json
    check("rotated", second["refresh_token"] != first["refresh_token"], second)
    check("reuse is told", refresh(first["refresh_token"]).json["error"] == "invalid_grant")
    check("and ends the family", refresh(second["refresh_token"]).status == 400)
    check("and is counted", identity.record()["reused"] == 1)
    identity.control(settings={"reuse": "grace"})
    first = tokens_of(identity)().json["refresh_token"]
    identity.control(token=["lost"])
    check("lost", identity.vanishes("POST", "/token", urlencode({
        "grant_type": "refresh_token", "client_id": "usher", "refresh_token": first})))
    check("grace", refresh(first).status == 200)
    second = refresh(first)
    check("grace until the successor is used", second.status == 200, second)
    third = refresh(second.json["refresh_token"])
    check("the successor is used", third.status == 200 and refresh(first).status == 400)
    identity.control(settings={"rotation": False})
    first = tokens_of(identity)().json["refresh_token"]
    check("no rotation", refresh(first).json["refresh_token"] == first)
    for outcome, fits in (
            ("no refresh", lambda told: "refresh_token" not in told),
            ("no expires_in", lambda told: "expires_in" not in told),
            ("narrower scope", lambda told: told["scope"] == "a"),
            ("upper-case type", lambda told: told["token_type"] == "BEARER"),
            ("no access token", lambda told: "access_token" not in told),
            ("as page", lambda told: "access_token" in told)):
        poll = tokens_of(identity)
        identity.control(token=[outcome])
        told = poll()
        check(outcome, told.status == 200 and fits(told.json), told)
    token = refresh(first).json["access_token"]
    identity.control(revoke=["unsupported", 503, "hang"])
    revoke = lambda told: identity.post_form("/revoke", client_id="usher", token=told)
    check("400", revoke(token).json["error"] == "unsupported_token_type")
    check("503", revoke(token).status == 503)
    check("hangs", identity.is_silent(
        "POST", "/revoke", urlencode({"client_id": "usher", "token": token})))
    check("unknown is 200", revoke("nobody's").status == 200)
    check("still good", refresh(first).status == 200)
    check("revoked", revoke(first).status == 200 and refresh(first).status == 400)
    check("userinfo", identity.get("/userinfo", Authorization=f"Bearer {token}").status == 401)


def faults(identity):
    identity.control(reset=True, metadata=[
        "big 2000", "redirect", "empty", "late 20", {"error": "x", "error_description": "y"},
        "cut", "octets", "closed"])
    ask = lambda: identity.get("/.well-known/oauth-authorization-server")
    check("big", len(ask().octets) == 2_002)
    check("redirect", ask().status == 302)
    check("empty", ask().octets == b"")
    check("late", ask().json["issuer"] == identity.origin)
    check("error", ask().json == {"error": "x", "error_description": "y"})
    for name in ("cut", "octets", "closed"):
        check(name, identity.vanishes("GET", "/.well-known/openid-configuration"))
    check("a page for people", b"AB-C" in identity.get("/device?user_code=AB-C").octets)
    check("unknown", identity.get("/x").status == 404)
    for mistake in ({"tokn": []}, {"token": ["okay"]}, {"device": ["deny"]},
                    {"settings": {"ports": 1}}):
        check("a mistake is told", identity.post("/control", mistake).status == 400, mistake)
    check("none waits", identity.post("/approve").status == 400)


def main():
    begin = time.monotonic()
    # A mask outlives exec: what is started here has to hear of SIGTERM, whoever started this.
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    threading.Timer(SECONDS_MAX, os._exit, [1]).start()
    service = Peer("stand-in-mobility.py", headers={"X-TripGo-Key": "stand-in"})
    identity = Peer("stand-in-identity.py")
    parts = [(trips, service), (products, service), (direct, service), (forms, service),
             (options, service), (outcomes, service), (changes, service),
             (linking, service, identity), (device_flow, identity), (code_flow, identity),
             (tokens, identity), (faults, identity)]
    status = 0
    for part, *peers in parts:
        try:
            part(*peers)
        except AssertionError as broken:
            print(f"{part.__name__}: not so: {broken}")
            status = 1
    service.end()
    identity.end()
    print(f"{checks} checks in {time.monotonic() - begin:.1f} s")
    sys.stdout.flush()
    os._exit(status)  # Without waiting for the timer.


if __name__ == "__main__":
    main()
