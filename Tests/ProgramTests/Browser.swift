// A browser, as far as one is sent away and comes back: it asks for an address of this machine.

import Foundation
import Testing

/// What a browser sees.
struct Browser {
  let status: Int
  /// Where it is sent.
  let location: String?
  let text: String

  /// Opens an address of this machine.
  static func get(_ address: String, by method: String = "GET") throws -> Browser {
    let parts = try #require(URLComponents(string: address))
    let port = try #require(parts.port.flatMap(UInt16.init))
    let target = parts.percentEncodedPath + (parts.percentEncodedQuery.map { "?\($0)" } ?? "")
    let head = ["\(method) \(target) HTTP/1.1", "Host: 127.0.0.1", "Connection: close", "", ""]
    return try send(head.joined(separator: "\r\n"), to: port)
  }

  /// Sends a request as it is.
  static func send(_ request: String, to port: UInt16) throws -> Browser {
    let peer = try Peer(port: port)
    peer.send(request.utf8)
    let answer = try peer.rest()
    let words = answer.split(separator: " ", maxSplits: 2)
    let status = try #require(words.dropFirst().first.flatMap { Int($0) }, "\(answer)")
    let line = answer.split(separator: "\r\n").first { $0.hasPrefix("Location: ") }
    return Browser(
      status: status, location: line.map { String($0.dropFirst("Location: ".count)) },
      text: answer)
  }

  /// A port of this machine that nobody has now.
  static func freePort() throws -> UInt16 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, size) == 0 && getsockname(descriptor, address, &size) == 0
      }
    }
    guard status else { throw Trouble(description: "no port is to be had: \(errno)") }
    return UInt16(bigEndian: address.sin_port)
  }
}
