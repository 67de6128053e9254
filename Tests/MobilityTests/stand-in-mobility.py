#!/usr/bin/env python3
"""A mobility service to try usher with: a trip in Berlin, products for its third leg, bookings that
move nobody. It keeps the shapes of the documented service, remembers everything, and fails as told.

Every request needs the header X-TripGo-Key. Addresses in answers are absolute for some and relative
for others. `v=13` writes times as ISO 8601, less (or nothing) as seconds. A leading /v1 is ignored.

  endpoint   request
  trip       GET  /trip.json?trip=N or ?trips=N · /trip/{trip} · /trip/{share,save}/{trip}
  update     GET  /trip/update/{trip}?hash=H · /booking/v1/{trip}/{leg}/update/{product}
  hook       POST /trip/hook/{trip} {"url", "headers"}        called whenever the trip changes
  auth       GET  /auth/{region}?mode=ID                      DE_Berlin is the region with accounts
  signin     GET  /auth/{provider}/signin · POST /auth/signin/{provider}
  logout     GET  /auth/{provider}/logout
  login      POST /account/login {"username", "password"}     the password "wrong" is refused
  products   GET  /booking/v1/{trip}/{leg}/quick?first=1&max=7
  book       POST /booking/v1/{trip}/{leg}/book/{product}     GET, too, where it begins with a form
  form       GET, POST /booking/v1/{trip}/{leg}/form/{product}/{name}
  agreement  POST /booking/v1/{trip}/{leg}/agreement/{product}
  options    POST /booking/v1/{trip}/{leg}/options/{product}/{option}
  pay        GET, POST /booking/v1/{trip}/{leg}/pay/{quote}/{mode}
  action     GET, POST /booking/v1/{booking}/action/{name}    cancel unlock lock rate
  booking    GET  /booking?first=1&max=20
  ticket     POST /ticket/{ticket}
  page       GET  /page/…                                     for people, without a key

How a test steers it; nothing of this is recorded:

  POST /control {"book": ["lost", "ok"], "settings": {…}, "linked": ["uber"], "reset": true}
                each member replaces what was told before; "reset" comes first; a mistake changes
                nothing and is answered 400
  POST /advance {"leg": 3, "value": "ACCEPTED"}   a new status of the last booking of the leg; also
                "title", "subtitle", and "confirmation" (told as it is instead of the whole)
  POST /drop    {"leg": 3}                        the leg vanishes from the trip
  POST /rename  {"minutes": 5, "insert": true, "legs": true}   a new id of the trip; its last legs
                later, one more before the third, new ids of the legs
  POST /expire  {"user": "mia", "provider": "uber"}   a token is unknown; with "provider" not the
                user's but that provider's, which gets 460 until it is linked again
  GET  /record  {"connections", "calls": […], "forgotten", "bookings": […], "hooks": […],
                "linked": […]}

An outcome is what becomes of the next call of an endpoint; when none is left, all is well. "name 5"
and {"name": 5} are the same:

  "ok"                      the documented answer
  {"status": 503, "body": {…} or "text", "headers": {"Retry-After": "7"}}, or 503 alone
  {"error": {…}}            that, with status 200
  "refuse"                  error 470, or another as "refuse 471"; nothing is booked
  "html"                    a page
  "cut"                     acts, then half of the answer; "cut 10" without the last 10 octets
  {"octets": "text"}        exactly these octets instead of an HTTP answer
  "big 3000000"             a text of so many octets; "gzip 3000000" the same, compressed
  "deep 200"                lists in lists
  "hang"                    no answer until the other side gives up; nothing is done
  "late 300"                acts, and answers so many ms later; {"late": 300, "then": outcome}
  "lost"                    acts, then closes without an answer
  "closed"                  closes without an answer and without acting
  "redirect"                302 to the same server by another name, which must not be followed;
                            {"redirect": "address"} to that
  "empty", "204"            acts, and answers nothing
  {"form": "name"}          a form, see below; sending it goes on with the booking
  "agreement"               terms; {"agreement": {"page": false, "action": false}} leaves one out.
                            Without "action" the same request is the acceptance.
  {"confirm": "VALUE"}      done, with that status
  "noconfirm"               done, without a confirmation until /advance

Forms: one of each type of field (string text number stepper time password switch option address
datetime link external bookingForm authForm paymentForm qrcode unknown), all (every type), plain
(what has an answer), locked (a password in the third field), milliseconds, iso, card, authorisation, oauth, login, refreshing, forever,
fresh, disabled, status, rate, "nested 9".

Settings: "requiresSignIn" (444 without userToken), "unlinked" ("446" or "form"), "status" (after a
booking), "bikePages" (names of forms), "inputs" (types, of the van), "payments" (modes), "formFlow"
(the leg has booking.url in place of products), "ways" ({"uber": "own", "service" or "login"}),
"identity" (the origin of stand-in-identity.py).

It listens on the loopback interface only. The first line it prints is its address.
"""

import argparse
import gzip
import hashlib
import json
import os
import random
import re
import signal
import sys
import threading
import time
import urllib.request
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit
from zoneinfo import ZoneInfo

BODY_OCTETS_MAX = 1 << 20
ANSWER_OCTETS_MAX = 64 << 20
DEPTH_MAX = 1_000_000
WAIT_SECONDS_MAX = 600
CALLS_MAX = 10_000
KEPT_MAX = 1_000  # Of bookings, quotes and accepted terms each.
TRIPS_MAX = 9
ZONE = "Europe/Berlin"
REGION = "DE_Berlin"


# Tables: places, legs, products, providers, statuses.

PLACES = {
    "home": ("Kalkweg 12", 52.5025, 13.3420), "u1": ("U Birkenplatz", 52.5018, 13.3430),
    "u2": ("U Nordring", 52.5098, 13.2729), "gate": ("Campus, Gate 2", 52.5141, 13.2390),
    "house": ("Campus, House 1", 52.5150, 13.2377),
}


@dataclass(frozen=True)
class Leg:
    """A part of the trip; times in minutes after midnight."""
    id: str
    begin: int
    end: int
    origin: str
    destination: str
    mode: str
    kind: str
    action: str
    notes: str = ""
    cost: float = 0
    more: dict = field(default_factory=dict)


RIDE = "leg-ride"
LEGS = (
    Leg("leg-walk-1", 560, 566, "home", "u1", "wa_wal", "unscheduled", "Walk<DURATION>"),
    Leg("leg-u2", 566, 577, "u1", "u2", "pt_pub", "scheduled", "Take <LINE_NAME> <DIRECTION>",
        "<PLATFORM>\n<STOPS>", 3.8, {
            "serviceNumber": "U2", "serviceName": "U2", "serviceDirection": "Westhafen",
            "startPlatform": "Platform 1", "stops": 6, "realTimeStatus": "IS_REAL_TIME"}),
    Leg(RIDE, 580, 598, "u2", "gate", "ps_drt_campus", "unscheduled", "Take the shuttle<DURATION>",
        "about 4 km"),
    Leg("leg-walk-2", 598, 602, "gate", "house", "wa_wal", "unscheduled", "Walk<DURATION>"),
)
MODES = {"wa_wal": ("Walk", "walk"), "pt_pub": ("Underground", "subway")}
INSERTED = Leg("leg-walk-3", 577, 580, "u2", "u2", "wa_wal", "unscheduled", "Walk<DURATION>")


@dataclass(frozen=True)
class Product:
    """Something bookable; `steps` are what its booking goes through."""
    id: str
    title: str
    booking_title: str
    response: str
    mode: str
    provider: str
    steps: tuple
    price: float = None
    price_text: str = None
    eta: int = None
    address: str = "absolute"
    more: dict = field(default_factory=dict)
    vehicle: tuple = ("Minibus", "B-ST 1234")
    actions: tuple = ("cancel", "call")


PRODUCTS = {product.id: product for product in (
    Product("shuttle", "Campus shuttle", "Book shuttle", "DIRECT", "ps_drt_campus", "campus",
            ("booked",), 3.5, "3.50 €", 360, more={"subtitle": "Shared, six seats"}),
    Product("uber", "Uber X", "Request", "DIRECT", "ps_tnc_UBER", "uber",
            ("link", "agreement", "booked"), 11.2, "€10–12", 240, "rooted",
            {"surgeString": "1.4× surge", "subtitle": "Up to four people"},
            ("Grey saloon", "B-XY 77"), ("cancel", "call", "rate")),
    Product("bike", "Night bike", "Rent", "DIRECT", "ps_bss_night", "nightbike",
            ("form", "booked"), 1.5, "1.50 €", None, "beside", {}, ("Bike 7", "Dock 4"),
            ("cancel", "unlock", "code")),
    Product("van", "Van", "See vans", "OPTIONS", "ps_drt_van", "vans",
            ("options", "review", "booked"), None, None, 900, "rooted", {}, ("Van", "B-VA 20"),
            ("cancel", "call", "tickets")),
    Product("ferry", "Ferry", "Review", "REVIEW", "ps_drt_ferry", "ferry",
            ("review", "booked"), 2.2, "2.20 €", 1200, "absolute", {}, ("Boat", "Heron")),
    Product("coach", "Coach", "Open page", "EXTERNAL", "ps_drt_coach", "coach",
            (), 4, "from 4 €", None, "https://coach.example/tickets?from=nordring",
            {"bookingURLIsDeepLink": True}),
)}
VAN_OPTIONS = {
    "city": {"title": "City van", "bookingTitle": "Take City van", "singleFareOnly": False},
    "ramp": {"title": "Van with a ramp", "bookingTitle": "Take van with a ramp",
             "singleFareOnly": True, "warningMessage": "It may come 20 minutes later"},
}
VAN_UNAVAILABLE = [{"title": "Night van", "warningMessage": "It runs from 22:00 only"}]
FARES = {
    "adult": {"id": "adult", "name": "Adult", "description": "From 15 years", "price": 300,
              "currency": "EUR", "value": 1, "min": 0, "max": 4, "riders": ["ADULT"]},
    "child": {"id": "child", "name": "Child", "description": "6 to 14 years", "price": 250,
              "currency": "EUR", "value": 0, "min": 0, "max": 4, "riders": ["CHILD"]},
}
INPUTS = {
    "LONG_TEXT": {"id": "notes", "title": "Note for the driver", "required": False, "value": ""},
    "SINGLE_CHOICE": {"id": "purpose", "title": "Purpose", "required": True, "value": "",
                      "options": [{"id": "work", "title": "Work"},
                                  {"id": "visit", "title": "Visit", "lastUsed": True}]},
    "MULTIPLE_CHOICE": {"id": "aids", "title": "Aids", "required": False, "values": ["cane"],
                        "options": [{"id": "cane", "title": "Cane"},
                                    {"id": "chair", "title": "Wheelchair"}]},
    "RETURN_TRIP": {"id": "return", "title": "Return trip", "required": True, "value": ""},
    "NUMBER": {"id": "bags", "title": "Bags", "required": False, "minValue": 0, "maxValue": 3},
    "TERMS": {"id": "terms", "title": "Terms", "required": True, "urlValue": "page/terms/van"},
}
# Mode: method of the address, what else is told of it.
PAYMENTS = {
    "FREE": ("GET", {"description": "Staff pass", "discountedPrice": 0}),
    "WALLET": ("POST", {"description": "Campus wallet", "walletName": "Campus wallet"}),
    "INVOICE": ("GET", {"description": "Invoice to your department"}),
    "INTERNAL": ("POST", {"description": "Card"}),
    "EXTERNAL": ("GET", {"description": "Page of the ferry"}),
}
PAYMENTS_OF = {"van": ("WALLET", "INVOICE"), "ferry": ("FREE", "WALLET", "INVOICE", "INTERNAL")}
WALLET_CENTS = 2_000


@dataclass(frozen=True)
class Provider:
    """Whose account is needed for a mode, and in which way it is linked."""
    id: str
    mode: str
    name: str
    way: str


PROVIDERS = {provider.id: provider for provider in (
    Provider("uber", "ps_tnc_UBER", "Uber", "own"),
    Provider("ferry", "ps_drt_ferry", "Spree ferries", "service"),
    Provider("nightbike", "ps_bss_night", "Night bike", "login"),
    Provider("metro", "pt_pub", "Metro pass", "service"),
)}
LINKED_AT_START = ("metro",)
FORM_OF_WAY = {"own": "authorisation", "service": "oauth", "login": "login"}

STATUSES = {
    "PROCESSING": "Waiting for the provider", "PENDING": "Pending",
    "PENDING_CHANGES": "Changes pending", "STANDBY": "On the waiting list",
    "PROVIDER_ACCEPTED": "Confirmed", "USER_ACCEPTED": "Confirmed by you", "ACCEPTED": "Accepted",
    "CONFIRMED": "Confirmed", "SCHEDULED": "Scheduled", "ARRIVING": "Arriving",
    "IN_PROGRESS": "Under way", "PROVIDER_CANCELED": "Cancelled by the provider",
    "USER_CANCELED": "Cancelled by you", "CANCELLED": "Cancelled", "CANCELED": "Cancelled",
    "COMPLETED": "Completed",
}
OVER = ("PROVIDER_CANCELED", "USER_CANCELED", "CANCELLED", "CANCELED", "COMPLETED")

SETTINGS = {
    "requiresSignIn": False, "unlinked": "446", "status": "PROVIDER_ACCEPTED",
    "bikePages": ["all"], "inputs": [], "payments": None, "formFlow": False, "ways": {},
    "identity": "http://127.0.0.1:9",
}

# What a setting may be.
SETTING_FITS = {
    "requiresSignIn": lambda told: isinstance(told, bool),
    "unlinked": lambda told: told in ("446", "form"),
    "status": lambda told: told is None or isinstance(told, str),
    "bikePages": lambda told: told and all(name in FORMS for name in told),
    "inputs": lambda told: all(kind in INPUTS for kind in told),
    "payments": lambda told: told is None or all(mode in PAYMENTS for mode in told),
    "formFlow": lambda told: isinstance(told, bool),
    "ways": lambda told: all(way in FORM_OF_WAY for way in told.values()),
    "identity": lambda told: isinstance(told, str),
}

# Name: type of the form, its title, its fields, other members. "form" sends to the form's address.
FIELD_TYPES = (
    "string", "text", "number", "stepper", "time", "password", "switch", "option", "address",
    "datetime", "link", "external", "bookingForm", "authForm", "paymentForm", "qrcode", "unknown")
ANSWERED = (
    "string", "email", "phone", "number", "stepper", "time", "password", "switch", "terms",
    "option", "address", "datetime", "hidden", "paragraph")
TOKENS = ("access_token", "refresh_token", "expires_in")
OWN = TOKENS + ("provider", "clientID", "clientSecret", "authURL", "tokenURL", "scope",
                "accessTokenBasicAuth", "redirectUri")
FORMS = {
    **{kind: ("bookingForm", f"A field of type {kind}", (kind,), {}) for kind in FIELD_TYPES},
    "link": ("bookingForm", "Links", ("refresh", "get", "post", "link"), {}),
    "plain": ("bookingForm", "Night bike", ANSWERED, {}),
    "locked": ("bookingForm", "Night bike", ("string", "email", "password", "terms"), {}),
    "all": ("bookingForm", "Night bike",
            ANSWERED + ("text", "milliseconds", "link", "external", "qrcode", "unknown",
                        "bookingForm", "authForm", "paymentForm"), {}),
    "milliseconds": ("bookingForm", "A time in ms", ("milliseconds",), {}),
    "iso": ("bookingForm", "A time in words", ("iso",), {}),
    "card": ("paymentForm", "Pay by card", ("cardNo", "cvc", "expiryDate"), {}),
    "authorisation": ("authForm", "Authorisation", OWN, {}),
    "oauth": ("authForm", "Authorisation", ("oauth",) + TOKENS, {}),
    "login": ("authForm", "Sign in", ("user", "email", "password"), {}),
    "refreshing": ("bookingForm", "One moment", (), {"refresh": "refreshed"}),
    "refreshed": ("bookingForm", "Here it is", ("string",), {}),
    "forever": ("bookingForm", "One moment", (), {"refresh": "forever"}),
    "fresh": ("bookingForm", "Which one", ("fresh",), {}),
    "fresher": ("bookingForm", "Which one", ("fresh", "basket"), {}),
    "disabled": ("bookingForm", "Not now", ("string",), {"action": {"enabled": False}}),
    "status": ("statusForm", "How it stands", ("booking_status", "update_status"), {}),
    "rate": ("statusForm", "Rate your ride", ("rate", "feedback", "tip"), {}),
}
FORM_AFTER = {"refreshing": "refreshed", "fresh": "fresher"}
FOOTERS = {"all": "ok", "plain": "Your data are used for this ride only."}


def field_table(now, address, provider, identity):
    """Every field by its name; times lie around `now`, addresses are made by `address`."""
    def line(id, title, keyboard="TEXT", **more):
        return {"id": id, "type": "string", "title": title, "keyboardType": keyboard, **more}

    def hidden(id, value=None, **more):
        told = {} if value is None else {"value": value}
        return {"id": id, "type": "string", "hidden": True, "readOnly": False,
                "keyboardType": "TEXT", **told, **more}

    def link(id, title, method, target):
        return {"id": id, "type": "link", "title": title, "method": method, "value": target}

    def nested(type, title, field, target):
        return {"id": title.lower().replace(" ", "-"), "type": type, "title": title,
                "form": [{"title": title, "fields": [field]}],
                "action": {"title": "Next", "url": address(target), "enabled": True}}

    sizes = [{"title": "Small", "value": "s", "subtitle": "up to 1.65 m"},
             {"title": "Large", "value": {"frame": 58}, "sidetitle": "+0.50 €"}]
    seconds = int(now.timestamp())
    return {
        "string": line("name", "Name", required=True, placeHolder="First and last name"),
        "email": line("email", "E-mail", "EMAIL", required=True),
        "phone": line("phone", "Phone", "PHONE"),
        "text": {"id": "remark", "type": "text", "title": "Remark", "value": ""},
        "paragraph": {"id": "advice", "type": "text", "title": "Please note", "readOnly": True,
                      "value": "Lights are on the bike. Bring it back to any dock."},
        "hidden": hidden("offer", "night-7"),
        "number": {"id": "hours", "type": "NUMBER", "title": "Hours", "required": True,
                   "value": "2", "minValue": 1, "maxValue": 12},
        "stepper": {"id": "bikes", "type": "stepper", "title": "Bikes", "value": 1,
                    "minValue": 1, "maxValue": 4},
        "time": {"id": "pickup", "type": "time", "title": "Pick up at", "required": True,
                 "value": 34_800, "minValue": 21_600, "maxValue": 79_200},
        "password": {"id": "password", "type": "password", "title": "Password", "required": True},
        "switch": {"id": "helmet", "type": "switch", "title": "Helmet", "value": False},
        "terms": {"id": "acceptTermsAndConditions", "type": "switch", "required": True,
                  "title": "I accept the terms", "value": "false"},
        "option": {"id": "size", "type": "option", "title": "Size", "required": True,
                   "value": sizes[0], "allValues": sizes},
        "address": {"id": "back", "type": "address", "title": "Bring back to", "required": True},
        "datetime": {"id": "until", "type": "datetime", "title": "Until", "required": True,
                     "value": seconds, "timezone": ZONE},
        "milliseconds": {"id": "reminder", "type": "DATETIME", "title": "Remind me",
                         "value": seconds * 1000, "timezone": ZONE},
        "iso": {"id": "since", "type": "datetime", "title": "From", "value": now.isoformat(),
                "timezone": ZONE},
        "link": link("prices", "Prices", "external", "/page/prices"),
        "refresh": link("again", "Load again", "refresh", address("link")),
        "get": link("more", "More questions", "get", address("string")),
        "post": link("less", "Fewer questions", "post", address("switch")),
        "external": {"id": "page", "type": "external", "title": "Map of the docks",
                     "value": "/page/docks", "disregardURL": "/page/return/docks",
                     "nextURL": address("plain"), "nextHudText": "Looking",
                     "message": "Come back when you have chosen a dock."},
        "bookingForm": nested("bookingForm", "Cargo bike", line("load", "What do you carry"),
                              "string"),
        "authForm": nested("authForm", "Sign in first", line("member", "Member number"), "login"),
        "paymentForm": nested("paymentForm", "Pay at the stand", line("coupon", "Coupon"),
                              "string"),
        "qrcode": {"id": "code", "type": "qrcode", "title": "Your code", "value": "qrcode:NB-7"},
        "unknown": {"id": "mood", "type": "hologram", "title": "Mood", "value": {"colour": "blue"}},
        "cardNo": line("cardNo", "Card number", "NUMBER", required=True),
        "cvc": line("cvc", "Check number", "NUMBER", required=True),
        "expiryDate": line("expiryDate", "Good until", required=True),
        "user": line("username", "User name", required=True),
        "oauth": link("oauth", f"Go to {provider}", "external", f"/page/signin/{provider}"),
        "access_token": hidden("access_token"),
        "refresh_token": hidden("refresh_token"),
        "expires_in": hidden("expires_in"),
        "provider": hidden("provider", provider, readOnly=True),
        "clientID": hidden("clientID", "usher", readOnly=True),
        "clientSecret": hidden("clientSecret", "canary-client-secret", readOnly=True),
        "authURL": hidden("authURL", f"{identity}/authorize", readOnly=True),
        "tokenURL": hidden("tokenURL", f"{identity}/token", readOnly=True),
        "scope": hidden("scope", "profile request", readOnly=True),
        "accessTokenBasicAuth": hidden("accessTokenBasicAuth", "false", readOnly=True),
        "redirectUri": hidden("redirectUri", "http://127.0.0.1/callback", readOnly=True),
        "fresh": {"id": "kind", "type": "option", "title": "Kind", "refresh": True,
                  "value": {"title": "City", "value": "city"},
                  "allValues": [{"title": "City", "value": "city"},
                                {"title": "Cargo", "value": "cargo"}]},
        "basket": {"id": "basket", "type": "switch", "title": "Basket", "value": True},
        "booking_status": line("booking_status", "Status", value="pending", readOnly=True),
        "update_status": link("update_status", "Look again", "refresh", address("status")),
        "rate": {"id": "rate", "type": "stepper", "title": "Stars", "required": True, "value": 5,
                 "minValue": 1, "maxValue": 5},
        "feedback": line("feedback", "Feedback"),
        "tip": {"id": "tip", "type": "number", "title": "Tip in cents", "value": 0, "minValue": 0,
                "maxValue": 2_000},
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
    parts: dict = field(default_factory=dict)
    status: str = None  # What becomes of a booking, where an outcome says so.
    is_direct: bool = False  # Whether it is booked without any further step.

    @property
    def user(self):
        return self.headers.get("userToken", "")

    @property
    def body(self):
        try:
            told = json.loads(self.text or "{}")
        except ValueError:
            return None
        return told if isinstance(told, dict) else None

    def inputs(self):
        told = (self.body or {}).get("input")
        return {one["id"]: one.get("value", one.get("values"))
                for one in (told if isinstance(told, list) else [])
                if isinstance(one, dict) and isinstance(one.get("id"), str)}

    @property
    def writes_iso(self):
        version = self.query.get("v", "11")
        return version.isdecimal() and int(version[:9]) >= 12


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

    def __init__(self, status, told):
        super().__init__(status)
        self.answer = Answer(status, told)


def failure(code, text, title=None, isForUser=False, **more):
    named = {} if title is None else {"title": title}
    return {"error": text, "errorCode": code, "usererror": isForUser, **named, **more}


def page(title):
    told = f"<!doctype html><title>{title}</title><p>{title}</p>\n"
    return Answer(200, told, kind="text/html; charset=utf-8")


def hash64(*parts):
    digest = hashlib.sha256("|".join(map(str, parts)).encode()).digest()
    return int.from_bytes(digest[:8], "big", signed=True)


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
        told = self.counts[kind] if self.chance is None else f"{self.chance.getrandbits(48):012x}"
        return f"{kind}-{told}"


class Trip:
    """A trip as it stands: what it is called now, which legs it has, what is in it."""

    def __init__(self, number, day, identifiers):
        self.midnight = datetime(day.year, day.month, day.day) + timedelta(days=number - 1)
        self.names = [identifiers.next("trip")]
        self.legs = [(leg.id, leg) for leg in LEGS]
        self.minutes = Counter()  # How much later each leg is.
        self.chosen = "shuttle"
        self.hook = None

    @property
    def id(self):
        return self.names[-1]

    def leg(self, named):
        """By the number that people count, or by an id it has or had."""
        if isinstance(named, int) and 1 <= named <= len(self.legs):
            return self.legs[named - 1]
        return next(((id, leg) for id, leg in self.legs if named in (id, leg.id)), None)

    def moment(self, minutes):
        return (self.midnight + timedelta(minutes=minutes)).replace(tzinfo=ZoneInfo(ZONE))


class Service:
    """What was told and what was seen, shared by the threads of all connections."""

    def __init__(self, origin, key, day, seed):
        self.lock = threading.RLock()
        self.origin, self.key, self.day = origin, key, day
        self.identifiers = Identifiers(seed)
        self.connections = 0
        self.begin = time.monotonic()
        self.reset()

    def reset(self):
        self.identifiers.reset()
        self.queues = {name: [] for name in QUEUED}
        self.settings = dict(SETTINGS)
        self.linked = defaultdict(set, {"": set(LINKED_AT_START)})
        self.unlinked = set()
        self.refused = set()
        self.expired = set()
        self.users = {}
        self.trips = [Trip(1, self.day, self.identifiers)]
        self.bookings, self.quotes, self.agreed = [], {}, set()
        self.calls, self.forgotten, self.hooks = [], 0, []

    # Controls.

    def control(self, told):
        queues = {name: value for name, value in told.items() if name in QUEUED}
        settings = told.get("settings", {})
        for name in set(told) - set(queues) - {"settings", "linked", "reset"}:
            raise ValueError(f"no endpoint is called {name}")
        for name, value in settings.items():
            if name not in SETTINGS or not SETTING_FITS[name](value):
                raise ValueError(f"no setting is {name} {value}")
        for name, outcomes in queues.items():
            for outcome in outcomes:
                named(outcome)
        if told.get("reset"):
            self.reset()
        for name, outcomes in queues.items():
            self.queues[name] = list(outcomes)
        self.settings.update(settings)
        if "linked" in told:
            self.linked.clear()
            self.linked[""] = set(told["linked"])
            self.unlinked.clear()
            self.refused -= self.linked[""]
        return {}

    def advance(self, told):
        trip = self.control_trip(told)
        leg = self.control_leg(trip, told)
        booking = self.last_booking(trip, leg)
        if booking is None:
            raise ValueError("nothing is booked on that leg")
        if not isinstance(told.get("value", ""), str):
            raise ValueError("the value of a status is a text")
        for name in ("value", "title", "subtitle", "confirmation"):
            if name in told:
                booking["status" if name == "value" else name] = told[name]
        self.changed(trip)
        return {"booking": booking["id"]}

    def drop(self, told):
        trip = self.control_trip(told)
        leg = self.control_leg(trip, told)
        trip.legs = [(id, one) for id, one in trip.legs if one is not leg]
        self.changed(trip)
        return {}

    def rename(self, told):
        trip = self.control_trip(told)
        trip.names.append(self.identifiers.next("trip"))
        if told.get("insert") and all(leg is not INSERTED for _, leg in trip.legs):
            place = next((i for i, (_, leg) in enumerate(trip.legs) if leg.id == RIDE), 0)
            trip.legs.insert(place, (INSERTED.id, INSERTED))
        if told.get("legs"):
            trip.legs = [(self.identifiers.next("leg"), leg) for _, leg in trip.legs]
        for leg in LEGS[2:]:
            trip.minutes[leg.id] += told.get("minutes", 0)
        self.changed(trip)
        return {"id": trip.id, "updateURL": self.update_address(trip)}

    def expire(self, told):
        if "provider" in told:
            self.refused.add(told["provider"])
            return {}
        user = told.get("user", "")
        token = self.users.pop(user, user)
        self.expired.add(token)
        return {"userToken": token}

    def record(self):
        return {"connections": self.connections, "calls": self.calls, "forgotten": self.forgotten,
                "bookings": self.bookings, "hooks": self.hooks,
                "linked": sorted(set().union(*self.linked.values()))}

    def control_trip(self, told):
        return self.trip_named(told["trip"]) if "trip" in told else self.trips[0]

    def control_leg(self, trip, told):
        found = trip.leg(told.get("leg", 3))
        if found is None:
            raise ValueError("the trip has no such leg")
        return found[1]

    def remember(self, call, connection, outcome, line):
        if len(self.calls) >= CALLS_MAX:
            self.forgotten += 1
            return
        self.calls.append({
            "endpoint": call.endpoint, "method": call.method, "path": call.path,
            "query": call.query, "line": line, "headers": dict(call.headers.items()),
            "body": call.text, "connection": connection, "outcome": outcome,
            "ms": int((time.monotonic() - self.begin) * 1000)})

    # Addresses: some absolute, some relative to the server, some to the answer.

    def absolute(self, path):
        return self.origin + path

    def update_address(self, trip):
        return self.absolute(f"/trip/update/{trip.id}?hash={self.trip_hash(trip)}")

    def leg_path(self, call, verb):
        return f"/booking/v1/{call.parts['trip']}/{call.parts['leg']}/{verb}"

    def signin_address(self, provider):
        return self.absolute(f"/auth/{provider}/signin")

    # The trip.

    def trip_named(self, name):
        trip = next((one for one in self.trips if name in one.names), None)
        if trip is None:
            raise NotSo(404, failure(1404, "The trip is not known"))
        return trip

    def numbered(self, number):
        if not 1 <= number <= TRIPS_MAX:
            raise NotSo(404, failure(1404, "There is no such trip"))
        while len(self.trips) < number:
            self.trips.append(Trip(len(self.trips) + 1, self.day, self.identifiers))
        return self.trips[number - 1]

    def get_trip(self, call):
        if "trip" in call.parts:
            trips = [self.trip_named(call.parts["trip"])]
        elif "trips" in call.query:
            count = whole(call.query["trips"], 1, TRIPS_MAX)
            trips = [self.numbered(number + 1) for number in range(count)]
        else:
            trips = [self.numbered(whole(call.query.get("trip", "1"), 1, TRIPS_MAX))]
        return Answer(200, self.routing(trips, call))

    def get_update(self, call):
        trip = self.trip_named(call.parts["trip"])
        if "product" in call.parts:
            trip.chosen = self.product(call).id
        elif call.query.get("hash") == str(self.trip_hash(trip)):
            return Answer(200)  # Unchanged.
        return Answer(200, self.routing([trip], call))

    def post_hook(self, call):
        trip = self.trip_named(call.parts["trip"])
        body = call.body or {}
        host = urlsplit(str(body.get("url", ""))).hostname
        if host not in ("127.0.0.1", "localhost", "::1"):
            raise NotSo(400, failure(400, "A hook here is on the loopback interface"))
        headers = body.get("headers") if isinstance(body.get("headers"), dict) else {}
        trip.hook = {"url": body["url"], "headers": headers, "calls": []}
        self.hooks = (self.hooks + [trip.hook])[-KEPT_MAX:]
        return Answer(204)

    def changed(self, trip):
        if trip.hook is not None:
            threading.Thread(target=call_hook, args=(trip.hook, trip.id), daemon=True).start()

    def trip_hash(self, trip):
        booked = [(one["id"], one["status"], one.get("title"), one.get("confirmation"))
                  for one in self.bookings if one["trip"] == trip.names[0]]
        return hash64(trip.id, trip.chosen, booked, [id for id, _ in trip.legs],
                      sorted(trip.minutes.items()), self.settings["formFlow"])

    def routing(self, trips, call):
        templates = [self.template(trip, leg) for trip in trips for _, leg in trip.legs]
        once = {template["hashCode"]: template for template in templates}
        return {"groups": [{"trips": [self.trip_told(trip, call)]} for trip in trips],
                "segmentTemplates": list(once.values()), "region": REGION, "regions": [REGION],
                "alerts": []}

    def trip_told(self, trip, call):
        begin = lambda leg: leg.begin + trip.minutes[leg.id]
        end = lambda leg: leg.end + trip.minutes[leg.id]
        legs = [leg for _, leg in trip.legs]
        product = PRODUCTS[trip.chosen]
        ride = product.price or 0
        return {
            "id": trip.id, "availability": "AVAILABLE",
            "depart": written(trip.moment(min(map(begin, legs))), call) if legs else None,
            "arrive": written(trip.moment(max(map(end, legs))), call) if legs else None,
            "hideExactTimes": False, "currency": "EUR", "currencySymbol": "€",
            "moneyCost": round(sum(leg.cost for leg in legs) + ride, 2),
            "segments": [self.segment(trip, id, leg, call) for id, leg in trip.legs],
            "updateURL": self.update_address(trip), "hookURL": f"/trip/hook/{trip.id}",
            "shareURL": self.absolute(f"/trip/share/{trip.id}"),
            "temporaryURL": f"/trip/{trip.id}", "saveURL": f"/trip/save/{trip.id}",
            "plannedURL": self.absolute(f"/page/planned/{trip.id}"), "carbonCost": 0.8,
        }

    def segment(self, trip, id, leg, call):
        told = {"id": id, "segmentTemplateHashCode": self.template(trip, leg)["hashCode"],
                "startTime": written(trip.moment(leg.begin + trip.minutes[leg.id]), call),
                "endTime": written(trip.moment(leg.end + trip.minutes[leg.id]), call),
                "availability": "AVAILABLE", **leg.more}
        if leg.id != RIDE:
            return told
        booking = self.last_booking(trip, leg)
        state = (booking["id"], booking["status"]) if booking else ()
        product = PRODUCTS[booking["product"] if booking else trip.chosen]
        told["bookingHashCode"] = hash64("booking", leg.id, *state)
        told["booking"] = {"title": product.booking_title, "productID": product.id,
                           "accessibilityLabel": f"Book {product.title}"}
        path = f"/booking/v1/{trip.id}/{id}"
        if self.settings["formFlow"]:
            told["booking"]["url"] = f"{path}/book/bike"
        else:
            told["booking"]["quickBookingsUrl"] = self.absolute(f"{path}/quick")
        if booking and "confirmation" in booking:
            told["booking"]["confirmation"] = booking["confirmation"]
        elif booking and booking["status"] is not None:
            told["booking"]["confirmation"] = self.confirmation(booking, trip, leg, call)
        return told

    def last_booking(self, trip, leg):
        return next((one for one in reversed(self.bookings)
                     if one["trip"] == trip.names[0] and one["leg"] == leg.id), None)

    def template(self, trip, leg):
        mode, name, action = leg.mode, None, leg.action
        if leg.id == RIDE:
            product = PRODUCTS[trip.chosen]
            mode, name = product.mode, product.title
            action = leg.action if trip.chosen == "shuttle" else f"Take {product.title}<DURATION>"
        words, icon = MODES.get(mode, (name, "shuttlebus"))
        cost = PRODUCTS[trip.chosen].price if leg.id == RIDE else leg.cost
        priced = {} if cost is None else {
            "localCost": {"cost": cost, "currency": "EUR", "accuracy": "internal_estimate"}}
        return {"hashCode": hash64("template", leg.id, mode), "type": leg.kind,
                "modeIdentifier": mode, "action": action, "notes": leg.notes,
                "visibility": "in summary", "from": place(leg.origin), "to": place(leg.destination),
                "modeInfo": {"identifier": mode, "alt": words, "localIcon": icon}, **priced}

    def confirmation(self, booking, trip, leg, call):
        product = PRODUCTS[booking["product"]]
        value = booking["status"]
        title = booking.get("title", STATUSES.get(value.upper(), value))
        told = {
            "status": {"title": title, "value": value,
                       "subtitle": booking.get("subtitle", f"{product.title}, {title.lower()}")},
            "provider": {"title": PROVIDERS[product.provider].name
                         if product.provider in PROVIDERS else product.title,
                         "subtitle": "Tel. +49 30 23125 014"},
            "vehicle": {"title": product.vehicle[0], "subtitle": product.vehicle[1]},
            "purchase": {"id": booking["id"], "price": booking["price"], "currency": "EUR",
                         "productName": product.title, "productType": product.mode,
                         "validFrom": written(trip.moment(leg.begin + trip.minutes[leg.id]), call),
                         "validFor": 7_200, "timezone": ZONE},
            "actions": [ACTIONS[name](self, booking) for name in product.actions
                        if name in STAYING or value.upper() not in OVER],
            "notes": [],
        }
        if "tickets" in product.actions:
            told["tickets"] = [{"id": id, "name": "Van ticket", "status": status}
                               for id, status in booking["tickets"].items()]
        return told

    # Accounts.

    def is_linked(self, provider, call):
        return (provider in self.linked[""] | self.linked.get(call.user, set())
                and (provider, call.user) not in self.unlinked)

    def link(self, provider, call):
        self.linked[call.user if len(self.linked) < KEPT_MAX else ""].add(provider)
        self.unlinked.discard((provider, call.user))
        self.refused.discard(provider)

    def provider(self, call):
        if call.parts["provider"] not in PROVIDERS:
            raise NotSo(404, failure(404, "No such provider"))
        return PROVIDERS[call.parts["provider"]]

    def get_auth(self, call):
        if call.parts["region"] != REGION:
            return Answer(200, [])
        return Answer(200, [
            self.account(one, self.is_linked(one.id, call)) for one in PROVIDERS.values()
            if call.query.get("mode", one.mode) == one.mode])

    def account(self, provider, is_linked):
        path = f"/auth/{provider.id}/{'logout' if is_linked else 'signin'}"
        return {"modeIdentifier": provider.mode, "provider": provider.id,
                "action": "logout" if is_linked else "signin",
                "actionTitle": "Disconnect" if is_linked else "Connect",
                "status": "Account connected" if is_linked else "Account not yet connected",
                "url": self.absolute(path) if provider.way == "own" else path,
                "companyInfo": {"name": provider.name}}

    def signin(self, call):
        provider = self.provider(call)
        way = self.settings["ways"].get(provider.id, provider.way)
        if call.method == "GET":
            if way == "service" and self.is_linked(provider.id, call):
                return Answer(204)
            return Answer(200, self.form(call, FORM_OF_WAY[way]))
        told = call.inputs()
        wanted = ("access_token",) if way == "own" else ("username", "password")
        if way != "service":
            missing = [name for name in wanted if not told.get(name)]
            if missing:
                raise NotSo(400, {"missing": missing, "invalid": []})
            if told.get("password") == "wrong":
                raise NotSo(400, {"missing": [], "invalid": [
                    {"name": "password", "reason": "It is not the right one"}]})
        self.link(provider.id, call)
        return Answer(204)

    def get_logout(self, call):
        provider = self.provider(call)
        was = self.is_linked(provider.id, call)
        self.linked.get(call.user, set()).discard(provider.id)
        if len(self.unlinked) < KEPT_MAX:
            self.unlinked.add((provider.id, call.user))
        return Answer(200, {"changed": was})

    def post_login(self, call):
        body = call.body or {}
        name, password = body.get("username"), body.get("password")
        if not isinstance(name, str) or not isinstance(password, str) or not name:
            raise NotSo(400, failure(400, "Username or password is missing"))
        if password == "wrong":
            raise NotSo(401, failure(401, "Username or password is not right", isForUser=True))
        token = "canary-" + self.identifiers.next("user")
        if len(self.users) < KEPT_MAX:
            self.users[name] = token
        return Answer(201, {"userToken": token})

    # Products and the steps of a booking.

    def product(self, call):
        if call.parts.get("product") not in PRODUCTS:
            raise NotSo(404, failure(404, "No such product"))
        return PRODUCTS[call.parts["product"]]

    def leg(self, call):
        trip = self.trip_named(call.parts["trip"])
        found = trip.leg(call.parts["leg"])
        if found is None or found[1].id != RIDE:
            raise NotSo(404, failure(1404, "Nothing can be booked on that leg", isForUser=True))
        return trip, found[1]

    def get_products(self, call):
        self.leg(call)
        first = whole(call.query.get("first", "1"), 1, 1_000)
        count = whole(call.query.get("max", "7"), 0, 1_000)
        every = [self.product_told(one, i + 1, call) for i, one in enumerate(PRODUCTS.values())]
        return Answer(200, every[first - 1:first - 1 + count])

    def product_told(self, product, index, call):
        path = self.leg_path(call, f"book/{product.id}")
        address = {"absolute": self.absolute(path), "rooted": path, "beside": f"book/{product.id}"}
        price = {} if product.price is None else {
            "price": product.price, "USDPrice": round(product.price * 1.1, 2),
            "priceString": product.price_text}
        arrival = {} if product.eta is None else {"ETA": product.eta}
        asked = {"input": self.van_inputs()} if product.id == "van" else {}
        return {
            "title": product.title, "bookingTitle": product.booking_title,
            "bookingURL": address.get(product.address, product.address),
            "bookingResponseType": product.response, "bookingURLIsDeepLink": False,
            "tripUpdateURL": self.leg_path(call, f"update/{product.id}"),
            "detailsURL": self.absolute(f"/page/details/{product.id}"),
            "productID": product.id, "index": index, "count": len(PRODUCTS),
            "modeInfo": {"identifier": product.mode, "alt": product.title,
                         "localIcon": "shuttlebus"},
            **price, **arrival, **asked, **product.more}

    def van_inputs(self):
        return [{"type": kind, **INPUTS[kind]} for kind in self.settings["inputs"]]

    def book(self, call):
        product = self.product(call)
        self.leg(call)
        if call.method == "GET" and (not product.steps or product.steps[0] != "form"):
            raise NotSo(405, failure(405, "It is booked by POST"))
        if not product.steps:
            raise NotSo(404, failure(404, "It is booked on its own page"))
        if call.method == "POST" and call.body is None:
            raise NotSo(400, failure(400, "No JSON"))
        if (product.id, call.user) in self.agreed:
            return self.go_on(call, product, "agreement")
        return self.go_on(call, product, None)

    def go_on(self, call, product, after):
        """The next step after one; one that the product does not have came in between."""
        if call.is_direct:
            return self.booked(call, product)
        steps = product.steps
        for step in steps[steps.index(after) + 1 if after in steps else 0:]:
            answer = STEPS[step](self, call, product)
            if answer is not None:
                return answer
        raise NotSo(500, failure(500, "Nothing is left to do"))

    def link_step(self, call, product):
        provider = product.provider
        if provider in self.refused:
            raise NotSo(200, failure(
                460, "The credentials were refused", title="Sign in again", isForUser=True,
                recovery=self.signin_address(provider), recoveryTitle="Sign in again"))
        if self.is_linked(provider, call):
            return None
        if self.settings["unlinked"] == "form":
            return Answer(200, self.form(call, "authorisation"))
        raise NotSo(200, failure(446, f"An account of {provider} is needed", isForUser=True))

    def agreement_step(self, call, product):
        return Answer(200, self.terms(call, {}))

    def form_step(self, call, product):
        return Answer(200, self.form(call, self.settings["bikePages"][0]))

    def options_step(self, call, product):
        told = call.inputs()
        missing = [one["id"] for one in self.van_inputs()
                   if one["required"] and not told.get(one["id"])
                   and one["type"] != "RETURN_TRIP"]
        if missing:
            raise NotSo(400, {"missing": missing, "invalid": []})
        return Answer(200, {
            "availableList": [{
                **option, "bookingURL": self.leg_path(call, f"options/van/{id}"),
                "bookingResponseType": "REVIEW", "minPrice": 250, "maxPrice": 2_200,
                "currency": "EUR", "fares": list(FARES.values())}
                for id, option in VAN_OPTIONS.items()],
            "unavailableList": VAN_UNAVAILABLE})

    def post_options(self, call):
        self.leg(call)
        option = VAN_OPTIONS.get(call.parts["option"])
        if option is None:
            raise NotSo(404, failure(404, "No such option"))
        return self.go_on(call, self.product(call), "options")

    def fares(self, call):
        """How many of each kind; what is wrong with them is said."""
        told = (call.body or {}).get("fares")
        told = [one for one in told if isinstance(one, dict)] if isinstance(told, list) else []
        invalid, counts = [], {}
        for one in told:
            id, count = one.get("id"), one.get("value")
            if not isinstance(id, str) or id not in FARES or id in counts:
                invalid.append({"name": str(id), "reason": "Unknown, or there twice"})
            elif type(count) is not int or not 0 <= count <= FARES[id]["max"]:
                invalid.append({"name": id, "reason": f"At most {FARES[id]['max']}"})
            else:
                counts[id] = count
        taken = {id: count for id, count in counts.items() if count}
        option = VAN_OPTIONS.get(call.parts.get("option"), {})
        if option.get("singleFareOnly") and len(taken) > 1:
            invalid.append({"name": "fares", "reason": "One kind of ticket only"})
        missing = [] if taken or invalid else ["fares"]
        if missing or invalid:
            raise NotSo(400, {"missing": missing, "invalid": invalid})
        return taken

    def review_step(self, call, product):
        trip, leg = self.leg(call)
        taken = self.fares(call) if product.id == "van" else {}
        cents = (sum(FARES[id]["price"] * count for id, count in taken.items())
                 or round((product.price or 0) * 100))
        quote = self.identifiers.next("quote")
        if len(self.quotes) < KEPT_MAX:
            self.quotes[quote] = {"product": product, "cents": cents, "fares": taken}
        modes = self.settings["payments"] or PAYMENTS_OF.get(product.id, tuple(PAYMENTS))
        return Answer(200, {
            "review": [{
                "price": cents, "currency": "EUR", "mode": product.mode,
                "provider": {"title": product.title, "subtitle": "Tel. +49 30 23125 014"},
                "tickets": [{**FARES[id], "value": count} for id, count in taken.items()],
                "origin": place(leg.origin), "destination": place(leg.destination),
                "depart": written(trip.moment(leg.begin), call),
                "arrive": written(trip.moment(leg.end), call)}],
            "reviewActionTitle": "Book and pay",
            "paymentOptions": [self.payment(call, quote, mode, cents) for mode in modes],
            "publishableApiKey": "canary-publishable",
            "ephemeralKey": {"id": "ephemeral-1", "secret": "canary-ephemeral"}})

    def payment(self, call, quote, mode, cents):
        method, more = PAYMENTS[mode]
        wallet = {"currentBalance": WALLET_CENTS, "newBalance": WALLET_CENTS - cents}
        path = self.leg_path(call, f"pay/{quote}/{mode}")
        return {"id": mode.lower(), "paymentMode": mode, "method": method, "currency": "EUR",
                "url": self.absolute(path) if method == "POST" else path, "fullPrice": cents,
                **more, **(wallet if mode == "WALLET" else {})}

    def pay(self, call):
        self.leg(call)
        quote, mode = self.quotes.get(call.parts["quote"]), call.parts["mode"]
        if quote is None or mode not in PAYMENTS:
            raise NotSo(404, failure(404, "No such quote or payment"))
        if call.method != PAYMENTS[mode][0]:
            raise NotSo(405, failure(405, f"It is asked for by {PAYMENTS[mode][0]}"))
        if mode in ("INTERNAL", "EXTERNAL"):
            return Answer(200, {"paymentIntentID": "intent-1", "clientSecret": "canary-intent",
                                "url": self.absolute("/page/paid")})
        call.parts["product"] = quote["product"].id
        return self.booked(call, quote["product"], quote, mode)

    def booked(self, call, product, quote=None, payment=None):
        trip, leg = self.leg(call)
        price = quote["cents"] / 100 if quote else product.price
        id = self.identifiers.next("booking")
        status = call.status if call.is_direct else self.settings["status"]
        if len(self.bookings) < KEPT_MAX:
            self.bookings.append({
                "id": id, "trip": trip.names[0], "leg": leg.id, "product": product.id,
                "price": 0 if payment == "FREE" else price, "currency": "EUR", "user": call.user,
                "status": status, "payment": payment, "body": call.body,
                "fares": quote["fares"] if quote else {},
                "tickets": {self.identifiers.next("ticket"): "UNACTIVATED"}
                if "tickets" in product.actions else {}})
        trip.chosen = product.id
        self.agreed.discard((product.id, call.user))
        self.changed(trip)
        update = f"/trip/update/{trip.id}"
        if "form" in product.steps or "agreement" in product.steps:
            return Answer(200, {
                "type": "bookingForm", "title": "Booked", "form": [],
                "action": {"title": "Done", "done": True}, "refreshURLForSourceObject": update})
        return Answer(200, {"updateURL": self.absolute(update)})

    def terms(self, call, told):
        """An agreement; without an action the same request again is the acceptance."""
        product = self.product(call)
        fields = [{"id": "disregardURL", "type": "string", "hidden": True,
                   "value": self.absolute(f"/page/return/{product.id}")}]
        if told.get("page", True):
            fields.insert(0, {"id": "auth", "type": "link", "title": "Terms", "method": "external",
                              "value": self.absolute(f"/page/terms/{product.id}")})
        else:
            fields.insert(0, {"id": "auth", "type": "string", "hidden": True})
        action = {"title": "Accept", "enabled": True, "hudText": "Booking"}
        if told.get("action", True):
            action["url"] = self.leg_path(call, f"agreement/{product.id}")
        else:
            self.agreed.add((product.id, call.user))
        return {"type": "bookingForm", "title": "Higher price now",
                "subtitle": "Fares are 1.4 times as high as usual.",
                "surgeString": "1.4× surge",
                "form": [{"title": "Terms of the higher price", "fields": fields,
                          "footer": "The price falls again when fewer people ask for a ride."}],
                "action": action}

    def post_agreement(self, call):
        product = self.product(call)
        self.leg(call)
        return self.go_on(call, product, "agreement")

    # Forms.

    def form(self, call, name):
        """The form of that name; sending it goes on from where the call stands."""
        provider = call.parts.get("provider")
        if provider is None:
            product = PRODUCTS.get(call.parts.get("product"), PRODUCTS["bike"])
            trip = call.parts.get("trip", self.trips[0].id)
            leg = call.parts.get("leg", RIDE)
            base = f"/booking/v1/{trip}/{leg}/form/{product.id}"
            address, provider = (lambda name: f"{base}/{name}"), product.provider
        else:
            address = lambda name: self.absolute(f"/auth/signin/{provider}")
        name, _, count = name.partition(" ")
        if name == "nested":
            return self.nested_form(address, whole(count, 1, 1_000))
        kind, title, fields, more = FORMS[name]
        trip = self.trips[0]
        table = field_table(trip.moment(LEGS[2].end), address, provider,
                            self.settings["identity"])
        told = {"type": kind, "id": name, "title": title, "subtitle": "Night bike",
                "usererror": False,
                "form": [{"title": title, "footer": FOOTERS.get(name, ""),
                          "fields": [table[one] for one in fields]}],
                "action": {"title": "Send", "url": address(name), "enabled": True,
                           "hudText": "Sending", "finalStep": name not in FORM_AFTER,
                           **more.get("action", {})}}
        if kind == "authForm":
            told["value"] = provider
        if "refresh" in more:
            told["refreshURL"] = address(more["refresh"])
        return told

    def nested_form(self, address, count):
        told = None
        for depth in range(count, 0, -1):
            inner = {"id": "end", "type": "string", "title": "End"} if told is None else told
            told = {"id": f"depth-{depth}", "type": "bookingForm", "title": f"Depth {depth}",
                    "form": [{"fields": [inner]}],
                    "action": {"title": "Next", "url": address("string")}}
        return told

    def post_form(self, call):
        product, name = self.product(call), call.parts["name"]
        if name not in FORMS:
            raise NotSo(404, failure(404, "No such form"))
        self.leg(call)
        if call.method == "GET":
            return Answer(200, self.form(call, name))
        if call.body is None:
            raise NotSo(400, failure(400, "No JSON"))
        if name in FORM_AFTER:
            return Answer(200, self.form(call, FORM_AFTER[name]))
        self.check_form(call, self.form(call, name))
        pages = self.settings["bikePages"]
        if name in pages[:-1]:
            return Answer(200, self.form(call, pages[pages.index(name) + 1]))
        if name == "authorisation":
            self.link(product.provider, call)
            return self.go_on(call, product, "link")
        return self.go_on(call, product, "form")

    def check_form(self, call, form):
        told, missing, invalid = call.inputs(), [], []
        for one in (one for group in form["form"] for one in group["fields"]):
            value = told.get(one["id"])
            if one.get("required") and not one.get("readOnly") and value in (None, ""):
                missing.append(one["id"])
            elif one["id"] == "acceptTermsAndConditions" and value not in (True, "true"):
                invalid.append({"name": one["id"], "reason": "They have to be accepted"})
            elif "minValue" in one and value is not None and not within(one, value):
                invalid.append({"name": one["id"], "reason":
                                f"From {one['minValue']} to {one['maxValue']}"})
        if form["id"] == "authorisation" and not told.get("access_token"):
            missing.append("access_token")
        if missing or invalid:
            raise NotSo(400, {"missing": missing, "invalid": invalid})

    # What is booked.

    def booking_named(self, id):
        booking = next((one for one in self.bookings if one["id"] == id), None)
        if booking is None:
            raise NotSo(404, failure(404, "No such booking"))
        return booking, self.trip_named(booking["trip"])

    def action(self, call):
        booking, trip = self.booking_named(call.parts["booking"])
        name = call.parts["name"]
        if name == "rate" and call.method == "GET":
            told = self.form(call, "rate")
            told["action"]["url"] = f"/booking/v1/{booking['id']}/action/rate"
            return Answer(200, told)
        if name == "rate":
            booking["rating"] = call.inputs()
            return Answer(204)
        if name in ("unlock", "lock"):
            booking["locked"] = name == "lock"
            return Answer(204)
        if call.is_direct:
            booking["status"] = call.status or booking["status"]
        elif (booking["status"] or "").upper() in OVER:
            raise NotSo(200, failure(471, "It is over already", isForUser=True))
        else:
            booking["status"] = "USER_CANCELED"
        self.changed(trip)
        return Answer(200, {"updateURL": f"/trip/update/{trip.id}"})

    def get_bookings(self, call):
        mine = [one for one in self.bookings if one["user"] == call.user]
        first = whole(call.query.get("first", "1"), 1, KEPT_MAX)
        count = whole(call.query.get("max", "20"), 0, KEPT_MAX)
        return Answer(200, {"bookings": [self.booking_told(one, call)
                                         for one in mine[first - 1:first - 1 + count]],
                            "count": len(mine)})

    def booking_told(self, booking, call):
        trip, leg = self.trip_named(booking["trip"]), LEGS[2]
        moment = trip.moment(leg.begin + trip.minutes[leg.id])
        told = {"id": booking["id"], "mode": PRODUCTS[booking["product"]].mode, "timeZone": ZONE,
                "time": int(moment.timestamp()), "datetime": moment.isoformat(),
                "trips": [self.absolute(f"/trip/{trip.id}")], "relatedBookings": []}
        if booking["status"] is not None:
            told["confirmation"] = self.confirmation(booking, trip, leg, call)
        return told

    def post_ticket(self, call):
        for booking in self.bookings:
            if call.parts["ticket"] in booking["tickets"]:
                booking["tickets"][call.parts["ticket"]] = "ACTIVE"
                return Answer(200, {"id": call.parts["ticket"], "status": "ACTIVE"})
        raise NotSo(404, failure(404, "No such ticket"))

    def get_page(self, call):
        kind, _, name = call.parts["page"].partition("/")
        if kind == "signin" and name in PROVIDERS:
            self.linked[""].add(name)  # The person signs in there, which the service learns.
            self.unlinked = {one for one in self.unlinked if one[0] != name}
            self.refused.discard(name)
        return page(call.parts["page"])

    def answer(self, call):
        """The documented answer, after everything that it does."""
        try:
            return ENDPOINT_OF[call.endpoint](self, call)
        except NotSo as told:
            return told.answer

    def check(self, call):
        """What stands before every request: the key, and who asks."""
        if call.endpoint == "page":
            return None
        if call.headers.get("X-TripGo-Key") != self.key:
            return Answer(403, failure(403, "The key is missing or not known"))
        if call.user in self.expired:
            return Answer(200, failure(401, "That userToken is not known"))
        if self.settings["requiresSignIn"] and not call.user and call.endpoint != "login":
            return Answer(200, failure(444, "The userToken is missing", isForUser=True))
        return None


def place(name):
    title, latitude, longitude = PLACES[name]
    return {"lat": latitude, "lng": longitude, "name": title, "address": f"{title}, Berlin",
            "timezone": ZONE}


def written(moment, call):
    return moment.isoformat() if call.writes_iso else int(moment.timestamp())


def whole(text, least, most):
    if not text.isdecimal() or len(text) > 9 or not least <= int(text) <= most:
        raise NotSo(400, failure(400, f"A number from {least} to {most} is wanted"))
    return int(text)


def within(field, value):
    try:
        return field["minValue"] <= float(value) <= field["maxValue"]
    except (TypeError, ValueError):
        return False


def call_hook(hook, trip):
    request = urllib.request.Request(
        hook["url"], json.dumps({"trip": trip}).encode(), {"Content-Type": "application/json"})
    for name, value in hook["headers"].items():
        request.add_header(name, str(value))
    try:
        with urllib.request.urlopen(request, timeout=5) as answer:
            hook["calls"].append(answer.status)
    except (OSError, ValueError) as fault:
        hook["calls"].append(type(fault).__name__)


def internal(title, type, name, **more):
    return lambda service, booking: {
        "title": title, "type": type, "internalURL":
        service.absolute(f"/booking/v1/{booking['id']}/action/{name}"), **more}


ACTIONS = {
    "cancel": internal(
        "Cancel ride", "CANCEL", "cancel", isDestructive=True,
        confirmationMessage="Cancel the ride? It costs nothing until it has come."),
    "unlock": internal("Unlock", "UNLOCK", "unlock", isDestructive=False, input=[
        {"type": "QRCODE", "field": "code"}, {"type": "HIDDEN", "field": "dock", "value": "4"}]),
    "rate": internal("Rate", "RATE", "rate", isDestructive=False),
    "call": lambda service, booking: {
        "title": "Call driver", "type": "CALL", "externalURL": "tel:+493023125014",
        "isDestructive": False},
    "code": lambda service, booking: {
        "title": "Show code", "type": "QRCODE", "externalURL": f"qrcode:{booking['id']}",
        "isDestructive": False},
    "tickets": lambda service, booking: {
        "title": "Show tickets", "type": "SHOW_TICKETS", "isDestructive": False},
}
STAYING = ("call", "rate", "code", "tickets")  # What can be done with a ride that is over.
STEPS = {
    "link": Service.link_step, "agreement": Service.agreement_step, "form": Service.form_step,
    "options": Service.options_step, "review": Service.review_step, "booked": Service.booked,
}

# Endpoint: methods, path, function. The first row that fits counts.
NAME = r"[^/]+"
LEG_PATH = rf"/booking/v1/(?P<trip>{NAME})/(?P<leg>{NAME})"
ENDPOINTS = [(name, methods.split(), re.compile(path + r"\Z"), function)
             for name, methods, path, function in (
    ("trip", "GET", r"/trip\.json", Service.get_trip),
    ("trip", "GET", rf"/trip/(share/|save/)?(?P<trip>{NAME})", Service.get_trip),
    ("update", "GET", rf"/trip/update/(?P<trip>{NAME})", Service.get_update),
    ("update", "GET", rf"{LEG_PATH}/update/(?P<product>{NAME})", Service.get_update),
    ("hook", "POST", rf"/trip/hook/(?P<trip>{NAME})", Service.post_hook),
    ("auth", "GET", rf"/auth/(?P<region>{NAME})", Service.get_auth),
    ("signin", "GET", rf"/auth/(?P<provider>{NAME})/signin", Service.signin),
    ("signin", "POST", rf"/auth/signin/(?P<provider>{NAME})", Service.signin),
    ("logout", "GET", rf"/auth/(?P<provider>{NAME})/logout", Service.get_logout),
    ("login", "POST", r"/account/login", Service.post_login),
    ("action", "GET POST",
     rf"/booking/v1/(?P<booking>{NAME})/action/(?P<name>cancel|unlock|lock|rate)", Service.action),
    ("products", "GET", rf"{LEG_PATH}/quick", Service.get_products),
    ("book", "GET POST", rf"{LEG_PATH}/book/(?P<product>{NAME})", Service.book),
    ("form", "GET POST", rf"{LEG_PATH}/form/(?P<product>{NAME})/(?P<name>{NAME})",
     Service.post_form),
    ("agreement", "POST", rf"{LEG_PATH}/agreement/(?P<product>{NAME})", Service.post_agreement),
    ("options", "POST", rf"{LEG_PATH}/options/(?P<product>van)/(?P<option>{NAME})",
     Service.post_options),
    ("pay", "GET POST", rf"{LEG_PATH}/pay/(?P<quote>{NAME})/(?P<mode>{NAME})", Service.pay),
    ("booking", "GET", r"/booking", Service.get_bookings),
    ("ticket", "POST", rf"/ticket/(?P<ticket>{NAME})", Service.post_ticket),
    ("page", "GET", r"/page/(?P<page>.+)", Service.get_page),
)]
ENDPOINT_OF = {name: function for name, _, _, function in ENDPOINTS}
QUEUED = tuple(dict.fromkeys(name for name, _, _, _ in ENDPOINTS))
CONTROLS = {
    ("POST", "/control"): Service.control, ("POST", "/advance"): Service.advance,
    ("POST", "/drop"): Service.drop, ("POST", "/rename"): Service.rename,
    ("POST", "/expire"): Service.expire,
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
    exchange.send(Answer(200, told))


def tell_refusal(exchange, call, told):
    exchange.send(Answer(200, failure(told or 470, "The provider says no", "Not booked", True)))


def tell_page(exchange, call, told):
    exchange.send(page("Hello"))


def tell_cut(exchange, call, told):
    octets = exchange.act(call).octets
    exchange.send_octets(200, octets, {}, cut=told or len(octets) // 2 or 1)


def tell_octets(exchange, call, told):
    exchange.pause()
    exchange.wfile.write((told or "\x00\x01no HTTP at all\r\n\r\n").encode()[:ANSWER_OCTETS_MAX])
    exchange.close_connection = True


def tell_big(exchange, call, told):
    exchange.send_octets(200, b'"' + b"x" * min(told or 0, ANSWER_OCTETS_MAX) + b'"', {})


def tell_gzip(exchange, call, told):
    octets = gzip.compress(b'"' + b"x" * min(told or 0, ANSWER_OCTETS_MAX) + b'"', mtime=0)
    exchange.send_octets(200, octets, {"Content-Encoding": "gzip"})


def tell_deep(exchange, call, told):
    depth = min(told or 100, DEPTH_MAX)
    exchange.send_octets(200, b"[" * depth + b"]" * depth, {})


def hang(exchange, call, told):
    exchange.rfile.read(1)  # Ends when the other side hangs up.
    exchange.close_connection = True


def tell_late(exchange, call, told):
    wait, then = (told["late"], told.get("then", "ok")) if isinstance(told, dict) else (told, "ok")
    exchange.delay_seconds = min(wait or 0, WAIT_SECONDS_MAX * 1000) / 1000
    name, argument = named(then)
    OUTCOMES[name](exchange, call, argument)


def lose(exchange, call, told):
    exchange.act(call)
    close(exchange, call, told)


def close(exchange, call, told):
    exchange.pause()
    exchange.close_connection = True


def redirect(exchange, call, told):
    other = exchange.service.origin.replace("127.0.0.1", "localhost") + "/elsewhere"
    exchange.send(Answer(302, None, {"Location": told or other}))


def tell_nothing(status):
    def told_nothing(exchange, call, told):
        answer = exchange.act(call)
        exchange.send(Answer(status) if answer.status < 300 else answer)
    return told_nothing


def tell_form(exchange, call, told):
    exchange.send(Answer(200, exchange.service.form(call, told)))


def tell_terms(exchange, call, told):
    exchange.send(Answer(200, exchange.service.terms(call, told or {})))


def tell_confirmed(exchange, call, told):
    call.is_direct, call.status = True, told
    exchange.send(exchange.act(call))


OUTCOMES = {
    "ok": tell, "status": tell_status, "error": tell_error, "refuse": tell_refusal,
    "html": tell_page, "cut": tell_cut, "octets": tell_octets, "big": tell_big, "gzip": tell_gzip,
    "deep": tell_deep, "hang": hang, "late": tell_late, "lost": lose, "closed": close,
    "redirect": redirect, "empty": tell_nothing(200), "204": tell_nothing(204), "form": tell_form,
    "agreement": tell_terms, "confirm": tell_confirmed, "noconfirm": tell_confirmed,
}
WHOLE = ("status", "late")  # Handed the whole object: they have further members.


def named(outcome):
    """The name of an outcome and what stood beside it."""
    if isinstance(outcome, int) and not isinstance(outcome, bool):
        if str(outcome) in OUTCOMES:
            return str(outcome), None
        if 200 <= outcome <= 599:
            return "status", {"status": outcome}
    if isinstance(outcome, str):
        name, _, number = outcome.partition(" ")
        if name in OUTCOMES and name not in ("status", "form", "confirm", "error"):
            if not number or number.isdecimal():
                return name, int(number) if number else None
    if isinstance(outcome, dict):
        name = next((name for name in OUTCOMES if name in outcome), None)
        if name == "form" and str(outcome["form"]).split(" ")[0] not in {*FORMS, "nested"}:
            raise ValueError(f"no form is called {outcome['form']}")
        if name == "late":
            named(outcome.get("then", "ok"))
        if name is not None:
            return name, outcome if name in WHOLE else outcome[name]
    raise ValueError(f"no outcome is called {outcome}")


# The way in.


class Exchange(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Head and body leave in two writes; without this the second waits 40 ms for a receipt.
    disable_nagle_algorithm = True
    timeout = WAIT_SECONDS_MAX
    service = None
    is_logging = False
    delay_seconds = 0

    def setup(self):
        super().setup()
        with self.service.lock:
            self.service.connections += 1
            self.connection_number = self.service.connections

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
            with self.service.lock:
                return self.send(Answer(200, self.service.record()))
        if (self.command, address.path) in CONTROLS:
            return self.steer(CONTROLS[self.command, address.path], text)
        call = Call(self.command, re.sub(r"^/v1(?=/)", "", address.path),
                    dict(parse_qsl(address.query, keep_blank_values=True)), self.headers, text)
        self.find_endpoint(call)
        with self.service.lock:
            checked = self.service.check(call) if call.endpoint else Answer(404, failure(
                404, "There is nothing here"))
            queue = self.service.queues.get(call.endpoint)
            outcome = queue.pop(0) if queue and checked is None else "ok"
            self.service.remember(call, self.connection_number, outcome, self.requestline)
        if checked is not None:
            return self.send(checked)
        self.carry_out(outcome, call)

    def steer(self, control, text):
        try:
            with self.service.lock:
                answer = Answer(200, control(self.service, json.loads(text or "{}")))
        except NotSo as told:
            answer = told.answer
        except (ValueError, TypeError, KeyError, AttributeError) as fault:
            answer = Answer(400, {"error": f"{type(fault).__name__}: {fault}"})
        self.send(answer)

    def find_endpoint(self, call):
        for name, methods, path, function in ENDPOINTS:
            found = path.match(call.path)
            if found and call.method in methods:
                call.endpoint = name
                call.parts = {part: told for part, told in found.groupdict().items()
                              if told is not None}
                return

    def carry_out(self, outcome, call):
        name, argument = named(outcome)
        try:
            OUTCOMES[name](self, call, argument)
        except NotSo as told:
            self.send(told.answer)

    def act(self, call):
        with self.service.lock:
            return self.service.answer(call)

    def pause(self):
        """Waits as `late` says: behind what was done, before anything is told."""
        time.sleep(self.delay_seconds)
        self.delay_seconds = 0

    def send(self, answer):
        self.send_octets(
            answer.status, answer.octets, {"Content-Type": answer.kind, **answer.headers})

    def send_octets(self, status, octets, headers, cut=0):
        self.pause()
        self.send_response_only(status)
        for name, value in {"Content-Type": "application/json", **headers}.items():
            self.send_header(name, str(value))
        if status != 204:
            self.send_header("Content-Length", str(len(octets)))
        self.end_headers()
        self.wfile.write(octets[:max(len(octets) - cut, 0)] if status != 204 else b"")
        if cut:
            self.close_connection = True


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256

    def handle_error(self, request, address):
        # The other side gave up: what some tests are about.
        if Exchange.is_logging or not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, address)


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
        "--date", type=date.fromisoformat, default=date(2026, 11, 24), metavar="DAY",
        help="the day of the trip; %(default)s")
    parser.add_argument("--key", default="stand-in", help="of X-TripGo-Key; %(default)s")
    parser.add_argument(
        "--seed", type=int, help="ids drawn with this seed in place of counted ones")
    parser.add_argument(
        "--control", type=json.loads, default={}, metavar="JSON", help="as told to POST /control")
    parser.add_argument(
        "--end-with-input", action="store_true", help="end when standard input ends")
    parser.add_argument(
        "--log", action="store_true", help="write a line a request to standard error")
    options = parser.parse_args()
    server = Server(("127.0.0.1", options.port), Exchange)
    origin = f"http://127.0.0.1:{server.server_address[1]}"
    Exchange.service = Service(origin, options.key, options.date, options.seed)
    Exchange.service.control(options.control)
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
