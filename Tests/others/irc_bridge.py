"""A bridge between a channel of IRC and usher: small, whole, and meant to be read.

  usher serve --unix SOCKET
  irc_bridge.py --irc HOST:PORT --channel '#rooms' --usher SOCKET --journal FILE

Lines of the channel that begin with "usher:" or "usher," and every line of a private talk are
said to usher. What everybody may read is answered in the channel, the rest privately. Who speaks
is known by the nick alone: use it where a nick belongs to somebody. Bridges that share one usher
sign in over TCP, each by its own token: on a Unix socket each would acknowledge the news of all.
"""

import argparse
import asyncio
import contextlib
import json
import re
import sqlite3
import time
import uuid

TEXT_OCTETS = 400  # of words in a line of IRC, at most
OWE = "INSERT OR IGNORE INTO owed (id, nick, place, text) VALUES (?, ?, ?, ?)"
# By what IRC's clients set colours and bold, and every other control; one may end a line of IRC.
CONTROLS = re.compile(r"\x03(?:\d{1,2}(?:,\d{1,2})?)?|[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def pieces(text, room):
    """The lines of a text without controls, the longer ones cut between two characters."""
    for line in text.split("\n"):
        octets = CONTROLS.sub(" ", line).rstrip().encode()
        while octets:
            yield (piece := octets[:room].decode(errors="ignore"))  # without what is cut through
            octets = octets[len(piece.encode()):]


class Bridge:
    def __init__(self, options):
        self.options, self.channel = options, options.channel.lower()
        # What is said is written down before usher hears it, and crossed out when the answer has
        # arrived: whenever this program ends, the next one says the rest again under the same
        # name, and usher does it once. News wait here (their place is "") for who is away.
        self.journal = sqlite3.connect(options.journal, isolation_level=None)
        self.journal.execute("CREATE TABLE IF NOT EXISTS owed (id TEXT PRIMARY KEY, nick, place,"
                             " text, at DEFAULT CURRENT_TIMESTAMP)")

    def owed(self, which, *values):
        rows = f"SELECT id, nick, place, text FROM owed WHERE {which} ORDER BY rowid"
        return self.journal.execute(rows, values).fetchall()

    async def session(self):
        """From two new connections to the end of either: there is one way to begin."""
        commands = asyncio.Queue()
        self.nick, self.under_way, self.command = self.options.nick, {}, commands.put_nowait
        usher, self.usher = await asyncio.open_unix_connection(self.options.usher, limit=1 << 20)
        with contextlib.closing(self.usher):
            irc, writer = await asyncio.open_connection(*self.options.irc.rsplit(":", 1))
            self.command(f"NICK {self.nick}\r\nUSER usher 0 * :books rooms")
            with contextlib.closing(writer):
                await asyncio.gather(
                    self.listen(irc, self.hear), self.listen(usher, self.take),
                    self.send(commands, writer), self.give_signs_of_life())

    async def listen(self, lines, hear):
        # Each side answers the signs of life; whoever does not is gone.
        while octets := await asyncio.wait_for(lines.readline(), 3 * self.options.tick):
            hear(octets.rstrip(b"\r\n"))
        raise ConnectionError("a connection was closed")

    async def give_signs_of_life(self):
        while True:
            await asyncio.sleep(self.options.tick)
            self.command("PING :alive")
            self.call("ping")
            self.command(f"NICK {self.options.nick}")  # in case that somebody had it

    async def send(self, commands, irc):
        """Sends ten lines at once, then some a second: servers throw out who is faster."""
        due = 0
        while True:
            line = await commands.get()
            due = max(due, time.monotonic() - 10 * self.options.pace) + self.options.pace
            await asyncio.sleep(due - time.monotonic())
            irc.write(line.encode() + b"\r\n")

    def hear(self, octets):
        try:
            line = octets.decode()
        except UnicodeDecodeError:  # IRC does not tell its encoding; usher takes UTF-8 alone
            line = octets.decode("latin-1")
        prefix, _, line = line[1:].partition(" ") if line.startswith(":") else ("", "", line)
        head, colon, last = line.partition(" :")
        nick = prefix.partition("!")[0]
        match head.split() + ([last] if colon else []):
            case ["PING", token]:
                self.command(f"PONG :{token}")
            case ["PONG", *_, token] if self.under_way.pop(token, False):
                self.journal.execute("DELETE FROM owed WHERE id = ?", (token,))
            case ["401", *_] if self.under_way:  # not there: the oldest, as all before arrived
                self.under_way[next(iter(self.under_way))] = False
            case ["001", name, *_]:
                self.nick = name
                self.command(f"JOIN {self.channel}")
            case ["433", "*", *_]:  # in use, before anything else; later there is no hurry
                self.nick += "_"
                self.command(f"NICK {self.nick}")
            case ["NICK", name] if nick == self.nick:
                self.nick = name
            case ["JOIN", *_]:
                self.begin(prefix) if nick == self.nick else self.tell_news(nick)
            case ["PRIVMSG", to, text] if not text.startswith("\x01"):
                in_channel = to.lower() == self.channel
                self.hear_somebody(nick, in_channel, CONTROLS.sub("", text).strip())
            case [number, *why] if re.match("ERROR$|[45]..$", number):
                print(f"from IRC: {number} {why}", flush=True)

    def hear_somebody(self, nick, in_channel, text):
        if in_channel:
            called = re.match(r"([^:,\s]+)[:,]\s*(.+)", text)
            mine = called and called[1].lower() in (self.nick.lower(), self.options.nick.lower())
            text = called[2] if mine else ""
        if text:
            msg = uuid.uuid4().hex  # new each time: the same words, typed twice, are two wishes
            self.journal.execute(OWE, (msg, nick, self.channel if in_channel else nick, text))
            self.say(msg, nick, text)
        self.tell_news(nick)

    def tell(self, owed, lines):
        """Tells lines, each (to whom, before it, words). A PONG says later that they arrived."""
        for to, before, words in lines:
            head = f"PRIVMSG {to} :{before}"
            room = 510 - len(f":{self.prefix} {head}".encode())  # of 512, two end the line
            for piece in pieces(words, min(room, TEXT_OCTETS)):
                self.command(head + piece)
        self.under_way[owed] = True
        self.command(f"PING :{owed}")

    def tell_news(self, nick):
        for owed, _, _, text in self.owed("place = '' AND nick = ?", nick.lower()):
            if owed not in self.under_way:
                self.tell(owed, [(nick, "", text)])

    def call(self, method, id=0, **parameters):
        call = {"jsonrpc": "2.0", "id": id, "method": method, "params": parameters}
        self.usher.write(json.dumps(call).encode() + b"\n")

    def say(self, msg, nick, text):
        # One conversation for both: what was asked privately may be answered in the channel.
        self.call("say", msg, msg=msg, conv=f"irc:{self.channel}", user=f"irc:{nick.lower()}",
                  text=text)

    def begin(self, prefix):
        """In the channel: takes up what an earlier session left."""
        self.prefix = prefix  # it stands before each line that others get
        # An usher that does not know "max_text" sends its texts whole; they are cut here anyway.
        self.call("hello", protocol=["ulp/1"], caps=["notices"], max_text=TEXT_OCTETS)
        # Not to be said again after long: "tomorrow" might be another day.
        stale = "place != '' AND at < datetime('now', '-10 minutes')"
        self.journal.execute(f"DELETE FROM owed WHERE {stale}")
        for owed, nick, place, text in self.owed("TRUE"):
            self.say(owed, nick, text) if place else self.tell_news(nick)

    def take(self, octets):
        line = json.loads(octets)
        if line.get("method") == "notice" and "seq" in line["params"]:
            news = line["params"]
            nick = news["user"].removeprefix("irc:")
            if nick != news["user"]:  # else of a person whom another bridge knows
                text = "\n".join(message["text"] for message in news["messages"])
                self.journal.execute(OWE, (f"news-{news['seq']}", nick, "", text))
                self.tell_news(nick)
            self.call("ack", upto=news["seq"])
        for msg, nick, place, _ in self.owed("id = ?", line.get("id")):
            refusal = line.get("error")
            if refusal and refusal["code"] == 421:
                return  # usher ends; the next one is told again
            messages = line["result"]["messages"] if not refusal else [
                {"audience": "user", "text": refusal["message"]}]  # it names no audience
            self.tell(msg, [
                (nick, "", one["text"]) if place == nick or one["audience"] == "user"
                else (place, f"{nick}: ", one["text"]) for one in messages])


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    for name in ("--irc", "--channel", "--usher", "--journal"):
        parser.add_argument(name, required=True)
    parser.add_argument("--nick", default="usher")
    parser.add_argument("--pace", default=0.5, type=float, help="seconds a line, beyond ten")
    parser.add_argument("--tick", default=30, type=float, help="seconds between signs of life")
    bridge = Bridge(parser.parse_args())
    while True:
        try:
            asyncio.run(bridge.session())
        except OSError as why:
            print(f"begins again soon: {why!r}", flush=True)
        time.sleep(bridge.options.tick)


if __name__ == "__main__":
    main()
