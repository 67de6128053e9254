// Somebody who calls in JSON over one connection and names their messages: what they said, what
// they were answered, and what was stored of it.

import JSON

/// A caller. A class because its connection is one.
final class Caller {
  /// A line that was said, and what is known of it.
  struct Line {
    let text: String
    let conversation: String
    /// Whether it can only be understood with the lines before it.
    var needsContext = false
    var standing = Standing.open
    /// Whether the store was seen to hold its answer before it was heard.
    var isKnownStored = false
  }

  enum Standing: Equatable {
    /// Sent, and nothing heard: it may have been done.
    case open
    case answered(Told)
    /// Answered: not done, may be asked again.
    case postponed
    /// Not done when the program was killed, and not said again.
    case abandoned
  }

  /// What an answer tells, the same each time.
  struct Told: Equatable {
    let effects: [JSONValue]
    let texts: [JSONValue]
    /// Nothing without an effect is ever stored.
    var isDone: Bool { !effects.isEmpty }
  }

  let name: String
  private(set) var lines: [Line] = []
  /// What must not have been seen, in words.
  private var faults: [String] = []
  /// How many answers of each code came.
  private(set) var codes: [Int: Int] = [:]
  private(set) var connection: Peer?
  /// The names of the calls whose answers are still to come.
  private var awaited: [String] = []

  init(name: String) { self.name = name }

  var awaitedCount: Int { awaited.count }

  /// Whether of all lines it is known what came of them.
  var isSettled: Bool {
    lines.allSatisfy { $0.standing != .open && $0.standing != .postponed }
  }

  /// Whether a line is known to be done: so it was answered, or its answer was seen in the store.
  func isDone(_ index: Int?) -> Bool {
    guard let index else { return false }
    if case .answered(let told) = lines[index].standing { return told.isDone }
    return lines[index].isKnownStored
  }

  /// Whether a line was answered, and nothing was done.
  func isInVain(_ index: Int?) -> Bool {
    guard let index, case .answered(let told) = lines[index].standing else { return false }
    return !told.isDone
  }

  func note(_ fault: String) { faults.append("\(name): \(fault)") }

  /// Hands out what was found since the last time.
  func takeFaults() -> [String] {
    defer { faults = [] }
    return faults
  }

  // MARK: - Saying

  func connect(port: UInt16) throws {
    connection = try Peer(port: port)
    awaited = []
  }

  /// The connection is gone; nothing more is awaited.
  func hangUp() {
    connection = nil
    awaited = []
  }

  /// Says what was never answered once more, and some of what was done.
  func repeatThemselves(_ draws: inout Draws) {
    var octets: [UInt8] = []
    for index in lines.indices {
      switch lines[index].standing {
      case .open: octets += call(index, as: "first")
      case .answered(let told) where told.isDone && draws.happens(10):
        octets += call(index, as: "again")
      case .answered, .postponed, .abandoned: break
      }
    }
    connection?.send(octets)
  }

  /// Says new lines in one go, and tells at which places they are kept.
  func say(_ new: [Line]) -> Range<Int> {
    let first = lines.count
    lines += new
    connection?.send((first..<lines.count).flatMap { call($0, as: "first") })
    return first..<lines.count
  }

  private func call(_ index: Int, as what: String) -> [UInt8] {
    let id = "\(what)-\(index)"
    awaited.append(id)
    let call: JSONObject = [
      "jsonrpc": "2.0", "id": .string(id), "method": "say",
      "params": [
        "user": .string(name), "conv": .string(lines[index].conversation),
        "msg": .string("m\(index)"), "text": .string(lines[index].text),
      ],
    ]
    return JSONValue.object(call).octets + [0x0A]
  }

  // MARK: - Hearing

  /// Takes all answers that have come, and tells which lines were answered for the first time.
  func hear() throws -> [Int] {
    var heard: [Int] = []
    while let line = connection?.lineThatCame() {
      let answer = try JSONValue(parsing: Array(line.utf8))
      if answer["method"] != nil { continue }
      guard let id = answer["id"]?.string, let place = awaited.firstIndex(of: id),
        let index = id.split(separator: "-").last.flatMap({ Int($0) })
      else {
        note("an answer to nothing: \(line)")
        continue
      }
      awaited.remove(at: place)
      let told = answer["result"]?["code"] ?? answer["error"]?["code"]
      codes[Int(clamping: told?.integer ?? 0), default: 0] += 1
      if id.hasPrefix("again") {
        compare(index, answer)
      } else if take(answer, to: index) {
        heard.append(index)
      }
    }
    return heard
  }

  /// Keeps what a line was answered. False if it is to be said again.
  private func take(_ answer: JSONValue, to index: Int) -> Bool {
    let isKnown = lines[index].isKnownStored
    let isRepeated = answer["result"]?["replayed"] == true
    if isKnown != isRepeated {
      note("\(isKnown ? "done twice" : "answered as if done before"): \(said(index, answer))")
    }
    if answer["error"]?["data"]?["name"] == "SYS/DRAIN" {
      lines[index].standing = .postponed
      return false
    }
    lines[index].standing = .answered(Self.told(by: answer))
    return true
  }

  private func compare(_ index: Int, _ answer: JSONValue) {
    if lines[index].standing != .answered(Self.told(by: answer))
      || answer["result"]?["replayed"] != true
    {
      note("not as before: \(said(index, answer))")
    }
  }

  /// A line and what came back, for people.
  func said(_ index: Int, _ answer: JSONValue? = nil) -> String {
    var came = answer
    if answer == nil, case .answered(let told) = lines[index].standing {
      came = .array(told.texts + told.effects)
    }
    let words = came.map { String(decoding: $0.octets, as: UTF8.self) }
    return "\"\(lines[index].text)\" → \(words ?? "nothing heard")"
  }

  private static func told(by answer: JSONValue) -> Told {
    let messages = answer["result"]?["messages"]?.array ?? []
    return Told(
      effects: answer["result"]?["effects"]?.array ?? [], texts: messages.compactMap { $0["text"] })
  }

  // MARK: - Looking

  /// Compares the stored answers with those that came: a change and its answer are one commit, so
  /// what is stored was done and what is not was not.
  func settle(with look: StoreLook) {
    for index in lines.indices {
      let message = StoreLook.Message(speaker: name, name: "m\(index)")
      let isStored = look.messages.contains(message)
      switch lines[index].standing {
      case .answered(let told):
        if told.isDone != isStored { note("\(isStored ? "" : "not ")stored: \(said(index))") }
      case .abandoned:
        if isStored { note("done later: \(said(index))") }
      case .open, .postponed:
        if isStored, lines[index].standing == .postponed { note("stored: \(said(index))") }
        lines[index].isKnownStored = isStored
        let isOver = !isStored && lines[index].needsContext
        lines[index].standing = isOver ? .abandoned : .open
      }
    }
  }
}
