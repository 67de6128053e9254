// A booking as its booker wants it, version by version. It knows nothing of the store.

/// How a booking is at one version.
struct WantedVersion: Equatable {
  var isHeld = true
  var room: String
  /// As `2026-12-10`.
  var date: String
  /// Minutes after midnight.
  var start: Int
  var end: Int
  /// Who comes, by the number of which address and telephone number are made.
  var people: Set<Int> = []

  /// As `10:00-11:00`.
  var span: String { "\(Self.time(start))-\(Self.time(end))" }
  /// As answers write it.
  var shownSpan: String { "\(Self.time(start))–\(Self.time(end))" }

  static func time(_ minutes: Int) -> String {
    let (hour, minute) = (minutes / 60, minutes % 60)
    return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
  }
}

/// Somebody who comes. Everybody is named once, so that a pass tells whose it is.
enum Person {
  static func email(_ number: Int) -> String { "a\(number)@x.com" }
  static func phone(_ number: Int) -> String { "+49171\(1_000_000 + number)" }

  /// As a booker writes it.
  static func written(_ number: Int) -> String {
    "Ana a\(number)@x.com 0171 \(1_000_000 + number)"
  }

  static func number(ofEmail email: String) -> Int? {
    guard email.hasPrefix("a"), email.hasSuffix("@x.com") else { return nil }
    return Int(email.dropFirst().dropLast("@x.com".count))
  }
}

/// A booking that somebody asked for, under a title that nobody else uses.
struct WantedBooking {
  let title: String
  /// Whether others want the same span, so that it may be refused.
  let isContested: Bool
  /// The first is what was booked, each next one a change; each is asked for by one request.
  var versions: [WantedVersion]
  /// Its number, as soon as an answer or the store told it.
  var reference: Int?

  var latest: WantedVersion? { versions.last }

  /// What taking back the last change makes of it.
  var undone: WantedVersion? {
    guard var made = versions.last else { return nil }
    guard versions.count > 1 else {
      made.isHeld = false
      return made
    }
    return versions[versions.count - 2]
  }
}
