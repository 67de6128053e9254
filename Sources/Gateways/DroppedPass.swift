// The file that a pass becomes in a folder: its name and what stands in it.

internal import Bookings
internal import CivilTime
internal import JSON
internal import Passes

/// A pass as a JSON file that people can read too.
struct DroppedPass {
  /// As `P12-B17-ana@x.com.json`, or `P12.1-B17-…` for an edition that replaces it.
  let name: String
  /// The text of the file. It says the same each time an edition is written.
  let octets: [UInt8]

  /// Octets of the address that go into the name: with the rest it stays below the 255 octets that
  /// file systems give a name.
  private static let addressOctetsMax = 120

  init(_ pass: Pass, roomName: String, zone: ZoneRules, untitled: String) {
    name = Self.name(of: pass)
    let content = pass.content
    let title = content.title.isEmpty ? untitled : content.title
    let value: JSONValue = [
      "pass": .string(pass.id.description),
      "edition": .integer(Int64(pass.sequence)),
      "kind": .string(pass.kind.rawValue),
      "booking": [
        "reference": .string(pass.booking.description),
        "version": .integer(Int64(pass.bookingVersion)),
        "room": .string(roomName),
        "start": .string(content.span.start.description),
        "end": .string(content.span.end.description),
        "zone": .string(zone.name),
        "start_unix_seconds": .integer(content.start.seconds),
        "end_unix_seconds": .integer(content.end.seconds),
        "title": .string(title),
        "description": .string(content.description.isEmpty ? title : content.description),
      ],
      "attendee": [
        "name": .string(pass.recipient.name),
        "email": .string(pass.recipient.email.text),
        "number": pass.recipient.phone.map { .string($0.e164) } ?? .null,
      ],
    ]
    var octets: [UInt8] = []
    value.writePretty(into: &octets)
    octets.append(UInt8(ascii: "\n"))
    self.octets = octets
  }

  /// Decided by the edition, so that writing it again replaces the file.
  static func name(of pass: Pass) -> String {
    let edition = pass.sequence == 0 ? "\(pass.id)" : "\(pass.id).\(pass.sequence)"
    let address = pass.recipient.email.text.unicodeScalars.prefix(addressOctetsMax)
    let safe = address.map { isSafe($0) ? Character($0) : "_" }
    return "\(edition)-\(pass.booking)-\(String(safe)).json"
  }

  /// What no file system and no shell reads as anything else.
  private static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "@", ".", "-", "_", "+": true
    default: false
    }
  }
}
