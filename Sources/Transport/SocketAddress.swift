// Addresses of sockets: what a name stands for, whether only this machine can reach it, and whether
// somebody is behind a path.

import CUV

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// An IPv4 or IPv6 address without its port.
enum SocketAddress: Hashable {
  case v4([UInt8])
  case v6([UInt8])

  /// All addresses of a name, in the system's order, each once.
  static func resolve(
    _ host: String, loop: UnsafeMutablePointer<uv_loop_t>
  ) throws(TransportFault) -> [SocketAddress] {
    guard !host.isEmpty, !host.utf8.contains(0) else { throw .badAddress(host) }
    let request = UnsafeMutablePointer<uv_getaddrinfo_t>.allocate(capacity: 1)
    defer { request.deallocate() }
    request.initialize(to: uv_getaddrinfo_t())
    var hints = addrinfo()
    hints.ai_socktype = Int32(SocketAddress.streamKind)
    hints.ai_protocol = Int32(IPPROTO_TCP)
    // Without a callback it waits, which is right before the loop runs.
    guard uv_getaddrinfo(loop, request, nil, host, nil, &hints) == 0 else {
      throw .badAddress(host)
    }
    defer { uv_freeaddrinfo(request.pointee.addrinfo) }
    var found: [SocketAddress] = []
    var next = request.pointee.addrinfo
    while let entry = next {
      if let address = SocketAddress(entry.pointee.ai_addr), !found.contains(address) {
        found.append(address)
      }
      next = entry.pointee.ai_next
    }
    if found.isEmpty { throw .badAddress(host) }
    return found
  }

  private init?(_ address: UnsafeMutablePointer<sockaddr>?) {
    guard let address else { return nil }
    let raw = UnsafeRawPointer(address)
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
      let inner = raw.loadUnaligned(as: sockaddr_in.self)
      self = .v4(withUnsafeBytes(of: inner.sin_addr) { Array($0) })
    case AF_INET6:
      let inner = raw.loadUnaligned(as: sockaddr_in6.self)
      self = .v6(withUnsafeBytes(of: inner.sin6_addr) { Array($0) })
    default: return nil
    }
  }

  /// The socket family for libuv.
  var family: Int32 {
    switch self {
    case .v4: AF_INET
    case .v6: AF_INET6
    }
  }

  /// Only this machine can reach it: 127/8 (RFC 1122 section 3.2.1.3), ::1 (RFC 4291 section
  /// 2.5.3), and the former written as the latter.
  var isLoopback: Bool {
    switch self {
    case .v4(let octets): octets[0] == 127
    case .v6(let octets):
      octets == Array(repeating: 0, count: 15) + [1]
        || (octets.starts(with: Array(repeating: 0, count: 10) + [0xFF, 0xFF, 127]))
    }
  }

  /// As `127.0.0.1:4711` and `[::1]:4711`.
  func description(port: UInt16) -> String {
    with(port: 0) { address in
      var text = [CChar](repeating: 0, count: 64)
      uv_ip_name(address, &text, text.count)
      let name = String(
        decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      return family == AF_INET6 ? "[\(name)]:\(port)" : "\(name):\(port)"
    }
  }

  /// Calls with the address as the system wants it.
  func with<Result>(port: UInt16, _ body: (UnsafePointer<sockaddr>) -> Result) -> Result {
    switch self {
    case .v4(let octets):
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      withUnsafeMutableBytes(of: &address.sin_addr) { $0.copyBytes(from: octets) }
      return withUnsafePointer(to: address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1, body)
      }
    case .v6(let octets):
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      withUnsafeMutableBytes(of: &address.sin6_addr) { $0.copyBytes(from: octets) }
      return withUnsafePointer(to: address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1, body)
      }
    }
  }

  /// Whether whoever is connected is on this machine; not, if the system does not say.
  static func isPeerNear(_ stream: Stream) -> Bool {
    var storage = sockaddr_storage()
    var size = Int32(MemoryLayout<sockaddr_storage>.size)
    let tcp = UnsafeMutableRawPointer(stream).assumingMemoryBound(to: uv_tcp_t.self)
    return withUnsafeMutablePointer(to: &storage) { storage in
      storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        guard uv_tcp_getpeername(tcp, address, &size) == 0 else { return false }
        return SocketAddress(address)?.isLoopback ?? false
      }
    }
  }

  /// The port that the system chose.
  static func bound(to tcp: UnsafeMutablePointer<uv_tcp_t>) -> UInt16? {
    var storage = sockaddr_storage()
    var size = Int32(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &storage) { storage in
      storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        guard uv_tcp_getsockname(tcp, address, &size) == 0 else { return nil }
        return port(of: address)
      }
    }
  }

  /// The address and port that the system tells of a socket; nil for one of another family.
  static func withPort(
    _ address: UnsafeMutablePointer<sockaddr>
  ) -> (address: SocketAddress, port: UInt16)? {
    SocketAddress(address).map { ($0, port(of: address)) }
  }

  /// The port stands at the same place in both families.
  private static func port(of address: UnsafeMutablePointer<sockaddr>) -> UInt16 {
    let port = UnsafeRawPointer(address).loadUnaligned(fromByteOffset: 2, as: UInt16.self)
    return UInt16(bigEndian: port)
  }

  // libuv's header brings them, too, and a compiler may know them by that alone: so they stand
  // where both are imported.
  #if canImport(Darwin)
    static let streamKind = SOCK_STREAM
    static let datagramKind = SOCK_DGRAM
  #else
    static let streamKind = Int32(SOCK_STREAM.rawValue)
    static let datagramKind = Int32(SOCK_DGRAM.rawValue)
  #endif
}

/// Sockets in the file system.
enum UnixSocket {
  /// The longest path that fits an address, without the NUL behind it.
  static var pathOctetsMax: Int { MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1 }

  /// What an address of a socket names: a path, or `@` and the name of an abstract one.
  static func name(_ address: UnsafeRawBufferPointer) -> String {
    let whole = MemoryLayout<sockaddr_un>.size
    let start = whole - MemoryLayout.size(ofValue: sockaddr_un().sun_path)
    let octets = address.dropFirst(start)
    guard octets.first == 0 else {
      return String(decoding: octets.prefix { $0 != 0 }, as: UTF8.self)
    }
    return "@" + String(decoding: octets.dropFirst(), as: UTF8.self)
  }

  /// Removes what a dead process left. Somebody who answers is not disturbed, and nothing but a
  /// socket is ever removed.
  static func removeStale(at path: String) throws(TransportFault) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path) }
    guard isDead(path) else { throw .addressInUse(path) }
    if unlink(path) != 0, errno != ENOENT { throw .noPermission(path) }
  }

  /// Whether whoever is connected is the user who runs this process, or root: the mode of the
  /// socket's file says so already, but for who opened it before.
  static func isOwn(_ stream: Stream) -> Bool {
    var descriptor: Int32 = -1
    let handle = UnsafeMutableRawPointer(stream).assumingMemoryBound(to: uv_handle_t.self)
    guard uv_fileno(handle, &descriptor) == 0 else { return false }
    #if canImport(Darwin)
      var user = uid_t(0), group = gid_t(0)
      guard getpeereid(descriptor, &user, &group) == 0 else { return false }
      return user == geteuid() || user == 0
    #else
      // `struct ucred`: process, user, group; Glibc keeps it behind a macro.
      var peer: (process: Int32, user: UInt32, group: UInt32) = (0, .max, .max)
      var size = socklen_t(MemoryLayout.size(ofValue: peer))
      guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 else {
        return false
      }
      return peer.user == geteuid() || peer.user == 0
    #endif
  }

  /// Whether the folder of a path is there, as far as one can see.
  static func hasFolder(_ path: String) -> Bool {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return true }
    var status = stat()
    return stat(String(path[...slash]), &status) == 0 || errno != ENOENT
  }

  /// Whether nobody listens. A full queue or a missing right means that somebody may.
  private static func isDead(_ path: String) -> Bool {
    let descriptor = socket(AF_UNIX, Int32(SocketAddress.streamKind), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    guard fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else { return false }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = withUnsafePointer(to: address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
    }
    return result != 0 && errno == ECONNREFUSED
  }
}
