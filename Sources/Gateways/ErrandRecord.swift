// What an operator may know of an errand: a plain value without anything that was said in it.

public import Mobility

/// How an errand went. No header, no body, no query; of the path nothing that names one thing.
public struct ErrandRecord: Hashable, Sendable {
  /// Which.
  public let errand: ErrandID
  /// The host it went to last, or would have.
  public let host: String
  /// The path, `…` in it for what looks like the name of one thing.
  public let path: String
  /// The status of HTTP; nil where no whole answer came.
  public let status: Int?
  /// How it ended.
  public let end: End
  /// From its turn to its end.
  public let milliseconds: Int
  /// Octets of the answer's body, as it is read.
  public let octets: Int
  /// How many addresses of the service were tried.
  public let addressesTried: Int

  /// How an errand ended, without what was seen.
  public enum End: String, Hashable, Sendable {
    /// A whole answer came.
    case answered
    /// It did not leave.
    case notSent
    /// It may not go there.
    case notAllowed
    /// No answer came.
    case lost
    /// What came could not be read.
    case unreadable
  }
}

extension WebAddress {
  /// The path with `…` for each part that is long or a number of some length: it may tell which
  /// trip, booking or person it is about.
  var pathTemplate: String {
    path.split(separator: "/", omittingEmptySubsequences: false).map { part in
      let hasDigit = part.utf8.contains { (0x30...0x39) ~= $0 }
      return part.utf8.count > (hasDigit ? 4 : 24) ? "…" : part
    }.joined(separator: "/")
  }
}

extension ErrandOutcome {
  /// How it ended, without what was seen.
  var end: ErrandRecord.End {
    switch self {
    case .answered: .answered
    case .notSent: .notSent
    case .notAllowed: .notAllowed
    case .lost: .lost
    case .unreadable: .unreadable
    }
  }
}
