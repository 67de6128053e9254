// What a rider says next, and what that may make the program ask of the service.

extension Rider {
  /// The lines of a situation, each so often of a hundred, with the steps that it orders.
  private typealias Choice = (percent: Int, text: String, steps: Set<RideStep>)

  /// What is answered may be the last of a form, and send it.
  private static let answering: Set<RideStep> = [.form, .options]
  /// A yes goes with what was asked.
  private static let agreeing: Set<RideStep> = [.form, .options, .act, .agreement]
  /// A number goes with what is offered, or is that of a product.
  private static func picking(_ product: String) -> Set<RideStep> {
    [.options, .pay, .book(product)]
  }

  func nextLine(_ draws: inout Draws) -> (String, Set<RideStep>) {
    // Now and then something that does not fit.
    var situation: Situation =
      situation != .unknown && draws.happens(4)
      ? draws.one(of: [.idle, .listed, .choosing, .confirming, .agreement, .booked, .unsure])
      : situation
    // Who knows that it is booked orders no second one: the service tells of one a leg.
    if isBooked, [.idle, .listed].contains(situation) { situation = .booked }
    var place = draws.number(1...100)
    for choice in Self.choices(in: situation) {
      place -= choice.percent
      // Where any text is an answer, an order is one as well.
      let answers = if case .asked = self.situation { Self.answering } else { Set<RideStep>() }
      if place <= 0 { return (choice.text, choice.steps.union(answers)) }
    }
    return ("products for T1", [])
  }

  private static func choices(in situation: Situation) -> [Choice] {
    switch situation {
    case .idle:
      [
        (74, "products for T1", []), (8, "status T1.3", []), (4, "trips", []),
        (4, "accounts", []), (6, "link uber", []), (4, "unlink uber", []),
      ]
    case .unknown: [(100, "status T1.3", [])]
    case .listed:
      [
        (30, "book the shuttle", [.book("shuttle")]), (20, "book uber", [.book("uber")]),
        (20, "book the bike", [.book("bike")]), (14, "book the van", [.book("van")]),
        (12, "book the ferry", [.book("ferry")]), (2, "use 2", []), (2, "stop", []),
      ]
    case .asked(let type): answers(to: type)
    case .choosing:
      [
        (50, "1", picking("shuttle")), (30, "2", picking("uber")), (12, "3", picking("bike")),
        (4, "stop", []),
        (4, "trips", []),
      ]
    case .confirming: [(85, "yes", agreeing), (8, "no", []), (7, "trips", [])]
    case .agreement:
      [(80, "accept", agreeing), (8, "decline", []), (6, "terms", []), (6, "trips", [])]
    case .linking: [(70, "status T1.3", []), (15, "stop", []), (15, "accounts", [])]
    case .booked:
      [
        (55, "cancel T1.3", []), (15, "status T1.3", []), (8, "unlink uber", []),
        (8, "book the shuttle", [.book("shuttle")]), (14, "trips", []),
      ]
    case .unsure:
      [
        (40, "status T1.3", []), (15, "products for T1", []), (10, "accept", agreeing),
        (15, "book the shuttle", [.book("shuttle")]), (10, "1", picking("shuttle")),
        (10, "yes", agreeing),
      ]
    }
  }

  private static func answers(to type: String) -> [Choice] {
    let answer =
      switch type {
      case "number": "2"
      case "flag", "terms": "yes"
      case "choice": "1"
      case "fares": "2 adults and 1 child"
      case "time": "10:00"
      default: "Mia Muster"
      }
    return [
      (82, answer, answering), (4, "back", []), (3, "skip", answering), (3, "review", []),
      (3, "send", agreeing), (2, "stop", []), (3, "trips", []),
    ]
  }

  // MARK: - What may come of it

  /// How often a step may have been asked for since the program was started, by what was said.
  func mayAsk(_ step: RideStep) -> Int {
    let count = ordersOfLife[step] ?? 0
    // Behind a link it is asked once more: that it was needed was the answer to the first time.
    return step == .book("uber") ? 2 * count + 1 : count
  }

  /// How often a product may have been booked, by the lines that book it.
  func mayHave(_ product: String) -> Int {
    let step: RideStep =
      switch product {
      case "uber": .agreement
      case "bike": .form
      case "van", "ferry": .pay
      default: .book(product)
      }
    return orders[step] ?? 0
  }
}
