// Clients of a soak that mean no good or break: readers that do not read, lines cut off, wrong
// tokens, requests before signing in.

import JSON

/// What they do, one after the other. A class because their connections stay.
final class SoakNuisances {
  var slowToken = ""
  /// Tokens that nobody has any more.
  var wrongTokens = ["usher-0"]
  private let wishes: SoakWishes
  private let notes: SoakNotes
  /// Those that do not read, the oldest first.
  private var silent: [Peer] = []
  private static let silentMax = 4

  init(_ wishes: SoakWishes, _ notes: SoakNotes) {
    self.wishes = wishes
    self.notes = notes
  }

  func hangUp() { silent = [] }

  func act(_ ports: [UInt16]) throws {
    switch wishes.draws.number(0...5) {
    case 0: try beSlow(ports[1])
    case 1: try cutOff(ports[0], whole: wishes.draws.happens(50))
    case 2: try guess(ports[0])
    case 3: try askBeforeSigningIn(ports)
    case 4: try cutOffJSON(ports[1])
    default: if !silent.isEmpty { silent.removeFirst().reset() }
    }
  }

  /// Asks for much and news, and reads none of it.
  private func beSlow(_ port: UInt16) throws {
    let peer = try Peer(port: port, receiveBuffer: 4096)
    let auth: JSONObject = [
      "jsonrpc": "2.0", "id": "a", "method": "auth", "params": ["token": .string(slowToken)],
    ]
    let hello: JSONObject = [
      "jsonrpc": "2.0", "id": "h", "method": "hello", "params": ["caps": ["notices"]],
    ]
    let octets = JSONValue.object(hello).octets + [0x0A]
    peer.sendWhatIsTaken(
      JSONValue.object(auth).octets + [0x0A] + Array(repeatElement(octets, count: 200).joined()))
    silent.append(peer)
    if silent.count > Self.silentMax { silent.removeFirst() }
    notes.count("slow readers")
  }

  /// A line of text whose end never comes: with or without a proper end of the connection.
  private func cutOff(_ port: UInt16, whole: Bool) throws {
    let peer = try Peer(port: port)
    peer.send("/as ana\r\n\(wishes.booking(titled: "Half").line)".utf8)
    if whole {
      peer.endSending()
      let rest = try peer.rest()
      if !rest.contains("500 [PROTO/UNTERMINATED]") { notes.fault("a half line: \(rest)") }
    } else {
      peer.reset()
    }
    notes.count("half lines")
  }

  private func cutOffJSON(_ port: UInt16) throws {
    let peer = try Peer(port: port)
    peer.send(#"{"jsonrpc":"2.0","id":"x","method":"say","params":{"user":"slack:U1","te"#.utf8)
    peer.reset()
    notes.count("half lines")
  }

  /// Tries tokens until the connection is closed.
  private func guess(_ port: UInt16) throws {
    let peer = try Peer(port: port)
    _ = try peer.reply()
    for _ in 0..<3 {
      let reply = try peer.ask("/auth token \(wishes.draws.one(of: wrongTokens))")
      if !reply.hasPrefix("535 ") { notes.fault("a wrong token: \(reply)") }
    }
    let rest = try peer.rest()
    if !rest.isEmpty { notes.fault("behind wrong tokens: \(rest)") }
    notes.count("wrong tokens")
  }

  private func askBeforeSigningIn(_ ports: [UInt16]) throws {
    let text = wishes.booking(titled: "Half").line
    let program = try Peer(port: ports[1])
    let said = try program.call("say", ["user": "slack:U1", "text": .string(text)])
    let person = try Peer(port: ports[0])
    _ = try person.reply()
    let told = try person.ask(text)
    if said["error"]?["code"] != 530 || !told.hasPrefix("530 ") {
      notes.fault("before signing in: \(said), \(told)")
    }
    notes.count("requests before signing in")
  }
}
