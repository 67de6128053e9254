// The PROXY header on a listener that is told to expect one, and on others.

import Foundation
import Testing

@Suite("Behind a proxy")
struct ProxyRunTests {
  private static let signature: [UInt8] = [
    13, 10, 13, 10, 0, 13, 10, 0x51, 0x55, 0x49, 0x54, 10,
  ]

  /// A header of version 2 for TCP over IPv4 from that address.
  static func header(_ source: [UInt8], extra: Int = 0) -> [UInt8] {
    let length = 12 + extra
    return signature + [0x21, 0x11, UInt8(length >> 8), UInt8(length & 255)] + source
      + [127, 0, 0, 1, 0x12, 0x34, 0x12, 0x67] + Array(repeating: 0, count: extra)
  }

  /// What a connection begins with, and how the answer to `rooms` behind it begins; nothing where
  /// it is closed without a word.
  static let rows: [(what: String, octets: [UInt8], answer: String)] = [
    ("a peer elsewhere", header([192, 0, 2, 7]), "530"),
    ("a peer here", header([127, 0, 0, 1]), "212"),
    ("a peer elsewhere, with more than is read", header([192, 0, 2, 7], extra: 3_000), "530"),
    ("a check by the proxy itself", signature + [0x20, 0, 0, 0], "212"),
    ("a peer that is not told", signature + [0x21, 0, 0, 0], "530"),
    ("version 1", Array("PROXY TCP4 192.0.2.7 127.0.0.1 1 2\r\n".utf8), ""),
    ("no header", [], ""), ("too long a header", header([192, 0, 2, 7], extra: 9_000), ""),
  ]

  @Test("Whom a header names signs in, unless they are here", arguments: rows.indices)
  func header(index: Int) throws {
    let (_, octets, answer) = Self.rows[index]
    let server = try Program(
      ["serve", "--open", "--store", ":memory:", "--listen", "127.0.0.1:0,proxy"] + tuesday,
      in: Folder())
    let port = try server.ports()[0]
    for isByOctet in [false, true] {
      let peer = try Peer(port: port)
      let all = octets + Array("rooms\r\n/quit\r\n".utf8)
      if isByOctet, all.count < 100 {
        for octet in all { peer.send([octet]) }
      } else {
        peer.send(all)
      }
      let came = try peer.rest()
      let behind = came.split(separator: "\r\n").drop { $0.hasPrefix("220") }.first ?? ""
      #expect(String(behind.prefix(3)) == answer, "\(came)")
    }
  }

  @Test("A proxy that says nothing is closed after a few seconds, without a word")
  func silence() throws {
    let server = try Program(
      ServingTests.test + ["--listen", "127.0.0.1:0,proxy"], in: Folder())
    let peer = try Peer(port: try server.ports()[0])
    peer.send(Self.signature.prefix(5))
    #expect(try peer.rest() == "")
  }

  @Test("A header that nobody asked for is refused")
  func unasked() throws {
    let server = try Program(ServingTests.test + ["--listen", "127.0.0.1:0"], in: Folder())
    let peer = try Peer(port: try server.ports()[0])
    peer.send(Self.header([192, 0, 2, 7]))
    #expect(try peer.rest().contains("521 [PROTO/FORBIDDEN]"))
  }
}
