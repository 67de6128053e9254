// What a conversation that is written down says of itself: whose it is, where its files stand, and
// how one begins that nobody has written yet.

public import BookingAgent
public import CivilTime

extension WrittenConversation {
  /// Who owns the session: whoever `@as` names last.
  public var owner: String {
    steps.reduce("mia") { if case .owner(let name) = $1.action { name } else { $0 } }
  }

  /// Where a file stands that the conversation names: its path begins at the conversation's folder.
  public func path(of named: String) -> String {
    if named.hasPrefix("/") { return named }
    let end = file.lastIndex(of: "/").map(file.index(after:)) ?? file.startIndex
    return file[..<end] + named
  }

  /// The octets of such a file.
  /// - Throws: that it cannot be read.
  public func octets(of named: String) throws(FileFaults) -> [UInt8] {
    try SmallFile.octets(at: path(of: named))
  }

  /// How speakers are connected who are not on a pipe.
  public var kinds: [String: SessionFace.Kind] {
    steps.reduce(into: [:]) { kinds, step in
      if case .session(let name, let kind) = step.action { kinds[name] = kind }
    }
  }

  // MARK: - Recording

  /// The conversation of a text in which a line without a mark is said by the owner.
  /// - Throws: the first line that cannot be read.
  public init(loose text: String, file: String) throws(Fault) {
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    let marked = lines.map { $0.isBare ? "> \($0)" : String($0) }
    try self.init(marked.joined(separator: "\n"), file: file)
  }

  /// The conversation with a moment at which it begins: its own, or the one handed in.
  /// - Throws: that it has become too long.
  public func beginning(at moment: CivilMoment) throws(Fault) -> WrittenConversation {
    let hasBegin = steps.contains { if case .now = $0.action { true } else { false } }
    if hasBegin { return self }
    return try WrittenConversation(
      (["@now \(moment)"] + lines).joined(separator: "\n"), file: file)
  }
}

extension Substring {
  /// Whether no mark of a talk stands at the beginning of a line that is not empty.
  fileprivate var isBare: Bool {
    let line = drop { $0.isWhitespace }
    guard let first = line.first, !"#@!".contains(first) else { return false }
    let behindName = line.unicodeScalars.drop {
      !$0.properties.isWhitespace && $0 != ">" && $0 != "<"
    }
    return behindName.first != ">" && behindName.first != "<"
  }
}
