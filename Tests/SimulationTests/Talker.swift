// What people and programs say, drawn: bookings and changes of them, choices, nonsense.

import Bookings
import CivilTime

/// Draws lines. A title that it gives is never given again, so that a booking made twice is seen.
struct Talker {
  /// Rooms of the simulated building.
  static let rooms = ["Aquarium", "Bunker", "Nachtwache", "1.1", "1.10"]
  private static let roomsSaid =
    rooms + roomsLikeHours + ["aqua", "Kellerbar", "bunkr", "nachtwache"]
  private static let roomsLikeHours = ["1", "the big one"]
  private static let people = [
    "ana@x.com 0171 1234567", "Ben Okri ben@x.com +49 30 1234567", "cem@x.com (0171) 222 33 44",
    "Dia <dia@x.com> +44 20 7946 0018", "eve@x.com 491711234567", "fee@x.com", "0171 5555555",
    "Gus", "gus@x 0171 12", "ana@x.com 0171 1234567, hal@x.com 0171 8888888",
  ]
  static let names = ["Ana", "Ben", "Cem", "Dia", "Eve", "Hal", "Gus"]
  private static let short = [
    "1", "2", "3", "yes", "no", "yes please", "the second", "never mind", "undo", "undo", "undo",
    "cancel it", "cancel it", "skip", "passes", "resend", "30 minutes longer", "15 minutes shorter",
    "make it 11", "until 12:15", "half an hour later", "move it to Friday", "move it to Bunker",
    "another room", "make it two hours", "what is free for the next hour?", "rooms",
    "rooms tomorrow",
    "and tomorrow?", "my bookings", "next day", "help", "thanks", "hello", "no, Aquarium",
    "the big one", "book it", "make it private", "add an attendee", "remove Ana", "review",
    "no attendees", "what?", "ja", "back", "resend Ana", "skip Ben", "is Bunker free at 10?",
    "what is free on friday for 8 with a projector?", "show 1.1", "cancel everything",
  ]
  private static let nonsense = [
    "", " ", "asdf", "book", "book book book", "cancel", "((((", "\u{301}\u{301}", "🦄 at 🕙",
    "250 Booked B17", "* 152 news", "book Aquarium at at at", "B", "B0", "B999999999999",
    "B99999999999999999999999", "show B3 B4", "24:00-24:00", "99:99", "tomorrow yesterday",
    "-1 to +1", "0", "book Aquarium tomorrow 10-9", "book Aquarium 30 February 10-11",
    "ana@x.com ana@x.com ana@x.com", "+49", "\"", "\"unclosed", "add add add", "undo undo",
  ]

  private var titles = 0
  /// Titles up to this one may be on several bookings.
  private var titlesShared = 0

  /// What talkers know of the house: bookings that there are, days of interest, and how the last
  /// line was answered.
  struct Scenery {
    let bookings: [Booking]
    let waits: [Wait]
    let today: CivilDate
    let dates: [CivilDate]
    let lastCode: Int?
    /// Who is about to speak; nil if nobody knows.
    let speaker: String?
    /// How what they book on a trip stands; nil if they have none.
    var ride: RideStage?
  }

  /// A line that somebody may say.
  mutating func line(_ scenery: Scenery, _ chance: inout Chance) -> String {
    let references = scenery.bookings.map(\.reference.number)
    let dates = scenery.dates
    if scenery.ride != nil, let line = ride(scenery.ride, &chance) { return line }
    if !chance.oneIn(4), let line = aboutWaits(scenery, &chance) { return line }
    if !chance.oneIn(3), let answer = answer(to: scenery.lastCode, &chance) { return answer }
    switch chance.below(35) {
    case 0...7: return booking(dates, &chance)
    case 8, 9: return about(references, dates, &chance)
    case 10: return chance.pick(Self.nonsense)
    case 11: return person(&chance)
    case 12:
      let name = chance.pick(Self.names)
      return chance.pick([
        "add \(person(&chance))", "remove \(name)",
        "\(name.lowercased()) phone 0171 7654321",
        "add \(chance.pick(Self.people)) and \(chance.pick(Self.people))",
        "\(name.lowercased()) email \(name.lowercased())2@x.com", "his name is Al Ias",
      ])
    case 13:
      return chance.oneIn(3)
        ? "description \"\(freshDescription())\"" : "title \"\(freshTitle(of: "Zt"))\""
    case 14, 15: return "undo"
    case 20...24, 32: return waiting(scenery, &chance)
    case 27...29: return series(scenery, &chance)
    case 30, 31: return booking(dates, &chance) + forOther(than: scenery.speaker, &chance)
    case 16...19, 25, 26: return curious(scenery.bookings.filter { $0.state == .held }, &chance)
    default: return chance.pick(Self.short)
    }
  }

  /// A title that nothing else is given; one said of what is open may still come to be on several.
  mutating func freshTitle(of kind: String = "Zq") -> String {
    titles += 1
    return "\(kind)\(titles)z"
  }

  /// Whether a title is of an order that may have been taken for several bookings.
  func mayShare(_ title: String) -> Bool {
    Int(title.dropFirst(2).dropLast()).map { $0 <= titlesShared } ?? false
  }

  private mutating func freshDescription() -> String {
    titles += 1
    return "Dq\(titles)z"
  }

  /// Somebody who comes, mostly one by whom a single booking is known.
  mutating func person(_ chance: inout Chance) -> String {
    if chance.oneIn(3) { return chance.pick(Self.people) }
    titles += 1
    // Names that are made of addresses keep their letters alone.
    let letters = "\(titles)".utf8.map { Character(Unicode.Scalar($0 + 49)) }
    return "nq\(String(letters))z@x.com 0171 \(9_000_000 + titles)"
  }

  /// Whether a word, in small letters, is given to one booking alone.
  static func isFresh(_ word: String) -> Bool {
    ["zq", "zt", "dq", "nq", "4917190"].contains { word.hasPrefix($0) }
  }

  /// What answers a question, or follows what was done; nil if nothing in particular does.
  private mutating func answer(to code: Int?, _ chance: inout Chance) -> String? {
    switch code {
    case 250:
      chance.pick([
        "undo", "undo", "undo", "undo", "make it private", "cancel it", "move it to 1.1",
        "move it to Nachtwache", "until 19:00",
      ])
    case 350: chance.pick(["10-11", "tomorrow", person(&chance), "no attendees"])
    case 351: chance.pick(["yes", "yes", "no"])
    case 352: chance.pick(["1", "1", "2", "3", "I'd rather wait"])
    case _: nil
    }
  }

  /// Whether somebody who was answered so has something to go on with.
  static func mayGoOn(after code: Int?) -> Bool {
    code.map { [250, 350, 351, 352].contains($0) } ?? false
  }

  /// What one asks about the bookings of others.
  private func curious(_ bookings: [Booking], _ chance: inout Chance) -> String {
    guard !bookings.isEmpty else { return "my bookings" }
    let booking = chance.pick(bookings)
    let reference = booking.reference
    return chance.pick([
      "bookings of \(booking.room.text) on \(booking.span.start.date)",
      "bookings of \(booking.room.text) on \(booking.span.start.date)",
      "show \(reference)", "show \(reference)", "bookings of \(chance.pick(SimulatedPeople.users))",
      "who comes to \(reference)?", "passes \(reference)", "is \(reference) private?",
    ])
  }

  private mutating func booking(_ dates: [CivilDate], _ chance: inout Chance) -> String {
    var words = [chance.pick(["book", "book", "book", "reserve", "draft", "is", "private: book"])]
    if !chance.oneIn(20) { words.append(room(&chance)) }
    if !chance.oneIn(20) { words.append(day(dates, &chance)) }
    if !chance.oneIn(20) { words.append(time(&chance)) }
    if chance.oneIn(2) {
      words.append("with " + person(&chance))
      if chance.oneIn(3) { words.append("and " + person(&chance)) }
    }
    if chance.oneIn(3) { words.append("private") }
    if chance.oneIn(3) { words.append("titled \"\(freshTitle())\"") }
    // Such a room may be read as an hour too: who is then asked may take all of both, with the
    // title of this line or of one that is still open.
    if words.contains(where: { Self.roomsLikeHours.contains($0) }) { titlesShared = titles }
    if words[0] == "is" { words.append("free?") }
    return words.joined(separator: " ")
  }

  private mutating func about(
    _ references: [Int], _ dates: [CivilDate], _ chance: inout Chance
  ) -> String {
    let reference = references.isEmpty ? 1 : chance.pick(references)
    let name = chance.pick(Self.names).lowercased()
    return chance.pick([
      "cancel B\(reference)", "cancel B\(reference)", "show B\(reference)", "passes B\(reference)",
      "resend B\(reference) \(name)", "move B\(reference) to \(day(dates, &chance))",
      "move B\(reference) to \(room(&chance))", "make B\(reference) 2 hours",
      "move B\(reference) to \(time(&chance))", "change B\(reference)",
      "add \(person(&chance)) to B\(reference)", "remove \(name) from B\(reference)",
      "B\(reference) until 18:00", "skip B\(reference)", "B\(reference) private",
    ])
  }

  func room(_ chance: inout Chance) -> String {
    // Everybody wants the first.
    if chance.oneIn(3) { return Self.rooms[0] }
    return chance.oneIn(6) ? chance.pick(Self.roomsSaid) : chance.pick(Self.rooms)
  }

  func day(_ dates: [CivilDate], _ chance: inout Chance) -> String {
    if chance.oneIn(2) { return "tomorrow" }
    return chance.oneIn(3)
      ? chance.pick(["today", "tomorrow", "on friday", "on sunday", "next monday", "in 3 days"])
      : "on \(chance.pick(dates))"
  }

  func time(_ chance: inout Chance) -> String {
    // Half of them within an hour that everybody wants, most of the others while rooms are open.
    let start =
      chance.oneIn(2)
      ? 600 + 15 * chance.below(4)
      : 15 * (chance.oneIn(4) ? chance.below(96) : 32 + chance.below(36))
    let end = min(1440, start + chance.pick([15, 30, 30, 30, 60, 60, 60, 60, 90, 120, 120, 7]))
    guard let from = ClockTime(minutes: start), let to = ClockTime(minutes: end) else {
      return "10"
    }
    return chance.oneIn(8) ? "at \(from)" : "\(from)-\(to)"
  }
}
