// The names by which rooms, bookings, people and attendees are known for good.

/// What a room is called in the journal: stays when its name changes.
public struct RoomID: Hashable, Codable, Sendable, CustomStringConvertible {
  /// The text of the building file's `id`, or the room's name where there is none.
  public let text: String
  /// The room of that identifier.
  public init(_ text: String) { self.text = text }
  /// The identifier itself.
  public var description: String { text }
}

/// The number of a booking, counted by the ledger from 1 and never used again.
public struct BookingReference: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
  /// Counts from 1.
  public let number: Int
  /// The reference of that number.
  public init(_ number: Int) { self.number = number }
  /// As people write it: `B17`.
  public var description: String { "B\(number)" }
  /// Given out earlier.
  public static func < (one: BookingReference, other: BookingReference) -> Bool {
    one.number < other.number
  }
}

/// The number of a series of bookings, counted by the ledger from 1 and never used again.
public struct SeriesReference: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
  /// Counts from 1.
  public let number: Int
  /// The series of that number.
  public init(_ number: Int) { self.number = number }
  /// As people write it: `S3`.
  public var description: String { "S\(number)" }
  /// Given out earlier.
  public static func < (one: SeriesReference, other: SeriesReference) -> Bool {
    one.number < other.number
  }
}

/// The number of a wait, counted by the ledger from 1 and never used again.
public struct WaitReference: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
  /// Counts from 1.
  public let number: Int
  /// The reference of that number.
  public init(_ number: Int) { self.number = number }
  /// As people write it: `W2`.
  public var description: String { "W\(number)" }
  /// Given out earlier, and so before the other in the line.
  public static func < (one: WaitReference, other: WaitReference) -> Bool {
    one.number < other.number
  }
}

/// Who speaks or owns: the name a session or a bridge gives, compared octet by octet.
public struct UserID: Hashable, Codable, Sendable, CustomStringConvertible {
  /// As `mia`, or `slack:U77` from a bridge.
  public let text: String
  /// The user of that name.
  public init(_ text: String) { self.text = text }
  /// The name itself.
  public var description: String { text }
}

/// One attendee of one booking; stays when name, address or number are mended.
public struct AttendeeID: Hashable, Comparable, Codable, Sendable, CustomStringConvertible {
  /// Counts from 1 over the whole ledger.
  public let number: Int
  /// The attendee of that number.
  public init(_ number: Int) { self.number = number }
  /// `A5`, for logs.
  public var description: String { "A\(number)" }
  /// Counted earlier.
  public static func < (one: AttendeeID, other: AttendeeID) -> Bool { one.number < other.number }
}
