// Which forms ask for a card: those are never asked through us (rule R7).

extension Form {
  private static let cardIDs: Set<String> = ["cardNo", "cvc", "expiryDate"]
  private static let cardPrefixes = ["creditcard_", "cardHolders_"]

  /// Whether it asks for the data of a card, or for a payment by means that we do not have.
  public var asksForCard: Bool {
    if hasPayment { return true }
    return fields.contains { field in
      Self.cardIDs.contains(field.id) || Self.cardPrefixes.contains { field.id.hasPrefix($0) }
        || kind == .payment && field.isRequired
    }
  }
}
