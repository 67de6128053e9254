// What is read of the head of an answer, line by line: next to nothing.

/// The head of an answer as it comes.
struct HTTPHead {
  /// How many octets have come.
  private(set) var octets = 0
  /// What `X-TripGo-ErrorCode` says, where that is short and plain.
  private(set) var errorCode: String?

  private static let name = Array("x-tripgo-errorcode:".utf8)
  private static let valueOctetsMax = 64

  /// Takes the next line, with its end.
  mutating func take(_ line: UnsafeRawBufferPointer) {
    octets += line.count
    // A head that follows another, as after `100 Continue`, counts alone.
    if line.starts(with: Array("HTTP/".utf8)) { errorCode = nil }
    guard line.count > Self.name.count,
      zip(line, Self.name).allSatisfy({ Self.lowered($0) == $1 })
    else { return }
    let blanks: Set<UInt8> = [0x20, 0x09, 0x0D, 0x0A]
    var value = line[Self.name.count...]
    while let last = value.last, blanks.contains(last) { value.removeLast() }
    while let first = value.first, blanks.contains(first) { value.removeFirst() }
    let isPlain = value.count <= Self.valueOctetsMax && value.allSatisfy { (0x20...0x7E) ~= $0 }
    errorCode = isPlain && !value.isEmpty ? String(decoding: value, as: UTF8.self) : nil
  }

  private static func lowered(_ octet: UInt8) -> UInt8 {
    (0x41...0x5A) ~= octet ? octet | 0x20 : octet
  }
}
