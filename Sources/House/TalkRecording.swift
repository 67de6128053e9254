// A written conversation as it went: its lines, with what was answered now below them. What signs
// in never stands in it.

import JSON
import LineProtocol

/// Writes a conversation down while it is played.
struct TalkRecording {
  /// What becomes of an answer that stands in the file.
  private enum Fate {
    case stays
    case anew([String])
  }

  private let conversation: WrittenConversation
  /// By the number of the first of its lines, of each answer how many lines it has, too.
  private var answers: [Int: (count: Int, fate: Fate)] = [:]
  /// What was heard and not compared, behind the line with that number.
  private var rest: [Int: [String]] = [:]
  /// The numbers of the lines that sign in.
  private var secrets: Set<Int> = []
  /// The last line that was played.
  private var lastLine = 0
  /// Whether that line signs in, or is what was answered to one that does.
  private var isSecret = false
  /// Who was asked for a token: what they say next is one.
  private var challenged: Set<String> = []

  init(of conversation: WrittenConversation) { self.conversation = conversation }

  /// Somebody says the text of a line.
  mutating func say(_ text: String, by speaker: String, in line: Int) {
    lastLine = line
    isSecret = challenged.remove(speaker) != nil || text.signsIn
    if isSecret { secrets.insert(line) }
  }

  /// Somebody has heard this of it.
  mutating func hear(_ heard: [Heard]) {
    for one in heard where one.coded.contains(where: { $0.hasPrefix(Self.challenge) }) {
      challenged.insert(one.listener)
    }
  }

  /// Time goes by.
  mutating func wait(in line: Int) {
    lastLine = line
    isSecret = false
  }

  /// What stands in so many lines from one on was held against what was heard.
  mutating func compare(from line: Int, count: Int, fits: Bool, heard: [String]) {
    lastLine = line + count - 1
    let fate: Fate = isSecret ? .anew([]) : fits ? .stays : .anew(heard)
    answers[line] = (count, fate)
  }

  /// What was heard since something was said last, and not compared, by whom.
  mutating func leave(_ heard: [Heard], of lastSpeaker: String) {
    guard !isSecret else { return }
    for one in heard {
      let mark = one.listener == lastSpeaker ? "<" : "\(one.listener)<"
      rest[lastLine, default: []] += one.words.map { Self.line(mark, $0) }
    }
  }

  /// The file: an answer that is as it stands there stays, also where it is a pattern; another is
  /// written to the letter. What the file leaves open stays open, unless it compares nothing: then
  /// all that was heard is written down.
  func text(relocating path: (String) -> String) -> String {
    let isWhole = !conversation.steps.contains { $0.heard != nil }
    var written: [String] = []
    var skipped = 0
    var moved: [Int: String] = [:]
    for number in secrets { moved[number] = "# A secret line stood here." }
    for step in conversation.steps {
      switch step.action {
      case .building(let file): moved[step.line] = "@building \(path(file))"
      case .people(let file): moved[step.line] = "@people \(path(file))"
      case .now, .owner, .zone, .language, .code, .seed, .session, .booked, .wait, .say, .hear,
        .gateway, .trip, .service:
        break
      }
    }
    for (index, line) in conversation.lines.enumerated() {
      let number = index + 1
      if skipped > 0 {
        skipped -= 1
      } else if let answer = answers[number], case .anew(let heard) = answer.fate {
        let mark = line.prefix { $0 != "<" } + "<"
        written += heard.map { Self.line(String(mark), $0) }
        skipped = answer.count - 1
      } else {
        written.append(moved[number] ?? line)
      }
      if isWhole { written += rest[number] ?? [] }
    }
    return written.joined(separator: "\n")
  }

  /// What begins the question for a token.
  private static let challenge = "334 "

  /// A line that was heard, behind its mark, to which a blank belongs. The number that `hello`
  /// tells of a connection is no part of a conversation: elsewhere it is another.
  static func line(_ mark: String, _ text: String) -> String {
    if text.isEmpty { return mark }
    let member = "\"session\":\"s"
    guard text.utf8.first == UInt8(ascii: "{"), let range = text.firstRange(of: member) else {
      return "\(mark) \(text)"
    }
    return
      "\(mark)~ \(text[..<range.upperBound])*\(text[range.upperBound...].drop(while: \.isNumber))"
  }
}

extension String {
  /// Whether the line signs in, so that it may hold a token.
  var signsIn: Bool {
    if utf8.first == UInt8(ascii: "{") {
      if case .call(let call) = JSONRequest(reading: Array(utf8)) { return call.method == "auth" }
      // Whatever else has the word in it may be meant so.
      return contains("\"auth\"")
    }
    guard case .command(let command) = TextRequest(reading: Array(utf8))?.content else {
      return false
    }
    return command.verb == "auth"
  }
}
