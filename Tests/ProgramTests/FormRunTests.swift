// Forms of the mobility service that the built program asks: what of them outlives a kill.

import Foundation
import JSON
import Testing

@Suite("Forms over HTTP")
struct FormRunTests {
  /// A form whose third question is a password.
  static let locked = #"{"settings": {"bikePages": ["locked"]}}"#
  static let asksPassword = "Question 3 of 4: Password"
  static let asksTerms = "Question 4 of 4: I accept the terms"

  /// What is shown when all is answered.
  static let isWhole = "4) I accept the terms: yes"

  /// The lines that lead to that question, each behind what asks for it.
  static let toPassword = [
    ("book the bike", RideRunTests.endOfProducts), ("Mia Muster", "Question 1 of 4: Name"),
    ("mia@example.com", "Question 2 of 4: E-mail"),
  ]

  /// What was typed unseen before the program is killed, and what is asked then until all is.
  static let kills: [(typed: [String], asked: [(line: String, wanted: String)])] = [
    ([], [("canary-second", asksPassword), ("yes", asksTerms)]),
    (["canary-first"], [("yes", asksTerms), ("canary-second", asksPassword)]),
  ]

  @Test(
    "Killed in a form: what was answered stands, and what is typed unseen is asked again",
    arguments: kills)
  func isKilled(typed: [String], asked: [(line: String, wanted: String)]) throws {
    let world = try TravelWorld(mobility: Self.locked)
    let first = try world.start()
    first.say("products for T1")
    try first.answer(Self.toPassword + typed.map { ($0, Self.asksPassword) })
    _ = try first.output(holding: typed.isEmpty ? Self.asksPassword : Self.asksTerms)
    first.send(SIGKILL)
    let killed = first.ended()
    #expect(killed.code == -SIGKILL)

    let second = try world.start()
    second.say("review")
    let review = try second.output(holding: asked[0].wanted)
    for answer in ["1) Name: Mia Muster", "2) E-mail: mia@example.com", "3) Password: –"] {
      #expect(review.contains(answer))
    }
    #expect(try world.mobility.calls(to: "form") == [])
    try second.answer(asked + [("send", Self.isWhole)])
    _ = try second.output(holding: "Booked: T1.3, Night bike")
    second.endInput()
    let ended = second.ended()
    #expect(ended.code == 0)
    let sent = try world.mobility.calls(to: "form").map { $0["body"]?.string ?? "" }
    #expect(sent.count == 1)
    for answer in ["Mia Muster", "mia@example.com", "canary-second"] {
      #expect(sent.first?.contains(answer) == true, "\(sent)")
    }
    #expect(try world.bookingCount() == 1)
    #expect(try world.secretsSeen(in: [killed, ended]) == [])
  }
}
