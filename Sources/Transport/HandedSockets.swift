// Sockets that a supervisor has opened for this process and hands over (sd_listen_fds(3)). What is
// spoken at each is said by the name it was given.

internal import BookingAgent
import CUV

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A socket that somebody else has opened and listens at.
public struct HandedSocket: Hashable, Sendable {
  /// Its descriptor, which is the process's own from here on.
  let descriptor: Int32
  /// What it is called in `LISTEN_FDNAMES`; empty if it has no name there.
  let name: String

  /// What systemd calls sockets of which nobody says more, beside the name of their unit.
  private static let unnamed: Set = ["", "unknown"]

  /// What is spoken over TCP and whether a proxy says who connects: `text` or `json`, perhaps with
  /// `,proxy` behind it; text where nobody gave a name. Nil for any other name.
  var meaning: (encoding: SessionFace.Encoding, isProxied: Bool)? {
    if Self.unnamed.contains(name) || name.hasSuffix(".socket") { return (.text, false) }
    let isProxied = name.hasSuffix(",proxy")
    let word = isProxied ? String(name.dropLast(",proxy".count)) : name
    return SessionFace.Encoding(rawValue: word).map { ($0, isProxied) }
  }

  /// Takes what is handed over to this process, in order. To be called first of all, once: the
  /// variables that tell of it are gone afterwards, and no child process gets the sockets.
  /// - Returns: none if the variables are missing, mean another process or are no numbers.
  public static func takeAll() -> [HandedSocket] {
    let told = (
      process: variable("LISTEN_PID"), count: variable("LISTEN_FDS"),
      names: variable("LISTEN_FDNAMES")
    )
    for name in ["LISTEN_PID", "LISTEN_PIDFDID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) }
    guard told.process.flatMap({ pid_t($0) }) == getpid(),
      let count = told.count.flatMap({ Int32($0) }), count > 0
    else { return [] }
    let names = (told.names ?? "").split(separator: ":", omittingEmptySubsequences: false)
    var sockets: [HandedSocket] = []
    for place in 0..<min(count, .max - first) {
      let descriptor = first + place
      let name = names.indices.contains(Int(place)) ? String(names[Int(place)]) : ""
      sockets.append(HandedSocket(descriptor: descriptor, name: name))
      // One that is not there is found out where it is listened at; there are none behind it.
      guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else { break }
    }
    return sockets
  }

  /// The first descriptor that is handed over (`SD_LISTEN_FDS_START`).
  private static let first: Int32 = 3

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}

extension HandedSocket {
  /// Where it is bound, if it is a stream socket that listens.
  enum Place: Hashable {
    case tcp(SocketAddress, port: UInt16)
    /// A path, or `@` and the name of an abstract one; empty where it cannot be told.
    case unix(String)
  }

  /// Where it is bound; nil for anything but a listening stream socket of TCP or of this machine.
  var place: Place? {
    guard option(SO_ACCEPTCONN) == 1, option(SO_TYPE) == SocketAddress.streamKind else {
      return nil
    }
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &storage) { storage in
      storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        guard getsockname(descriptor, address, &size) == 0 else { return nil }
        if Int32(address.pointee.sa_family) == AF_UNIX {
          return .unix(UnixSocket.name(UnsafeRawBufferPointer(start: address, count: Int(size))))
        }
        return SocketAddress.withPort(address).map { .tcp($0.address, port: $0.port) }
      }
    }
  }

  private func option(_ name: Int32) -> Int32? {
    var value: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, name, &value, &size) == 0 ? value : nil
  }
}
