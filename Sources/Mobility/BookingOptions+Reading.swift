// Several that can be booked, as the service writes them.

internal import JSON

extension BookingOptions {
  /// Options, or nil where an object holds none.
  init?(_ members: AnswerMembers) {
    guard members.value("availableList")?.array != nil else { return nil }
    var faults = ReadingFaults(members.limits)
    let productsMax = members.limits.productsMax
    let options = members.elements("availableList", max: productsMax, &faults).compactMap {
      Option($0, &faults)
    }
    let rest = members.elements("unavailableList", max: productsMax, &faults)
    self.init(
      available: options.filter { $0.warning == nil } + options.filter { $0.warning != nil },
      unavailable: rest.compactMap { entry in
        entry.text("title", "bookingTitle").map {
          Unavailable(title: $0, reason: entry.text("warningMessage"))
        }
      })
  }
}

extension BookingOptions.Option {
  fileprivate init?(_ members: AnswerMembers, _ faults: inout ReadingFaults) {
    guard let product = Product(members, &faults) else { return nil }
    self.init(product: product)
    // The bounds name no currency of their own; tickets do.
    let currency = members.id("currency") ?? product.fares.first?.price.currency
    let limits = members.limits
    least = Amount(hundredths: members.value("minPrice"), currency: currency, limits: limits)
    most = Amount(hundredths: members.value("maxPrice"), currency: currency, limits: limits)
    warning = members.text("warningMessage")
  }
}
