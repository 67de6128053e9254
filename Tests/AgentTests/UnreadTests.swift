// Lines of which a limit would leave something unread: refused whole, never cut and run.

import BookingAgent
import Bookings
import JSON
import LineProtocol
import Testing

@Suite("Lines longer than is read")
struct UnreadTests {
  /// Lines that would book in public what is said to be private, and the limit each goes beyond.
  static let cut: [(line: String, limit: String)] = [
    (
      "book Bunker tomorrow 10-11" + String(repeating: " ", count: 4200) + "private", "octets"
    ),
    (
      "book Bunker tomorrow 10-11 " + String(repeating: ".", count: 2100) + " private", "tokens"
    ),
    (
      "book Bunker tomorrow 10-11 " + String(repeating: "1", count: 2) + "7"
        + String(repeating: "é", count: 2100) + " private", "octets"
    ),
    (
      "book Bunker tomorrow 10-11 with "
        + (1...65).map { "0171 12345\($0 + 10)" }.joined(separator: ", "), "numbers"
    ),
  ]

  @Test("A text of which a limit leaves something unread is refused in JSON", arguments: cut)
  func json(line: String, limit: String) throws {
    var play = try Play()
    let program = play.json(1)
    let told = try play.call("say", ["user": "mia", "text": .string(line)], on: program)
    #expect(told.booked.isEmpty)
    let refusal = try #require(told.replies(to: program).first)
    #expect(refusal.code == .tooLong)
    #expect(refusal.name == .limitLine)
    #expect(refusal.parameters.first == ReplyParameter("limit", limit))
    #expect(refusal.field == "text")
    // Nothing was heard: the conversation goes on as if nothing had been said.
    #expect(play.journal.isEmpty)
    let next = try play.call("say", ["user": "mia", "text": "yes"], on: program)
    #expect(next.booked.isEmpty)
  }

  @Test("The same in text, where the line is no longer than a line may be", arguments: cut)
  func text(line: String, limit: String) throws {
    guard line.utf8.count <= ProtocolLimits().textLineOctetsMax else { return }
    var play = try Play()
    let mia = play.text(1, as: "mia")
    #expect(try play.say("is Bunker free tomorrow at 10?", on: mia).codes(to: mia) == [212])
    let told = try play.say(line, on: mia)
    #expect(told.booked.isEmpty)
    #expect(told.codes(to: mia) == [552])
    // What was open before is open still.
    #expect(try play.say("take it", on: mia).booked.count == 1)
  }

  @Test("A text as long as may be is read to its last word")
  func longest() throws {
    var play = try Play()
    let program = play.json(1)
    let words = ("book Bunker tomorrow 10-11", " private")
    let octets = 4096 - words.0.utf8.count - words.1.utf8.count
    let line = words.0 + String(repeating: " ", count: octets) + words.1
    let told = try play.call("say", ["user": "mia", "text": .string(line)], on: program)
    #expect(told.booked.map(\.isPrivate) == [true])
  }

  @Test("`hello` tells how long a text may be")
  func hello() throws {
    var play = try Play()
    let program = play.json(1)
    let told = try play.call("hello", [:], on: program)
    guard case .result(_, _, let members)? = told.first else {
      throw PlayFault(description: "no result")
    }
    guard case .object(let limits)? = members["limits"] else {
      throw PlayFault(description: "no limits")
    }
    #expect(limits["text"] == 4096)
  }

  @Test("Of a text of many lines the signature is not read, and counts for nothing")
  func signature() throws {
    var play = try Play()
    let program = play.json(1)
    for (hour, mark) in zip(10..., ["--", "-- ", "--\r"]) {
      let text =
        "book Bunker tomorrow\n\(hour)-\(hour + 1)\n\n\(mark)\nMia, private line, Aquarium\n"
        + String(repeating: "This mail may be confidential. ", count: 200)
      let told = try play.call("say", ["user": "mia", "text": .string(text)], on: program)
      #expect(told.booked.map(\.room.text) == ["Bunker"])
      #expect(told.booked.map(\.isPrivate) == [false])
    }
    // Too long before the mark.
    let long = String(repeating: "really ", count: 700) + "\nbook Bunker tomorrow 15-16\n-- \nMia"
    let told = try play.call("say", ["user": "mia", "text": .string(long)], on: program)
    #expect(told.codes(to: program) == [552])
  }
}
