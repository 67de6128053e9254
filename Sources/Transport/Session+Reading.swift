// When a session's channel is read: what arrives goes to the session, however it came.

import CUV

extension Session {
  func stopReadingIfFull() {
    if !flow.wantsInput || isTypedFull { stopReading() }
  }

  func startReading() {
    guard !isReading else { return }
    switch input {
    case .stream(let stream):
      isReading = true
      // The one buffer is the loop's: it is framed before another session is read.
      let status = uv_read_start(
        stream,
        { handle, _, buffer in
          guard let handle, let buffer else { return }
          buffer.pointee = Handles.served(handle.pointee.data, as: Session.self).loop.readBuffer
        },
        { stream, count, buffer in
          guard let stream, let buffer else { return }
          let session = Handles.served(stream.pointee.data, as: Session.self)
          if count > 0 {
            session.received(UnsafeRawBufferPointer(start: buffer.pointee.base, count: count))
          } else if count < 0 {
            let status = UVStatus(count)
            if status.is(UV_EOF) { session.endedInput() } else { session.lostInput(status) }
          }
        })
      if status != 0 { lostInput(UVStatus(status)) }
    case .file(let descriptor):
      isReading = true
      let octets = loop.transportLimits.readOctets
      let reader = fileInput ?? FileInput(descriptor: descriptor, octets: octets)
      fileInput = reader
      reader.read(for: self)
    case .none: break
    }
  }

  func stopReading() {
    guard isReading else { return }
    isReading = false
    if case .stream(let stream) = input { uv_read_stop(stream) }
  }

  /// A peer that cannot be read is gone. Standard input is told of: somebody counts on its being
  /// read to its end. What had come is answered, a line without its end is refused.
  private func lostInput(_ status: UVStatus) {
    guard !isSocket else { return lost() }
    loop.lostInput(.inputFailed(reason: status.reason))
    endedInput()
  }

  /// A read of a file has come back; more is read if it is still wanted.
  func fileRead(_ octets: UnsafeRawBufferPointer, status: UVStatus) {
    openHandles -= 1
    isReading = false
    guard flow.stage != .closed else { return loop.forgetIfClosed(self) }
    if status.isFailure {
      lostInput(status)
    } else if octets.isEmpty {
      endedInput()
    } else {
      received(octets)
    }
  }
}
