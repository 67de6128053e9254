// What the tests of errands share: a sender, what it kept and wrote down, and where outcomes
// arrive.

import Gateways
import JSON
import Mobility
import Synchronization
import Testing

/// A sender before the stand-in service, with a vault and a log in memory. A class: threads share
/// it.
final class ErrandWorld: Sendable {
  /// What every secret of the tests holds, to be looked for where no secret may be.
  static let canary = "canary-7f3a"

  private struct Kept {
    var secrets: [String: [UInt8]] = [:]
    var countOfNew = 0
    var records: [ErrandRecord] = []
  }

  private let kept = Mutex(Kept())
  private let stream: AsyncStream<(ErrandID, ErrandOutcome)>
  private let continuation: AsyncStream<(ErrandID, ErrandOutcome)>.Continuation

  init(secrets: [String: String] = [:]) {
    (stream, continuation) = AsyncStream.makeStream()
    kept.withLock { $0.secrets = secrets.mapValues { Array($0.utf8) } }
  }

  /// The octets behind a handle, as text.
  func secret(_ handle: String) -> String? {
    kept.withLock { $0.secrets[handle].map { String(decoding: $0, as: UTF8.self) } }
  }

  /// The lines of the log so far.
  var records: [ErrandRecord] { kept.withLock(\.records) }

  func makeSender(_ settings: ErrandSettings) throws -> ErrandSender {
    try ErrandSender(
      settings,
      secret: { [self] handle in kept.withLock { $0.secrets[handle.text].map { Secret($0) } } },
      keep: { [self] secret in
        kept.withLock { kept in
          kept.countOfNew += 1
          let handle = "h\(kept.countOfNew)"
          kept.secrets[handle] = secret.reveal { $0 }
          return SecretHandle(handle)
        }
      },
      log: { [self] record in kept.withLock { $0.records.append(record) } },
      report: { [continuation] in continuation.yield(($0, $1)) })
  }

  /// The next outcomes, so many, by the numbers of their errands.
  func next(_ count: Int) async -> [(number: Int, outcome: ErrandOutcome)] {
    var outcomes: [(Int, ErrandOutcome)] = []
    for await (id, outcome) in stream.prefix(count) { outcomes.append((id.number, outcome)) }
    return outcomes
  }

  /// The outcome of the one errand that is under way.
  func outcome() async throws -> ErrandOutcome { try #require(await next(1).first).outcome }

  /// The answer to the one errand that is under way.
  func answer() async throws -> MobilityAnswer {
    let outcome = try await outcome()
    guard case .answered(let answer) = outcome else {
      throw StandIn.Trouble(description: "\(outcome)")
    }
    return answer
  }

  /// All that has arrived; nothing arrives afterwards.
  func rest() async -> [(number: Int, outcome: ErrandOutcome)] {
    continuation.finish()
    return await next(.max)
  }
}

func makeService(_ arguments: String...) throws -> StandIn {
  try StandIn(arguments, script: "stand-in-errands.py")
}

func makeAddress(_ text: String) throws -> WebAddress { try #require(WebAddress(text)) }

func makeSettings(_ bases: String...) throws -> ErrandSettings {
  let key = Secret(Array("\(ErrandWorld.canary)-key".utf8))
  return ErrandSettings(bases: try bases.map(makeAddress), key: key)
}

/// An errand of Ana's, to the service unless said otherwise.
func makeErrand(
  _ address: String, number: Int = 1, method: Errand.Method = .get, owner: String = "ana",
  peer: Errand.Peer = .service(signedIn: nil), body: Errand.Body? = nil, books: Bool = false,
  secondsMax: Int = 20, language: String? = nil
) throws -> Errand {
  Errand(
    id: ErrandID(number), owner: owner, method: method, address: try makeAddress(address),
    peer: peer, body: body, books: books, secondsMax: secondsMax, language: language)
}
