// Octets that wait to be written: libuv's for as long as it takes, and then the system's again.

import CUV

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// One write that the system could not take at once.
/// A class: libuv holds its buffer and calls back.
final class PendingWrite {
  private let request = UnsafeMutablePointer<uv_write_t>.allocate(capacity: 1)
  private let octets: WaitingOctets
  private let session: Session

  private init(_ octets: ArraySlice<UInt8>, session: Session) {
    self.octets = WaitingOctets(octets)
    self.session = session
  }

  deinit {
    request.deallocate()
  }

  /// Hands octets to libuv; the write keeps itself and the session until it has been called back.
  static func start(_ octets: ArraySlice<UInt8>, to stream: Stream, for session: Session) {
    let write = PendingWrite(octets, session: session)
    write.request.initialize(to: uv_write_t())
    write.request.pointee.data = Unmanaged.passRetained(write).toOpaque()
    session.handedOctets += UInt64(octets.count)
    var buffer = uv_buf_init(write.octets.start, UInt32(octets.count))
    let status = uv_write(write.request, stream, &buffer, 1) { request, status in
      guard let data = request?.pointee.data else { return }
      let write = Unmanaged<PendingWrite>.fromOpaque(data).takeRetainedValue()
      write.session.wrote(UVStatus(status))
    }
    if status != 0 {
      Unmanaged.passUnretained(write).release()
      session.wrote(UVStatus(status))
    }
  }
}

/// A copy of some octets, as large as they are. In pages of its own if it is large: those go back
/// to the system at once, where the heap would keep them for the next that wants as much.
/// A class: its memory is given back once.
private final class WaitingOctets {
  let start: UnsafeMutablePointer<CChar>
  private let count: Int
  private let isMapped: Bool
  /// From so many octets on pages are taken; a page is 4 or 16 KiB.
  private static let mappedMin = 16 << 10

  init(_ octets: ArraySlice<UInt8>) {
    count = octets.count
    let pages = count >= Self.mappedMin ? Self.pages(for: count) : nil
    isMapped = pages != nil
    start = pages ?? .allocate(capacity: count)
    UnsafeMutableRawBufferPointer(start: start, count: count).copyBytes(from: octets)
  }

  deinit {
    if isMapped { munmap(start, count) } else { start.deallocate() }
  }

  /// Pages of the system; nil if it gives none.
  private static func pages(for count: Int) -> UnsafeMutablePointer<CChar>? {
    let pages = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let pages, pages != MAP_FAILED else { return nil }
    return pages.bindMemory(to: CChar.self, capacity: count)
  }
}
