// The stand-in gateway as a process of its own; it ends when its input ends.

import Foundation
import JSON
import Testing

/// A gateway that keeps the documented contract and fails as it is told to.
final class StandIn {
  /// The address to hand to `--gateway`.
  let address: String
  private let port: UInt16
  private let process = Process()
  private let input = Pipe()

  /// The script stands with the tests of gateways.
  private static let script = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "GatewaysTests/stand-in-gateway.py").path

  init(_ outcomes: String = "[]", arguments: [String] = []) throws {
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["python3", Self.script, "--end-with-input", "--outcomes", outcomes] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardInput = input
    try process.run()
    let text = try Drain(output.fileHandleForReading).text(holding: "\n")
    address = text.trimmingCharacters(in: .newlines)
    port = address.split(separator: ":").last.flatMap { UInt16($0) } ?? 0
  }

  deinit {
    do { try input.fileHandleForWriting.close() } catch { Issue.record(error) }
    process.waitUntilExit()
  }

  /// The calls of `sendpass`, each as the names of its passes, in order.
  func calls() throws -> [[String]] {
    try (record()["calls"]?.array ?? []).compactMap { call in
      guard let body = call["body"]?.string else { return nil }
      let passes = try JSONValue(parsing: Array(body.utf8))["passes"]?.array
      return passes?.compactMap { $0["name"]?.string }
    }
  }

  /// The calls of `sendpass` as soon as there are so many.
  func waitForCalls(_ count: Int) throws -> [[String]] {
    let deadline = ContinuousClock.now + .seconds(Program.patienceSeconds)
    while ContinuousClock.now < deadline {
      let calls = try calls()
      if calls.count >= count { return calls }
    }
    return try calls()
  }

  /// The names of who got a pass, in order.
  func accepted() throws -> [String] {
    (try record()["accepted"]?.array ?? []).compactMap { $0["name"]?.string }
  }

  /// What went out, in order.
  func departures() throws -> [Departure] {
    try (record()["accepted"]?.array ?? []).map { sent in
      guard let booking = sent["booking"], let start = booking["time_start"]?.integer,
        let end = booking["time_end"]?.integer
      else { throw Trouble(description: "a pass for nothing: \(sent)") }
      return Departure(
        email: sent["email"]?.string ?? "", room: booking["room"]?.string ?? "",
        start: Int(start), end: Int(end))
    }
  }

  /// Tells it what to do from now on.
  func control(_ told: String) throws {
    _ = try exchange("POST /control HTTP/1.0\r\nContent-Length: \(told.utf8.count)\r\n\r\n\(told)")
  }

  private func record() throws -> JSONValue {
    try JSONValue(parsing: Array(exchange("GET /record HTTP/1.0\r\n\r\n").utf8), limits: .file)
  }

  /// The body of the answer to a request of HTTP/1.0.
  private func exchange(_ request: String) throws -> String {
    let peer = try Peer(port: port)
    peer.send(request.utf8)
    let answer = try peer.rest()
    guard let end = answer.range(of: "\r\n\r\n") else {
      throw Trouble(description: "no answer of HTTP: \(answer)")
    }
    return String(answer[end.upperBound...])
  }
}
