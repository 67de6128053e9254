// Prices as the service writes them.

/// Money of one currency, in hundredths of its unit.
public struct Amount: Hashable, Codable, Sendable {
  /// Hundredths, as cents.
  public var hundredths: Int64
  /// As the service names it, as `EUR`; nil where it names none.
  public var currency: String?

  /// An amount of hundredths.
  public init(hundredths: Int64, currency: String?) {
    self.hundredths = hundredths
    self.currency = currency
  }
}
