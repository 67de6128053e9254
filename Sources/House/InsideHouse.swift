// The house that is made for one written conversation, with a session for each of its speakers.

public import BookingAgent
import Bookings
import CivilTime
import LineProtocol
import Storage

/// A fresh house in memory, with a frozen clock and a scripted gateway. A class because it runs.
final class InsideHouse: TalkHouse {
  /// What the house would have logged.
  private(set) var log: [String] = []

  private let house: RunningHouse
  private let owner: String
  private let kinds: [String: SessionFace.Kind]
  private var sessions: [String: OpenSession] = [:]
  private var names: [SessionID: String] = [:]

  private struct OpenSession {
    let id: SessionID
    var isJSON: Bool
    /// The text of several lines that was begun.
    var block: TextBlock?
  }

  /// - Throws: why the house cannot be made.
  init(_ stage: Stage) throws {
    owner = stage.owner
    kinds = stage.kinds
    var remarks: [String] = []
    house = try RunningHouse(stage.settings, log: { remarks.append($0.text) }, nudge: {})
    _ = house.wake([])
    if stage.hasTrip { house.beginWithPlayedTrips(of: UserID(owner)) }
    log = remarks
  }

  func say(_ line: String, by speaker: String) -> [Heard] {
    var heard = open(speaker, isJSON: line.utf8.first == UInt8(ascii: "{"))
    guard let session = sessions[speaker] else { return heard }
    let octets = Array(line.utf8)
    let request = session.isJSON ? Self.call(octets) : text(octets, of: speaker)
    guard let request else { return heard }
    heard += take(house.wake([.asked(session.id, request)]))
    if case .text(let text) = request, text.asksForJSON, heard.last?.isDone == true {
      sessions[speaker]?.isJSON = true
      heard += take(house.wake([.asked(session.id, .turnedToJSON)]))
    }
    return heard
  }

  private static func call(_ octets: [UInt8]) -> Request? {
    switch JSONRequest(reading: octets) {
    case .call(let call): .call(call)
    case .refused(let refusal): .badCall(refusal)
    case .ignored: nil
    }
  }

  /// What a line of text asks for; nil if it is empty, or one of a block that has not ended.
  private func text(_ octets: [UInt8], of speaker: String) -> Request? {
    if octets.isEmpty { return nil }
    if let outcome = sessions[speaker]?.block?.take(octets) {
      sessions[speaker]?.block = nil
      switch outcome {
      case .request(let request): return .text(request)
      case .refused(let fault): return .badLine(fault)
      }
    }
    if sessions[speaker]?.block != nil { return nil }
    guard let request = TextRequest(reading: octets) else { return nil }
    if request.beginsBlock {
      sessions[speaker]?.block = TextBlock(tags: request.tags, limits: ProtocolLimits())
    }
    return .text(request)
  }

  func wait(seconds: Int) -> [Heard] {
    house.moveClock(to: house.clock.now + .seconds(seconds))
    return take(house.wake([]))
  }

  func script(_ outcome: ScriptedOutcome) { house.script(outcome) }

  func play(_ event: PlayedMobility.Event) { house.mobility?.take(event) }

  func close() { house.close() }

  /// A number before the mark is one more session of the owner.
  private func open(_ speaker: String, isJSON: Bool) -> [Heard] {
    guard sessions[speaker] == nil else { return [] }
    let id = SessionID(sessions.count + 1)
    sessions[speaker] = OpenSession(id: id, isJSON: isJSON)
    names[id] = speaker
    let kind = kinds[speaker] ?? .pipe
    let user = Int(speaker) == nil ? speaker : owner
    let face = SessionFace(
      kind: kind, encoding: isJSON ? .json : .text, user: kind.isSocket ? nil : user)
    // How one is greeted is no answer.
    let effects = house.wake([.opened(id, face)])
    return take(effects.filter { if case .greet = $0 { false } else { true } })
  }

  private func take(_ effects: [Effect]) -> [Heard] {
    house.withoutAddresses(effects).compactMap { effect in
      guard let id = effect.listener, let name = names[id] else { return nil }
      return effect.heard(by: name, inJSON: sessions[name]?.isJSON ?? false)
    }
  }
}

extension SessionFace.Kind {
  /// Whether nobody is known to speak there at the beginning.
  public var isSocket: Bool {
    switch self {
    case .tcp, .unix: true
    case .terminal, .pipe, .standardStreams: false
    }
  }
}

extension Effect {
  /// The session that is told something by it; nil where nobody is.
  var listener: SessionID? {
    switch self {
    case .greet(let id, _), .reply(let id, _, _), .result(let id, _, _), .refuse(let id, _),
      .notice(let id, _):
      id
    case .close, .ping, .setDisplay, .askWindow, .board, .commit, .call, .errand, .account,
      .readOpenings,
      .readTokens,
      .signIn, .moveClock,
      .scriptGateway, .startAfresh, .tellOperator:
      nil
    }
  }

  /// What is heard on a session that is told this; nil if nothing is.
  func heard(by name: String, inJSON isJSON: Bool) -> Heard? {
    switch self {
    case .greet(_, let reply), .reply(_, nil, let reply):
      Heard(
        by: name, words: reply.lines.map(VisibleText.shown),
        coded: Self.lines { reply.writeText(into: &$0, lineEnd: .lf) })
    case .reply(_, let request?, let reply):
      Heard(by: name, json: Self.lines { reply.writeJSON(into: &$0, id: request) })
    case .result(_, let request, let members):
      request.map { request in
        Heard(by: name, json: Self.lines { members.writeResult(into: &$0, id: request) })
      }
    case .refuse(_, let refusal): Heard(by: name, json: Self.lines { refusal.writeJSON(into: &$0) })
    case .notice(_, let notice) where isJSON:
      Heard(by: name, json: Self.lines { notice.writeJSON(into: &$0) })
    case .notice(_, let notice):
      Heard(
        by: name, words: notice.lines.map { "* \(VisibleText.shown($0))" },
        coded: Self.lines { notice.writeText(into: &$0, lineEnd: .lf) })
    case .close, .ping, .setDisplay, .askWindow, .board, .commit, .call, .errand, .account,
      .readOpenings,
      .readTokens,
      .signIn, .moveClock,
      .scriptGateway, .startAfresh, .tellOperator:
      nil
    }
  }

  private static func lines(_ write: (inout [UInt8]) -> Void) -> [String] {
    var octets: [UInt8] = []
    write(&octets)
    return octets.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }
}

extension Heard {
  /// A line of JSON has no other words.
  init(by listener: String, json lines: [String]) {
    self.init(by: listener, words: lines, coded: lines)
  }
}
