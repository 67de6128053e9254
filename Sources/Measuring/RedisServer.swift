// Redis beside usher, where it is installed: a program that is known to answer quickly.

import Foundation

/// A running redis that keeps nothing. A class because it is ended once.
final class RedisServer {
  private let program: MeasuredProgram
  let port: UInt16

  /// Starts one on a port that nobody has; nil if there is none on the path.
  init?(in folder: BenchFolder) throws(MeasuringFault) {
    let places = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let path = places.map { "\($0)/redis-server" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let path else { return nil }
    port = try Self.freePort()
    program = try MeasuredProgram(
      path,
      [
        "--bind", "127.0.0.1", "--port", "\(port)", "--save", "", "--appendonly", "no",
        "--daemonize", "no", "--loglevel", "notice", "--dir", folder.path,
      ], in: folder)
    try program.wait { said in said.contains("Ready to accept connections") ? () : nil }
  }

  var meter: ProcessMeter { program.meter }

  /// Asks it to end, and waits until it has.
  func end() { program.end() }

  /// A port that the system gave and got back; redis takes no 0.
  private static func freePort() throws(MeasuringFault) -> UInt16 {
    let listener = try Listener()
    return listener.port
  }

  /// A port of this machine, held for a moment. A class because it is given back once.
  private final class Listener {
    private let descriptor: Int32
    let port: UInt16

    init() throws(MeasuringFault) {
      descriptor = socket(AF_INET, Connection.streamKind, 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let status = withUnsafeMutablePointer(to: &address) { [descriptor] pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
        }
      }
      port = UInt16(bigEndian: address.sin_port)
      guard status else {
        let reason = String(cString: strerror(errno))
        close(descriptor)
        throw .notConnected(reason: reason)
      }
    }

    deinit { close(descriptor) }
  }
}
