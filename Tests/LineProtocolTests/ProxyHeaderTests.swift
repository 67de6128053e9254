// The PROXY header, version 2: a table of headers, and that each is decided by a certain octet.

import LineProtocol
import Testing

@Suite("the PROXY header")
struct ProxyHeaderTests {
  static let signature = octets("\r\n\r\n\\x00\r\nQUIT\n")

  /// A header: version and command, family and transport, what is said to follow, and what does.
  static func header(_ command: UInt8, _ family: UInt8, _ rest: [UInt8], says: Int? = nil)
    -> [UInt8]
  {
    let length = says ?? rest.count
    return signature + [command, family, UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF)] + rest
  }

  private static let ports: [UInt8] = [0xDC, 0x04, 0x00, 0x50]
  private static let inet: [UInt8] = [192, 0, 2, 1, 198, 51, 100, 7] + ports
  private static let source6: [UInt8] = [0x20, 0x01, 0x0D, 0xB8] + (1...12)
  private static let inet6 = source6 + [UInt8](repeating: 0xFE, count: 16) + ports
  private static let unix = [UInt8](repeating: 0x2F, count: 216)
  private static func more(_ count: Int) -> [UInt8] { [UInt8](repeating: 0xEE, count: count) }

  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let octets: [UInt8]
    let becomes: ProxyHeader

    init(_ name: String, _ octets: [UInt8], _ becomes: ProxyHeader) {
      self.name = name
      self.octets = octets
      self.becomes = becomes
    }

    var testDescription: String { name }
  }

  private static let ana = ProxyPeer.address([192, 0, 2, 1], port: 56_324)

  static let taken: [Row] = [
    Row("TCP over IPv4", header(0x21, 0x11, inet), .peer(ana, length: 28)),
    Row(
      "TCP over IPv6", header(0x21, 0x21, inet6),
      .peer(.address(source6, port: 56_324), length: 52)),
    Row("a Unix socket", header(0x21, 0x31, unix), .peer(.unix, length: 232)),
    Row("unknown", header(0x21, 0x00, []), .peer(.unspecified, length: 16)),
    Row("unknown, with something", header(0x21, 0x00, more(9)), .peer(.unspecified, length: 25)),
    Row("UDP over IPv4", header(0x21, 0x12, inet), .peer(.unspecified, length: 28)),
    Row("IPv4 by something", header(0x21, 0x10, inet), .peer(.unspecified, length: 28)),
    Row("a stream of unknown family", header(0x21, 0x01, []), .peer(.unspecified, length: 16)),
    Row("more behind the addresses", header(0x21, 0x11, inet + more(100)), .peer(ana, length: 128)),
    Row(
      "as long as may be", header(0x21, 0x11, inet + more(4_080 - 12)), .peer(ana, length: 4_096)),
    Row("the proxy itself", header(0x20, 0x00, []), .local(length: 16)),
    Row("the proxy itself, with addresses", header(0x20, 0x11, inet), .local(length: 28)),
    Row("the proxy itself, with nonsense", header(0x20, 0xFF, more(3)), .local(length: 19)),
    Row("the proxy itself, IPv4 too short", header(0x20, 0x11, more(3)), .local(length: 19)),
  ]

  /// Each ends with the octet by which it is refused.
  static let refused: [Row] = [
    Row("a line", [0x62], .refused),
    Row("version 1", octets("P"), .refused),
    Row("an empty line and a line", octets("\r\nr"), .refused),
    Row("nearly the signature", Array(signature.dropLast()) + [0x0D], .refused),
    Row("version 1 in binary", signature + [0x11], .refused),
    Row("version 3", signature + [0x31], .refused),
    Row("an unknown command", signature + [0x22], .refused),
    Row("an unknown family", signature + [0x21, 0x41], .refused),
    Row("an unknown transport", signature + [0x21, 0x13], .refused),
    Row("IPv4 too short", header(0x21, 0x11, [], says: 11), .refused),
    Row("IPv6 too short", header(0x21, 0x21, [], says: 35), .refused),
    Row("a Unix socket too short", header(0x21, 0x31, [], says: 215), .refused),
    Row("UDP too short", header(0x21, 0x12, [], says: 11), .refused),
    Row("too long", header(0x21, 0x11, [], says: 4_081), .refused),
    Row("64 KiB", header(0x21, 0x11, [], says: 65_535), .refused),
    Row("the proxy itself, too long", header(0x20, 0x00, [], says: 4_081), .refused),
  ]

  @Test(
    "a header is decided by its last octet and by nothing behind it", arguments: taken + refused)
  func decides(_ row: Row) {
    for count in row.octets.indices {
      #expect(ProxyHeader(of: row.octets.prefix(count)) == .undecided, "\(count) octets")
    }
    for behind in [[], octets("rooms\r\n"), Self.more(5_000)] {
      #expect(ProxyHeader(of: row.octets + behind) == row.becomes)
      (row.octets + behind).withUnsafeBytes { #expect(ProxyHeader(of: $0) == row.becomes) }
    }
  }
}
