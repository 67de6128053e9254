"""Two people in a channel of a real ngircd talk to usher through the bridge in irc_bridge.py.

  Tests/with-others irc          runs this

Arguments: the program, and a folder to work in. They book, clash, choose, change and cancel; the
bridge is killed, the IRC server and usher go and come back. Ends with 0 if all holds.
"""

import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time

import irc_bridge

CHANNEL = "#rooms"
PATIENCE_SECONDS = 15
WHOLE_SECONDS = 55
# What nobody but who said it may read. Nothing else that is said here looks like one of these.
PERSONAL = re.compile(r"@|\+49|\d{7}")


class Violation(Exception):
    """Something that must never be."""


def require(holds, words):
    if not holds:
        raise Violation(words)


def until(holds, words):
    """Waits for what another process does, and returns what it looks for."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not (found := holds()):
        require(time.monotonic() < end, f"{words}: waited in vain")
        time.sleep(0.05)
    return found


class Person:
    """A client of IRC with nothing in between: what arrives is what was sent, octet by octet."""

    def __init__(self, port, nick, joins=True):
        self.nick, self.rest, self.log, self.heard = nick, b"", [], []
        self.connection = socket.create_connection(("127.0.0.1", port), PATIENCE_SECONDS)
        self.send(f"NICK {nick}\r\nUSER {nick} 0 * :{nick}")
        self.wait(" 001 ")
        if joins:
            self.send(f"JOIN {CHANNEL}")
            self.wait(" 366 ")

    def send(self, line):
        self.connection.sendall((line if isinstance(line, bytes) else line.encode()) + b"\r\n")

    def read(self, seconds):
        """Takes what has come, looking at every line as a strict client would."""
        self.connection.settimeout(seconds)
        try:
            octets = self.connection.recv(65536)
        except TimeoutError:
            return
        require(octets, f"{self.nick} was thrown out: {self.log[-1:]}")
        *lines, self.rest = (self.rest + octets).split(b"\n")
        for line in lines:
            require(len(line) < 512 and line.endswith(b"\r"), f"no line of IRC: {line}")
            text = line[:-1].decode()
            self.log.append(text)
            if text.startswith("PING"):
                self.send("PONG" + text[4:])
            if message := re.match(r":usher_*!\S+ PRIVMSG (\S+) :(.*)", text):
                require(message[2].isprintable(), f"a control character: {message[2]!r}")
                self.heard.append((message[1], message[2]))

    def wait(self, pattern):
        """The first line that has come since the last look, or that comes, which matches."""
        end = time.monotonic() + PATIENCE_SECONDS
        while True:
            while self.log:
                if re.search(pattern, line := self.log.pop(0)):
                    return line
            require(time.monotonic() < end, f"{self.nick} waited in vain for {pattern}")
            self.read(1)

    def sync(self):
        """Everything that the server has for this person is here behind it."""
        self.send("PING :everything")
        self.wait("PONG.*everything")


class House:
    """Everything that runs, and what is known of it without the bridge."""

    def __init__(self, usher, folder):
        self.program, self.folder, self.running = usher, folder, {}
        self.people = {}
        self.socket, self.journal = f"{folder}/usher.sock", f"{folder}/journal.db"
        with socket.socket() as place:
            place.bind(("127.0.0.1", 0))
            self.port = place.getsockname()[1]
        with open(f"{folder}/ngircd.conf", "w") as file:
            file.write(
                "[Global]\nName = irc.example.net\nInfo = a house\nMotdPhrase = hello\n"
                f"Listen = 127.0.0.1\nPorts = {self.port}\n"
                # All come from one address, and who is quick is not to wait for it.
                "[Limits]\nMaxConnectionsIP = 0\nMaxPenaltyTime = 0\n"
                # Whoever does not answer a PING does not come in.
                "[Options]\nRequireAuthPing = yes\nDNS = no\nIdent = no\nPAM = no\n")

    def start(self, name):
        command, place = {
            "usher": ([self.program, "serve", "--test", "--clock", "2026-11-24T09:07", "--seed",
                       "1", "--store", f"{self.folder}/usher.db", "--unix", self.socket],
                      self.socket),
            "ngircd": (["ngircd", "-n", "-f", f"{self.folder}/ngircd.conf"],
                       ("127.0.0.1", self.port)),
            "bridge": ([sys.executable, f"{os.path.dirname(__file__)}/irc_bridge.py", "--irc",
                        f"127.0.0.1:{self.port}", "--channel", CHANNEL, "--usher", self.socket,
                        "--journal", self.journal, "--pace", "0.02", "--tick", "1"], None),
        }[name]
        with open(f"{self.folder}/{name}.log", "a") as log:
            self.running[name] = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env={"XDG_STATE_HOME": self.folder, "PATH": os.environ["PATH"]})

        def is_there():
            require(self.running[name].poll() is None, f"{name} ended")
            family = socket.AF_UNIX if isinstance(place, str) else socket.AF_INET
            with socket.socket(family) as connection:
                return connection.connect_ex(place) == 0

        if place:
            until(is_there, f"{name} starts")

    def end(self, name, how=signal.SIGTERM):
        process = self.running.pop(name)
        process.send_signal(how)
        process.wait(PATIENCE_SECONDS)

    def call(self, method, **parameters):
        """Asks usher past the bridge, on a connection of its own."""
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(PATIENCE_SECONDS)
            connection.connect(self.socket)
            call = {"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters}
            connection.sendall(json.dumps(call).encode() + b"\n")
            return json.loads(connection.makefile().readline())["result"]

    def bookings(self, nick):
        """What somebody has: a set of (number, room, start)."""
        told = self.call("bookings", user=f"irc:{nick}", conv="onlooker")
        return {(b["ref"], b["room"], b["start"][:16]) for b in told.get("bookings", [])}

    def owed(self):
        """What the bridge has not told yet."""
        return sqlite3.connect(self.journal).execute("SELECT id, nick FROM owed").fetchall()

    def is_heard(self):
        for person in self.people.values():
            person.read(0.01)
        return any(person.heard for person in self.people.values())

    def told(self, owed=0):
        """What usher has told since the last look: in the channel, and privately by nick."""
        until(self.is_heard, "usher says something")
        until(lambda: len(self.owed()) == owed, "usher says everything")
        channels, private = [], {}
        for nick, person in self.people.items():
            person.sync()
            channels.append([text for to, text in person.heard if to == CHANNEL])
            if alone := [text for to, text in person.heard if to != CHANNEL]:
                private[nick] = alone
            person.heard.clear()
        require(all(one == channels[0] for one in channels), f"not all see the same: {channels}")
        for text in channels[0]:
            require(not PERSONAL.search(text), f"told to all: {text}")
        return channels[0], private

    def say(self, nick, line):
        """Somebody says something: in the channel where it begins with #, else privately."""
        to, text = (CHANNEL, line[1:]) if line.startswith("#") else ("usher", line)
        self.people[nick].send(f"PRIVMSG {to} :{text}")

    def answer(self, nick, line, channel=(), private=()):
        """Says something and looks whether it is answered so, and nowhere else."""
        self.say(nick, line)
        everybody, alone = self.told()
        print(f"  {nick}: {line!r}", *(f"\n    {CHANNEL} {text}" for text in everybody),
              *(f"\n    {who} alone: {text}" for who in alone for text in alone[who]), sep="")
        require(matches(everybody, [f"^{nick}: {one}" for one in channel]), f"not {channel}")
        require(matches(alone.pop(nick, []), private), f"not {private}")
        require(not alone, f"told to others: {alone}")


def matches(lines, patterns):
    """Whether lines begin with these; what stands behind them is only advice. None are none."""
    return bool(lines) == bool(patterns) and len(lines) >= len(patterns) and all(
        map(re.search, patterns, lines))


def meet(house):
    """The bridge comes although its nick is taken, and takes it as soon as it is free."""
    thief = Person(house.port, "usher", joins=False)
    house.people = {nick: Person(house.port, nick) for nick in ("ana", "ben")}
    house.start("bridge")
    house.people["ana"].wait(":usher_!.* JOIN")
    house.answer("ana", "#usher_: is Aquarium free tomorrow 10-11?", ["Yes, "])
    house.answer("ana", "#Usher: is Bunker free tomorrow 10-11?", ["Yes, "])
    thief.send("QUIT")
    house.people["ana"].wait(":usher_!.* NICK :?usher$")


def book_and_so_on(house):
    tomorrow = "2026-11-25T"
    house.answer("ana", "#usher: book Aquarium tomorrow 10-11", ["Booked B1: Aquarium", '"undo"'])
    house.answer("ana", "add Ana ana@x.com 0171 2345678", (), [
        "Changed B1", r"^Ana · ana@x.com · \+491712345678"])
    # Others may read which rooms are free, not who was to come.
    house.answer("ben", "#usher, book Aquarium tomorrow 10-11 with ben@x.com 0171 7654321", [
        "Aquarium is taken", "It was just taken", r"1\) Aquarium", r"2\) Cockpit", r"3\) ",
        "Or say"])
    house.answer("ben", "#usher: 2", (), ["Booked B2: Cockpit", "^Ben · ben@x.com · "])
    require(house.bookings("ben") == {("B2", "Cockpit", tomorrow + "10:00")}, "not the second")

    house.answer("ana", "my bookings", (), ["^B1: Aquarium, Wed 25 Nov 2026, 10:00–11:00"])
    house.answer("ana", "#usher: my bookings", (), ["^B1: Aquarium"])
    house.answer("ana", "#usher: cancel B2", (), ["^B2 is not yours"])
    require(len(house.bookings("ben")) == 1, "cancelled by another")

    house.call("clock", advance=15)
    until(lambda: house.is_heard() and all(one.heard for one in house.people.values()), "news")
    require(house.told() == ([], {
        "ana": ["B1: Ana's pass was accepted. All passes are out."],
        "ben": ["B2: Ben's pass was accepted. All passes are out."]}), "not the news")

    house.answer("ben", "#usher: move it to 14:00", (), ["Changed B2: Cockpit", "pass"])
    require(house.bookings("ben") == {("B2", "Cockpit", tomorrow + "14:00")}, "not moved")
    house.answer("ben", "#usher: cancel B2", (), ["Cancelled B2", '"undo"', "already got a pass"])
    require(house.bookings("ben") == set(), "not cancelled")


def say_strange_things(house):
    """What people type is no command, of usher's protocol or of IRC, and always of one encoding."""
    for line in ("/quit", "QUIT :bye", "* 421 [SYS/DRAIN] bye", "JOIN 0", "PRIVMSG ben :hello",
                 '{"jsonrpc":"2.0","id":9,"method":"clock","params":{"advance":86400}}'):
        house.say("ben", line)
        everybody, alone = house.told()
        require(not everybody and list(alone) == ["ben"], f"{line}: {everybody}, {alone}")
    require(house.bookings("ben") == set(), "booked by what is no wish")
    # Neither is answered: said to others, and asked by a program for its version.
    house.say("ben", "#book Bunker tomorrow 9-10")
    house.say("ben", "\x01VERSION\x01")
    house.answer("ben", "\x02book\x02 \x0304,01Bunker\x03 tomorrow 10-11", (),
                 ["Booked B3: Bunker"])
    german = "PRIVMSG usher :Besprechung für morgen 9-10 im Bunker"
    house.people["ana"].send(german.encode("latin-1"))
    require(matches(house.told()[1]["ana"], ["Gebucht – B4: Bunker"]), "not read")
    require(list(irc_bridge.pieces("a\r\nQUIT\0\x01\rb\n\u2028\nc", 9)) == [
        "a", "QUIT   b", "c"], "a control character")
    require(list(irc_bridge.pieces("ä€😀ä€😀", 8)) == ["ä€", "😀ä", "€😀"], "cut through")


def read_long_lines(house):
    """What IRC cannot take in a line comes in some, and no character is cut through."""
    house.answer("ben", "book Dachstube on Friday 10-11", (), ["Booked B5"])
    names = [f"Maximiliane-Wilhelmine-Friederike {one}-Lüdenscheidt-Größenwahn-Hohenlinde"
             for one in ("Müller", "Kästner", "Döhler", "Süß", "Jörg", "Ärger")]
    for number, name in enumerate(names):
        house.answer("ben", f"add {name} a{number}@x.com 0171 234567{number}", (),
                     ["Changed B5", "Lüdenscheidt"])
    house.call("clock", advance=15)
    news = house.told()[1]["ben"]
    require(len(news) > 1 and max(len(line.encode()) for line in news) <= 400, "not cut")
    require(all(name.replace(" ", "") in "".join(news).replace(" ", "") for name in names),
            f"not whole: {news}")


def lose_the_bridge(house):
    """Killed between a question and its answer: the next one asks again, and nothing is twice."""
    before = house.bookings("ben")
    house.running["usher"].send_signal(signal.SIGSTOP)
    # Any room would do: whoever asked twice in earnest would get a second one.
    house.say("ben", "#usher: book a room for 2 on Friday 15-16")
    until(house.owed, "the bridge writes down what it is to say")
    time.sleep(0.3)  # and says it
    house.end("bridge", signal.SIGKILL)
    house.running["usher"].send_signal(signal.SIGCONT)
    until(lambda: len(house.bookings("ben")) == len(before) + 1, "it is booked")
    require(len(house.owed()) == 1 and not house.is_heard(), "told by nobody")
    house.start("bridge")
    require(matches(house.told()[0], ["^ben: Booked B6: Bunker"]), "no answer")
    require(len(house.bookings("ben")) == len(before) + 1, "booked twice")
    # Said by a person again it is another wish.
    house.answer("ben", "#usher: book a room for 2 on Friday 15-16", ["Booked B7: Aq"])


def lose_usher(house):
    """Killed before it has read a line: the next one is told."""
    house.running["usher"].send_signal(signal.SIGSTOP)
    house.say("ana", "#usher: book a room for 2 on Friday 17-18")
    until(house.owed, "the bridge writes down what it is to say")
    house.end("usher", signal.SIGKILL)
    house.people["ana"].wait(":usher!.* QUIT")
    house.start("usher")
    require(matches(house.told()[0], ["^ana: Booked B8: Bunker"]), "not booked")


def lose_irc(house):
    """News for who is away wait, and come once."""
    house.answer("ben", "book Bunker on Friday 9-10 with ben@x.com 0171 7654321", (),
                 ["Booked B9: Bunker"])
    house.end("ngircd")
    house.call("clock", advance=15)
    house.start("ngircd")
    house.people = {"ana": Person(house.port, "ana")}
    until(lambda: [nick for _, nick in house.owed()] == ["ben"], "the news arrive")
    house.say("ana", "#usher: is Bunker free on Friday 9-10?")
    require(matches(house.told(owed=1)[0], ["^ana: No, Bunker is taken"]), "no answer")
    house.people["ben"] = Person(house.port, "ben")
    require(house.told() == ([], {"ben": ["B9: Ben's pass was accepted. All passes are out."]}),
            "not the news")
    # Neither come the news again, nor is done what somebody wanted long ago.
    house.end("bridge", signal.SIGKILL)
    before = house.bookings("ben")
    with sqlite3.connect(house.journal) as journal:
        journal.execute("INSERT INTO owed VALUES ('long-ago', 'ben', '#rooms', ?, '2026-01-01')",
                        ("book a room for 2 on Friday 12-13",))
    house.start("bridge")
    house.people["ben"].wait(":usher!.* JOIN")
    house.answer("ben", "#usher: is Bunker free on Friday 9-10?", ["No, Bunker is taken"])
    require(house.bookings("ben") == before, "booked what was wanted long ago")


def main():
    usher, work = sys.argv[1:]
    folder = f"{work}/irc"
    os.mkdir(folder)
    house = House(usher, folder)
    signal.signal(signal.SIGALRM, lambda *_: sys.exit("  took too long"))
    signal.alarm(WHOLE_SECONDS)
    try:
        for name in ("usher", "ngircd"):
            house.start(name)
        for part in (meet, book_and_so_on, say_strange_things, read_long_lines,
                     lose_the_bridge, lose_usher, lose_irc):
            print("  --", part.__name__.replace("_", " "))
            part(house)
    except BaseException:
        for name in house.running:
            print(f"  {name} said:", *open(f"{folder}/{name}.log").readlines()[-5:], sep="\n    ")
        raise
    finally:
        for name in list(house.running):
            house.end(name, signal.SIGKILL)  # which ends what was stopped, too


main()
