// News of the running program outlive its process.

import Foundation
import JSON
import Testing

@Suite("News of a running program")
struct NewsRunTests {
  private func serve(_ gateway: StandIn, in folder: Folder) throws -> (Program, UInt16, UInt16) {
    let file = try folder.file("configuration.json", GatewayRunTests.codes)
    let places = ["--listen", "127.0.0.1:0", "--listen-json", "127.0.0.1:0"]
    let server = try Program(
      ServingTests.test
        + ["--gateway", gateway.address, "--config", file, "--store", "\(folder.path)/store.db"]
        + places, in: folder)
    let ports = try server.ports(2)
    return (server, ports[0], ports[1])
  }

  private func text(_ port: UInt16, as user: String) throws -> (peer: Peer, heard: String) {
    let peer = try Peer(port: port)
    _ = try peer.reply()
    _ = try peer.ask("/as \(user)")
    return (peer, try peer.ask("/noop there"))
  }

  @Test("Who was away when a pass failed, and the process killed behind it, is told when back")
  func killed() throws {
    let folder = try Folder()
    let gateway = try StandIn(#"[{"halt": 0, "code": 4103}]"#)
    var (server, port, programs) = try serve(gateway, in: folder)
    var mia: Peer? = try text(port, as: "mia").peer
    let booked = try mia?.ask("book Cockpit tomorrow 14-15 with ben@x.com 0171 2222222")
    #expect(booked?.contains("250-Booked B1") == true)
    mia = nil
    #expect(try text(port, as: "tom").peer.ask("/clock +11s").contains("200"))
    server.send(SIGKILL)
    _ = server.ended()

    (server, port, programs) = try serve(gateway, in: folder)
    #expect(try text(port, as: "tom").heard == "200 there")
    let bridge = try Peer(port: programs)
    #expect(try bridge.call("subscribe")["result"]?["code"] == 200)
    let notice = try JSONValue(parsing: Array(try bridge.line().utf8))
    #expect(notice["params"]?["seq"] == 1 && notice["params"]?["attempt"] == 1, "\(notice)")
    server.send(SIGKILL)
    _ = server.ended()

    (server, port, programs) = try serve(gateway, in: folder)
    let again = try Peer(port: programs)
    _ = try again.call("subscribe")
    let later = try JSONValue(parsing: Array(try again.line().utf8))
    #expect(later["params"]?["seq"] == 1 && later["params"]?["attempt"] == 2, "\(later)")
    let heard = try text(port, as: "mia").heard
    #expect(
      heard.contains("* 152 B1: Ben's pass failed") && heard.hasSuffix("200 there"), "\(heard)")
    #expect(try text(port, as: "mia").heard == "200 there")
    server.send(SIGKILL)
    _ = server.ended()
    (server, port, _) = try serve(gateway, in: folder)
    #expect(try text(port, as: "mia").heard == "200 there")
  }
}
