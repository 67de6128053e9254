// Files that an operator wrote, read whole: never more octets than a reader takes.

internal import JSON

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Reads files that are small enough to be held.
enum SmallFile {
  /// Octets taken from a file at a time.
  private static let portionOctets = 64 << 10

  /// Whether something stands there.
  static func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// All octets of a file, or one more than the limit where it has more, which its reader refuses.
  /// - Throws: in the system's words why it cannot be read.
  static func octets(
    at path: String, octetsMax: Int = JSONLimits.file.octetsMax
  ) throws(FileFaults) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw unreadable(path, errno) }
    defer { close(file) }
    var octets: [UInt8] = []
    var portion = [UInt8](repeating: 0, count: portionOctets)
    while octets.count <= octetsMax {
      let count = read(file, &portion, min(portion.count, octetsMax + 1 - octets.count))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw unreadable(path, errno) }
      if count == 0 { break }
      octets += portion[..<count]
    }
    return octets
  }

  private static func unreadable(_ path: String, _ number: Int32) -> FileFaults {
    let words = String(cString: strerror(number))
    return FileFaults([FileFault(file: path, place: nil, reason: .unreadable(words))])
  }
}
