// Who owns the memory of libuv's handles and requests, in one place.
//
// A handle is allocated here and belongs to libuv from its init on. It is freed in its close
// callback and nowhere else. Its `data` points to the listener, session or loop it serves, without
// owning it: the loop's table keeps a session until the last of its handles has been closed, a
// listener is not called any more once its handle is closing, and the loop closes all handles
// before its run returns. A request (a write, a read of a
// file) is freed in its one callback, which libuv makes in every case; until then it owns the
// session it is for.

import CUV

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Any handle of libuv.
typealias Handle = UnsafeMutablePointer<uv_handle_t>

/// A handle that octets pass through.
typealias Stream = UnsafeMutablePointer<uv_stream_t>

enum Handles {
  /// Memory for a handle. Whatever its init returns, it is freed by `discard` before a successful
  /// init and by `close` after it.
  static func allocate<Kind>(_ kind: Kind.Type) -> UnsafeMutablePointer<Kind> {
    let handle = UnsafeMutablePointer<Kind>.allocate(capacity: 1)
    UnsafeMutableRawPointer(handle).initializeMemory(
      as: UInt8.self, repeating: 0, count: MemoryLayout<Kind>.size)
    return handle
  }

  /// A pipe that is nothing yet. It has no descriptor, so there is nothing that could fail.
  static func pipe(
    in loop: UnsafeMutablePointer<uv_loop_t>
  ) -> UnsafeMutablePointer<uv_pipe_t> {
    let pipe = allocate(uv_pipe_t.self)
    let status = uv_pipe_init(loop, pipe, 0)
    precondition(status == 0, "a pipe without a descriptor can always be had")
    return pipe
  }

  /// A TCP socket that is nothing yet, as `pipe`.
  static func tcp(in loop: UnsafeMutablePointer<uv_loop_t>) -> UnsafeMutablePointer<uv_tcp_t> {
    let tcp = allocate(uv_tcp_t.self)
    let status = uv_tcp_init(loop, tcp)
    precondition(status == 0, "a TCP handle without a descriptor can always be had")
    return tcp
  }

  /// Frees a handle that libuv never took.
  static func discard<Kind>(_ handle: UnsafeMutablePointer<Kind>) { handle.deallocate() }

  /// Closes a handle that nobody needs to hear of again, and frees it.
  static func close<Kind>(_ handle: UnsafeMutablePointer<Kind>) {
    uv_close(upcast(handle)) { handle in handle?.deallocate() }
  }

  /// The handle as libuv's base type.
  static func upcast<Kind>(_ handle: UnsafeMutablePointer<Kind>) -> Handle {
    UnsafeMutableRawPointer(handle).assumingMemoryBound(to: uv_handle_t.self)
  }

  /// A TCP, pipe or terminal handle as libuv's stream.
  static func stream<Kind>(_ handle: UnsafeMutablePointer<Kind>) -> Stream {
    UnsafeMutableRawPointer(handle).assumingMemoryBound(to: uv_stream_t.self)
  }

  /// What `data` of a handle points to.
  static func served<Owner: AnyObject>(
    _ data: UnsafeMutableRawPointer?, as owner: Owner.Type
  ) -> Owner {
    guard let data else { preconditionFailure("a handle has data before its callbacks can run") }
    return Unmanaged<Owner>.fromOpaque(data).takeUnretainedValue()
  }

  /// A pointer to put into `data`.
  static func pointer(to owner: AnyObject) -> UnsafeMutableRawPointer {
    Unmanaged.passUnretained(owner).toOpaque()
  }

  /// The descriptor under a handle; nil once it is closed.
  static func descriptor<Kind>(of handle: UnsafeMutablePointer<Kind>) -> Int32? {
    var descriptor: uv_os_fd_t = -1
    return uv_fileno(upcast(handle), &descriptor) == 0 ? descriptor : nil
  }
}

/// A code of libuv's functions: negative for a failure.
struct UVStatus {
  let code: Int32

  init(_ code: Int32) { self.code = code }
  init(_ code: Int) { self.code = Int32(truncatingIfNeeded: code) }

  var isFailure: Bool { code < 0 }
  func `is`(_ error: uv_errno_t) -> Bool { code == error.rawValue }

  /// The system's words, as `permission denied`.
  var reason: String { uv_strerror(code).map { String(cString: $0) } ?? "error \(code)" }

  /// Throws the failure, if it is one, as what was wanted and why not.
  func check(_ wanted: @autoclosure () -> String) throws(TransportFault) {
    if isFailure { throw .system(wanted: wanted(), reason: reason) }
  }
}
