// Plays a written conversation on a fresh house and says what was answered otherwise.

import BookingAgent
public import Bookings
import CivilTime
import Gateways
import JSON
import LineProtocol
import Passes
import Storage

/// One answer that was not as written.
public struct ConversationDifference: Hashable, Sendable, CustomStringConvertible {
  /// The file.
  public let file: String
  /// The number of the first line that was expected otherwise, from 1.
  public let line: Int
  /// What was written.
  public let expected: [String]
  /// What was answered.
  public let answered: [String]

  /// The place, then both.
  public var description: String {
    "\(file):\(line): answered otherwise\n"
      + expected.map { "  - \($0)\n" }.joined() + answered.map { "  + \($0)\n" }.joined()
  }
}

/// Plays a conversation. A class because it runs a house.
public final class ConversationPlayer {
  private let conversation: WrittenConversation
  private let house: RunningHouse
  private let owner: String
  private var sessions: [String: Listener] = [:]
  private var sessionCount = 0
  private var lastSpeaker: String
  /// Whether lines are said as programs say them, so that their replies tell what they did.
  /// Who speaks for whom, where facts are told.
  private var users: [String: String] = [:]
  private var tellsFacts = false
  /// The lines of the file with the answers as they were, for recording.
  private var recorded: [Int: [String]] = [:]
  /// What the house would have logged.
  public private(set) var log: [String] = []

  /// One session and what it has heard and not yet compared.
  private struct Listener {
    let id: SessionID
    let isJSON: Bool
    var words: [String] = []
    var coded: [String] = []
  }

  /// A fresh house for a conversation: its own world laid over the settings, in memory, with a
  /// frozen clock and a scripted gateway.
  /// - Throws: why the house cannot be made as the file says.
  public init(
    _ conversation: WrittenConversation, settings: HouseSettings,
    readBuilding: (String) throws -> Building
  ) throws {
    self.conversation = conversation
    let stage = try Stage(conversation, settings: settings, readBuilding: readBuilding)
    owner = stage.owner
    lastSpeaker = stage.owner
    var remarks: [String] = []
    house = try RunningHouse(stage.settings, log: { remarks.append($0) }, nudge: {})
    _ = house.wake([])
    log = remarks
  }

  /// Plays it and returns all differences, in order.
  public func play() -> [ConversationDifference] {
    defer { house.close() }
    var differences: [ConversationDifference] = []
    var steps = conversation.steps[...]
    while let step = steps.popFirst() {
      switch step.action {
      case .now, .building, .people, .owner, .zone, .language, .code, .booked: break
      case .wait(let seconds): wait(seconds)
      case .say(let speaker, let text): say(text, by: speaker ?? owner)
      case .gateway(let outcome): house.script(outcome)
      case .hear(let listener, _, _):
        // Lines without a gap are one answer.
        var expected = [step]
        while let next = steps.first, next.isHeard(by: listener),
          next.line == step.line + expected.count
        {
          expected.append(next)
          steps.removeFirst()
        }
        if let difference = compare(expected, heardBy: listener ?? lastSpeaker) {
          differences.append(difference)
        }
      }
    }
    return differences
  }

  /// The word of a session by which somebody says who speaks.
  private static let naming = "/as "

  /// Plays it and tells of each line said what it did: an object of JSON with the file, the number
  /// of the line and the reply to it as programs get it, with how it was read. What is written as
  /// answered is not looked at.
  public func facts() -> [String] {
    defer { house.close() }
    tellsFacts = true
    var facts: [String] = []
    for step in conversation.steps {
      switch step.action {
      case .now, .building, .people, .owner, .zone, .language, .code, .booked, .hear: break
      case .wait(let seconds): wait(seconds)
      case .gateway(let outcome): house.script(outcome)
      case .say(let speaker, let text):
        let speaker = speaker ?? owner
        // Programs say in each call who speaks.
        if text.hasPrefix(Self.naming) {
          users[speaker] = String(text.dropFirst(Self.naming.count))
          continue
        }
        say(text, by: speaker)
        let place: JSONObject = [
          "file": .string(conversation.file), "line": .integer(Int64(step.line)),
          "said": .string(text),
        ]
        let heard = sessions[speaker]
        let replies = (heard?.coded ?? []).map {
          heard?.isJSON == true ? $0 : JSONValue.string($0).text
        }.joined(separator: ",")
        let head = JSONValue.object(place).text.dropLast()
        facts.append("\(head),\"replies\":[\(replies)]}")
      }
    }
    return facts
  }

  // MARK: - Speaking

  /// A line of a person as a program hands it on. A word of the session is none.
  private func asCall(_ text: String, of speaker: String) -> String {
    guard tellsFacts, text.first != "{", text.first != "/" else { return text }
    let user = users[speaker] ?? (Int(speaker) == nil ? speaker : owner)
    let call: JSONObject = [
      "jsonrpc": "2.0", "id": 1, "method": "say",
      "params": .object(["user": .string(user), "text": .string(text), "debug": true]),
    ]
    return JSONValue.object(call).text
  }

  private func say(_ said: String, by speaker: String) {
    forgetWhatWasHeard()
    lastSpeaker = speaker
    let text = asCall(said, of: speaker)
    open(speaker, isJSON: text.first == "{")
    guard let session = sessions[speaker] else { return }
    let octets = Array(text.utf8)
    let request: Request?
    if session.isJSON {
      switch JSONRequest(reading: octets) {
      case .call(let call): request = .call(call)
      case .refused(let refusal): request = .badCall(refusal)
      case .ignored: request = nil
      }
    } else {
      request = TextRequest(reading: octets).map { .text($0) }
    }
    guard let request else { return }
    take(house.wake([.asked(session.id, request)]))
  }

  private func wait(_ seconds: Int) {
    forgetWhatWasHeard()
    lastSpeaker = owner
    house.moveClock(to: house.clock.now + .seconds(seconds))
    take(house.wake([]))
  }

  /// A number before the mark is one more session of the owner.
  private func open(_ speaker: String, isJSON: Bool) {
    guard sessions[speaker] == nil else { return }
    sessionCount += 1
    let id = SessionID(sessionCount)
    sessions[speaker] = Listener(id: id, isJSON: isJSON)
    let user = Int(speaker) == nil ? speaker : owner
    let face = SessionFace(kind: .pipe, encoding: isJSON ? .json : .text, user: user)
    take(house.wake([.opened(id, face)]))
  }

  // MARK: - Hearing

  private func forgetWhatWasHeard() {
    for name in sessions.keys {
      sessions[name]?.words = []
      sessions[name]?.coded = []
    }
  }

  private func take(_ effects: [Effect]) {
    for effect in effects {
      switch effect {
      case .greet(let id, let reply), .reply(let id, nil, let reply):
        hear(
          reply.lines.map(VisibleText.shown), coded: { reply.writeText(into: &$0, lineEnd: .lf) },
          id)
      case .reply(let id, let request?, let reply):
        hear(json: { reply.writeJSON(into: &$0, id: request) }, id)
      case .result(let id, let request, let members):
        if let request { hear(json: { members.writeResult(into: &$0, id: request) }, id) }
      case .refuse(let id, let refusal): hear(json: { refusal.writeJSON(into: &$0) }, id)
      case .notice(let id, let notice): hear(notice, id)
      case .close, .ping, .setDisplay, .askWindow, .board, .commit, .call, .readOpenings,
        .readTokens,
        .signIn, .moveClock,
        .scriptGateway,
        .startAfresh,
        .tellOperator:
        break
      }
    }
  }

  private func hear(_ notice: Notice, _ id: SessionID) {
    if sessions.values.contains(where: { $0.id == id && $0.isJSON }) {
      hear(json: { notice.writeJSON(into: &$0) }, id)
    } else {
      let words = notice.lines.map { "* \(VisibleText.shown($0))" }
      hear(words, coded: { notice.writeText(into: &$0, lineEnd: .lf) }, id)
    }
  }

  private func hear(json write: (inout [UInt8]) -> Void, _ id: SessionID) {
    var octets: [UInt8] = []
    write(&octets)
    let lines = Self.lines(of: octets)
    add(words: lines, coded: lines, id)
  }

  private func hear(_ words: [String], coded write: (inout [UInt8]) -> Void, _ id: SessionID) {
    var octets: [UInt8] = []
    write(&octets)
    add(words: words, coded: Self.lines(of: octets), id)
  }

  private func add(words: [String], coded: [String], _ id: SessionID) {
    guard let name = sessions.first(where: { $0.value.id == id })?.key else { return }
    sessions[name]?.words += words
    sessions[name]?.coded += coded
  }

  private static func lines(of octets: [UInt8]) -> [String] {
    octets.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }

  // MARK: - Comparing

  private func compare(
    _ expected: [WrittenConversation.Step], heardBy listener: String
  ) -> ConversationDifference? {
    let heard = sessions[listener]
    let words = heard?.words ?? [], coded = heard?.coded ?? []
    sessions[listener]?.words = []
    sessions[listener]?.coded = []
    let patterns = expected.compactMap(\.heard)
    let texts = patterns.map(\.text)
    guard let first = expected.first else { return nil }
    recorded[first.line] = words
    if LinePattern(patterns).matches(words) || LinePattern(patterns).matches(coded) { return nil }
    return ConversationDifference(
      file: conversation.file, line: first.line, expected: texts, answered: words)
  }

  /// The file with the answers as they were in place of those that are compared to the letter.
  /// Only after `play`.
  public func record() -> String {
    var lines: [String] = []
    let heard = Dictionary(
      uniqueKeysWithValues: conversation.steps.compactMap { step in
        step.heard.map { (step.line, (step, $0)) }
      })
    var groupIsPattern = false
    for (index, line) in conversation.lines.enumerated() {
      guard let (step, pattern) = heard[index + 1] else {
        lines.append(line)
        continue
      }
      if let answered = recorded[step.line] {
        groupIsPattern = pattern.isPattern
        let mark = line.prefix { $0 != "<" } + "<"
        if !groupIsPattern { lines += answered.map { "\(mark) \($0)" } }
      }
      if groupIsPattern { lines.append(line) }
    }
    return lines.joined(separator: "\n")
  }
}

extension WrittenConversation.Step {
  func isHeard(by other: String?) -> Bool {
    if case .hear(let listener, _, _) = action { return listener == other }
    return false
  }

  var heard: (text: String, isPattern: Bool)? {
    if case .hear(_, let text, let isPattern) = action { return (text, isPattern) }
    return nil
  }
}

extension JSONValue {
  /// The value as it is written in one line.
  fileprivate var text: String { String(decoding: octets, as: UTF8.self) }
}
