// What a browser asks that comes back from giving leave. Pure: octets are handed in.

/// A request of a browser, as far as it has come (RFC 9112): its first line says all that is
/// wanted, and it is whole with the end of its head.
package enum LandingRequest: Hashable {
  /// It is not whole yet.
  case more
  /// It landed: the target of the request, which is secret.
  case landed([UInt8])
  /// It is something else: the status of the answer.
  case refused(Int)

  /// Reads what has come.
  /// - Parameters:
  ///   - octets: All of it.
  ///   - path: Where browsers land here.
  ///   - octetsMax: More than so many octets are no head of a browser.
  package init(_ octets: [UInt8], path: String, octetsMax: Int) {
    guard octets.count <= octetsMax else {
      self = .refused(431)
      return
    }
    guard Self.isWhole(octets) else {
      self = .more
      return
    }
    let line = octets.prefix { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") }
    let parts = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard parts.count == 3, parts[2].starts(with: "HTTP/1.".utf8),
      parts[1].allSatisfy({ (0x21...0x7E) ~= $0 })
    else {
      self = .refused(400)
      return
    }
    let place = parts[1].prefix { $0 != UInt8(ascii: "?") }
    if !place.elementsEqual(path.utf8) {
      self = .refused(404)
    } else if !parts[0].elementsEqual("GET".utf8) {
      // A HEAD would use up what the browser comes for.
      self = .refused(405)
    } else {
      self = .landed(Array(parts[1]))
    }
  }

  /// Whether the empty line has come that ends a head; a line may end with LF alone (RFC 9112
  /// §2.2).
  private static func isWhole(_ octets: [UInt8]) -> Bool {
    var isEmpty = false
    for octet in octets {
      switch octet {
      case UInt8(ascii: "\n"):
        if isEmpty { return true }
        isEmpty = true
      case UInt8(ascii: "\r"): break
      default: isEmpty = false
      }
    }
    return false
  }

  /// The answer to a browser: a page without scripts, of which nothing is kept or told on.
  package static func answer(_ status: Int) -> [UInt8] {
    let (reason, words) =
      switch status {
      case 200:
        (
          "OK",
          "<p>It is done. You can close this page and go back.</p>"
            + "<p lang=\"de\">Es ist getan. Diese Seite kann geschlossen werden.</p>"
        )
      case 404: ("Not Found", "<p>There is nothing here.</p>")
      case 405: ("Method Not Allowed", "<p>There is nothing to be asked here.</p>")
      case 431: ("Request Header Fields Too Large", "<p>That is too long.</p>")
      default:
        (
          "Bad Request",
          "<p>Nothing waits for this here. Say once more what you want to link.</p>"
            + "<p lang=\"de\">Darauf wartet hier nichts. Bitte das Verbinden neu beginnen.</p>"
        )
      }
    let page =
      "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>usher</title>\(words)"
    let head = [
      "HTTP/1.1 \(status) \(reason)", "Content-Type: text/html; charset=utf-8",
      "Content-Length: \(page.utf8.count)", "Connection: close", "Cache-Control: no-store",
      "Referrer-Policy: no-referrer", "X-Content-Type-Options: nosniff",
      "Content-Security-Policy: default-src 'none'", status == 405 ? "Allow: GET" : nil,
    ].compactMap(\.self)
    return Array((head + ["", page]).joined(separator: "\r\n").utf8)
  }
}
