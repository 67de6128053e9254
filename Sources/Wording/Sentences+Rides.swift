// Trips and what is booked on them: what is told, in which order. What the service calls things
// stands as it came, cut where it is long.

import Accounts
import Bookings
import CivilTime
import Dialogue
import Discourse
import Mobility
import Products

/// What a language says of trips.
protocol RideSentences {
  var noTrips: String { get }
  var bookableMark: String { get }
  var aboutMark: String { get }
  func mode(_ kind: ModeKind) -> String
  func productsHead(_ leg: String) -> String
  var priceUnknown: String { get }
  var free: String { get }
  func arrives(inMinutes minutes: Int) -> String
  var howToBook: String { get }
  /// The same of one of them, by its number.
  func howToBook(_ number: Int) -> String
  func questionHead(_ place: Int, of count: Int, _ title: String) -> String
  func faultOfService(_ reason: String) -> String
  func hint(for kind: Questionnaire.Kind, isRequired: Bool) -> String?
  func isNow(_ answer: String) -> String
  var reviewHead: String { get }
  /// What is asked for where there are several kinds of tickets.
  var ticketsTitle: String { get }
  /// What the name and the password are called by which one signs in.
  var userNameTitle: String { get }
  /// See `userNameTitle`.
  var passwordTitle: String { get }
  func howToSend(_ title: String?) -> String
  var notAnswered: String { get }
  var isSecret: String { get }
  func yesOrNo(_ isYes: Bool) -> String
  func agreementHead(_ product: String?) -> String
  func agreementPage(_ page: String) -> String
  func howToAgree(hasPage: Bool) -> String
  func unavailable(_ title: String, _ reason: String?) -> String
  func total(_ price: String) -> String
  var howToPay: String { get }
  func asksIfAct(_ title: String) -> String
  var goesOnLine: String { get }
  func needsAccount(_ provider: String) -> String
  func unsureLine(_ leg: String, ofRide: Bool) -> String
  func bookedRide(_ leg: String, _ what: String) -> String
  func sentLine(_ leg: String) -> String
  /// How something came to its end on a leg, where it is of one.
  func ended(_ end: Purchase.End, of leg: String, ofRide: Bool) -> [String]
  /// That the service could not be asked, and what was told is what was known.
  var asKnownLine: String { get }
  /// Whether what is being filled in is to be dropped for something else.
  var asksToDropLine: String { get }
  func misses(_ missing: RideMissing) -> String
  func notDone(_ fault: RideFault) -> String
  func misfit(_ kind: Questionnaire.Kind) -> String
  /// That the clocks show a moment twice; which is meant is asked.
  func whichOfTwo(_ moment: CivilMoment) -> String
  var whichLegIsMeant: String { get }
  func link(_ title: String, _ address: String) -> String
  func keptRide(_ leg: String) -> String
  /// That a trip leads to a booking; so many minutes lie between, fewer than none if it is late,
  /// nil if nobody tells when it arrives.
  func joined(_ trip: String, _ booking: String, _ arrival: String, minutes: Int?) -> String
  func nothingInTime(_ booking: String, begins: String) -> String
  /// In a list of trips, to which booking one leads.
  func leadsTo(_ booking: String) -> String
}

/// Kinds of modes, by what their names begin with (section 1.2).
enum ModeKind: CaseIterable {
  case taxiApp, taxi, shuttle, publicTransport, walk, bike, car, other

  init(of mode: String) {
    let kinds: [(String, ModeKind)] = [
      ("ps_tnc", .taxiApp), ("ps_tax", .taxi), ("ps_drt", .shuttle), ("pt_", .publicTransport),
      ("wa_", .walk), ("cy_", .bike), ("me_mic_bic", .bike), ("me_car", .car), ("me_", .car),
    ]
    self = kinds.first { mode.hasPrefix($0.0) }?.1 ?? .other
  }
}

extension Sentences {
  func lines(for told: RideTold) -> [String] {
    switch told {
    case .trips(let trips): trips.isEmpty ? [noTrips] : trips.map(tripLine)
    case .trip(let trip): [tripLine(trip)] + trip.present.map { legLine($0, in: trip) }
    case .leg(let trip, let number): trip[number].map { legLines($0, in: trip) } ?? []
    case .products(let leg, let products): productLines(leg, products)
    case .product(let product, let place): [productLine(product, place), howToBook(place + 1)]
    case .question(let asked): questionLines(asked)
    case .review(let asked):
      [reviewHead] + asked.items.enumerated().map(answerLine) + [howToSend(asked.sendTitle)]
    case .agreement(let terms, let product): agreementLines(terms, product)
    case .options(let options):
      options.unavailable.map { unavailable(cut($0.title), $0.reason.map { cut($0) }) }
        + options.available.enumerated().map { optionLine($0.offset, $0.element) }
    case .quote(let quote): quoteLines(quote)
    case .confirms(let action): [action.question.map { cut($0) } ?? asksIfAct(cut(action.title))]
    case .goesOn: [goesOnLine]
    case .needsAccount(AccountKey.service): []
    case .needsAccount(let provider): [needsAccount(cut(provider))]
    case .unsure(let leg, let ofRide): [unsureLine("\(leg)", ofRide: ofRide)]
    case .booked(let leg, let confirmation, let part): bookedLines(leg, confirmation, part)
    case .sent(let leg): [sentLine("\(leg)")]
    case .status(let leg, let confirmation): statusLines(leg, confirmation)
    case .stands(let leg, let confirmation, let part):
      ["\(leg): \(facts(confirmation, part, isWhole: true))"] + detailLines(confirmation)
    case .link(let title, let target): [link(cut(title), target.words)]
    case .ended(.over(let status?), let leg, _): ["\(leg): \(cut(status.title, 80))."]
    case .ended(let end, let leg, let ofRide): ended(end, of: "\(leg)", ofRide: ofRide)
    case .asKnown: [asKnownLine]
    case .asksToDrop: [asksToDropLine]
    case .kept(let leg): [keptRide("\(leg)")]
    case .joined(let trip, let booking): [joinedLine(trip, booking)]
    case .inTime(let trips, let booking):
      trips.isEmpty
        ? [
          nothingInTime(
            "\(booking.reference)", begins: "\(world.ledger.zone.civil(at: booking.start).time)")
        ] : trips.map(tripLine)
    case .whichLeg: [whichLegIsMeant]
    case .misses(let missing): [misses(missing)]
    case .fault(let fault): [notDone(fault)]
    case .misfit(let kind): [misfit(kind)]
    case .unclear(let moment, isTwice: true): [whichOfTwo(moment)]
    case .unclear(let moment, isTwice: false): [sentence(for: .momentMissing(moment), nil)]
    }
  }

  /// How many of some kinds of tickets, as one would answer, by what the service calls them.
  func examples(of fares: [Fare], max count: Int) -> [String] {
    fares.prefix(count).enumerated().map { "\(2 - $0.offset) \(cut($0.element.name, 30))" }
  }

  /// Outside text as one line shows it, cut at a character.
  func cut(_ text: String, _ most: Int = 200) -> String {
    text.unicodeScalars.count <= most ? text : String(text.unicodeScalars.prefix(most)) + "…"
  }

  // MARK: - Trips

  private func tripLine(_ trip: KeptTrip) -> String {
    let ends = [trip.present.first?.leg.from, trip.present.last?.leg.to]
    let places = ends.map { place(named: $0) }.filter { !$0.isEmpty }.joined(separator: " – ")
    let day = trip.trip.depart.map { longDate(world.ledger.zone.civil(at: $0).date) }
    let times = clock(trip.trip.depart, trip.trip.arrive, trip.trip.hidesExactTimes)
    let goal = trip.bookingNumber.map { leadsTo("\(BookingReference($0))") }
    return [
      "\(trip.reference)", places, day ?? "", times, trip.trip.cost.map(price) ?? "", goal ?? "",
    ]
    .filter { !$0.isEmpty }.joined(separator: " · ")
  }

  private func joinedLine(_ kept: KeptTrip, _ booking: Booking) -> String {
    let arrive = kept.trip.arrive
    let minutes = arrive.map { Int(booking.start.since($0).wholeMilliseconds / 60_000) }
    return joined(
      "\(kept.reference)", "\(booking.reference)",
      arrive.map { "\(world.ledger.zone.civil(at: $0).time)" } ?? "", minutes: minutes)
  }

  private func legLine(_ kept: KeptTrip.KeptLeg, in trip: KeptTrip) -> String {
    let leg = kept.leg
    let action = leg.action.isEmpty ? name(ofMode: leg) : cut(leg.action)
    let status = leg.booking?.confirmation.map { cut($0.status.title) }
    let mark = status ?? (leg.isBookable ? bookableMark : "")
    return [
      "\(trip.reference(of: kept))", clock(leg.start, leg.end, leg.hidesExactTimes), action, mark,
    ].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// A leg with what is known of it.
  private func legLines(_ kept: KeptTrip.KeptLeg, in trip: KeptTrip) -> [String] {
    let places = [kept.leg.from, kept.leg.to].map { place(named: $0) }.filter { !$0.isEmpty }
    let notes = [places.joined(separator: " – "), cut(kept.leg.notes)].filter { !$0.isEmpty }
    let gone = kept.isGone ? [misses(.gone(trip.reference(of: kept)))] : []
    return gone + [legLine(kept, in: trip)] + notes
      + (kept.leg.booking?.confirmation.map { detailLines($0) } ?? [])
  }

  private func name(ofMode leg: Leg) -> String {
    leg.modeName.map { cut($0) } ?? mode(ModeKind(of: leg.mode))
  }

  private func place(named place: Mobility.Place?) -> String {
    (place?.name ?? place?.address).map { cut($0, 60) } ?? ""
  }

  private func clock(_ start: Instant?, _ end: Instant?, _ isAbout: Bool) -> String {
    let zone = world.ledger.zone
    let times = [start, end].compactMap { $0.map { zone.civil(at: $0).time.description } }
    let text = times.joined(separator: "–")
    return isAbout && !text.isEmpty ? "\(aboutMark) \(text)" : text
  }

  // MARK: - Questions

  private func questionLines(_ asked: Questionnaire) -> [String] {
    guard let place = asked.place, let item = asked.asked else {
      return ([asked.title] + asked.texts).compactMap(\.self).map { cut($0, 1_000) }
        + asked.alternatives.enumerated().map { "\($0.offset + 1)) \(cut($0.element.title, 80))" }
    }
    var lines: [String] = []
    if place == 0 || asked.answeredCount == 0 {
      lines += ([asked.title] + asked.texts).compactMap(\.self).map { cut($0, 1_000) }
    }
    lines.append(questionHead(place + 1, of: asked.items.count, title(of: item)))
    lines += item.details.map { cut($0) }
    if let fault = item.fault, !fault.isEmpty { lines.append(faultOfService(cut(fault))) }
    lines += choices(of: item.kind)
    if let answer = words(for: item) { lines.append(isNow(answer)) }
    if let hint = hint(for: item.kind, isRequired: item.isRequired) { lines.append(hint) }
    return lines
  }

  private func choices(of kind: Questionnaire.Kind) -> [String] {
    switch kind {
    case .choice(let titles), .several(let titles):
      titles.enumerated().map { "\($0.offset + 1)) \(cut($0.element, 80))" }
    case .fares(let fares, _):
      fares.map { "\(cut($0.name, 60)) · \(price($0.price))" }
    case .terms(let page): page.map { [$0.text] } ?? []
    case .page(let page, let message):
      [message.map { cut($0) }, page?.text].compactMap(\.self)
    case .text, .number, .clock, .secret, .flag, .place, .moment, .returnTrip: []
    }
  }

  private func title(of item: Questionnaire.Item) -> String {
    if case .fares = item.kind, item.title.isEmpty { return ticketsTitle }
    // What nobody has given a name is called as everybody does.
    if item.title == item.id, item.id == Form.userName { return userNameTitle }
    if item.title == item.id, item.id == Form.password { return passwordTitle }
    return cut(item.title, 120)
  }

  private func answerLine(_ place: Int, _ item: Questionnaire.Item) -> String {
    "\(place + 1)) \(title(of: item)): \(words(for: item) ?? notAnswered)"
  }

  /// An answer as it is shown; what nobody may read never is.
  private func words(for item: Questionnaire.Item) -> String? {
    switch (item.answer, item.kind) {
    case (.text(let text), _): cut(text)
    case (.number(let number), _): Int(exactly: number).map(String.init) ?? "\(number)"
    case (.clock(let seconds), _): ClockTime(minutes: seconds / 60)?.description
    case (.flag(let isYes), _): yesOrNo(isYes)
    case (.choice(let place), .choice(let titles)):
      titles.indices.contains(place) ? cut(titles[place], 80) : nil
    case (.several(let places), .several(let titles)):
      places.filter(titles.indices.contains).map { cut(titles[$0], 80) }.joined(separator: ", ")
    case (.place(let place), _): self.place(named: place)
    case (.moment(let instant), let kind), (.returning(let instant?), let kind):
      moment(instant, in: kind.zone)
    case (.returning(nil), _): yesOrNo(false)
    case (.counts(let counts), .fares(let fares, _)):
      zip(counts, fares).filter { $0.0 > 0 }.map { "\($0) × \(cut($1.name, 60))" }
        .joined(separator: ", ")
    case (.secret, _): isSecret
    case (.done, _): yesOrNo(true)
    case (.skipped, _), (nil, _): nil
    default: nil
    }
  }

  // MARK: - Terms, prices, rides

  private func agreementLines(_ terms: Agreement, _ product: Product?) -> [String] {
    var lines = [agreementHead(product.map { cut($0.title, 60) })]
    lines += ([terms.title] + terms.texts).compactMap(\.self).map { cut($0, 4_000) }
    if let surge = product?.surge { lines.append(cut(surge)) }
    if let page = terms.page { lines.append(agreementPage(page.text)) }
    return lines + [howToAgree(hasPage: terms.page != nil)]
  }

  private func quoteLines(_ quote: Quote) -> [String] {
    let items = quote.items.map { item in
      [
        item.provider.map { cut($0, 60) }, item.providerDetails.map { cut($0, 80) },
        item.fares.filter { $0.quantity > 0 }.map { "\($0.quantity) × \(cut($0.name, 60))" }
          .joined(separator: ", "),
        item.price.map { total(price($0)) },
      ].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " · ")
    }
    let payments = quote.payments.enumerated().map { place, payment in
      let name = payment.title.map { cut($0, 60) } ?? payment.id ?? ""
      let cost = payment.price ?? payment.fullPrice
      return "\(place + 1)) \(name)" + (cost.map { " · \(price($0))" } ?? "")
    }
    return items.filter { !$0.isEmpty } + payments + [howToPay]
  }

  private func bookedLines(
    _ leg: LegReference, _ confirmation: Confirmation, _ part: Leg
  ) -> [String] {
    [bookedRide("\(leg)", facts(confirmation, part, isWhole: false))] + detailLines(confirmation)
  }

  /// What is booked, how it stands, when it begins (and ends, where all is told), and the price.
  private func facts(_ confirmation: Confirmation, _ part: Leg, isWhole: Bool) -> String {
    let parts: [String?] = [
      cut(confirmation.purchase?.name ?? part.booking?.title ?? name(ofMode: part), 60),
      cut(confirmation.status.title, 80),
      clock(part.start, isWhole ? part.end : nil, part.hidesExactTimes),
      confirmation.purchase?.price.map(price),
    ]
    return parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", ")
  }

  private func statusLines(_ leg: LegReference, _ confirmation: Confirmation) -> [String] {
    let isGone = world.travel.leg(leg, of: reader.text)?.isGone ?? false
    return (isGone ? [misses(.gone(leg))] : [])
      + ["\(leg): \(cut(confirmation.status.title, 80))"] + detailLines(confirmation)
  }

  /// More of a status, who comes, and what can be done.
  private func detailLines(_ confirmation: Confirmation) -> [String] {
    let parties = [confirmation.provider, confirmation.vehicle].compactMap(\.self).map { party in
      ([party.title] + [party.subtitle].compactMap(\.self)).map { cut($0, 60) }
        .joined(separator: ", ")
    }
    let actions = confirmation.actions.enumerated().map {
      "\($0.offset + 1)) \(cut($0.element.title, 60))"
    }
    return [confirmation.status.subtitle.map { cut($0) }].compactMap(\.self) + parties
      + confirmation.notes.map { cut($0) } + actions
  }

  /// News of a ride, as its owner is told them.
  func lines(for news: RideNews) -> [String] {
    switch news.kind {
    case .confirmed(let confirmation):
      let leg = world.travel.leg(news.leg, of: news.owner)?.leg ?? Leg()
      return bookedLines(news.leg, confirmation, leg)
    case .status(let confirmation): return statusLines(news.leg, confirmation)
    case .notBooked: return ended(.notBooked, of: "\(news.leg)", ofRide: false)
    case .unknown:
      return ended(
        .unknown, of: "\(news.leg)",
        ofRide: world.travel.purchases[news.purchase]?.isOfRide ?? false)
    case .goesOn:
      guard let purchase = world.travel.purchases[news.purchase] else { return [] }
      return Turn.told(of: purchase, in: world.travel).flatMap { lines(for: $0) }
    }
  }

  // MARK: - Choices

  func title(of leg: LegReference) -> String {
    guard let kept = world.travel.leg(leg, of: reader.text) else { return "\(leg)" }
    return "\(leg) \(name(ofMode: kept.leg))"
  }

  /// One of what is offered of a ride, as its line says it.
  func ofRide(_ id: PurchaseID, _ place: Int, _ title: String) -> String { cut(title, 60) }
}

extension ExternalLink {
  /// As it is shown.
  fileprivate var words: String {
    switch self {
    case .page(let address): address.text
    case .phone(let number), .text(let number): number
    case .code(let code): code
    }
  }
}
