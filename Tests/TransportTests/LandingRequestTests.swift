// What browsers ask that come back: what lands, what waits for more, and what is turned away.

import Testing
import Transport

struct LandingRequestTests {
  private static let rows: [(String, LandingRequest)] = [
    ("GET /back?code=c&state=s HTTP/1.1\r\n\r\n", .landed(Array("/back?code=c&state=s".utf8))),
    ("GET /back HTTP/1.0\r\nHost: x\r\n\r\n", .landed(Array("/back".utf8))),
    ("GET /back?a HTTP/1.1\n\n", .landed(Array("/back?a".utf8))),
    ("GET /back?a HTTP/1.1\r\n\r\nGET /other HTTP/1.1\r\n\r\n", .landed(Array("/back?a".utf8))),
    ("", .more), ("GET /back?a HTTP/1.1", .more), ("GET /back?a HTTP/1.1\r\nHost: x\r\n", .more),
    ("GET /back2 HTTP/1.1\r\n\r\n", .refused(404)),
    ("GET /BACK HTTP/1.1\r\n\r\n", .refused(404)),
    ("GET /back/ HTTP/1.1\r\n\r\n", .refused(404)),
    ("GET http://x/back HTTP/1.1\r\n\r\n", .refused(404)),
    ("HEAD /back?a HTTP/1.1\r\n\r\n", .refused(405)),
    ("POST /back?a HTTP/1.1\r\nContent-Length: 2\r\n\r\nab", .refused(405)),
    ("get /back?a HTTP/1.1\r\n\r\n", .refused(405)),
    ("GET /back?a\r\n\r\n", .refused(400)), ("GET /back? a HTTP/1.1\r\n\r\n", .refused(400)),
    ("GET /back?ü HTTP/1.1\r\n\r\n", .refused(400)), ("\r\n\r\n", .refused(400)),
    ("GET /back?a HTTP/2\r\n\r\n", .refused(400)), ("\u{16}\u{3}\u{1}\r\n\r\n", .refused(400)),
    ("GET /back HTTP/1.1\r\nX: \(String(repeating: "x", count: 1_000))", .refused(431)),
  ]

  @Test("A request lands at one path, by GET, once it is whole", arguments: rows)
  func reads(written: String, request: LandingRequest) {
    #expect(LandingRequest(Array(written.utf8), path: "/back", octetsMax: 900) == request)
  }

  @Test("However it is cut, what has come is the beginning of the same")
  func waits() {
    let whole = Array("GET /back?code=c HTTP/1.1\r\nHost: x\r\n\r\n".utf8)
    for count in 0..<whole.count {
      let part = LandingRequest(Array(whole.prefix(count)), path: "/back", octetsMax: 900)
      #expect(part == .more, "\(count)")
    }
  }

  @Test("An answer is a page without scripts that nobody keeps", arguments: [200, 400, 404, 405])
  func answers(status: Int) {
    let answer = String(decoding: LandingRequest.answer(status), as: UTF8.self)
    #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
    let parts = answer.split(separator: "\r\n\r\n", maxSplits: 1)
    #expect(parts.count == 2 && parts[0].contains("Content-Length: \(parts[1].utf8.count)\r\n"))
    for line in ["Cache-Control: no-store", "Referrer-Policy: no-referrer", "Connection: close"] {
      #expect(parts[0].contains("\r\n\(line)\r\n"))
    }
    #expect(!answer.lowercased().contains("script"))
  }
}
