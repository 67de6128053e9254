// What is wrong in a file that an operator wrote, and where; the words stand in
// FileFaultWording.swift.

public import JSON

/// One thing that is wrong in a building or configuration file.
public struct FileFault: Hashable, Sendable {
  /// The file as it was named.
  public let file: String
  /// Where in it; nil if it could not be read at all.
  public let place: JSONPlace?
  /// What is wrong.
  public let reason: Reason

  /// A fault at a place of a file.
  public init(file: String, place: JSONPlace?, reason: Reason) {
    self.file = file
    self.place = place
    self.reason = reason
  }
}

/// Why a file is refused: everything that could be found, in order of place, at least one.
public struct FileFaults: Error, Hashable, Sendable {
  /// The faults, in order of place.
  public let faults: [FileFault]
  /// Whether the file was not looked through to its end because it has so many.
  public let isCutShort: Bool

  /// So many faults are told of one file at most.
  public static let toldMax = 20

  /// The faults of a file.
  public init(_ faults: [FileFault], isCutShort: Bool = false) {
    self.faults = faults
    self.isCutShort = isCutShort
  }
}
