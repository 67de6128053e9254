// Very many who want one room on one day at the same moment, and go on until they have a place or
// are told that there is none.

import Foundation
import JSON

/// A running program that is rushed at.
final class Rush {
  /// 2026-12-01, a week after the clock's day.
  private static let date = "2026-12-01"
  private static let patience = Duration.seconds(15)
  /// More choices than anybody can lose in turn.
  private static let roundsMax = 200

  private let folder: Folder
  private let program: Program
  private let ports: [UInt16]
  private let isOneDay: Bool
  private var draws: Draws
  private var rushers: [Rusher] = []
  /// What was booked, as the answers told it.
  private var held: [Int: Hold] = [:]
  private(set) var codes: [Int: Int] = [:]
  private(set) var rounds = 0
  private(set) var booked = 0
  private(set) var disappointed = 0
  /// What must not have been seen, in words.
  private(set) var faults: [String] = []

  /// One who wants a place.
  private struct Rusher {
    let peer: Peer
    let user: String
    let isJSON: Bool
    var line: String
    /// The place that the line asks for.
    var wanted: Hold?
    var isAwaiting = false
    var reply: [String] = []
    /// What was heard last; nil until then.
    var answer: RaceAnswer?
    var isDone = false
    var isDisappointed = false
    /// The place that was wanted last, as a line of its own.
    var lastWish: String?
  }

  /// A house of some rooms; with one day only that can be booked, the places run out.
  init(_ draws: Draws, rooms: [String], isOneDay: Bool) throws {
    self.draws = draws
    self.isOneDay = isOneDay
    folder = try Folder()
    let list = rooms.map { "{\"name\": \"\($0)\"}" }.joined(separator: ", ")
    let building = try folder.file(
      "building.json",
      "{\"rooms\": [\(list)], \"rules\": {\"windowDays\": \(isOneDay ? 0 : 366)}}")
    let clock = (isOneDay ? Self.date : "2026-11-24") + "T06:30"
    program = try Program(
      [
        "serve", "--test", "--clock", clock, "--building", building, "--store",
        "\(folder.path)/store.db", "--listen", "127.0.0.1:0", "--listen-json", "127.0.0.1:0",
      ], in: folder, patienceSeconds: 60)
    ports = try program.ports(2)
  }

  // MARK: - The rush

  func run(_ count: Int, into room: String) throws {
    for number in 0..<count { rushers.append(try rusher(number, into: room)) }
    while rushers.contains(where: { !$0.isDone }), rounds < Self.roundsMax, faults.isEmpty {
      rounds += 1
      let before = Set(held.values)
      for index in rushers.indices where !rushers[index].isDone { speak(index) }
      try hearAll()
      for index in rushers.indices where !rushers[index].isDone { judge(index, before) }
      for index in rushers.indices where !rushers[index].isDone { choose(index) }
    }
    for rusher in rushers where !rusher.isDone { faults.append("\(rusher.user) has no end") }
    try askAgain()
  }

  /// Whoever was told that nothing is left is told so again when nobody else is there: what was
  /// not there then cannot be there now.
  private func askAgain() throws {
    for index in rushers.indices where rushers[index].isDisappointed {
      guard let line = rushers[index].lastWish else { continue }
      rushers[index].line = line
      speak(index)
      try hearAll()
      guard let answer = rushers[index].answer else { continue }
      if !answer.isTaken || answer.choiceCount > 0 {
        faults.append("\(line) was told to be without a choice: \(answer)")
      }
    }
  }

  private func rusher(_ number: Int, into room: String) throws -> Rusher {
    let isJSON = draws.happens(50)
    let start = 7 * 60 + 15 * draws.number(0...47)
    let end = min(19 * 60, start + 15 * draws.number(1...4))
    let wanted = Hold(room: room, date: Self.date, start: start, end: end)
    let peer = try Peer(port: isJSON ? ports[1] : ports[0])
    let user = "mia\(number)"
    if !isJSON {
      _ = try peer.reply()
      _ = try peer.ask("/as \(user)")
    }
    return Rusher(
      peer: peer, user: user, isJSON: isJSON, line: "book \(wanted.said)", wanted: wanted,
      lastWish: "book \(wanted.said)")
  }

  private func speak(_ index: Int) {
    let rusher = rushers[index]
    rushers[index].isAwaiting = true
    rushers[index].answer = nil
    guard rusher.isJSON else { return rusher.peer.send("\(rusher.line)\r\n".utf8) }
    let call: JSONObject = [
      "jsonrpc": "2.0", "id": 1, "method": "say",
      "params": ["user": .string(rusher.user), "text": .string(rusher.line)],
    ]
    rusher.peer.send(JSONValue.object(call).octets + [0x0A])
  }

  private func hearAll() throws {
    let began = ContinuousClock.now
    while true {
      let waiting = rushers.filter(\.isAwaiting)
      if waiting.isEmpty { return }
      if ContinuousClock.now - began > Self.patience || waiting.contains(where: { !$0.peer.isOpen })
      {
        faults.append("\(waiting.map(\.user)) still wait in round \(rounds)")
        return
      }
      Peer.takeIn(from: waiting.map(\.peer), withinMilliseconds: 100)
      for index in rushers.indices { try hear(index) }
    }
  }

  private func hear(_ index: Int) throws {
    while let line = rushers[index].peer.lineThatCame() {
      if rushers[index].isJSON {
        let value = try JSONValue(parsing: Array(line.utf8))
        if value["method"] == nil { take(RaceAnswer(json: value, line: line), index) }
      } else if !line.hasPrefix("* ") {
        rushers[index].reply.append(line)
        guard Array(line.utf8).dropFirst(3).first == UInt8(ascii: " ") else { continue }
        take(RaceAnswer(text: rushers[index].reply.joined(separator: "\n")), index)
        rushers[index].reply = []
      }
    }
  }

  private func take(_ answer: RaceAnswer, _ index: Int) {
    if !rushers[index].isAwaiting { faults.append("an answer to nothing: \(answer)") }
    rushers[index].isAwaiting = false
    rushers[index].answer = answer
    codes[answer.code, default: 0] += 1
    guard answer.code == 250, let reference = answer.reference else { return }
    held[reference] = answer.place
    rushers[index].isDone = true
    booked += 1
  }

  // MARK: - The judgement

  /// Who has no place yet must have been told that it is taken, which must be true, and offered
  /// what was not taken before.
  private func judge(_ index: Int, _ before: Set<Hold>) {
    let rusher = rushers[index]
    guard let answer = rusher.answer else { return }
    guard answer.isTaken else {
      faults.append("\(rusher.user), \(rusher.line): \(answer)")
      return
    }
    if let wanted = rusher.wanted, !held.values.contains(where: { $0.overlaps(wanted) }) {
      faults.append("\(wanted.said) was told taken and is free: \(answer)")
    }
    for choice in answer.choices where before.contains(where: { $0.overlaps(choice) }) {
      faults.append("\(choice.said) was offered and is taken: \(answer)")
    }
    if answer.choiceCount < 2, !isOneDay { faults.append("not two choices: \(answer)") }
  }

  private func choose(_ index: Int) {
    guard let answer = rushers[index].answer else { return }
    if answer.code == 555 || answer.choiceCount == 0 {
      rushers[index].isDone = true
      rushers[index].isDisappointed = true
      disappointed += 1
      return
    }
    rushers[index].line = "1"
    rushers[index].wanted = answer.choices.first
    // In text the place of a choice is not read; such a wish cannot be said again in words.
    rushers[index].lastWish = rushers[index].wanted.map { "book \($0.said)" }
  }

  /// Ends the program and compares the store with what was answered.
  func finish() throws {
    rushers = []
    program.send(SIGTERM)
    let ended = program.ended()
    if ended.code != 75 { faults.append("it ended with \(ended.code): \(ended.errors)") }
    let store = "\(folder.path)/store.db"
    let look = try StoreLook(at: store, copiedInto: folder.path)
    faults += look.faults
    if look.bookings.values.count(where: \.content.isHeld) != booked {
      faults.append("\(booked) were told that they have a place, \(look.bookings.count) have one")
    }
    for (reference, place) in held {
      guard let content = look.bookings[reference]?.content, content.isHeld,
        place
          == Hold(
            room: content.room, date: content.date, start: content.start, end: content.end)
      else {
        faults.append("B\(reference) was told to be \(place.said)")
        continue
      }
    }
    let check = try Program.run(["store", "check", "--store", store], in: folder)
    if check.code != 0 { faults.append("the check ended \(check.code): \(check.output)") }
  }
}
