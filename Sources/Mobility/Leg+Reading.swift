// Legs from their segment and its template, as the service writes them apart.

internal import CivilTime
internal import JSON

extension Leg {
  /// A leg of a segment. Without its template nothing is known of how one moves.
  init(
    _ segment: AnswerMembers, template: LegTemplate?, of trip: Trip,
    _ faults: inout ReadingFaults
  ) {
    var told = Told()
    told.id = segment.id("id")
    told.template = segment.integer("segmentTemplateHashCode")
    told.start = segment.instant("startTime")
    told.end = segment.instant("endTime")
    told.hidesExactTimes = trip.hidesExactTimes
    told.availability = Trip.Availability(segment.text("availability"))
    told.bookingHash = segment.integer("bookingHashCode")
    told.booking = segment.members("booking").map { LegBooking($0, &faults) }
    if let template { told.take(template, for: segment) }
    self.init(told)
  }
}

extension Leg.Told {
  /// What the template of a segment tells.
  fileprivate mutating func take(_ template: LegTemplate, for segment: AnswerMembers) {
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
  init(_ segment: AnswerMembers, of leg: Leg.Told) {
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
    switch name?.keyword {
    case nil, "available": self = .available
    case "missed_prebooking_window": self = .missedPrebookingWindow
    case "cancelled", "canceled": self = .cancelled
    case .some: self = .other(name ?? "")
    }
  }
}

extension LegBooking {
  init(_ members: AnswerMembers, _ faults: inout ReadingFaults) {
    var told = Told()
    told.title = members.text("title")
    told.longTitle = members.text("accessibilityLabel")
    told.products = members.address("quickBookingsUrl", "quickBookingsURL")
    told.form = members.address("url")
    told.productID = members.id("productID")
    let actions = members.value("externalActions")?.array ?? []
    told.links = actions.prefix(members.limits.actionsMax).compactMap { action in
      action.string.flatMap { ExternalLink($0, in: members.scope) }
    }
    told.confirmation = members.members("confirmation").flatMap { Confirmation($0, &faults) }
    self.init(told)
  }
}
