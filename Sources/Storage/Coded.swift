// Facts without people: numbers of rows stand where names, addresses and texts would.

import BookingAgent
import Bookings
import CivilTime
import Passes

/// A line of the journal as it is kept. In its events a room's id, a user's name, an attendee's
/// name, a title and every other text is the decimal number of the row that holds it; an empty
/// text stays empty; addresses and phone numbers are always the same two. So the events can be
/// folded by those who own them, whoever was erased since.
struct CodedEntry: Hashable {
  let at: Instant
  /// The row of the user; nil for the agent itself.
  let by: Int64?
  let fact: Fact

  enum Fact: Hashable {
    case booking(BookingEvent)
    case pass(PassEvent)
    /// The answer itself stands in `message`, in the row of the entry's number, until it is
    /// forgotten; the row it took the place of is gone.
    case answered(expires: Instant, replaces: Int64?)
    /// The user of a piece of news is the number of a row.
    case news(NewsEvent)
    case wait(WaitEvent)
    /// Nothing is written in it: that stands in the tables.
    case travel(TravelChange)
    /// No table holds it; the provider is written as it is called.
    case account(AccountChange)
  }
}

/// How numbers and the texts that stand for them become each other.
enum Coded {
  /// All numbers of the store lie in here, so that sums and differences of any two hold in 64 bits,
  /// and seconds as milliseconds too.
  static let numbers: ClosedRange<Int64> = -(1 << 53)...(1 << 53)

  /// Nobody's: `.invalid` can belong to nobody (RFC 2606).
  static let email: EmailAddress = {
    do throws(EmailAddress.Fault) {
      return try EmailAddress("nobody@usher.invalid")
    } catch {
      preconditionFailure("the address of nobody has the form of an address: \(error)")
    }
  }()

  /// Nobody's: no country has the code 999 (ITU-T E.164 lists it as reserved).
  static let phone: PhoneText = {
    guard let phone = PhoneText(e164: "+9990000000") else {
      preconditionFailure("the number of nobody has the form of a number")
    }
    return phone
  }()

  /// The text that stands for a row.
  static func text(_ number: Int64) -> String { String(number) }

  /// The text that stands for a row, or for an empty text where there is none.
  static func text(_ number: Int64?) -> String { number.map { String($0) } ?? "" }

  /// The row for which a text stands.
  static func number(_ text: String) -> Int64 {
    guard let number = Int64(text) else {
      preconditionFailure("what is coded is the number of a row, not “\(text)”")
    }
    return number
  }

  /// The row for which a text stands; nil for an empty text.
  static func optionalNumber(_ text: String) -> Int64? { text.isEmpty ? nil : number(text) }

  /// An attendee whose details stand in that row.
  static func attendee(_ id: Int64, person: Int64) -> Attendee {
    Attendee(id: AttendeeID(Int(id)), name: text(person), email: email, phone: phone)
  }

  /// A recipient whose details stand in that row.
  static func recipient(person: Int64) -> PassRecipient {
    PassRecipient(name: text(person), email: email, phone: phone)
  }
}
