// A conversation written down in a file, to be played and compared: the form of the file.

public import BookingAgent
public import Bookings
public import CivilTime
public import Passes

/// A conversation to be played.
///
/// One thing a line: `# remark`; `@now 2026-11-24T09:07`, `@building FILE`, `@people FILE`,
/// `@as NAME`, `@zone NAME`, `@language de`, `@seed 7`, `@session NAME tcp`,
/// `@code 4103 permanent`, `@booked ROOM DATE FROM-TO WHO [private]`, `@wait 11s`; `> said` by the
/// owner of the session, `tom> said` by Tom; `< answered` to the letter, `<~ answered` where `*`
/// stands for anything, `tom<` for what Tom hears; `! gateway halt 1 4103`. Answers are compared in
/// words or, where a line begins with a code, as the protocol writes them. Something said with no
/// answer written below it is not compared.
public struct WrittenConversation: Sendable {
  /// One line that does something, with its number in the file, from 1.
  public struct Step: Hashable, Sendable {
    /// The number of the line.
    public let line: Int
    /// What it does.
    public let action: Action
  }

  /// What a line does.
  public enum Action: Hashable, Sendable {
    /// Freezes the clock at the beginning.
    case now(CivilMoment)
    /// The building's file, relative to the conversation's.
    case building(String)
    /// The file of people, relative to the conversation's.
    case people(String)
    /// Who owns the session.
    case owner(String)
    /// The zone of the building.
    case zone(String)
    /// In which language all is answered.
    case language(AnswerLanguage)
    /// What a code of the gateway means.
    case code(Int, CodeClass)
    /// What settles all chance.
    case seed(UInt64)
    /// How a speaker is connected.
    case session(String, SessionFace.Kind)
    /// A booking that stands from the beginning.
    case booked(
      room: String, CivilDate, from: ClockTime, to: ClockTime, who: String, isPrivate: Bool)
    /// Time goes by.
    case wait(seconds: Int)
    /// Somebody says something; nil for the owner.
    case say(speaker: String?, String)
    /// Somebody hears this; nil for who spoke last.
    case hear(listener: String?, String, isPattern: Bool)
    /// The gateway does this next.
    case gateway(ScriptedOutcome)
    /// The owner has a trip, and there is a mobility service.
    case trip
    /// Something is done to the mobility service.
    case service(PlayedMobility.Event)
  }

  /// Why a line cannot be read.
  public struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file.
    public let file: String
    /// The number of the line, from 1.
    public let line: Int
    /// What is wrong with it.
    public let reason: String
    /// `talk.talk:12: …`.
    public var description: String { "\(file):\(line): \(reason)" }

    /// A line that cannot be read.
    public init(file: String, line: Int, reason: String) {
      self.file = file
      self.line = line
      self.reason = reason
    }
  }

  /// The file's name, for reports.
  public let file: String
  /// What happens, in order.
  public let steps: [Step]
  /// All lines as they stand in the file, to be recorded anew.
  let lines: [String]

  /// The conversation that a text is.
  /// - Throws: the first line that cannot be read.
  public init(_ text: String, file: String) throws(Fault) {
    self.file = file
    // CR and LF together are one character.
    lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
      .map(String.init)
    guard lines.count <= Self.linesMax else {
      throw Fault(file: file, line: Self.linesMax, reason: "more than \(Self.linesMax) lines")
    }
    var steps: [Step] = []
    for (index, line) in lines.enumerated() {
      do throws(LineReason) {
        if let action = try Self.action(in: line) {
          steps.append(Step(line: index + 1, action: action))
        }
      } catch {
        throw Fault(file: file, line: index + 1, reason: error.words)
      }
    }
    self.steps = steps
  }

  /// Lines of one file.
  static let linesMax = 100_000

  struct LineReason: Error {
    let words: String
  }

  private static func action(in line: String) throws(LineReason) -> Action? {
    let trimmed = line.trimmingSpaces
    guard let first = trimmed.first else { return nil }
    switch first {
    case "#": return nil
    case "@": return try directive(String(trimmed.dropFirst()))
    case "!": return try outside(String(trimmed.dropFirst()).trimmingSpaces)
    // A blank at the end of a line is part of what was said.
    default: return try spoken(line.drop { $0.isWhitespace })
    }
  }

  // MARK: - What is said and heard

  private static func spoken(_ line: Substring) throws(LineReason) -> Action {
    // A sign that combines with the mark, or with the blank behind it, is part of what was said.
    let line = line.unicodeScalars
    guard let mark = line.firstIndex(where: { $0 == ">" || $0 == "<" }) else {
      throw LineReason(words: "a line begins with #, @, >, NAME>, <, <~ or !")
    }
    let name = String(line[..<mark]).trimmingSpaces
    guard name.allSatisfy({ !$0.isWhitespace }) else {
      throw LineReason(words: "\"\(name)\" is no name; a name has no blanks")
    }
    let who = name.isEmpty ? nil : name
    var rest = line[line.index(after: mark)...]
    if line[mark] == ">" { return .say(speaker: who, rest.behindMark) }
    let isPattern = rest.first == "~"
    if isPattern { rest = rest.dropFirst() }
    return .hear(listener: who, rest.behindMark, isPattern: isPattern)
  }

  // MARK: - The world

  private static func directive(_ text: String) throws(LineReason) -> Action {
    let words = text.split(separator: " ").map(String.init)
    let tail = words.dropFirst().joined(separator: " ")
    switch words.first {
    case "now":
      guard let moment = CivilMoment(tail) else {
        throw LineReason(words: "@now wants a moment as 2026-11-24T09:07")
      }
      return .now(moment)
    case "building" where !tail.isEmpty: return .building(tail)
    case "people" where !tail.isEmpty: return .people(tail)
    case "as" where words.count == 2: return .owner(tail)
    case "zone" where words.count == 2: return .zone(tail)
    case "language":
      guard let language = AnswerLanguage(rawValue: tail) else {
        let known = AnswerLanguage.allCases.map(\.rawValue).joined(separator: ", ")
        throw LineReason(words: "@language wants one of \(known)")
      }
      return .language(language)
    case "seed":
      guard let seed = UInt64(tail) else { throw LineReason(words: "@seed wants a whole number") }
      return .seed(seed)
    case "session" where words.count == 3:
      guard let kind = sessionKinds[words[2]] else {
        let known = sessionKinds.keys.sorted().joined(separator: ", ")
        throw LineReason(words: "@session NAME wants one of \(known)")
      }
      return .session(words[1], kind)
    case "code": return try code(Array(words.dropFirst()))
    case "trip" where words.count == 1: return .trip
    case "booked": return try booked(Array(words.dropFirst()))
    case "wait": return try wait(tail)
    default:
      let known =
        "@now, @building, @people, @as, @zone, @language, @seed, @session, @code, "
        + "@booked, @trip, @wait"
      throw LineReason(words: "@\(words.first ?? "") is unknown or incomplete; there are \(known)")
    }
  }

  /// As a talk names the ways to be connected.
  static let sessionKinds: [String: SessionFace.Kind] = [
    "pipe": .pipe, "stdio": .standardStreams, "tcp": .tcp, "unix": .unix,
  ]

  private static func code(_ words: [String]) throws(LineReason) -> Action {
    guard words.count == 2, let code = Int(words[0]), let kind = CodeClass(rawValue: words[1])
    else {
      let kinds = CodeClass.allCases.map(\.rawValue).joined(separator: ", ")
      throw LineReason(words: "@code wants a number and one of \(kinds)")
    }
    return .code(code, kind)
  }

  private static func booked(_ words: [String]) throws(LineReason) -> Action {
    let form = LineReason(words: "@booked wants ROOM 2026-11-24 09:00-10:00 WHO [private]")
    var words = words
    let isPrivate = words.last == "private"
    if isPrivate { words.removeLast() }
    guard words.count >= 4 else { throw form }
    let who = words.removeLast()
    let times = words.removeLast().split(separator: "-")
    guard times.count == 2, let from = ClockTime(times[0]), let to = ClockTime(times[1]),
      let date = CivilDate(words.removeLast()), from < to
    else { throw form }
    return .booked(
      room: words.joined(separator: " "), date, from: from, to: to, who: who,
      isPrivate: isPrivate)
  }

  private static func wait(_ text: String) throws(LineReason) -> Action {
    let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    guard let unit = text.last.flatMap({ units[$0] }), let count = Int(text.dropLast()),
      (0...1_000_000).contains(count)
    else { throw LineReason(words: "@wait wants a length as 11s, 5m, 2h or 1d") }
    return .wait(seconds: count * unit)
  }

  private static func outside(_ text: String) throws(LineReason) -> Action {
    let words = text.split(separator: " ").map(String.init)
    if let event = try service(words) { return .service(event) }
    guard words.first == "gateway",
      let outcome = ScriptedOutcome(
        line: words.dropFirst().joined(separator: " "))
    else {
      let known = "ok, halt INDEX CODE, lost COUNT, refuse CODE, hang, nonsense, or a status"
      throw LineReason(
        words: "! wants gateway and one of \(known); or service, ride, trip, or account")
    }
    return .gateway(outcome)
  }

  /// `! service book lost`, `! ride ARRIVING`.
  private static func service(_ words: [String]) throws(LineReason) -> PlayedMobility.Event? {
    switch words.first {
    case "ride" where words.count == 2: return .becomes(words[1])
    case "account" where words == ["account", "allowed"]: return .allows(true)
    case "account" where words == ["account", "denied"]: return .allows(false)
    case "account" where words.count == 2:
      guard let poll = PlayedMobility.Poll(rawValue: words[1]) else {
        let polls = PlayedMobility.Poll.allCases.map(\.rawValue).joined(separator: ", ")
        throw LineReason(words: "! account wants allowed, denied, or one of \(polls)")
      }
      return .answers(poll)
    case "trip" where words.count == 2:
      guard let change = PlayedMobility.Change(rawValue: words[1]) else {
        let changes = PlayedMobility.Change.allCases.map(\.rawValue).joined(separator: " or ")
        throw LineReason(words: "! trip wants \(changes)")
      }
      return .changes(change)
    case "service":
      guard words.count == 3, let place = PlayedMobility.Place(rawValue: words[1]),
        let mishap = PlayedMobility.Mishap(rawValue: words[2])
      else {
        let places = PlayedMobility.Place.allCases.map(\.rawValue).joined(separator: ", ")
        let mishaps = PlayedMobility.Mishap.allCases.map(\.rawValue).joined(separator: ", ")
        throw LineReason(words: "! service wants one of \(places) and one of \(mishaps)")
      }
      return .meets(place, mishap)
    default: return nil
    }
  }
}

extension StringProtocol {
  /// The text without blanks at its ends.
  var trimmingSpaces: String {
    let start = firstIndex { !$0.isWhitespace } ?? endIndex
    let end = lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? start
    return String(self[start..<end])
  }
}

extension Substring.UnicodeScalarView {
  /// The text behind a mark: one space belongs to the mark.
  fileprivate var behindMark: String { String(first == " " ? dropFirst() : self) }
}

extension WrittenConversation {
  /// The conversation in a file.
  /// - Throws: that the file cannot be read, or the first line that cannot.
  public init(at path: String) throws {
    let octets = try SmallFile.octets(at: path)
    guard let text = String(validating: octets, as: UTF8.self) else {
      throw Fault(file: path, line: 1, reason: "the file is not UTF-8")
    }
    try self.init(text, file: path)
  }
}
