// The stand-ins as processes of their own, and a port at which nobody answers.

import Foundation
import JSON
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Runs a stand-in for as long as the value lives: it ends when its input ends.
final class StandIn {
  struct Trouble: Error, CustomStringConvertible {
    let description: String
  }

  /// Its address.
  let address: String
  /// The file of the certificate, if it speaks TLS.
  let certificateFile: String?
  private let process: Process
  private let input: Pipe

  init(_ arguments: [String] = [], script name: String = "stand-in-gateway.py") throws {
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent(name).path
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", script, "--end-with-input"] + arguments
    let output = Pipe()
    let input = Pipe()
    process.standardOutput = output
    process.standardInput = input
    try process.run()
    self.process = process
    self.input = input
    let isEncrypted = arguments.contains("--tls")
    let lines = try Self.lines(isEncrypted ? 2 : 1, from: output.fileHandleForReading)
    address = lines[0]
    certificateFile = isEncrypted ? lines[1] : nil
  }

  deinit {
    do { try input.fileHandleForWriting.close() } catch { Issue.record(error) }
    process.waitUntilExit()
  }

  private static func lines(_ count: Int, from handle: FileHandle) throws -> [String] {
    var text = ""
    while text.count(where: \.isNewline) < count {
      let octets = handle.availableData
      guard !octets.isEmpty else { throw Trouble(description: "the stand-in ended: \(text)") }
      text += String(decoding: octets, as: UTF8.self)
    }
    return text.split(whereSeparator: \.isNewline).map(String.init)
  }

  /// What it received so far.
  struct Record {
    let value: JSONValue
    let calls: [JSONValue]
    let accepted: [JSONValue]

    /// The bodies of the calls, as they came.
    var bodies: [String] { calls.compactMap { $0["body"]?.string } }
    /// The names of who got a pass, in order.
    var names: [String] { accepted.compactMap { $0["name"]?.string } }
    /// How many connections the calls came over.
    var countOfConnections: Int { Set(calls.compactMap { $0["connection"]?.integer }).count }
  }

  func record() async throws -> Record {
    let url = try #require(URL(string: "\(address)/record"))
    let (octets, _) = try await URLSession.shared.data(from: url)
    let value = try JSONValue(parsing: [UInt8](octets), limits: .file)
    return Record(
      value: value,
      calls: value["calls"]?.array ?? [], accepted: value["accepted"]?.array ?? [])
  }
}

extension StandIn {
  /// Tells `stand-in-errands.py` what to do at paths.
  func control(_ told: JSONValue) async throws { try await post("control", told) }

  /// Lets what it holds go on.
  func release() async throws { try await post("release", [:]) }

  private func post(_ path: String, _ value: JSONValue) async throws {
    var request = URLRequest(url: try #require(URL(string: "\(address)/\(path)")))
    request.httpMethod = "POST"
    request.httpBody = Data(value.octets)
    _ = try await URLSession.shared.data(for: request)
  }
}

/// A port of the loopback interface that takes connections into its queue and never looks at them.
final class SilentPort {
  let number: Int
  private let socket: Int32

  init() throws {
    #if canImport(Glibc)
      socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      socket = Foundation.socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let (socket, bound) = (socket, size)
    let isListening = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(socket, address, bound) == 0 && listen(socket, 8) == 0
          && getsockname(socket, address, &size) == 0
      }
    }
    number = Int(UInt16(bigEndian: address.sin_port))
    guard isListening else { throw StandIn.Trouble(description: "no port to listen at") }
  }

  deinit { close(socket) }
}
