// What the gateway's codes and statuses mean: configuration, since nobody has documented it.

/// The class of a code or status: what is done about the pass and the gateway.
public enum CodeClass: String, Hashable, Sendable, CaseIterable {
  /// Malformed, unknown, opted out: the pass is given up, the booker is told and can mend it.
  case permanent
  /// Mailbox full, phone off: parked and tried again, the others go on.
  case passing
  /// Too much at once: the gateway rests for all.
  case throttled
  /// The gateway does not work: it rests for all.
  case down
  /// Authorisation, content: the gateway stops, the operator is told, passes stay queued.
  case ours
  /// Nobody knows whether it was sent: asked about or sent again, one pass a call.
  case unknown
}

/// The classes of the gateway's codes (1000–9999) and HTTP statuses, and how it counts passes.
///
/// A code above 4000 that is not listed counts as passing with few attempts; any other code or
/// status that is not listed as unknown. A class given to a code of 4000 or less says also that
/// nothing was sent.
public struct CodeTable: Hashable, Sendable {
  /// The class of a code. Unless configured: 2000 (parts missing) ours, 3000 (a number is invalid)
  /// permanent, no code above 4000.
  public var codes: [Int: CodeClass]
  /// The class of an HTTP status. Unless configured: 429 and 503 throttled, 401 and 403 ours.
  public var statuses: [Int: CodeClass]
  /// The index by which the gateway means the first pass; 0 unless configured, else 1.
  public var indexBase: Int

  /// The table that holds where nothing is configured.
  public static let standard = CodeTable(
    codes: [2000: .ours, 3000: .permanent],
    statuses: [401: .ours, 403: .ours, 429: .throttled, 503: .throttled], indexBase: 0)

  /// A table of one's own.
  public init(codes: [Int: CodeClass], statuses: [Int: CodeClass], indexBase: Int) {
    self.codes = codes
    self.statuses = statuses
    self.indexBase = indexBase
  }
}
