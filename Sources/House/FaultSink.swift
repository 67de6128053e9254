// Gathers what is wrong in a file while it is read, by the way to it; lines and columns are looked
// up at the end.

internal import JSON

/// What has been found wrong in one file so far.
struct FaultSink {
  private struct Found {
    let path: JSONPath
    /// Whether the name of the member is at fault, not its value.
    let isName: Bool
    let reason: FileFault.Reason
  }

  private var found: [Found] = []

  /// Whether nothing is wrong so far.
  var isEmpty: Bool { found.isEmpty }
  /// Whether there is no use in looking further.
  var isFull: Bool { found.count > FileFaults.toldMax }
  /// How many have been found: has it grown, something was wrong in between.
  var count: Int { found.count }

  /// Notes that a value is wrong.
  mutating func add(_ reason: FileFault.Reason, at path: JSONPath) {
    if !isFull { found.append(Found(path: path, isName: false, reason: reason)) }
  }

  /// Notes that a member should not be there.
  mutating func add(_ reason: FileFault.Reason, atNameOf path: JSONPath) {
    if !isFull { found.append(Found(path: path, isName: true, reason: reason)) }
  }

  /// Ends the reading of a file.
  /// - Throws: what was found, in order of place, if anything was.
  func finish(_ document: JSONDocument, named file: String) throws(FileFaults) {
    try finish(named: file) { path, isName in
      isName ? document.placeOfName(path) : document.place(of: path)
    }
  }

  /// Ends the reading of a file in which a closure finds the places of values and names.
  /// - Throws: what was found, in order of place, if anything was.
  func finish(
    named file: String, place: (JSONPath, _ isName: Bool) -> JSONPlace
  ) throws(FileFaults) {
    guard !found.isEmpty else { return }
    let faults = found.prefix(FileFaults.toldMax).map { found in
      FileFault(file: file, place: place(found.path, found.isName), reason: found.reason)
    }
    throw FileFaults(faults.sorted(by: Self.standsBefore), isCutShort: isFull)
  }

  private static func standsBefore(_ one: FileFault, _ other: FileFault) -> Bool {
    guard let one = one.place, let other = other.place else { return false }
    return (one.line, one.column) < (other.line, other.column)
  }
}

extension JSONDocument {
  /// Reads the JSON text of a file.
  /// - Throws: where it stops being one.
  init(_ octets: [UInt8], named file: String) throws(FileFaults) {
    do {
      try self.init(parsing: octets)
    } catch {
      let place = JSONPlace(of: error.offset, in: octets)
      throw FileFaults([FileFault(file: file, place: place, reason: .notJSON(error.reason))])
    }
  }
}
