// Which forms ask for a card: those are never asked through us (rule R7).

extension Form {
  private static let cardIDs: Set<String> = ["cardno", "cvc", "expirydate"]
  private static let cardPrefixes = ["creditcard_", "cardholders_"]

  /// Whether it asks a person for the data of a card, or for a payment by means that we do not
  /// have.
  public var asksForCard: Bool {
    if hasPayment { return true }
    return fields.contains { field in
      let id = field.id.lowercased()
      return field.isAsked
        && (Self.cardIDs.contains(id) || Self.cardPrefixes.contains { id.hasPrefix($0) }
          || kind == .payment && field.isRequired)
    }
  }
}
