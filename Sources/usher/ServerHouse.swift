// A server outside on which a written conversation is played over TCP: its house is set up by the
// words for tests, each speaker is a connection in text, and a last one moves clock and gateway.

import BookingAgent
import Bookings
import CivilTime
import House
import JSON
import LineProtocol
import Passes
import Transport

/// A talk that a server cannot be told as it stands.
struct Untellable: Error, CustomStringConvertible {
  /// What cannot be told, and why.
  let description: String
}

/// One conversation with a server. A class because it holds connections.
final class ServerHouse: TalkHouse {
  private let server: ServerAddress
  private let control: ControlConnection
  private let owner: String
  private let language: AnswerLanguage?
  private let kinds: [String: SessionFace.Kind]
  private var sessions: [String: ServerSession] = [:]
  /// The speakers in the order in which they first spoke.
  private var speakers: [String] = []

  /// Empties the server's house and sets it up as a conversation says.
  /// - Throws: why the server cannot be talked to, or cannot be told what the conversation says.
  init(_ conversation: WrittenConversation, on server: ServerAddress) throws {
    self.server = server
    owner = conversation.owner
    kinds = conversation.kinds
    let scene = try Scene(conversation)
    language = scene.language
    control = try ControlConnection(to: server)
    try control.ask("reset", scene.house)
    if let now = scene.now { try control.ask("clock", ["set": .string("\(now)")]) }
    try control.ask("seed", ["seed": .integer(Int64(bitPattern: scene.seed))])
  }

  func say(_ line: String, by speaker: String) throws -> [Heard] {
    let octets = Array(line.utf8)
    var heard = try open(speaker, isJSON: octets.first == UInt8(ascii: "{"))
    guard let session = sessions[speaker], !session.isOver else { return heard }
    heard += try session.say(octets)
    return try heard + settled()
  }

  func wait(seconds: Int) throws -> [Heard] {
    // No more can be said at once.
    let most = 100_000_000
    var left = seconds
    repeat {
      let step = min(left, most)
      try control.ask("clock", ["advance": .integer(Int64(step))])
      left -= step
    } while left > 0
    return try heardByAll()
  }

  func play(_ event: PlayedMobility.Event) throws {
    throw Untellable(description: "a server's mobility service is not told what to do")
  }

  func script(_ outcome: ScriptedOutcome) throws {
    try control.ask("gateway", ["outcomes": .array([outcome.json])])
  }

  func close() {
    sessions = [:]
    speakers = []
  }

  /// A number before the mark is one more session of the owner.
  private func open(_ speaker: String, isJSON: Bool) throws -> [Heard] {
    guard sessions[speaker] == nil else { return [] }
    let user = Int(speaker) == nil ? speaker : owner
    let session = try ServerSession(of: speaker, kinds[speaker] ?? .pipe, at: server)
    sessions[speaker] = session
    speakers.append(speaker)
    return try session.begin(as: user, in: language, isJSON: isJSON)
  }

  /// What everybody heard once the calls to the gateway that a line has caused have come back.
  private func settled() throws -> [Heard] {
    try control.ask("sync", [:])
    return try heardByAll()
  }

  private func heardByAll() throws -> [Heard] {
    let open = speakers.compactMap { sessions[$0] }.filter { !$0.isOver }
    for session in open { try session.mark() }
    return try open.flatMap { try $0.heardUpToMark() }
  }
}

/// What a server is to be told of a conversation's world.
private struct Scene {
  private(set) var now: CivilMoment?
  private(set) var language: AnswerLanguage?
  private(set) var seed: UInt64 = 1
  /// The members of `reset`.
  private(set) var house: JSONObject = [:]

  init(_ conversation: WrittenConversation) throws {
    var codes: JSONObject = [:]
    var bookings: [JSONValue] = []
    for step in conversation.steps {
      switch step.action {
      case .now(let moment): now = moment
      case .building(let file):
        let octets = try conversation.octets(of: file)
        house["building"] = try JSONDocument(parsing: octets).value
      case .people(let file):
        let octets = try conversation.octets(of: file)
        house["people"] = .string(String(decoding: octets, as: UTF8.self))
      case .zone(let name):
        throw Untellable(description: "a server cannot be told @zone \(name)")
      case .language(let said): language = said
      case .seed(let said): seed = said
      case .code(let code, let kind): codes[String(code)] = .string(kind.rawValue)
      case .booked(let room, let date, let from, let to, let who, let isPrivate):
        bookings.append([
          "room": .string(room), "start": .string("\(CivilMoment(date, from))"),
          "end": .string("\(CivilMoment(date, to))"), "user": .string(who),
          "private": .bool(isPrivate),
        ])
      case .trip:
        throw Untellable(description: "a server cannot be told @trip")
      case .owner, .session, .wait, .say, .hear, .gateway, .service: break
      }
    }
    if codes.count > 0 { house["codes"] = .object(codes) }
    if !bookings.isEmpty { house["bookings"] = .array(bookings) }
  }
}

extension ScriptedOutcome {
  /// As a call of `gateway` names it.
  fileprivate var json: JSONValue {
    switch self {
    case .ok: "ok"
    case .hang: "hang"
    case .nonsense: "nonsense"
    case .halt(let index, let code):
      ["halt": index.map { .integer(Int64($0)) } ?? .null, "code": .integer(Int64(code))]
    case .lost(let count): ["lost": .integer(Int64(count))]
    case .refuse(let code): ["refuse": .integer(Int64(code))]
    case .status(let status): .integer(Int64(status))
    }
  }
}
