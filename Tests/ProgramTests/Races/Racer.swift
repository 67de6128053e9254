// Somebody who wants what others want at the same moment, in text or in JSON.

import JSON

/// What a racer was answered.
struct RaceAnswer: CustomStringConvertible {
  let code: Int
  /// The name of the refusal, if it is one.
  let name: String
  /// The booking it is about, if something was done, and where it is now.
  let reference: Int?
  let place: Hold?
  let effects: JSONValue
  /// What is offered instead, by its number; where it is only in answers in JSON.
  let choiceCount: Int
  let choices: [Hold]
  let description: String

  var isDone: Bool { code == 250 || code == 251 }
  var isTaken: Bool { [350, 352, 555].contains(code) && name == "TIME/TAKEN" }
}

/// A room and a span of a day, in minutes after midnight.
struct Hold: Hashable {
  let room: String
  let date: String
  let start: Int
  let end: Int

  var said: String {
    "\(room) \(date) \(WantedVersion.time(start))-\(WantedVersion.time(end))"
  }

  func overlaps(_ other: Hold) -> Bool {
    room == other.room && date == other.date && start < other.end && other.start < end
  }
}

/// One connection, on which several people may speak one after the other.
final class Racer {
  let isJSON: Bool
  private let peer: Peer
  private var user = ""
  private var count = 0

  init(textPort: UInt16, jsonPort: UInt16, isJSON: Bool) throws {
    self.isJSON = isJSON
    peer = try Peer(port: isJSON ? jsonPort : textPort)
    if !isJSON { _ = try peer.reply() }
  }

  /// Says a line as somebody and does not wait. A name is given to the message in JSON only.
  func say(_ text: String, as user: String, message: String? = nil) throws {
    if isJSON {
      count += 1
      var params: JSONObject = ["user": .string(user), "text": .string(text)]
      params["msg"] = message.map { .string($0) }
      let call: JSONObject = [
        "jsonrpc": "2.0", "id": .integer(Int64(count)), "method": "say", "params": .object(params),
      ]
      peer.send(JSONValue.object(call).octets + [0x0A])
    } else {
      if self.user != user { _ = try peer.ask("/as \(user)") }
      self.user = user
      peer.send("\(text)\r\n".utf8)
    }
  }

  /// The answer to what was said last.
  func answer() throws -> RaceAnswer {
    isJSON ? try answerInJSON() : RaceAnswer(text: try peer.reply())
  }

  func ask(_ text: String, as user: String) throws -> RaceAnswer {
    try say(text, as: user)
    return try answer()
  }

  private func answerInJSON() throws -> RaceAnswer {
    while true {
      let line = try peer.line()
      let answer = try JSONValue(parsing: Array(line.utf8))
      if answer["method"] != nil { continue }
      guard answer["id"] == .integer(Int64(count)) else {
        throw Trouble(description: "an answer to another request: \(line)")
      }
      return RaceAnswer(json: answer, line: line)
    }
  }
}

extension RaceAnswer {
  /// A reply in text. Choices are lines with a number and a parenthesis.
  init(text: String) {
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("* ") }
    code = lines.first.flatMap { Int($0.prefix(3)) } ?? 0
    let last = lines.last?.dropFirst(4) ?? ""
    name = last.hasPrefix("[") ? String(last.dropFirst().prefix { $0 != "]" && $0 != " " }) : ""
    let word = lines.first?.split(separator: " ").first { $0.hasPrefix("B") && $0.hasSuffix(":") }
    reference = code == 250 ? word.flatMap { Int($0.dropFirst().dropLast()) } : nil
    place = code == 250 ? lines.first.flatMap { Hold(confirmed: $0) } : nil
    effects = .null
    choiceCount = lines.count { line in
      let words = line.dropFirst(4).split(separator: " ").filter { !$0.hasPrefix("[") }
      return words.first?.hasSuffix(")") == true && words.first?.count == 2
    }
    choices = []
    description = text
  }

  init(json answer: JSONValue, line: String) {
    let result = answer["result"]
    let told = result?["code"] ?? answer["error"]?["code"]
    code = Int(clamping: told?.integer ?? 0)
    name = (result?["name"] ?? answer["error"]?["data"]?["name"])?.string ?? ""
    effects = result?["effects"] ?? .null
    let written = effects.array?.first?["booking"]?["ref"]?.string
    reference = written.flatMap { Int($0.dropFirst()) }
    place = effects.array?.first?["booking"].flatMap { Hold(booking: $0) }
    let offered = result?["choices"]?.array ?? []
    choiceCount = offered.count
    choices = offered.compactMap { Hold(booking: $0) }
    description = line
  }
}

extension Hold {
  /// A `B` of the protocol, or a choice.
  init?(booking: JSONValue) {
    guard let room = booking["room"]?.string, let start = booking["start"]?.string,
      let end = booking["end"]?.string
    else { return nil }
    self.init(
      room: room, date: String(start.prefix(10)), start: Self.minutes(of: start.dropFirst(11)),
      end: Self.minutes(of: end.dropFirst(11)))
  }

  /// As `250-Booked B1: Alder, Tue 1 Dec 2026, 10:00–11:00.`
  init?<Line: StringProtocol>(confirmed line: Line) {
    let parts = line.split(separator: ": ", maxSplits: 1).last?.split(separator: ", ") ?? []
    guard parts.count == 3, let month = Self.months.firstIndex(where: parts[1].contains) else {
      return nil
    }
    let words = parts[1].split(separator: " ")
    let times = parts[2].split(separator: "–")
    guard words.count == 4, times.count == 2 else { return nil }
    func two(_ text: some StringProtocol) -> String { (text.count < 2 ? "0" : "") + text }
    self.init(
      room: String(parts[0]), date: "\(words[3])-\(two("\(month + 1)"))-\(two(words[1]))",
      start: Self.minutes(of: times[0]), end: Self.minutes(of: times[1]))
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// What begins with `10:15` in minutes after midnight.
  private static func minutes(of text: some StringProtocol) -> Int {
    let parts = text.prefix(5).split(separator: ":").compactMap { Int($0) }
    return parts.count == 2 ? parts[0] * 60 + parts[1] : -1
  }
}
