// A bridge in a soak: speaks JSON for many users, names every message, and says it again until it
// is answered, whatever becomes of the connection.

import JSON

/// A bridge. A class because its connection is one.
final class SoakCaller {
  struct Message {
    let user: String
    let text: String
    /// What the first answer that came did; nil as long as none has come.
    var effects: [JSONValue]?
    var isDone: Bool { effects?.isEmpty == false }
  }

  let name: String
  /// By which it signs in; nil where nobody has to.
  var token: String?
  private let wishes: SoakWishes
  private let notes: SoakNotes
  private(set) var messages: [Message] = []
  private(set) var connection: Peer?
  /// By which token it signed in on this connection, or tries to.
  private(set) var signedInBy: String?
  private(set) var isSignedIn = false
  /// Whether it was told that its token is taken back.
  private(set) var wasTakenBack = false
  private var awaited: Set<String> = []
  /// Bookings of each user that are held, as far as was heard.
  private var held: [String: [Int]] = [:]
  private static let usersMax = 8
  private static let awaitedMax = 8

  init(_ name: String, token: String?, _ wishes: SoakWishes, _ notes: SoakNotes) {
    self.name = name
    self.token = token
    self.wishes = wishes
    self.notes = notes
  }

  var isQuiet: Bool { awaited.isEmpty && messages.allSatisfy { $0.effects != nil } }
  var isOpen: Bool { connection?.isOpen == true }

  // MARK: - The connection

  func connect(_ peer: Peer) {
    connection = peer
    awaited = []
    isSignedIn = token == nil
    signedInBy = token
    wasTakenBack = false
    if let token { send("auth", ["token": .string(token)], id: "auth") }
    for index in messages.indices where messages[index].effects == nil { say(index, as: "first") }
  }

  /// The connection is broken off, perhaps in the midst of a line.
  func breakOff() {
    if wishes.draws.happens(50) { connection?.send(#"{"jsonrpc":"2.0","id":"half","meth"#.utf8) }
    connection?.reset()
    hangUp()
    notes.count("connections reset")
  }

  func hangUp() {
    connection = nil
    awaited = []
  }

  // MARK: - Saying

  /// Says something new, or something again.
  func act() {
    guard isOpen, isSignedIn, awaited.count < Self.awaitedMax else { return }
    if wishes.draws.happens(12), let index = doneMessage() { return say(index, as: "again") }
    let user = "\(name):U\(wishes.draws.number(1...Self.usersMax))"
    messages.append(Message(user: user, text: text(of: user)))
    say(messages.count - 1, as: "first")
  }

  private func doneMessage() -> Int? {
    let done = messages.indices.suffix(400).filter { messages[$0].isDone }
    return done.isEmpty ? nil : wishes.draws.one(of: done)
  }

  private func text(of user: String) -> String {
    let mine = held[user] ?? []
    guard !mine.isEmpty, wishes.draws.happens(mine.count > 5 ? 70 : 40) else {
      return wishes.draws.happens(6) ? "my bookings" : wishes.booking()
    }
    let reference = wishes.draws.one(of: mine)
    let start = 8 * 60 + 15 * wishes.draws.number(0...39)
    let span = "\(WantedVersion.time(start))-\(WantedVersion.time(start + 30))"
    return wishes.draws.one(of: [
      "cancel B\(reference)", "cancel B\(reference)", "move B\(reference) to \(span)", "undo",
      "passes B\(reference)",
    ])
  }

  /// Says all that was done once more: each has the answer that it had.
  func sayEverythingAgain(max: Int) {
    for index in messages.indices.filter({ messages[$0].isDone }).suffix(max) {
      say(index, as: "again")
    }
  }

  private func say(_ index: Int, as what: String) {
    let message = messages[index]
    send(
      "say",
      [
        "user": .string(message.user), "conv": .string("\(name):C"),
        "msg": .string("m\(index)"), "text": .string(message.text),
      ], id: "\(what)-\(index)")
  }

  private func send(_ method: String, _ params: JSONObject, id: String) {
    awaited.insert(id)
    let call: JSONObject = [
      "jsonrpc": "2.0", "id": .string(id), "method": .string(method), "params": .object(params),
    ]
    connection?.send(JSONValue.object(call).octets + [0x0A])
  }

  // MARK: - Hearing

  func hear() throws {
    while let line = connection?.lineThatCame() {
      let answer = try JSONValue(parsing: Array(line.utf8))
      guard let id = answer["id"]?.string else {
        if line.contains("AUTH/REQUIRED") { wasTakenBack = true }
        continue
      }
      guard awaited.remove(id) != nil else {
        notes.fault("\(name) is answered what it did not ask: \(line)")
        continue
      }
      take(answer, id, line)
    }
  }

  private func take(_ answer: JSONValue, _ id: String, _ line: String) {
    let code = (answer["result"]?["code"] ?? answer["error"]?["code"])?.integer ?? 0
    notes.count("answers \(code)")
    if id == "auth" {
      isSignedIn = code == 235
      // A token may have been replaced while its owner was on the way; they come back with another.
      if code != 235, code != 535 { notes.fault("\(name) signs in: \(line)") }
      if !isSignedIn { hangUp() }
      return
    }
    // Not done: said again on another connection.
    guard let index = id.split(separator: "-").last.flatMap({ Int($0) }), code != 530, code != 421
    else { return }
    let effects = answer["result"]?["effects"]?.array ?? []
    if id.hasPrefix("again") {
      let isSame = effects == messages[index].effects && code == 251
      if !isSame || answer["result"]?["replayed"] != true {
        notes.fault("\(messages[index].text) again: \(line)")
      }
      notes.count("messages said again")
      return
    }
    if [451, 452, 459, 538].contains(code) { notes.fault("\(messages[index].text): \(line)") }
    messages[index].effects = effects
    for effect in effects { hear(effect, of: messages[index].user) }
  }

  private func hear(_ effect: JSONValue, of user: String) {
    guard let kind = effect["kind"]?.string, let booking = effect["booking"],
      let reference = booking["ref"]?.string.flatMap({ Int($0.dropFirst()) }),
      let version = booking["version"]?.integer, kind != "pass"
    else { return }
    notes.hear(reference, version: Int(version), isHeld: kind != "cancelled")
    held[user, default: []].removeAll { $0 == reference }
    if kind != "cancelled" { held[user, default: []].append(reference) }
  }
}
