// The stand-ins of what the program talks to, as processes of their own; they end when their input
// ends.

import Foundation
import JSON
import Testing

/// A server that keeps a documented contract, remembers what it is asked and fails as it is told.
final class StandIn {
  /// Its origin, as the first line that it prints tells it.
  let address: String
  private let port: UInt16
  private let process = Process()
  private let input = Pipe()

  /// The folder of all tests: a script stands with those of the module it was written for.
  private static let tests = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The gateway.
  convenience init(_ outcomes: String = "[]", arguments: [String] = []) throws {
    try self.init(
      script: "GatewaysTests/stand-in-gateway.py", ["--outcomes", outcomes] + arguments)
  }

  /// The server of a script, which is named by its place in the folder of tests.
  init(script: String, _ arguments: [String]) throws {
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", Self.path(of: script), "--end-with-input"] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardInput = input
    try process.run()
    let text = try Drain(output.fileHandleForReading).text(holding: "\n")
    address = text.split(separator: "\n").first.map(String.init) ?? ""
    port = address.split(separator: ":").last.flatMap { UInt16($0) } ?? 0
  }

  deinit {
    do { try input.fileHandleForWriting.close() } catch { Issue.record(error) }
    process.waitUntilExit()
  }

  /// Where a script is.
  static func path(of script: String) -> String { tests.appending(path: script).path }

  /// What it has seen so far.
  func record() throws -> JSONValue {
    try JSONValue(parsing: Array(get("/record").utf8), limits: .file)
  }

  /// The requests to one of its endpoints, in order, where it tells them by endpoint.
  func calls(to endpoint: String) throws -> [JSONValue] {
    (try record()["calls"]?.array ?? []).filter { $0["endpoint"]?.string == endpoint }
  }

  /// The body of the answer to a question.
  func get(_ path: String, headers: [String] = []) throws -> String {
    try exchange((["GET \(path) HTTP/1.0"] + headers).joined(separator: "\r\n") + "\r\n\r\n")
  }

  /// Tells it something.
  func post(_ path: String, _ told: String) throws {
    _ = try exchange("POST \(path) HTTP/1.0\r\nContent-Length: \(told.utf8.count)\r\n\r\n\(told)")
  }

  /// Tells it what to do from now on.
  func control(_ told: String) throws { try post("/control", told) }

  /// The body of the good answer to a request of HTTP/1.0.
  private func exchange(_ request: String) throws -> String {
    let peer = try Peer(port: port)
    peer.send(request.utf8)
    let answer = try peer.rest()
    guard let end = answer.range(of: "\r\n\r\n"),
      answer.split(separator: " ").dropFirst().first?.hasPrefix("2") == true
    else { throw Trouble(description: "no good answer of HTTP: \(answer)") }
    return String(answer[end.upperBound...])
  }
}

/// What a gateway was asked.
extension StandIn {
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
}
