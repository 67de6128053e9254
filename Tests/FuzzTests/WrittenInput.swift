// The input under trial, written down before it is tried: a trap ends the process, but not the
// file, because its pages are shared with the system.

import Foundation

/// A file that always holds the last input. It is gone when all is well, and stays behind a trap.
struct WrittenInput: ~Copyable {
  /// Where it stands.
  let path: String
  private let memory: UnsafeMutableRawPointer
  private static let headOctets = 128
  /// The head and the longest input of any face.
  private static let fileOctets = headOctets + 1 << 14

  /// What cannot be written or read.
  struct Fault: Error, CustomStringConvertible { let description: String }

  init(of face: Face, in folder: URL = FileManager.default.temporaryDirectory) throws {
    let name = "usher-fuzz-\(ProcessInfo.processInfo.processIdentifier)-\(face.rawValue).input"
    path = folder.appending(path: name).path
    let file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o600)
    guard file >= 0 else { throw Fault(description: "\(path) cannot be written") }
    defer { close(file) }
    guard ftruncate(file, off_t(Self.fileOctets)) == 0,
      let memory = mmap(
        nil, Self.fileOctets, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0),
      memory != MAP_FAILED
    else { throw Fault(description: "\(path) cannot be mapped") }
    self.memory = memory
  }

  deinit { munmap(memory, Self.fileOctets) }

  /// Writes an input down, behind a line that says how it was made.
  func write(_ octets: [UInt8], at face: Face, seed: UInt64, number: Int) {
    var head = Array(
      "face=\(face.rawValue) seed=\(seed) number=\(number) octets=\(octets.count) ".utf8)
    head += Array(repeating: 0x20, count: Self.headOctets - 1 - head.count) + [0x0A]
    let room = UnsafeMutableRawBufferPointer(start: memory, count: Self.fileOctets)
    room.copyBytes(from: head)
    UnsafeMutableRawBufferPointer(rebasing: room[Self.headOctets...])
      .copyBytes(from: octets.prefix(Self.fileOctets - Self.headOctets))
  }

  /// Nothing trapped: the file goes.
  func remove() throws { try FileManager.default.removeItem(atPath: path) }

  /// The face and the input that a file holds: one that was written here, or any octets for a face
  /// that is named.
  static func read(at path: String, as named: Face?) throws -> (face: Face, octets: [UInt8]) {
    let octets = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let head = String(decoding: octets.prefix(headOctets), as: UTF8.self)
    var members: [Substring: Substring] = [:]
    for word in head.split(whereSeparator: \.isWhitespace) {
      let parts = word.split(separator: "=")
      if parts.count == 2 { members[parts[0]] = parts[1] }
    }
    if let face = members["face"].flatMap({ Face(rawValue: String($0)) }),
      let count = members["octets"].flatMap({ Int($0) }), count >= 0
    {
      return (face, Array(octets.dropFirst(headOctets).prefix(count)))
    }
    guard let named else {
      throw Fault(description: "\(path) holds no input that was written down; name a FACE")
    }
    return (named, octets)
  }
}
