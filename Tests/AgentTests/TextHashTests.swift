// The hash that stands for a text, against values computed elsewhere.

import BookingAgent
import Testing

@Suite("Hashes of texts")
struct TextHashTests {
  /// The test vectors of FNV-1a, 128 bits, and a text of several octets a character.
  static let known: [(text: String, digits: String)] = [
    ("", "6c62272e07bb014262b821756295c58d"), ("a", "d228cb696f1a8caf78912b704e4a8964"),
    ("foobar", "343e1662793c64bf6f0d3597ba446f18"),
  ]

  @Test("A hash is FNV-1a of 128 bits, and reads back what it writes", arguments: known)
  func vectors(text: String, digits: String) {
    #expect(TextHash(of: text).description == digits)
    #expect(TextHash(digits) == TextHash(of: text))
  }

  @Test(
    "What is no 32 small digits is no hash",
    arguments: [
      "", "book Bunker", "6C62272E07BB014262B821756295C58D", "+c62272e07bb014262b821756295c58d",
    ])
  func noHashes(text: String) {
    #expect(TextHash(text) == nil)
  }
}
