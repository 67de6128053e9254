// A program in a soak that hears news for others: it acknowledges them late, and is away now and
// then.

import JSON

/// A program that hears news. A class because its connection is one.
final class SoakListener {
  var token: String
  private let notes: SoakNotes
  private(set) var connection: Peer?
  /// The news that came on this connection.
  private var here: Set<Int> = []
  private var highest = 0
  /// `limits.agent.newsPortionMax`, as usual. What is new does not wait behind a portion: once one
  /// has come on a connection, earlier news may come behind later ones there.
  private static let portion = 32
  private var cameSinceAcknowledged = 0
  private var hasMissedMore = false
  private var seen: Set<Int> = []
  private var acknowledged: Set<Int> = []
  private var underWay: [String: Int] = [:]
  private var calls = 0
  /// What news there were of which booking, as `pass B3`.
  private(set) var subjects: Set<String> = []

  init(token: String, _ notes: SoakNotes) {
    self.token = token
    self.notes = notes
  }

  /// By which token it signed in on this connection.
  private(set) var signedInBy: String?

  var isOpen: Bool { connection?.isOpen == true }
  /// Whether everything that came here is acknowledged.
  var isQuiet: Bool { underWay.isEmpty && here.isSubset(of: acknowledged) }

  func connect(_ peer: Peer) {
    hangUp()
    connection = peer
    signedInBy = token
    send("auth", ["token": .string(token)], id: "auth")
    send("subscribe", [:], id: "subscribe")
  }

  func hangUp() {
    connection = nil
    here = []
    highest = 0
    (cameSinceAcknowledged, hasMissedMore) = (0, false)
    underWay = [:]
  }

  /// Says that it has all that came.
  func acknowledge() {
    guard isOpen, highest > 0 else { return }
    calls += 1
    underWay["ack-\(calls)"] = highest
    send("ack", ["upto": .integer(Int64(highest))], id: "ack-\(calls)")
  }

  func hear() throws {
    while let line = connection?.lineThatCame() {
      let said = try JSONValue(parsing: Array(line.utf8))
      if let id = said["id"]?.string {
        take(said, id)
      } else if let news = said["params"], let seq = news["seq"]?.integer {
        hear(Int(seq), news)
      }
    }
  }

  private func take(_ answer: JSONValue, _ id: String) {
    // A token may have been replaced while its owner was on the way; they come back with another.
    if id == "auth", answer["error"]?["code"] == 535 { return hangUp() }
    guard let upTo = underWay.removeValue(forKey: id) else { return }
    guard answer["result"]?["code"] == 200 else {
      return notes.fault("an acknowledgement is answered \(answer)")
    }
    acknowledged.formUnion(here.filter { $0 <= upTo })
    cameSinceAcknowledged = 0
  }

  private func hear(_ seq: Int, _ news: JSONValue) {
    notes.count("news")
    if !here.insert(seq).inserted { notes.fault("news \(seq) come twice on a connection") }
    cameSinceAcknowledged += 1
    if cameSinceAcknowledged >= Self.portion { hasMissedMore = true }
    if seq < highest, !hasMissedMore { notes.fault("news \(seq) come behind \(highest)") }
    if acknowledged.contains(seq) { notes.fault("news \(seq) come, and were acknowledged") }
    if !seen.insert(seq).inserted {
      notes.count("news again")
      if (news["attempt"]?.integer ?? 0) < 2 { notes.fault("news \(seq) come again as new") }
    }
    highest = max(highest, seq)
    if news["user"]?.string?.hasPrefix("slack:") != true { notes.fault("news of others: \(news)") }
    subjects.insert("\(news["kind"]?.string ?? "") \(news["ref"]?.string ?? "")")
  }

  private func send(_ method: String, _ params: JSONObject, id: String) {
    let call: JSONObject = [
      "jsonrpc": "2.0", "id": .string(id), "method": .string(method), "params": .object(params),
    ]
    connection?.send(JSONValue.object(call).octets + [0x0A])
  }
}
