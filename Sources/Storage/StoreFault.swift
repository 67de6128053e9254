// How the store can fail: an outside failure as a value. Whoever words it reads the case.

public import Bookings
public import CivilTime

/// What was seen when the store failed, for logs.
public struct StoreCause: Hashable, Sendable, CustomStringConvertible {
  /// The file, or `:memory:`.
  public let place: String
  /// SQLite's extended result code (https://sqlite.org/rescode.html); 0 if SQLite was not asked.
  public let code: Int
  /// The operating system's `errno`; 0 if it was not the reason.
  public let systemError: Int
  /// What was seen, in the words of who saw it.
  public let text: String

  /// What was seen.
  public init(place: String, code: Int = 0, systemError: Int = 0, text: String) {
    self.place = place
    self.code = code
    self.systemError = systemError
    self.text = text
  }

  /// `/var/lib/usher/usher.db: disk I/O error (SQLite 778, errno 28)`.
  public var description: String {
    var codes: [String] = []
    if code != 0 { codes.append("SQLite \(code)") }
    if systemError != 0 { codes.append("errno \(systemError)") }
    return "\(place): \(text)" + (codes.isEmpty ? "" : " (\(codes.joined(separator: ", ")))")
  }
}

/// Why the store could not do what was asked. But for `outcomeUnknown` it is certain that nothing
/// was changed.
public enum StoreFault: Error, Hashable, Sendable {
  /// Another process holds the store; its number if it could be read.
  case inUse(process: Int?, StoreCause)
  /// The file was written by a newer program.
  case newerSchema(found: Int, known: Int, StoreCause)
  /// The file was written by an older program, and only opening it for good would bring it up.
  case olderSchema(found: Int, known: Int, StoreCause)
  /// The file is no store of ours, or no database at all.
  case notStore(StoreCause)
  /// There is nothing where something was to be read, or the place cannot be used.
  case unreachable(StoreCause)
  /// Others may write the store or its folder, or it has a second name: what is confirmed would
  /// not be safe there. What to type against it is said.
  case exposed(StoreCause)
  /// A file of the store is no longer the one at its path: what would be written now is lost.
  case displaced(StoreCause)
  /// Something stands where a file was to be made, and may not be replaced.
  case occupied(StoreCause)
  /// What is in the file contradicts itself or cannot be read.
  case damaged(StoreCause)
  /// The medium, the folder or the file may only be read.
  case readOnly(StoreCause)
  /// No space is left, on the medium or within the limit.
  case full(StoreCause)
  /// Somebody writes to the file by other means and has not finished in time.
  case busy(StoreCause)
  /// Two bookings would hold a room at one time: the program that asked is wrong.
  case overlap(RoomID, at: Instant, held: BookingReference, wanted: BookingReference)
  /// What was handed in cannot be stored: the program that asked is wrong.
  case unstorable(StoreCause)
  /// The operating system failed while a commit was under way: it may have happened or not, and
  /// only opening the store again tells. No later commit is taken.
  case outcomeUnknown(StoreCause)
  /// Anything else.
  case other(StoreCause)
}

extension StoreFault: CustomStringConvertible {
  /// For logs: the case, what was seen, and SQLite's extended code.
  public var description: String {
    switch self {
    case .inUse(let process?, let cause): "in use by process \(process): \(cause)"
    case .inUse(nil, let cause): "in use: \(cause)"
    case .newerSchema(let found, let known, let cause):
      "schema \(found) is newer than \(known): \(cause)"
    case .olderSchema(let found, let known, let cause):
      "schema \(found) is older than \(known): \(cause)"
    case .notStore(let cause): "not a store: \(cause)"
    case .unreachable(let cause): "unreachable: \(cause)"
    case .exposed(let cause): "exposed: \(cause)"
    case .displaced(let cause): "displaced: \(cause)"
    case .occupied(let cause): "occupied: \(cause)"
    case .damaged(let cause): "damaged: \(cause)"
    case .readOnly(let cause): "read-only: \(cause)"
    case .full(let cause): "full: \(cause)"
    case .busy(let cause): "busy: \(cause)"
    case .overlap(let room, let instant, let held, let wanted):
      "overlap: \(held) holds \(room) at \(instant.seconds), \(wanted) wants it too"
    case .unstorable(let cause): "unstorable: \(cause)"
    case .outcomeUnknown(let cause): "outcome unknown: \(cause)"
    case .other(let cause): "other: \(cause)"
    }
  }
}
