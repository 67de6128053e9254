// Plays a written conversation and says what was answered otherwise.

public import Bookings
import JSON

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
  private let house: any TalkHouse
  private let owner: String
  private var lastSpeaker: String
  /// What each has heard since something was said last, and not yet compared.
  private var heard: [Heard] = []
  /// Who speaks for whom, where facts are told.
  private var users: [String: String] = [:]
  /// Whether lines are said as programs say them, so that their replies tell what they did.
  private var tellsFacts = false
  private var recording: TalkRecording
  /// The number of the line that is played, from 1; 0 before the first.
  public private(set) var line = 0
  /// What the house would have logged.
  public let log: [String]

  /// A fresh house for a conversation: its own world laid over the settings, in memory, with a
  /// frozen clock and a scripted gateway.
  /// - Throws: why the house cannot be made as the file says.
  public init(
    _ conversation: WrittenConversation, settings: HouseSettings,
    readBuilding: (String) throws -> Building
  ) throws {
    self.conversation = conversation
    recording = TalkRecording(of: conversation)
    let stage = try Stage(conversation, settings: settings, readBuilding: readBuilding)
    let inside = try InsideHouse(stage)
    house = inside
    log = inside.log
    owner = stage.owner
    lastSpeaker = stage.owner
  }

  /// Plays on a house that is set up as the conversation says.
  public init(_ conversation: WrittenConversation, on house: any TalkHouse) {
    self.conversation = conversation
    recording = TalkRecording(of: conversation)
    self.house = house
    log = []
    owner = conversation.owner
    lastSpeaker = conversation.owner
  }

  /// Plays it and returns all differences, in order.
  /// - Throws: why a server outside could not be told, or did not answer.
  public func play() throws -> [ConversationDifference] {
    defer { house.close() }
    var differences: [ConversationDifference] = []
    var steps = conversation.steps[...]
    while let step = steps.popFirst() {
      line = step.line
      switch step.action {
      case .now, .building, .people, .owner, .zone, .language, .code, .seed, .session, .booked,
        .trip:
        break
      case .wait(let seconds): try wait(seconds)
      case .say(let speaker, let text): try say(text, by: speaker ?? owner)
      case .gateway(let outcome): try house.script(outcome)
      case .service(let event): try house.play(event)
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
    recording.leave(heard, of: lastSpeaker)
    return differences
  }

  /// The word of a session by which somebody says who speaks.
  private static let naming = "/as "

  /// Plays it and tells of each line said what it did: an object of JSON with the file, the number
  /// of the line and the reply to it as programs get it, with how it was read. What is written as
  /// answered is not looked at.
  /// - Throws: why a server outside could not be told, or did not answer.
  public func facts() throws -> [String] {
    defer { house.close() }
    tellsFacts = true
    var facts: [String] = []
    for step in conversation.steps {
      line = step.line
      switch step.action {
      case .now, .building, .people, .owner, .zone, .language, .code, .seed, .session, .booked,
        .trip, .hear:
        break
      case .wait(let seconds): try wait(seconds)
      case .gateway(let outcome): try house.script(outcome)
      case .service(let event): try house.play(event)
      case .say(let speaker, let text):
        let speaker = speaker ?? owner
        // Programs say in each call who speaks.
        if text.hasPrefix(Self.naming) {
          users[speaker] = String(text.dropFirst(Self.naming.count))
          continue
        }
        try say(text, by: speaker)
        let place: JSONObject = [
          "file": .string(conversation.file), "line": .integer(Int64(step.line)),
          "said": .string(text),
        ]
        let replies = (heard.first { $0.listener == speaker }?.coded ?? []).map {
          $0.first == "{" ? $0 : JSONValue.string($0).text
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

  private func say(_ said: String, by speaker: String) throws {
    forgetWhatWasHeard()
    lastSpeaker = speaker
    recording.say(said, by: speaker, in: line)
    hear(try house.say(asCall(said, of: speaker), by: speaker))
  }

  private func wait(_ seconds: Int) throws {
    forgetWhatWasHeard()
    lastSpeaker = owner
    recording.wait(in: line)
    hear(try house.wait(seconds: seconds))
  }

  private func forgetWhatWasHeard() {
    recording.leave(heard, of: lastSpeaker)
    heard = []
  }

  /// What one hears is one, in the order in which they first heard something.
  private func hear(_ all: [Heard]) {
    recording.hear(all)
    for one in all {
      if let index = heard.firstIndex(where: { $0.listener == one.listener }) {
        heard[index].add(one)
      } else {
        heard.append(one)
      }
    }
  }

  // MARK: - Comparing

  private func compare(
    _ expected: [WrittenConversation.Step], heardBy listener: String
  ) -> ConversationDifference? {
    let told = heard.first { $0.listener == listener }
    heard.removeAll { $0.listener == listener }
    let (words, coded) = (told?.words ?? [], told?.coded ?? [])
    let patterns = expected.compactMap(\.heard)
    let texts = patterns.map(\.text)
    guard let first = expected.first else { return nil }
    let pattern = LinePattern(patterns)
    let fits = pattern.matches(words) || pattern.matches(coded)
    recording.compare(
      from: first.line, count: expected.count, fits: fits,
      heard: texts.contains(where: \.isCoded) ? coded : words)
    if fits { return nil }
    return ConversationDifference(
      file: conversation.file, line: first.line, expected: texts, answered: words)
  }

  /// The file with what was answered now: an answer that is as it stands there stays, also where
  /// it is a pattern; another is written to the letter. What the file leaves open stays open,
  /// unless it compares nothing: then all that was heard is written down. Paths of files are
  /// written as they are handed back. Only after `play`.
  public func record(relocating path: (String) -> String = { $0 }) -> String {
    recording.text(relocating: path)
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

extension String {
  /// Whether a line stands as the protocol writes it, with its code.
  fileprivate var isCoded: Bool {
    let line = hasPrefix("* ") ? dropFirst(2) : self[...]
    return line.utf8.prefix(3).count { (0x30...0x39).contains($0) } == 3
      && [0x20, UInt8(ascii: "-")].contains(line.utf8.dropFirst(3).first)
  }
}

extension JSONValue {
  /// The value as it is written in one line.
  fileprivate var text: String { String(decoding: octets, as: UTF8.self) }
}
