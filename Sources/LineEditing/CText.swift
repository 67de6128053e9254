// A text that a library keeps a pointer to.

/// A text of C that stays where it is.
/// A class: its memory is given back once.
final class CText {
  let start: UnsafePointer<CChar>

  init(_ text: String) {
    let octets = Array(text.utf8CString)
    let memory = UnsafeMutableBufferPointer<CChar>.allocate(capacity: octets.count)
    _ = memory.initialize(from: octets)
    start = UnsafePointer(memory.baseAddress ?? UnsafeMutablePointer<CChar>.allocate(capacity: 1))
  }

  deinit { start.deallocate() }
}
