// Bookings and passes: what is told of them, in which order.

import Bookings
import CivilTime
import Dialogue
import Passes

extension Sentences {
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
    let lines = bookings.map { booking in
      guard booking.owner == reader || !booking.isPrivate else {
        return taken(dayAndTimes(booking.span))
      }
      switch scope {
      case .mine, .person: return "\(summary(booking)) · \(title(of: booking))"
      case .room:
        return
          "\(dayAndTimes(booking.span)) · \(booking.reference) · \(booking.owner) · "
          + title(of: booking)
      }
    }
    return lines.isEmpty ? [noBookings(in: scope)] : lines
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
    lines.append(bookedBy(booking.owner))
    if booking.owner == reader {
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
