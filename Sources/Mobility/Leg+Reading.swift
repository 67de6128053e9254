// Legs from their segment and its template, as the service writes them apart.

internal import CivilTime
internal import JSON

extension Leg {
  /// A leg of a segment. Without its template nothing is known of how one moves.
  init(
    _ segment: AnswerMembers, template: AnswerMembers?, of trip: Trip,
    _ faults: inout ReadingFaults
  ) {
    self.init()
    id = segment.id("id")
    self.template = segment.integer("segmentTemplateHashCode")
    start = segment.instant("startTime")
    end = segment.instant("endTime")
    hidesExactTimes = trip.hidesExactTimes
    availability = Trip.Availability(segment.text("availability"))
    bookingHash = segment.integer("bookingHashCode")
    booking = segment.members("booking").map { LegBooking($0, &faults) }
    guard let template else { return }
    hidesExactTimes = hidesExactTimes || template.flag("hideExactTimes") ?? false
    readMode(template)
    readPlaces(template)
    if let cost = template.members("localCost") {
      let currency = cost.id("currency")
      self.cost = Amount(units: cost.value("cost"), currency: currency, limits: cost.limits)
      costAccuracy = cost.text("accuracy")
    }
    let placeholders = Placeholders(segment, of: self)
    action = placeholders.filling(template.text("action") ?? "")
    notes = placeholders.filling(template.text("notes") ?? "")
  }

  private mutating func readMode(_ template: AnswerMembers) {
    let mode = template.members("modeInfo")
    self.mode = template.id("modeIdentifier") ?? mode?.id("identifier") ?? ""
    modeName = mode?.text("description", "alt")
  }

  /// From and to; a leg on which one stays has one place.
  private mutating func readPlaces(_ template: AnswerMembers) {
    let place = template.members("location").flatMap { Place($0) }
    from = template.members("from").flatMap { Place($0) } ?? place
    to = template.members("to").flatMap { Place($0) } ?? place
  }
}

extension Placeholders {
  /// What a segment tells of itself. Times and lengths stay out where they are not to be told.
  init(_ segment: AnswerMembers, of leg: Leg) {
    fillings["NUMBER"] = segment.text("serviceNumber").map { Filling(text: $0) }
    fillings["LINE_NAME"] = segment.text("serviceName").map { Filling(text: $0) }
    fillings["DIRECTION"] = segment.text("serviceDirection").map { Filling(text: $0) }
    fillings["PLATFORM"] =
      segment.text("startPlatform", "platform").map { Filling(text: $0) }
    guard !leg.hidesExactTimes, let start = leg.start else { return }
    // What the clock shows there stands in the text itself; a count tells no zone.
    if let written = segment.value("startTime")?.string?.trimmed, written.utf8.count >= 17,
      Instant(tolerant: written) == start
    {
      let clock = written.dropFirst(11).prefix(5)
      fillings["TIME"] = Filling(text: String(clock), standsApart: true)
    }
    if let end = leg.end, end > start {
      // The sign of the unit is the same in every language.
      let minutes = max(1, (end.seconds - start.seconds + 30) / 60)
      fillings["DURATION"] = Filling(text: "\(minutes) min", standsApart: true)
    }
  }
}

extension Trip.Availability {
  /// By the name that the service gives it; available where it gives none.
  init(_ name: String?) {
    switch name?.uppercased() {
    case nil, "AVAILABLE": self = .available
    case "MISSED_PREBOOKING_WINDOW": self = .missedPrebookingWindow
    case "CANCELLED", "CANCELED": self = .cancelled
    case .some: self = .other(name ?? "")
    }
  }
}

extension LegBooking {
  init(_ members: AnswerMembers, _ faults: inout ReadingFaults) {
    self.init()
    title = members.text("title")
    longTitle = members.text("accessibilityLabel")
    products = members.address("quickBookingsUrl", "quickBookingsURL")
    form = members.address("url")
    productID = members.id("productID")
    let actions = members.value("externalActions")?.array ?? []
    links = actions.prefix(members.limits.actionsMax).compactMap { action in
      action.string.flatMap { ExternalLink($0, in: members.scope) }
    }
    confirmation = members.members("confirmation").flatMap { Confirmation($0, &faults) }
  }
}
