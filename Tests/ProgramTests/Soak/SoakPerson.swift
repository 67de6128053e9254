// A person in a soak: types text on a connection, and names what they say, so that it can be said
// again.

import Foundation

/// Somebody at a terminal. A class because its connection is one.
final class SoakPerson {
  let name: String
  var token: String
  private let wishes: SoakWishes
  private let notes: SoakNotes
  private(set) var connection: Peer?
  /// By which token they signed in on this connection.
  private(set) var signedInBy: String?
  private var lines: [(text: String, isAnswered: Bool)] = []
  /// What is awaited, in order: the place of a line, or nil.
  private var awaited: [Int?] = []
  private var reply: [String] = []

  init(_ name: String, token: String, _ wishes: SoakWishes, _ notes: SoakNotes) {
    self.name = name
    self.token = token
    self.wishes = wishes
    self.notes = notes
  }

  var isOpen: Bool { connection?.isOpen == true }
  var isQuiet: Bool { awaited.isEmpty && lines.allSatisfy(\.isAnswered) }

  func connect(_ peer: Peer) {
    connection = peer
    signedInBy = token
    reply = []
    // The greeting comes unasked.
    awaited = [nil]
    say("/auth token \(token)", nil)
    for index in lines.indices where !lines[index].isAnswered { sayLine(index) }
  }

  /// Breaks off, perhaps in the midst of a line that is never carried out.
  func breakOff() {
    connection?.send(wishes.booking(titled: "Half").line.utf8)
    connection?.reset()
    hangUp()
    notes.count("lines cut off")
  }

  func hangUp() {
    connection = nil
    awaited = []
  }

  func act() {
    guard isOpen, awaited.count < 4 else { return }
    let text = wishes.draws.happens(60) ? wishes.booking() : wishes.draws.one(of: Self.questions)
    lines.append((text, false))
    sayLine(lines.count - 1)
  }

  private static let questions = ["rooms", "my bookings", "what is free tomorrow 10-11", "undo"]

  private func sayLine(_ index: Int) { say("@msg=m\(index) \(lines[index].text)", index) }

  private func say(_ line: String, _ index: Int?) {
    awaited.append(index)
    connection?.send("\(line)\r\n".utf8)
  }

  func hear() {
    while let line = connection?.lineThatCame() {
      if line.hasPrefix("* ") { continue }
      reply.append(line)
      // The tag with which a reply names its message stands before the code.
      let words = line.first == "@" ? String(line.drop { $0 != " " }.dropFirst()) : line
      guard Array(words.utf8).dropFirst(3).first == UInt8(ascii: " ") else { continue }
      take(Int(words.prefix(3)) ?? 0, reply)
      reply = []
    }
  }

  private func take(_ code: Int, _ words: [String]) {
    notes.count("replies \(code)")
    guard !awaited.isEmpty else { return notes.fault("\(name) is told \(words) for nothing") }
    let place = awaited.removeFirst()
    // A token may have been replaced while its owner was on the way; they come back with another.
    if place == nil, code == 535 { return hangUp() }
    guard let index = place, code != 530, code != 421 else { return }
    lines[index].isAnswered = true
    if [451, 452, 459].contains(code) { notes.fault("\(lines[index].text): \(words)") }
    guard code == 250 || code == 251, !lines[index].text.hasPrefix("undo"),
      let reference = Self.booked(in: words)
    else { return }
    heard[reference] = lines[index].text
  }

  /// The bookings that they were told of as made, and in which words they had asked for them.
  private(set) var heard: [Int: String] = [:]

  private static func booked(in words: [String]) -> Int? {
    let all = words.joined(separator: " ")
    guard let found = all.range(of: "Booked B") else { return nil }
    return Int(all[found.upperBound...].prefix { $0.isNumber })
  }
}
