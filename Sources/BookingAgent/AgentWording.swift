// The agent's own words about sessions, which belong to no conversation.

import Bookings
import CivilTime
import Language

/// Words about sessions.
enum AgentWording {
  /// The end of a page that is not the last.
  static func more(_ language: AnswerLanguage) -> String {
    switch language {
    case .english: "(more follows: say \"more\")"
    case .german: "(es folgt mehr: „mehr“)"
    }
  }

  /// What `/help` tells.
  static let sessionHelp = [
    "Say what you need in your own words; \"help\" gives examples.",
    "At a terminal \"watch\" shows all rooms live, \"watch B17\" the passes of a booking.",
    "/as NAME says who speaks. /sync [TOKEN] answers when all before it is done.",
    "/text begins a text of several lines, which a dot alone ends. // says a slash.",
    "/set prompt|bell|colour on|off, width N|auto, notices now|held, lang en|de|auto,",
    "/set tz ZONE|house.",
    "/noop [TOKEN] /status /version /mode json /auth token TOKEN /help [TOPIC] /quit.",
  ]

  /// What can be set on a session.
  static let settings =
    "Say /set prompt on|off, bell on|off, colour on|off|auto, width 20–1000|auto, "
    + "notices now|held, lang en|de|auto, or tz ZONE|house."

  /// What is told of a line in text whose name cannot be taken.
  static let messageName =
    "Before something said, @msg= takes a name of 1 to 255 printable ASCII; nothing was done."

  /// What is told of who leaves while passes are owed.
  static func lastPasses(
    _ count: Int, seconds: some BinaryInteger, isRemembered: Bool, _ language: AnswerLanguage
  ) -> String {
    switch language {
    case .english:
      "Waiting for \(count == 1 ? "1 pass" : "\(count) passes") to go out, at most \(seconds) s. "
        + "Ctrl-C leaves at once; what is left "
        + (isRemembered ? "goes out at the next start." : "is not sent then.")
    case .german:
      "Ich warte noch auf \(count == 1 ? "1 Pass" : "\(count) Pässe"), höchstens \(seconds) s. "
        + "Strg-C beendet sofort; was übrig ist, "
        + (isRemembered ? "geht beim nächsten Start hinaus." : "wird dann nicht verschickt.")
    }
  }

  /// What is asked when a change is wanted and nobody knows by whom.
  static func whoSpeaks(_ language: AnswerLanguage, _ address: AddressForm) -> String {
    switch (language, address) {
    case (.english, _): "Who are you? Say your name, or /as NAME; then it is done."
    case (.german, .familiar): "Wer bist du? Sag deinen Namen, oder /as NAME; dann mache ich es."
    case (.german, .formal): "Wer sind Sie? Bitte Ihren Namen, oder /as NAME; dann mache ich es."
    }
  }

  /// What a turn is told that comes while the process ends.
  static let stopping = "The agent is being stopped: nothing was done. Try again in a minute."

  /// What a turn is told that is one too many.
  static let slowDown = "That was too fast: nothing was done. Say it again in a moment."

  /// What is told of a line that a limit would have cut.
  static func notReadWhole(_ limit: ReadingLimit, octetsMax: Int) -> String {
    let seen =
      switch limit {
      case .octets: "This line has more than \(octetsMax) octets"
      case .tokens: "This line has too many words and signs"
      case .looks: "The words of this line can be put together in too many ways"
      case .numbers: "This line has too many telephone numbers"
      }
    return seen + ": it was not read and nothing was done. Say it in shorter lines."
  }

  /// What a message is told whose answer could not be kept.
  static let tooManyAnswers =
    "Too many answers are kept here to take a message with a name: nothing was done. Older ones are"
    + " forgotten 24 hours after they were given."

  /// What a program is told that speaks no version we know.
  static let version = "Only ulp/1 is spoken here."

  /// What a program is told when the user is missing.
  static let userMissing = "`user` is missing: bookings belong to somebody."

  /// What a program is told that picks what nobody offers any more.
  static let noLongerOffered = "That is no longer offered: nothing was done."

  /// What a program is told whose times do not make a span.
  static let endWithoutStart = "`end` needs a `start` before it, and no `minutes`."

  /// That no pass leaves until whoever runs the house has mended something.
  static let passesAreKept = "No pass leaves: the gateway refuses us. /resume once that is mended."

  /// What is told of whatever comes before signing in.
  static let signInFirst = "Sign in first: /auth token TOKEN, or the method auth."

  /// Why a session of nobody is closed.
  static let signInTooLate = "Nobody signed in here in time."

  /// Why the session of somebody is closed who had signed in.
  static let tokenTakenBack = "The token of this connection is not valid any more."

  /// How one signs in.
  static let signInForm = "Say /auth token TOKEN, or /auth token and then the token."

  /// What follows `/auth token`.
  static let tokenWanted = "Now the token, or * to give up."

  /// A secret could not be kept, so nobody has seen it.
  static let secretNotKept = "That could not be kept, and was not looked at. Try again, or *."

  /// What is told of who gives up.
  static let signInGivenUp = "Given up."

  /// What is told where a token could be read by others on its way.
  static let notInClear =
    "This connection can be read by others: no token is taken here. Connect through TLS."

  /// What is told while tokens cannot be looked at.
  static let signInLater = "The tokens cannot be read now. Try again in a minute."

  /// What is told of a token that is nobody's.
  static let noToken = "That is no token of this house."

  /// What is told to who signed in.
  static func signedIn(_ name: String) -> String { "Signed in as \(name)." }

  /// What is told to who speaks for somebody else than its token allows.
  static let outOfScope = "This token does not speak for that user: nothing was done."

  /// What is told where no board can be drawn.
  static let nothingToWatchOn =
    "To watch takes a terminal, or a telnet client that tells how large it is."

  /// What is told of a booking whose passes somebody cannot watch.
  static func noOwnBooking(_ reference: String) -> String { "You have no booking \(reference)." }

  /// What is told once a board is up.
  static let watching = "Watching; any key ends it, over telnet Enter."

  /// How one gets away from a board.
  static func keyEndsBoard(_ language: AnswerLanguage) -> String {
    switch language {
    case .english: "Enter ends this."
    case .german: "Eingabe beendet das."
    }
  }

  /// The words that begin to pick a span on the bar of a room.
  static let wordsForPicking = ["pick", "wähle"]

  /// What is asked to see the bar of a room, in the language of who picks.
  static func whenIsFree(_ room: String, said verb: String) -> String {
    verb == "pick" ? "when is \(room) free" : "wann ist \(room) frei"
  }

  /// What is said for a span that was picked.
  static func booking(of room: String, _ span: CivilSpan, _ language: AnswerLanguage) -> String {
    let times = "\(span.start.date) \(span.start.time)-\(span.end.time)"
    return switch language {
    case .english: "book \(room) \(times)"
    case .german: "buche \(room) \(times)"
    }
  }

  /// What the keys do while a span is picked.
  static func keysOfPicking(_ language: AnswerLanguage) -> String {
    switch language {
    case .english: "Left and right move it, up and down its end; Enter books, any other key leaves."
    case .german: "Links, rechts verschieben, auf, ab am Ende; Eingabe bucht, sonst Abbruch."
    }
  }

  /// Whether a line asks for the rest of a long answer.
  static func asksForMore(_ line: String) -> Bool {
    ["more", "mehr", "weiter"].contains(line.lowercased().filter { !$0.isWhitespace })
  }

  /// The name in a line that is nothing but one, perhaps introduced: one to three words of letters.
  static func name(in line: String) -> String? {
    var words = line.split(separator: " ")[...]
    let small = words.map { $0.lowercased() }
    if let introduction = introductions.first(where: { small.starts(with: $0) }) {
      words = words.dropFirst(introduction.count)
    }
    let isName = words.allSatisfy { word in
      word.allSatisfy { $0.isLetter || "-'.’".contains($0) }
    }
    let name = words.joined(separator: " ")
    guard (1...3).contains(words.count), isName, name.utf8.count <= 120 else { return nil }
    return name
  }

  /// What people say before their name.
  private static let introductions = [
    ["i", "am"], ["i'm"], ["i’m"], ["it", "is"], ["it's"], ["it’s"], ["this", "is"],
    ["my", "name", "is"], ["ich", "bin"], ["mein", "name", "ist"],
  ]
}
