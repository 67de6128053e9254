// Standard input from a file: libuv's loop cannot wait for files, so its thread pool reads them.
// A class: the request under way and the session mean the same buffer.

import CUV

final class FileInput {
  private let descriptor: Int32
  private let buffer: UnsafeMutableRawBufferPointer
  private let request = UnsafeMutablePointer<uv_fs_t>.allocate(capacity: 1)
  /// Set while a read is under way: the request owns the session until it comes back.
  private var session: Session?

  init(descriptor: Int32, octets: Int) {
    self.descriptor = descriptor
    buffer = .allocate(byteCount: octets, alignment: 1)
  }

  deinit {
    buffer.deallocate()
    request.deallocate()
  }

  /// Reads on from where the last read ended; the session gets what came.
  func read(for session: Session) {
    guard self.session == nil else { return }
    self.session = session
    session.openHandles += 1
    request.initialize(to: uv_fs_t())
    request.pointee.data = Handles.pointer(to: self)
    var space = uv_buf_init(buffer.baseAddress, UInt32(buffer.count))
    let status = uv_fs_read(session.loop.raw, request, descriptor, &space, 1, -1) { request in
      guard let request else { return }
      let reader = Handles.served(request.pointee.data, as: FileInput.self)
      let count = Int(request.pointee.result)
      uv_fs_req_cleanup(request)
      reader.finish(count)
    }
    if status < 0 { finish(Int(status)) }
  }

  private func finish(_ count: Int) {
    guard let session else { return }
    self.session = nil
    let octets = UnsafeRawBufferPointer(rebasing: buffer[..<max(0, count)])
    session.fileRead(octets, status: UVStatus(count))
  }
}
