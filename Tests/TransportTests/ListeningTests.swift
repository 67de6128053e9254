// Where one may listen, what is refused and what is left behind.

import BookingAgent
import Foundation
import Testing
import Transport

struct ListeningTests {
  @Test func `two listeners serve at once, each in its encoding`() throws {
    let server = LoopThread { loop throws(TransportFault) in
      try loop.listen(at: .tcp(host: "127.0.0.1", port: 0, encoding: .text))
        + loop.listen(at: .tcp(host: "localhost", port: 0, encoding: .json))
    }
    let text = try #require(Client(port: server.port(0)))
    let json = try #require(Client(port: server.port(1)))
    text.send("here\n")
    json.send(#"{"jsonrpc":"2.0","id":1,"method":"here"}"# + "\n")
    #expect(text.receive(until: "\n") == "250 here\r\n")
    #expect(json.receive(until: "\n").hasPrefix(#"{"jsonrpc":"2.0","id":1,"result":{"code":250"#))
    #expect(server.end() != nil)
  }

  @Test(arguments: ["0.0.0.0", "::", "192.0.2.1", "::ffff:192.0.2.1"])
  func `others than this machine cannot be listened to without tokens`(host: String) {
    let server = LoopThread { loop throws(TransportFault) in
      try loop.listen(at: .tcp(host: host, port: 0, encoding: .text))
    }
    guard case .notLoopback = server.fault else {
      Issue.record("\(String(describing: server.fault))")
      return
    }
  }

  @Test func `what is no address is said to be none`() {
    let server = LoopThread { loop throws(TransportFault) in
      try loop.listen(at: .tcp(host: "no such host", port: 0, encoding: .text))
    }
    #expect(server.fault == .badAddress("no such host"))
  }

  @Test func `a port that is taken is said to be taken`() throws {
    let first = LoopThread { loop throws(TransportFault) in
      try loop.listen(at: .tcp(host: "127.0.0.1", port: 0, encoding: .text))
    }
    let port = first.port()
    let second = LoopThread { loop throws(TransportFault) in
      try loop.listen(at: .tcp(host: "127.0.0.1", port: port, encoding: .text))
    }
    #expect(second.fault == .addressInUse("127.0.0.1:\(port)"))
    #expect(first.end() != nil)
  }

  @Test func `a Unix socket is its owner's alone and gone in the end`() throws {
    let path = temporaryPath()
    let server = LoopThread { loop throws(TransportFault) in try loop.listen(at: .unix(path: path))
    }
    var status = stat()
    #expect(lstat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    let client = try #require(Client(path: path))
    client.send(#"{"jsonrpc":"2.0","id":1,"method":"here"}"# + "\n")
    #expect(client.receive(until: "\n").contains(#""code":250"#))
    #expect(server.end() != nil)
    #expect(lstat(path, &status) != 0)
  }

  @Test func `a socket that somebody answers is left to him, a dead one is replaced`() throws {
    let path = temporaryPath()
    let living = LoopThread { loop throws(TransportFault) in try loop.listen(at: .unix(path: path))
    }
    let second = LoopThread { loop throws(TransportFault) in try loop.listen(at: .unix(path: path))
    }
    #expect(second.fault == .addressInUse(path))
    // What a killed process leaves: the name without the listener.
    let kept = path + ".kept"
    try FileManager.default.linkItem(atPath: path, toPath: kept)
    #expect(living.end() != nil)
    try FileManager.default.moveItem(atPath: kept, toPath: path)
    let third = LoopThread { loop throws(TransportFault) in try loop.listen(at: .unix(path: path)) }
    #expect(third.fault == nil)
    #expect(Client(path: path) != nil)
    #expect(third.end() != nil)
  }

  @Test func `what is no socket is never removed`() throws {
    let path = temporaryPath()
    try Data("precious".utf8).write(to: URL(filePath: path))
    let server = LoopThread { loop throws(TransportFault) in try loop.listen(at: .unix(path: path))
    }
    #expect(server.fault == .notASocket(path))
    #expect(try Data(contentsOf: URL(filePath: path)) == Data("precious".utf8))
    try FileManager.default.removeItem(atPath: path)
  }

  @Test func `what keeps a Unix socket from its place is told as it is`() throws {
    let place = temporaryPath()
    try Data().write(to: URL(filePath: place))
    let reasons = [
      place + ".missing/usher.sock": "no such file or directory",
      place + "/usher.sock": "not a directory",
    ]
    for (path, reason) in reasons {
      let server = LoopThread { loop throws(TransportFault) in
        try loop.listen(at: .unix(path: path))
      }
      #expect(server.fault == .system(wanted: "listen on \(path)", reason: reason))
    }
    for path in ["", "usher\u{0}.sock"] {
      let server = LoopThread { loop throws(TransportFault) in
        try loop.listen(at: .unix(path: path))
      }
      #expect(server.fault == .badAddress(path))
    }
    try FileManager.default.removeItem(atPath: place)
  }

  @Test func `a fault is told with what to do next`() {
    let told: [(fault: TransportFault, words: String)] = [
      (
        .badAddress("moon:1"),
        "cannot listen on moon:1: no address of this machine. Write 127.0.0.1:4711 or [::1]:4711."
      ),
      (
        .pathTooLong("/a", octetsMax: 107),
        "cannot listen on /a: a socket's path has at most 107 octets. Choose another."
      ),
      (
        .notASocket("/a"),
        "cannot listen on /a: something that is no socket is there. Remove it or choose another."
      ),
      (
        .noPermission("127.0.0.1:1"),
        "cannot listen on 127.0.0.1:1: permission denied. Choose a port above 1023 or another path."
      ),
    ]
    for (fault, words) in told { #expect("\(fault)" == words) }
  }

  @Test func `a path that does not fit is refused and not cut`() {
    let path = "/tmp/" + String(repeating: "x", count: 200)
    let server = LoopThread { loop throws(TransportFault) in try loop.listen(at: .unix(path: path))
    }
    guard case .pathTooLong(path, _) = server.fault else {
      Issue.record("\(String(describing: server.fault))")
      return
    }
  }

  private func temporaryPath() -> String {
    NSTemporaryDirectory() + "usher-\(UInt32.random(in: 0...UInt32.max)).sock"
  }
}
