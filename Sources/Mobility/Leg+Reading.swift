// Legs from their segment and its template, as the service writes them apart.

internal import CivilTime
internal import JSON

extension Leg {
  /// A leg of a segment. Without its template nothing is known of how one moves.
  init(
    _ segment: AnswerMembers, template: LegTemplate?, of trip: Trip,
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
    hidesExactTimes = hidesExactTimes || template.hidesExactTimes
    (mode, modeName) = (template.mode, template.modeName)
    (from, to) = (template.from, template.to)
    (cost, costAccuracy) = (template.cost, template.costAccuracy)
    let placeholders = Placeholders(segment, of: self)
    action = placeholders.filling(template.action)
    notes = placeholders.filling(template.notes)
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
