// Where replies end, however their octets are cut, and that another reply than the expected one is
// noticed.

import Measuring
import Testing

@Suite("Replies that are counted")
struct ReplyScannerTests {
  struct Row: Sendable {
    let form: ReplyForm
    let octets: String
    let replies: Int
    var unexpected: String?
  }

  private static let rows: [Row] = [
    Row(form: .text(code: 200), octets: "200 x\r\n200 \r\n", replies: 2),
    Row(form: .text(code: 212), octets: "212-Bunker\r\n212-Cockpit\r\n212 two\r\n", replies: 1),
    // News stand between replies and are none.
    Row(form: .text(code: 200), octets: "* B1: a pass was accepted.\r\n200 x\r\n", replies: 1),
    Row(form: .text(code: 200), octets: "200 x\r\n200 y", replies: 1),
    Row(
      form: .text(code: 212), octets: "212 free\r\n453 [LIMIT/RATE] slower\r\n", replies: 2,
      unexpected: "453 [LIMIT/RATE] slower\r"),
    Row(
      form: .json(code: 250),
      octets: #"{"jsonrpc":"2.0","id":7,"result":{"code":250,"messages":[]}}"# + "\n", replies: 1),
    Row(
      form: .json(code: 250),
      octets: #"{"jsonrpc":"2.0","id":7,"result":{"code":2501,"messages":[]}}"# + "\n",
      replies: 1, unexpected: #"{"jsonrpc":"2.0","id":7,"result":{"code":2501,"messages":[]}}"#),
    Row(
      form: .json(code: 250), octets: #"{"jsonrpc":"2.0","id":7,"error":{"code":250}}"# + "\n",
      replies: 1, unexpected: #"{"jsonrpc":"2.0","id":7,"error":{"code":250}}"#),
    Row(form: .line(beginning: "+PONG"), octets: "+PONG\r\n+PONG\r\n", replies: 2),
    Row(
      form: .line(beginning: "+PONG"), octets: "-ERR\r\n", replies: 1, unexpected: "-ERR\r"),
  ]

  @Test("Replies are counted alike wherever their octets are cut", arguments: rows)
  func counts(_ row: Row) {
    let octets = Array(row.octets.utf8)
    for cut in 0...octets.count {
      var scanner = ReplyScanner(row.form)
      var replies = 0
      for piece in [octets[..<cut], octets[cut...]] {
        piece.withUnsafeBytes { replies += scanner.take($0[...]) }
      }
      #expect(replies == row.replies, "cut at \(cut)")
      #expect(scanner.unexpected == row.unexpected, "cut at \(cut)")
    }
  }
}
