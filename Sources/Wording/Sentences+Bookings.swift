// Bookings and passes: what is told of them, in which order.

import Bookings
import CivilTime
import Dialogue
import Discourse
import Passes

extension Sentences {
  func booked(_ booking: Booking, _ assumed: [Assumption], _ tellsUndo: Bool) -> [String] {
    var lines = [bookedLine(booking)]
    if !booking.title.isEmpty { lines.append(titleLine(booking.title)) }
    lines += behalf(of: booking)
    lines += clockChange(during: booking.span)
    lines += assumptions(assumed, booking.span, booking.room)
    if booking.attendees.isEmpty, tellsUndo { lines.append(undoHint) }
    return lines
  }

  /// What a change assumed is seen in what it became; only the other week is not.
  func changed(
    _ before: Booking, _ after: Booking, _ assumed: [Assumption]
  ) -> [String] {
    [changedLine(after)]
      + (before.span != after.span ? clockChange(during: after.span) : [])
      + assumptions(assumed.filter { $0 == .week }, after.span, after.room)
      + differences(from: before, to: after)
  }

  /// In whose name a booking is, and who booked it; nothing where both are one.
  func behalf(of booking: Booking) -> [String] {
    guard let booker = booking.bookedBy else { return [] }
    func name(_ user: UserID) -> String? {
      user == reader ? nil : world.ledger.building.people.name(of: user)
    }
    return [inTheName(of: name(booking.owner), by: name(booker))]
  }

  /// The end of a line about what the reader booked in another's name.
  private func ownerInList(_ booking: Booking) -> String {
    guard booking.bookedBy == reader else { return "" }
    return " · " + forWhom(world.ledger.building.people.name(of: booking.owner))
  }

  func wouldBook(_ request: BookingRequest, _ assumed: [Assumption]) -> [String] {
    guard let span = CivilSpan(from: request.start, to: request.end) else {
      return [endBeforeStart]
    }
    let place = "\(name(of: request.room)), \(longDate(span.start.date)), \(times(span))"
    var lines = [draftLine(place, isPrivate: request.isPrivate)]
    lines += texts(request.title, request.description)
    if let owner = request.owner {
      lines.append(wouldBeInTheName(of: world.ledger.building.people.name(of: owner)))
    }
    lines += clockChange(during: span)
    lines += request.attendees.map { attendee in
      let parts = [attendee.name, attendee.email, attendee.phone].compactMap { $0 }
      return comesLine(parts.joined(separator: " · "))
    }
    return lines + assumptions(assumed, span, request.room)
  }

  /// What was filled in without being said; today goes without saying.
  func assumptions(
    _ assumed: [Assumption], _ span: CivilSpan, _ room: RoomID
  ) -> [String] {
    let told = assumed.filter { $0 != .day || span.start.date != today }
    let parts = told.compactMap { word(for: $0, span, room) }
    return parts.isEmpty ? [] : [assumedLine(list(parts))]
  }

  /// How long a span lasts if that is not what the clocks make it look.
  func clockChange(during span: CivilSpan) -> [String] {
    let minutes = world.ledger.zone.minutes(of: span)
    guard minutes != span.minutes else { return [] }
    return [clockChangeLine(length(minutes), isForward: minutes < span.minutes)]
  }

  /// What somebody called it, in a line; nothing if nobody did.
  func texts(_ title: String, _ description: String) -> [String] {
    let parts = [
      title.isEmpty ? nil : titleLine(title),
      description.isEmpty || description == title ? nil : descriptionLine(description),
    ]
    let said = parts.compactMap { $0 }.joined(separator: " ")
    return said.isEmpty ? [] : [said]
  }

  /// What a change does, or would do, beside room, day and times.
  func differences(
    from before: Booking, to after: Booking, isProposed: Bool = false
  ) -> [String] {
    var lines: [String] = []
    if before.title != after.title { lines.append(titleLine(title(of: after))) }
    if before.description != after.description {
      lines.append(descriptionLine(after.description))
    }
    if before.isPrivate != after.isPrivate {
      lines.append(privacyLine(isPrivate: after.isPrivate, isProposed: isProposed))
    }
    let known = Dictionary(uniqueKeysWithValues: before.attendees.map { ($0.id, $0) })
    let staying = Set(after.attendees.map(\.id))
    for attendee in after.attendees where known[attendee.id].map({ $0 != attendee }) ?? false {
      lines.append(nowLine(person(attendee)))
    }
    // Of what is done the passes tell who comes.
    if isProposed {
      lines += after.attendees.filter { known[$0.id] == nil }.map { ended(person($0)) }
    }
    let gone = before.attendees.filter { !staying.contains($0.id) }.map(\.name)
    if !gone.isEmpty { lines.append(removedLine(gone)) }
    return lines
  }

  func bookingList(_ bookings: [Booking], _ scope: BookingScope) -> [String] {
    // The speaker's own of one series are told together.
    var told: Set<SeriesReference> = []
    let lines = bookings.compactMap { booking -> String? in
      if case .mine = scope, let series = booking.series?.series {
        let group = bookings.filter { $0.series?.series == series }
        if group.count > 1 {
          guard told.insert(series).inserted else { return nil }
          return "\(summary(ofSeries: group)) · \(title(of: booking))"
        }
      }
      guard world.ledger.shows(reader, booking) else {
        return taken(dayAndTimes(booking.span))
      }
      switch scope {
      case .mine, .people, .attended:
        return "\(summary(booking)) · \(title(of: booking))\(ownerInList(booking))"
      case .room:
        let booker = bookers(of: booking).map { " · \($0)" } ?? ""
        return "\(dayAndTimes(booking.span)) · \(booking.reference)\(booker) · "
          + title(of: booking)
      }
    }
    guard !lines.isEmpty else { return [noBookings(in: scope)] }
    if scope == .attended { return [comesTo] + lines }
    guard case .room = scope,
      bookings.contains(where: { !$0.isPrivate && booker(of: $0) == nil })
    else { return lines }
    return lines + [bookerUntold]
  }

  /// In whose names the reader may book beside the own: people and groups; nil for everybody's.
  var namesBookedFor: [String]? {
    let people = world.ledger.building.people
    let allowed = people[reader]?.mayBookFor ?? []
    guard !allowed.contains(Person.everybody) else { return nil }
    return allowed.sorted().map { people[UserID($0)]?.name ?? $0 }
  }

  /// Whose a booking is, as the reader may know it; nil if that is not told.
  private func booker(of booking: Booking) -> String? {
    guard world.ledger.tells(reader, bookerOf: booking) else { return nil }
    return world.ledger.building.people.name(of: booking.owner)
  }

  /// The same, with who booked it in that name.
  private func bookers(of booking: Booking) -> String? {
    booker(of: booking).map { owner in
      booking.bookedBy.map { by in
        ownerAndBooker(owner, world.ledger.building.people.name(of: by))
      } ?? owner
    }
  }

  /// Where a room is, to go there, and what it is like.
  private func place(of id: RoomID) -> [String] {
    let room = world.ledger.room(id)
    let facts = room.map { traits(of: $0) } ?? []
    let isFound = room.map { !whereabouts(of: $0).isEmpty } ?? false
    let known = facts.isEmpty ? [] : [ended("\(name(of: id)): \(facts.joined(separator: " · "))")]
    return known + (isFound ? [] : [unknownFloor(of: id)])
  }

  func bookingDetails(_ booking: Booking) -> [String] {
    var lines = [heading(of: booking)] + place(of: booking.room)
    lines += texts(booking.title, booking.description)
    if let booker = booker(of: booking) {
      lines += booking.bookedBy == nil ? [bookedBy(booker)] : behalf(of: booking)
    } else {
      lines.append(bookerUntold)
    }
    if world.ledger.lets(reader, change: booking) {
      let passes = world.outbox.passes(of: booking.reference)
      lines += booking.attendees.map { attendee in
        let pass = passes.first { $0.attendee == attendee.id }
        return "\(person(attendee)) · \(pass.map { state(of: $0.state) } ?? noPass)"
      }
    } else if !booking.attendees.isEmpty {
      lines.append(count(booking.attendees.count, .attendee) + ".")
    }
    return lines
  }

  /// What another did with a booking that the reader holds, too.
  func words(for deed: OthersDeed, with booking: Booking) -> [String] {
    let who = world.ledger.building.people.name(of: deed.by)
    let isOwner = booking.owner == reader
    return [
      othersDeed(
        deed.kind, who, summary(booking),
        of: isOwner ? nil : world.ledger.building.people.name(of: booking.owner))
    ]
  }

  /// News about the passes of a booking.
  func words(for news: PassNews) -> [String] {
    var sentences: [String] = []
    let passes = news.accepted.filter { $0.kind != .cancellation }
    if !passes.isEmpty { sentences.append(accepted(passes.map(\.recipient.name))) }
    let cancelled = news.accepted.filter { $0.kind == .cancellation }
    if !cancelled.isEmpty {
      sentences.append(cancellationWentOut(to: cancelled.map(\.recipient.name)))
    }
    for pass in news.ended { sentences.append(ended(pass)) }
    for pass in news.troubled {
      let why = pass.trouble.map { " (\(reason($0)))" } ?? ""
      sentences.append("\(pass.recipient.name): \(state(of: pass.state))\(why).")
    }
    if !news.toBeToldByBooker.isEmpty {
      sentences += passesAlreadyOut(news.toBeToldByBooker.map(\.recipient.name))
    }
    if news.isSettled, news.ended.isEmpty, !passes.isEmpty {
      sentences[0] += " " + allPassesAreOut
    }
    guard let first = sentences.first else { return [] }
    return ["\(news.booking): \(first)"] + sentences.dropFirst()
  }
}
