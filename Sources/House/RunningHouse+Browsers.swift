// Browsers that were sent away to give leave: what they are sent away with, and how they come back.

public import Accounts
public import BookingAgent
import Dialogue
import JSON
import LineProtocol
public import Mobility
import Vault

/// Where browsers come back to: whoever runs the house listens.
public struct BrowserListening {
  /// One that came back, as whoever listens counts.
  public typealias Visit = Int

  /// Listens on 127.0.0.1 for one link, at a port or at any, and tells where; nil if that cannot be
  /// done.
  public var listen: (AttemptID, Int?) -> WebAddress?
  /// Nobody comes back for a link any more.
  public var close: (AttemptID) -> Void
  /// A browser is told whether it was right.
  public var answer: (Visit, Bool) -> Void

  /// Listening in that way.
  public init(
    listen: @escaping (AttemptID, Int?) -> WebAddress?,
    close: @escaping (AttemptID) -> Void, answer: @escaping (Visit, Bool) -> Void
  ) {
    (self.listen, self.close, self.answer) = (listen, close, answer)
  }
}

extension RunningHouse {
  /// A browser came back to an address, which is secret. The house is to be woken.
  public func browserCame(
    _ visit: BrowserListening.Visit, by route: Landing.Route, to address: Secret
  ) {
    let id = nextLanding()
    guard let landing = keeper.landing(id, route, address: address) else {
      browsers?.answer(visit, false)
      return
    }
    visits[id] = visit
    errandsSettled.append(.account(.landed(landing)))
  }

  /// Whether a line holds what nobody may read, wherever it is said.
  public func isSecret(_ line: String) -> Bool { agent.isLanding(line) }

  /// What sessions are told, with the secrets in the addresses that people open: the last thing
  /// that is done with it, behind all that keeps or writes down what is told.
  public func withAddresses(_ effects: [Effect]) -> [Effect] {
    let shown = agent.world.accounts?.addressesShown ?? []
    guard !shown.isEmpty, effects.contains(where: \.mayHoldAddress) else { return effects }
    let secrets = shown.flatMap(\.secrets.values).compactMap { handle in
      keeper.text(of: handle).map { (written: handle.text, secret: $0) }
    }
    return effects.map { effect in
      guard effect.mayHoldAddress else { return effect }
      return secrets.reduce(effect) { $0.replacing($1.written, by: $1.secret) }
    }
  }

  /// The same for whoever plays: as a recording shows it.
  func withoutAddresses(_ effects: [Effect]) -> [Effect] {
    let shown = agent.world.accounts?.addressesShown ?? []
    let handles = shown.flatMap(\.secrets.values)
    return effects.map { effect in
      handles.reduce(effect) { $0.replacing($1.text, by: "…") }
    }
  }

  func nextLanding() -> LandingID {
    landingCount += 1
    return LandingID(landingCount)
  }
}

extension Effect {
  /// Whether an address may be in it with which a browser is sent away (RFC 6749 §4.1.1).
  fileprivate var mayHoldAddress: Bool {
    let lines =
      switch self {
      case .reply(_, _, let reply): reply.lines + reply.messages.compactMap(\.scanned)
      case .notice(_, let notice): notice.lines
      default: [String]()
      }
    return lines.contains { $0.contains("&state=") }
  }

  /// The same with another text in its words and members.
  fileprivate func replacing(_ text: String, by other: String) -> Effect {
    switch self {
    case .reply(let session, let request, var reply):
      reply.messages = reply.messages.map { $0.replacing(text, by: other) }
      reply.members = reply.members.replacing(text, by: other)
      return .reply(session, request, reply)
    case .notice(let session, var notice):
      notice.messages = notice.messages.map { $0.replacing(text, by: other) }
      notice.members = notice.members.replacing(text, by: other)
      return .notice(session, notice)
    case .commit, .greet, .refuse, .result, .ping, .setDisplay, .askWindow, .board, .close, .call,
      .errand, .account, .signIn, .readOpenings, .readTokens, .moveClock, .scriptGateway,
      .startAfresh, .tellOperator:
      return self
    }
  }
}

extension ReplyMessage {
  fileprivate func replacing(_ text: String, by other: String) -> ReplyMessage {
    var message = self
    message.lines = lines.map { $0.replacing(text, with: other) }
    message.markdown = markdown?.replacing(text, with: other)
    message.scanned = scanned?.replacing(text, with: other)
    return message
  }
}

extension JSONObject {
  fileprivate func replacing(_ text: String, by other: String) -> JSONObject {
    JSONObject(members.map { ($0.name, Self.replaced(text, by: other, in: $0.value)) })
  }

  private static func replaced(
    _ text: String, by other: String, in value: JSONValue
  ) -> JSONValue {
    switch value {
    case .string(let string): .string(string.replacing(text, with: other))
    case .array(let values): .array(values.map { replaced(text, by: other, in: $0) })
    case .object(let object): .object(object.replacing(text, by: other))
    case .null, .bool, .integer, .number: value
    }
  }
}
