// Moments as the service writes them: counted from 1970, or by ISO 8601 with an offset.

internal import CivilTime

extension Instant {
  // The years that can be written, 1 to 9999: what lies outside is no time of a trip.
  private static let millisecondsRange = -62_135_596_800_000.0...253_402_300_799_999.0
  // From here on a count is one of milliseconds; as seconds it would be the year 5138.
  private static let leastMilliseconds = 100_000_000_000.0

  /// By a count of seconds since 1970, or of milliseconds from 10^11 on.
  init?(counted number: Double) {
    let milliseconds = abs(number) >= Self.leastMilliseconds ? number : number * 1000
    guard Self.millisecondsRange.contains(milliseconds) else { return nil }
    self.init(milliseconds: Int64(milliseconds.rounded()))
  }

  /// By `2026-11-24T09:20:00+01:00`: the seconds, parts of them and the colon of the offset may be
  /// missing, and the name of the zone may follow, as in `[Europe/Berlin]`.
  init?(tolerant text: some StringProtocol) {
    let octets = Array(text.utf8.prefix { $0 != UInt8(ascii: "[") })
    guard (17...40).contains(octets.count) else { return nil }
    var rest = octets[16...]
    var whole = Array(octets[..<16])
    if rest.first == UInt8(ascii: ":") {
      guard rest.count >= 3 else { return nil }
      whole += rest.prefix(3)
      rest = rest.dropFirst(3)
    } else {
      whole += ":00".utf8
    }
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst().drop { (0x30...0x39).contains($0) }
    }
    switch rest.count {
    case 1:
      whole.append(rest.first == UInt8(ascii: "z") ? UInt8(ascii: "Z") : rest[rest.startIndex])
    case 3: whole += Array(rest) + Array(":00".utf8)
    case 5: whole += Array(rest.prefix(3)) + [UInt8(ascii: ":")] + Array(rest.suffix(2))
    default: whole += rest
    }
    self.init(rfc3339: whole)
  }
}
