// Tokens and signing in, with the built program: made, used, replaced and taken away while it runs.

import Foundation
import JSON
import Testing

@Suite("Signing in with the program")
struct SigningInRunTests {
  private func token(_ arguments: [String], in folder: Folder) throws -> String {
    let made = try Program.run(["token"] + arguments, in: folder)
    #expect(made.code == 0, "\(made.errors)")
    let token = made.output.filter { $0 != "\n" }
    // Told once, and kept nowhere.
    let kept = try String(contentsOfFile: "\(folder.path)/usher/tokens.json", encoding: .utf8)
    #expect(!token.isEmpty && !kept.contains(token) && !kept.contains(token.dropFirst(6)))
    return token
  }

  @Test("A bridge signs in by its token, which can be replaced and taken away while it runs")
  func tokens() throws {
    let folder = try Folder()
    let first = try token(["add", "slack", "--namespace", "slack:*"], in: folder)
    let server = try Program(
      ["serve", "--store", ":memory:", "--listen", "127.0.0.1:0", "--listen-json", "127.0.0.1:0"]
        + tuesday, in: folder)
    let ports = try server.ports(2)
    let say: JSONObject = ["user": "slack:U1", "text": "book Bunker tomorrow 10-11"]
    let bridge = try Peer(port: ports[1])
    #expect(try bridge.call("say", say)["error"]?["code"] == 530)
    #expect(try bridge.call("auth", ["token": "usher-0"])["error"]?["code"] == 535)
    #expect(try bridge.call("auth", ["token": .string(first)])["result"]?["principal"] == "slack")
    #expect(try bridge.call("say", say)["result"]?["code"] == 250)
    let stranger = try bridge.call("say", ["user": "ana", "text": "rooms"])["error"]
    #expect(stranger?["data"]?["name"] == "AUTH/SCOPE")
    let second = try token(["rotate", "slack"], in: folder)
    #expect(second != first)
    // Who signed in by the first has to go.
    server.send(SIGHUP)
    #expect(try bridge.rest().contains("AUTH/REQUIRED"))
    let again = try Peer(port: ports[1])
    #expect(try again.call("auth", ["token": .string(first)])["error"]?["code"] == 535)
    #expect(try again.call("auth", ["token": .string(second)])["result"]?["code"] == 235)
    let listed = try Program.run(["token", "list"], in: folder)
    #expect(listed.output == "slack\tslack:*\t\n")
    #expect(try Program.run(["token", "revoke", "slack"], in: folder).code == 0)
    let late = try Peer(port: ports[0])
    _ = try late.reply()
    #expect(try late.ask("/auth token \(second)").hasPrefix("535 [AUTH/FAILED]"))
    #expect(try late.ask("/auth token") == "334 Now the token, or * to give up.")
    #expect(try late.ask(second).hasPrefix("535 [AUTH/FAILED]"))
    #expect(try late.ask("/auth token x").hasPrefix("535 [AUTH/FAILED]"))
    #expect(try late.rest() == "")
    server.send(SIGTERM)
    let log = server.ended().errors
    #expect(!log.contains(first) && !log.contains(second))
  }

  /// What is wrong with the file of tokens, and what `usher token list` says of it.
  static let wrong: [(text: String, mode: Int, says: String)] = [
    ("{\"tokens\":[]}", 0o644, "chmod 600"), ("{", 0o600, "is no file of tokens"),
    ("{\"tokens\":[{}]}", 0o600, "is no file of tokens"), ("[]", 0o600, "is no file of tokens"),
  ]

  @Test("A file of tokens that is open to others or not whole lets nobody in", arguments: wrong)
  func wrongFile(text: String, mode: Int, says: String) throws {
    let folder = try Folder()
    _ = try token(["add", "ana", "--namespace", "ana"], in: folder)
    let server = try Program(
      ["serve", "--store", ":memory:", "--listen", "127.0.0.1:0"] + tuesday, in: folder)
    let peer = try Peer(port: try server.ports()[0])
    _ = try peer.reply()
    let path = "\(folder.path)/usher/tokens.json"
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    let listed = try Program.run(["token", "list"], in: folder)
    #expect(listed.code == 74)
    #expect(listed.errors.contains(says))
    #expect(try peer.ask("/auth token x").hasPrefix("454 [AUTH/LATER]"))
  }

  @Test("Beyond this machine it listens only with tokens, and takes none in clear")
  func beyond() throws {
    let folder = try Folder()
    let listen = ["serve", "--store", ":memory:", "--listen", "0.0.0.0:0"]
    let refused = try Program.run(listen, in: folder)
    #expect(refused.code == 69)
    #expect(refused.errors.contains("usher token add"))
    let token = try token(["add", "ana", "--namespace", "ana"], in: folder)
    let server = try Program(listen + tuesday, in: folder)
    let peer = try Peer(port: try server.ports()[0])
    _ = try peer.reply()
    #expect(try peer.ask("rooms").hasPrefix("530 [AUTH/REQUIRED]"))
    // A proxy on this machine ends TLS in front of it.
    #expect(try peer.ask("/auth token \(token)") == "235 Signed in as ana.")
    #expect(try peer.ask("rooms").hasPrefix("212"))
  }
}
