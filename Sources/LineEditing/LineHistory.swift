// The lines that were typed, in a file for the next start: a line each, in UTF-8, the newest last.
// It may hold addresses and numbers of people, so nobody else can read it.

internal import Foundation

/// Why lines are not remembered: an outside failure, as a value.
public enum HistoryFault: Error, Hashable, Sendable {
  /// Something stands there that is no file, or is somebody else's.
  case notOurs(path: String)
  /// The system's reason.
  case failed(path: String, reason: String)
}

/// A file of lines.
public struct LineHistory {
  /// Where it is.
  public let path: String
  private let limits: LineEditingLimits
  /// The lines of the file as last seen; others may add to it meanwhile.
  private var count = 0
  private var last: String?

  /// The history at a path, which need not be there yet.
  public init(path: String, limits: LineEditingLimits = LineEditingLimits()) {
    self.path = path
    self.limits = limits
  }

  /// Whether a line is remembered: none that signs in, for it may hold a token; and none that would
  /// be refused for its octets.
  public static func keeps(_ line: String, limits: LineEditingLimits = LineEditingLimits()) -> Bool
  {
    line.utf8.count <= limits.historyLineOctetsMax
      && line.contains { !$0.isWhitespace }
      && !line.lowercased().contains("/auth")
      && line.unicodeScalars.allSatisfy { scalar in
        scalar.properties.generalCategory != .control && scalar != .unreadable
      }
  }

  /// The lines of the file, oldest first; none if there is no file.
  public mutating func read() throws(HistoryFault) -> [String] {
    guard let file = try open(O_RDONLY) else { return [] }
    defer { close(file.descriptor) }
    let lines = try lines(of: file)
    count = lines.count
    last = lines.last
    return lines
  }

  /// Adds a line, if it is to be kept and is not the last one again.
  public mutating func add(_ line: String) throws(HistoryFault) {
    guard Self.keeps(line, limits: limits), line != last else { return }
    if count >= limits.historyLinesMax {
      try rewrite(adding: line)
    } else {
      try append(line)
      count += 1
    }
    last = line
  }
}

// MARK: - Reading

extension LineHistory {
  private struct File {
    let descriptor: Int32
    let size: Int
  }

  /// Opens it; nil if it is not there. A file that others could read is closed to them.
  private func open(_ flags: Int32) throws(HistoryFault) -> File? {
    // Whatever stands there: a pipe is not waited for, and a link is not followed.
    let safely = O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
    let descriptor = Foundation.open(path, flags | safely, 0o600)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw errno == ELOOP ? .notOurs(path: path) : failed()
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == geteuid()
    else {
      close(descriptor)
      throw .notOurs(path: path)
    }
    if status.st_mode & 0o077 != 0, fchmod(descriptor, 0o600) != 0 {
      defer { close(descriptor) }
      throw failed()
    }
    return File(descriptor: descriptor, size: Int(status.st_size))
  }

  /// Its last lines; what cannot be one of ours is passed over.
  private func lines(of file: File) throws(HistoryFault) -> [String] {
    let octetsMax = limits.historyLinesMax * (limits.historyLineOctetsMax + 1)
    let start = max(0, file.size - octetsMax)
    var octets = [UInt8](repeating: 0, count: file.size - start)
    var filled = 0
    while filled < octets.count {
      let got = octets[filled...].withUnsafeMutableBytes {
        pread(file.descriptor, $0.baseAddress, $0.count, off_t(start + filled))
      }
      if got < 0, errno == EINTR { continue }
      if got < 0 { throw failed() }
      if got == 0 { break }
      filled += got
    }
    // A beginning that was cut off is no line.
    let whole = octets[..<filled].split(separator: UInt8(ascii: "\n")).dropFirst(start > 0 ? 1 : 0)
    return whole.compactMap { String(validating: $0, as: UTF8.self) }
      .filter { Self.keeps($0, limits: limits) }.suffix(limits.historyLinesMax)
  }

  private func failed() -> HistoryFault {
    .failed(path: path, reason: String(cString: strerror(errno)))
  }
}

// MARK: - Writing

extension LineHistory {
  private func append(_ line: String) throws(HistoryFault) {
    try makeFolder()
    guard let file = try open(O_RDWR | O_APPEND | O_CREAT) else { throw failed() }
    defer { close(file.descriptor) }
    var octets = Array(line.utf8) + [UInt8(ascii: "\n")]
    var lastOctet = UInt8(ascii: "\n")
    // A write that was cut off must not make one line of two.
    if file.size > 0, pread(file.descriptor, &lastOctet, 1, off_t(file.size - 1)) == 1,
      lastOctet != UInt8(ascii: "\n")
    {
      octets.insert(UInt8(ascii: "\n"), at: 0)
    }
    try write(octets, to: file.descriptor)
  }

  /// Writes the last lines anew, with one more, and puts them in the place of the file at once.
  private mutating func rewrite(adding line: String) throws(HistoryFault) {
    let lines = (try read() + [line]).suffix(limits.historyLinesMax)
    let beside = path + ".new"
    unlink(beside)
    let descriptor = Foundation.open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failed() }
    defer { close(descriptor) }
    try write(lines.flatMap { Array($0.utf8) + [UInt8(ascii: "\n")] }, to: descriptor)
    guard rename(beside, path) == 0 else { throw failed() }
    count = lines.count
  }

  private func write(_ octets: [UInt8], to descriptor: Int32) throws(HistoryFault) {
    var offset = 0
    while offset < octets.count {
      let count = octets[offset...].withUnsafeBytes {
        Foundation.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failed() }
      offset += count
    }
  }

  private func makeFolder() throws(HistoryFault) {
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw .failed(path: path, reason: error.localizedDescription)
    }
  }
}
