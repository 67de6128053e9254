// What a booking would cost, as the service writes it. The keys of payment that come with it are
// not read (rule R21).

internal import JSON

extension Quote {
  /// A quote, or nil where an object holds none.
  init?(_ members: AnswerMembers) {
    guard members.value("review")?.array != nil else { return nil }
    var faults = ReadingFaults(members.limits)
    let limits = members.limits
    let items = members.elements("review", max: limits.productsMax, &faults).map {
      Item($0, &faults)
    }
    // What is paid is in the currency of what is bought, where no other is named.
    let currencies = Set(items.compactMap { $0.price?.currency })
    let currency = currencies.count == 1 ? currencies.first : nil
    let payments = members.elements("paymentOptions", max: limits.optionsMax, &faults).compactMap {
      Payment($0, currency: currency)
    }
    self.init(items: items, payments: payments)
    actionTitle = members.text("reviewActionTitle")
  }
}

extension Quote.Item {
  fileprivate init(_ members: AnswerMembers, _ faults: inout ReadingFaults) {
    self.init()
    price = Amount(
      hundredths: members.value("price"), currency: members.id("currency"), limits: members.limits)
    let provider = members.members("provider")
    self.provider = provider?.text("title", "name") ?? members.text("provider")
    providerDetails = provider?.text("subtitle")
    fares = Fare.list(members, &faults)
    origin = Place(members.value("origin"), in: members.scope)
    destination = Place(members.value("destination"), in: members.scope)
    depart = members.text("depart")
    arrive = members.text("arrive")
  }
}

extension Quote.Payment {
  /// A way to pay, or nil where it does not tell which kind it is.
  fileprivate init?(_ members: AnswerMembers, currency: String?) {
    guard let mode = members.text("paymentMode") else { return nil }
    self.init(
      mode: Mode(mode), isPosted: members.text("method")?.keyword == "post",
      address: members.address("url"))
    id = members.id("id")
    let amount = { (name: String) in
      Amount(
        hundredths: members.value(name), currency: members.id("currency") ?? currency,
        limits: members.limits)
    }
    let discounted = amount("discountedPrice")
    let full = amount("fullPrice")
    price = discounted ?? full
    fullPrice = discounted == nil ? nil : full
    balance = amount("currentBalance")
    newBalance = amount("newBalance")
    title = members.text("walletName", "description")
  }
}

extension Quote.Payment.Mode {
  /// By the name that the service gives it; what is not known needs more than we have.
  fileprivate init(_ name: String) {
    switch name.keyword {
    case "free": self = .free
    case "wallet": self = .wallet
    case "invoice": self = .invoice
    default: self = .card(name)
    }
  }
}
