// What a session watches on a board that is drawn anew whenever it changes.

import Bookings
import CivilTime

/// A board that a person looks at.
struct Watching: Hashable, Sendable {
  /// What can be watched.
  enum Subject: Hashable, Sendable {
    /// All rooms, today.
    case rooms
    /// The passes of a booking.
    case passes(BookingReference)
    /// A span on the bar of a room; kept apart, since every session has room for what is watched.
    indirect case span(SpanPick)
  }

  var subject: Subject
  /// What it shows, and since when; nothing until it is drawn first.
  private(set) var shown: (lines: [String], at: Instant)?
  /// Whether something has happened since.
  private var isStale = true

  init(_ subject: Subject) { self.subject = subject }

  static func == (one: Watching, other: Watching) -> Bool { one.subject == other.subject }
  func hash(into hasher: inout Hasher) { hasher.combine(subject) }

  /// Something has happened.
  mutating func becomeStale() { isStale = true }

  /// When it is to be drawn next: when something has happened, but not too often, and when the next
  /// minute begins.
  func nextDrawing(_ limits: AgentLimits) -> Instant {
    guard let shown else { return Instant(seconds: 0) }
    let nextMinute = Instant(seconds: (shown.at.seconds / 60 + 1) * 60)
    let soon = shown.at + .milliseconds(limits.boardMilliseconds)
    return isStale ? min(soon, nextMinute) : nextMinute
  }

  /// Takes what it is to show; false if it shows that already.
  mutating func show(_ lines: [String], at now: Instant) -> Bool {
    let isNew = shown?.lines != lines
    shown = (lines, now)
    isStale = false
    return isNew
  }
}

extension Watching.Subject {
  private static let octetsMax = 24

  /// What a line wants to watch: `watch`, or `watch B17`; nil if it is no such line.
  init?(_ line: String) {
    // Most lines are something else, which is seen without reading them.
    guard line.utf8.count <= Self.octetsMax else { return nil }
    let words = line.lowercased().split(separator: " ")
    guard let verb = words.first, ["watch", "beobachte"].contains(verb), words.count <= 2 else {
      return nil
    }
    guard words.count == 2 else {
      self = .rooms
      return
    }
    guard words[1].first == "b", let number = Int(words[1].dropFirst()), number > 0 else {
      return nil
    }
    self = .passes(BookingReference(number))
  }
}
