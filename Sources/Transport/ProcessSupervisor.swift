// What a supervisor is told of this process, where one has started it (sd_notify(3)): that it
// is ready, and that it ends.

// libuv's header brings that of sockets, and the compiler may take the one for the other's.
import CUV

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The supervisor, as systemd, that `NOTIFY_SOCKET` names; nobody where that is not set.
public struct ProcessSupervisor: Sendable {
  private let path: String?

  /// The supervisor that an environment names.
  public init(environment: [String: String]) { path = environment["NOTIFY_SOCKET"] }

  /// It listens everywhere that it was told to.
  public func tellReady() { tell("READY=1") }

  /// It was asked to end, and does.
  public func tellStopping() { tell("STOPPING=1") }

  /// A datagram to a socket in the file system or, behind `@`, an abstract one. Whether anybody
  /// reads it changes nothing here.
  private func tell(_ words: String) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    guard let path, let first = path.utf8.first, first == UInt8(ascii: "/") || first == 0x40,
      path.utf8.count < MemoryLayout.size(ofValue: address.sun_path)
    else { return }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    if first == 0x40 { withUnsafeMutableBytes(of: &address.sun_path) { $0[0] = 0 } }
    let descriptor = socket(AF_UNIX, SocketAddress.datagramKind, 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    let pathOffset = MemoryLayout<sockaddr_un>.size - MemoryLayout.size(ofValue: address.sun_path)
    let size = socklen_t(pathOffset + path.utf8.count)
    withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        _ = words.utf8.withContiguousStorageIfAvailable { octets in
          sendto(descriptor, octets.baseAddress, octets.count, 0, address, size)
        }
      }
    }
  }
}
