// The form of written conversations, with a whole one.

extension HelpWording {
  static let talks = HelpWording(
    usage: "usher replay FILE.talk",
    about: """
      A talk is a conversation in a file of UTF-8: what is said, and what has to be answered. It \
      is played on a fresh house in memory, whose clock stands unless the talk moves it, whose \
      gateway does as it is told, and whose chance is settled; so it goes the same way each time.

      One line is one thing. Blanks before the first mark, empty lines and remarks mean nothing, \
      but an empty line or a remark between two answers ends the first. What an answer has to be \
      stands below what was said: lines without a gap are one answer, and all that somebody heard \
      of it, news in front. Where nothing stands nothing is compared. Answers stand in words, or \
      as the protocol writes them, with codes and names (250-Booked…, 352 [TIME/TAKEN] …; \
      grammar/protocol.md).

      A talk can be recorded. usher --test --record NEW.talk writes down what is said at the \
      terminal or on a pipe, usher serve --test --record NEW.talk what is said on all connections \
      (c1, c2 …); the clock stands unless /clock moves it, and is that of --clock. usher replay \
      --record NEW.talk takes the lines of a talk from standard input, where one without a mark \
      is said, too; with a TALK behind it, that is played, and an answer that does not fit any \
      more is written as it is now: so a change is accepted. A line that signs in, and what \
      answers it, is left out.

      usher replay --server HOST:PORT plays on a server: its house is emptied and set up as the \
      talk says, each speaker is a connection in text. It has to run with --test, and its \
      building holds where the talk names none. A talk that it cannot be told (@zone) is left \
      out, which is said.
      """,
    examples: [
      "# Tom waits for a room that Mia gives back; his guest's pass fails.",
      "@now 2026-11-24T09:07",
      "@as mia",
      "@code 4103 permanent",
      "@booked Bunker 2026-11-25 10:00-11:00 mia",
      "",
      "tom> book Bunker tomorrow 10-11",
      "<~ 352*[TIME/TAKEN]*",
      "tom> I'll wait",
      "<~ W1: I tell you when it is free: Bunker, *You are first in line.",
      "> cancel B1",
      "< Cancelled B1: Bunker, Wed 25 Nov 2026, 10:00–11:00.",
      "< \"undo\" brings it back.",
      "tom<~ * W1: Bunker, *held for you until 09:17.*",
      "",
      "! gateway halt 0 4103",
      "tom> book it with ben@x.com 0171 2222222",
      "@wait 11s",
      "tom<~ * 152 *Ben's pass failed: *",
      "tom> ben phone 0171 3333333",
      "<~ Changed B2: *",
    ])

  /// What a line of a talk can be, and what that means.
  static let talkLines: [(form: String, meaning: String)] = [
    ("# REMARK", "is for who reads it"),
    ("> LINE", "says LINE, as it stands behind one blank, as the owner of the talk"),
    (
      "NAME> LINE",
      "says it as NAME, on a session of their own that begins with their first line; a number for "
        + "NAME is one more session of the owner. A LINE that begins with / is for the session, "
        + "one that begins with { a call: a session whose first line is one speaks JSON"
    ),
    ("< LINE", "whoever spoke last has to hear LINE, to the letter; news stand behind * "),
    ("<~ LINE", "the same, but * in LINE stands for anything, also for line ends"),
    ("NAME< LINE, NAME<~ LINE", "NAME has to hear it; behind @wait the owner is who spoke last"),
    ("@now 2026-11-24T09:07", "what the clock shows at the beginning; without it what time it is"),
    ("@wait 11s", "lets 11 seconds go by (m, h and d are longer), with all that falls due"),
    (
      "! gateway OUTCOME",
      "what becomes of the next call that sends passes and of which nothing is said yet: ok, halt "
        + "INDEX CODE (sending stops at a pass, from 0; ? for INDEX where the gateway does not "
        + "tell), lost COUNT (so many were sent, then the answer was lost), refuse CODE, hang, "
        + "nonsense, or an HTTP status as 503. Else all is well"
    ),
    (
      "@code 4103 permanent",
      "what a code of the gateway means: permanent, passing, throttled, down, ours or unknown"
    ),
    ("@building FILE", "the building; its path begins at the folder of the talk"),
    ("@people FILE", "the people of the house, the same way"),
    ("@booked ROOM DATE FROM-TO WHO [private]", "a booking that stands from the beginning: B1, B2"),
    (
      "@trip",
      "the owner has a trip, T1, that begins at 09:20 of the day; on its third leg a service that "
        + "is played books a shuttle, a taxi with terms, a bike with a form, a van, a ferry, and "
        + "a coach elsewhere"
    ),
    (
      "! service KIND MISHAP",
      "what becomes of the next errand of a kind (products, book, update, accounts): lost, "
        + "unreached, refused, unconfirmed, failed, garbled, empty, again, unlinked, locked, "
        + "abroad, stranger (until they have signed in), plain or revoked"
    ),
    ("! ride STATUS", "what is booked on the trip has another status, as ARRIVING"),
    (
      "! trip CHANGE",
      "the trip is replaced (another id and address, one more walk before its third leg, which is "
        + "five minutes later), or shortened (without that leg)"
    ),
    (
      "! account WORD",
      "the code that was shown last is typed at the provider, and it is allowed or denied; or who "
        + "asks next whether it was typed is told fast (too fast), busy (in seven seconds), down, "
        + "or a page"
    ),
    ("@as NAME", "who the owner is; mia unless said"),
    ("@language de", "all is answered in one language, whatever is spoken"),
    ("@zone NAME", "where the house stands; Europe/Berlin unless said"),
    ("@seed NUMBER", "what settles all chance; 1 unless said"),
    (
      "@session NAME KIND",
      "how NAME is connected: pipe unless said (whole answers, news at once), stdio, tcp or unix: "
        + "in pages, what others did before the next answer; on the last two nobody speaks until "
        + "/as"
    ),
  ]
}
