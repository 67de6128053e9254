// Who comes to a booking, and the addresses that let a pass reach them.

public import CivilTime

/// A person who comes to a booking and is owed a pass.
public struct Attendee: Hashable, Codable, Sendable {
  /// Stays the same when the rest is mended.
  public let id: AttendeeID
  /// How the person is called; never empty.
  public var name: String
  /// Where the pass goes by e-mail.
  public var email: EmailAddress
  /// Where the pass goes by SMS; nil where the building's passes need no number.
  public var phone: PhoneText?

  /// An attendee of whom all is known.
  public init(id: AttendeeID, name: String, email: EmailAddress, phone: PhoneText?) {
    self.id = id
    self.name = name
    self.email = email
    self.phone = phone
  }
}

/// An attendee as asked for: not yet counted, perhaps incomplete, as a building may refuse or a
/// conversation still ask.
public struct AttendeeRequest: Hashable, Codable, Sendable {
  /// The attendee this replaces in a change; nil for a new one.
  public var id: AttendeeID?
  /// How the person is called, if said or proposed.
  public var name: String?
  /// The address as written.
  public var email: String?
  /// The number as normalised to E.164, or as written if nobody could.
  public var phone: String?

  /// What was said of an attendee.
  public init(
    id: AttendeeID? = nil, name: String? = nil, email: String? = nil, phone: String? = nil
  ) {
    self.id = id
    self.name = name
    self.email = email
    self.phone = phone
  }

  /// All of a known attendee, to be changed in part.
  public init(_ attendee: Attendee) {
    self.init(
      id: attendee.id, name: attendee.name, email: attendee.email.text,
      phone: attendee.phone?.e164)
  }
}

/// A number in E.164 form. That it can exist is settled before, where numbers are read.
public struct PhoneText: Hashable, Sendable, CustomStringConvertible {
  /// As `+49301234567`.
  public let e164: String

  /// The number if it is a plus sign and 7 to 15 digits, the first not 0 (ITU-T E.164); else nil.
  public init?(e164: String) {
    let octets = Array(e164.utf8)
    guard (8...16).contains(octets.count), octets[0] == UInt8(ascii: "+"),
      octets[1] != UInt8(ascii: "0"),
      octets.dropFirst().allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    self.e164 = e164
  }

  /// The number in E.164 form.
  public var description: String { e164 }
}

extension PhoneText: WrittenAsText {
  /// The number in E.164 form.
  public var written: String { e164 }
  /// Reads a number in E.164 form.
  public init?(written: String) { self.init(e164: written) }
}
