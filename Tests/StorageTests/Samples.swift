// Bookings, passes and files to try a store with.

import BookingAgent
import Bookings
import CSQLite
import CivilTime
import Foundation
import Passes
import Storage
import Testing

/// A day in November at 07:00 UTC, in a house whose clocks show UTC.
let morning = Instant(seconds: 1_795_590_000)

func minutes(_ count: Int) -> Duration { .seconds(60 * count) }

func room(_ name: String, gridMinutes: Int = 15) -> Room {
  var room = Room(id: RoomID(name), name: name)
  room.policy.gridMinutes = gridMinutes
  room.seats = 6
  return room
}

let twoRooms = [room("Aquarium"), room("Library")]

func person(_ number: Int, _ name: String = "Ana") throws -> Attendee {
  let phone = try #require(PhoneText(e164: "+4930123\(1000 + number)"))
  return Attendee(
    id: AttendeeID(number), name: name, email: try EmailAddress("\(name)@x.com"), phone: phone)
}

/// A booking that begins so many minutes after the morning.
func booking(
  _ number: Int, in room: String = "Aquarium", at start: Int, for length: Int = 60,
  version: Int = 1, state: Booking.State = .held, title: String = "Talk", text: String = "",
  isPrivate: Bool = false, owner: String = "mia", attendees: [Attendee] = []
) throws -> Booking {
  let begin = morning + minutes(start)
  let civil = CivilMoment(minuteNumber: Int(begin.seconds / 60))
  return Booking(
    reference: BookingReference(number), version: version, state: state, room: RoomID(room),
    span: try #require(CivilSpan(from: civil, minutes: length)), start: begin,
    end: begin + minutes(length), title: title, description: text, isPrivate: isPrivate,
    owner: UserID(owner), attendees: attendees)
}

func pass(
  _ number: Int, of booking: Booking, to attendee: Attendee, place: Int = 0, sequence: Int = 0
) -> Pass {
  Pass(
    edition: PassEdition(PassID(number), sequence: sequence), booking: booking.reference,
    bookingVersion: booking.version, attendee: attendee.id, place: place,
    recipient: PassRecipient(attendee), content: PassContent(booking), kind: .new,
    queuedAt: morning, deadline: booking.start,
    state: .queued(notBefore: morning + .seconds(10)), attemptsMax: 6)
}

func answer(_ name: String, expires: Instant, text: String = "book it") -> StoredAnswer {
  StoredAnswer(
    key: MessageKey(principal: "bridge", conversation: "C1", user: "mia", message: name),
    text: TextHash(of: text), reply: Array(#"{"code":250,"text":"Grüße"}"#.utf8), expires: expires)
}

func booked(_ booking: Booking, at instant: Instant = morning) -> JournalEntry {
  JournalEntry(at: instant, by: booking.owner, fact: .booking(.booked(booking)))
}

func sent(_ event: PassEvent, at instant: Instant = morning) -> JournalEntry {
  JournalEntry(at: instant, by: nil, fact: .pass(event))
}

/// A folder of its own that is gone with its last user.
final class Folder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "usher-store-\(UUID().uuidString)"
    // Nobody else may write there, whatever the mask of whoever runs the tests says.
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
  }

  deinit {
    do {
      try FileManager.default.removeItem(atPath: path)
    } catch {
      Issue.record("the folder of a test stays: \(error)")
    }
  }

  var file: String { path + "/usher.db" }
}

/// The file of a store without the store: what an administrator, or an accident, does to it.
final class RawFile {
  private var handle: OpaquePointer?

  /// The system is a name that was registered with SQLite; nil is that of the operating system.
  init(_ path: String, on system: String? = nil) throws {
    let code = sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, system)
    try #require(code == SQLITE_OK)
  }

  deinit { sqlite3_close_v2(handle) }

  /// SQLite's result.
  func code(_ sql: String) -> Int32 { sqlite3_exec(handle, sql, nil, nil, nil) }

  func run(_ sql: String) throws {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    let words = String(cString: sqlite3_errmsg(handle))
    try #require(code == SQLITE_OK, "\(sql): \(words)")
  }

  /// Rows of one column, joined by line ends; NULL is a dash.
  func ask(_ sql: String) throws -> String {
    var statement: OpaquePointer?
    try #require(sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, "\(sql)")
    defer { sqlite3_finalize(statement) }
    var rows: [String] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      rows.append(sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? "-")
    }
    return rows.joined(separator: "\n")
  }
}

/// The fault that a body throws.
func fault(_ body: () throws(StoreFault) -> Void) -> StoreFault? {
  do throws(StoreFault) {
    try body()
    return nil
  } catch {
    return error
  }
}

extension StoreFault {
  /// The name of the case.
  var name: String { String(description.prefix { $0 != ":" }) }
}
