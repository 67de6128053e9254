// Prices from what the service writes: units with decimals, or hundredths.

internal import JSON

extension Amount {
  /// So many units, as `3.5`, rounded to hundredths. What is negative, too large or no number is
  /// unknown.
  init?(units value: JSONValue?, currency: String?, limits: MobilityLimits) {
    guard let units = value?.tolerantNumber, units >= 0 else { return nil }
    // A little more than the double nearest to 1.005, so that a half is rounded up as written.
    let hundredths = (units * 100 * (1 + 1e-12)).rounded()
    guard hundredths <= Double(limits.hundredthsMax) else { return nil }
    self.init(hundredths: Int64(hundredths), currency: currency)
  }

  /// So many hundredths.
  init?(hundredths value: JSONValue?, currency: String?, limits: MobilityLimits) {
    guard let hundredths = value?.tolerantInteger, (0...limits.hundredthsMax).contains(hundredths)
    else { return nil }
    self.init(hundredths: hundredths, currency: currency)
  }
}
