// Products and lists of them, as the service writes them, in older spellings too.

internal import JSON

extension ProductList {
  /// Reads what the service answered. An empty body is an empty list.
  ///
  /// - Throws: what the service says instead (rule R2), or where the answer is not to be read.
  public init(_ answer: MobilityAnswer, limits: MobilityLimits) throws(AnswerFault) {
    self.init(products: [], dropped: 0)
    guard let value = try answer.wanted(limits) else { return }
    guard let list = value.array else { throw answer.failure(inPlaceOfList: value, limits) }
    let scope = ReadingScope(limits: limits, base: answer.from)
    var found = ReadingFaults(limits)
    let entries = scope.elements(list, at: .root, max: limits.productsMax, &found)
    products = entries.compactMap { Product($0, &found) }
    dropped = list.count - products.count
    faults = found.list
  }
}

extension MobilityAnswer {
  /// What an answer says that should have been a list: an object may tell of an error by its title.
  func failure(inPlaceOfList value: JSONValue, _ limits: MobilityLimits) -> AnswerFault {
    if let object = value.object {
      let members = AnswerMembers(object, from: from, limits: limits)
      if let failure = MobilityFailure(members, orTitleOf: self) { return .failed(failure) }
    }
    return .unreadable(ReadingFault(path: .root, reason: .kind))
  }
}

extension Product {
  /// A product, or nil where it has no title, no word for booking it, or no address to book it at.
  init?(_ members: AnswerMembers, _ faults: inout ReadingFaults) {
    guard let title = members.text("title", "localizedTitle") else {
      faults.note(members.path.appending("title"), .missing)
      return nil
    }
    guard let bookingTitle = members.text("bookingTitle") else {
      faults.note(members.path.appending("bookingTitle"), .missing)
      return nil
    }
    guard let booking = members.address("bookingURL", "bookingUrl") else {
      faults.note(members.path.appending("bookingURL"), .missing)
      return nil
    }
    self.init(title: title, bookingTitle: bookingTitle, booking: booking)
    if let title = members.text("secondaryBookingTitle"),
      let address = members.address("secondaryBookingURL", "secondaryBookingUrl")
    {
      second = Offer(title: title, address: address)
    }
    tripUpdate = members.address("tripUpdateURL", "tripUpdateUrl")
    readPrice(members)
    arrivesInSeconds = members.value("ETA", "ETAInSeconds")?.tolerantInteger.flatMap { seconds in
      (0...Int64(Int32.max)).contains(seconds) ? Int(seconds) : nil
    }
    inputs = ProductInput.list(members, &faults)
    fares = Fare.list(members, &faults)
    takesOneFareOnly = members.flag("singleFareOnly") ?? false
    answers = Answers(members)
    mode = members.members("modeInfo")?.id("identifier")
    subtitle = members.text("subtitle")
    id = members.id("productID")
  }

  /// The price in the currency that is told, else in dollars where only that is told.
  private mutating func readPrice(_ members: AnswerMembers) {
    let limits = members.limits
    price =
      Amount(
        units: members.value("price", "localPrice"), currency: members.id("currency"),
        limits: limits)
      ?? Amount(units: members.value("USDPrice"), currency: "USD", limits: limits)
    priceText = members.text("priceString")
    surge = members.text("surgeString")
  }
}

extension Product.Answers {
  /// By its name; where there is none, by what older products tell.
  init(_ members: AnswerMembers) {
    guard let name = members.text("bookingResponseType") else {
      if members.flag("bookingURLIsDeepLink") == true {
        self = .external
      } else {
        self = members.flag("billingEnabled") == true ? .review : .direct
      }
      return
    }
    switch name.keyword {
    case "options": self = .options
    case "review": self = .review
    case "direct": self = .direct
    case "external": self = .external
    default: self = .other(name)
    }
  }
}
