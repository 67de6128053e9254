// English for bookings, changes and passes.

import Bookings
import CivilTime
import Dialogue
import Discourse
public import Passes

extension EnglishWording {
  func booked(_ booking: Booking, _ assumed: [Assumption], _ tellsUndo: Bool) -> [String] {
    var lines = ["Booked \(summary(booking))\(booking.isPrivate ? ", private" : "")."]
    if !booking.title.isEmpty { lines.append("Title: \(booking.title).") }
    lines += clockChange(during: booking.span)
    if let said = assumptions(assumed, booking.span, booking.room) { lines.append(said) }
    if booking.attendees.isEmpty, tellsUndo {
      lines.append("\"undo\" takes it back; \"add\" with name, e-mail and phone sends a pass.")
    }
    return lines
  }

  func wouldBook(_ request: BookingRequest, _ assumed: [Assumption]) -> [String] {
    guard let span = CivilSpan(from: request.start, to: request.end) else {
      return ["The end must be after the start."]
    }
    var lines = [
      "Draft: \(name(of: request.room)), \(longDate(span.start.date)), \(times(span))."
    ]
    if request.isPrivate { lines[0] += " Private." }
    lines += texts(request.title, request.description)
    lines += clockChange(during: span)
    lines += request.attendees.map { attendee in
      let parts = [attendee.name, attendee.email, attendee.phone].compactMap { $0 }
      return "Attendee: \(parts.joined(separator: " · "))."
    }
    if let said = assumptions(assumed, span, request.room) { lines.append(said) }
    return lines
  }

  /// What somebody called it, in a line; nothing if nobody did.
  private func texts(_ title: String, _ description: String) -> [String] {
    let parts = [
      title.isEmpty ? nil : "Title: \(title).",
      description.isEmpty || description == title ? nil : "Description: \(description).",
    ]
    let said = parts.compactMap { $0 }.joined(separator: " ")
    return said.isEmpty ? [] : [said]
  }

  /// What was filled in without being said.
  private func assumptions(
    _ assumed: [Assumption], _ span: CivilSpan, _ room: RoomID
  ) -> String? {
    let parts = assumed.compactMap { assumption -> String? in
      switch assumption {
      case .day: span.start.date == today ? nil : "the day (\(date(span.start.date)))"
      case .meridiem: "the hour (\(span.start.time))"
      case .calendar: "the date (\(longDate(span.start.date)))"
      case .length: "the length (\(length(world.ledger.zone.minutes(of: span))))"
      case .room: "the room (\(name(of: room)), the smallest that fits)"
      case .spelling: "the room (\(name(of: room)), the nearest to what you typed)"
      case .name: nil
      }
    }
    return parts.isEmpty ? nil : "I assumed \(list(parts)); say otherwise to change it."
  }

  func passesQueued(
    _ attendees: [Attendee], _ waitSeconds: Int, _ tellsUndo: Bool
  ) -> [String] {
    let several = attendees.count > 1
    let passes = several ? "The passes go out" : "The pass goes out"
    var lines = attendees.map { "\(person($0))." }
    let undo = tellsUndo ? "; \"undo\" takes it back" : ""
    lines[lines.count - 1] += " \(passes) \(when(waitSeconds))\(undo)."
    return lines
  }

  private func when(_ waitSeconds: Int) -> String {
    waitSeconds > 0 ? "in \(waitSeconds) s" : "now"
  }

  func passesRenewed(_ names: [String], _ areNew: Bool, _ waitSeconds: Int) -> [String] {
    let kind = areNew ? "new " : ""
    let pass = names.count > 1 ? "passes go out" : "pass goes out"
    return ["\(list(names.map { "\($0)'s" })) \(kind)\(pass) \(when(waitSeconds))."]
  }

  func mayMissTexts(_ numbers: [String]) -> [String] {
    let kind = numbers.count > 1 ? "are no mobile numbers" : "is no mobile number"
    return ["\(list(numbers)) \(kind): an SMS may not arrive, the e-mail does."]
  }

  func changed(_ before: Booking, _ after: Booking) -> [String] {
    ["Changed \(summary(after))."]
      + (before.span != after.span ? clockChange(during: after.span) : [])
      + differences(from: before, to: after, privacy: privacy)
  }

  func reverted(_ booking: Booking, _ earlier: Booking?) -> [String] {
    ["Back as it was: \(summary(booking))."]
      + (earlier.map { differences(from: $0, to: booking, privacy: privacy) } ?? [])
  }

  private func privacy(_ isPrivate: Bool) -> String {
    isPrivate ? "is private now" : "is no longer private"
  }

  /// What a change does beside room, day and times.
  func differences(
    from before: Booking, to after: Booking, privacy: (_ isPrivate: Bool) -> String
  ) -> [String] {
    var lines: [String] = []
    if before.title != after.title { lines.append("Title: \(title(of: after)).") }
    if before.description != after.description {
      lines.append(
        after.description.isEmpty ? "No description." : "Description: \(after.description).")
    }
    if before.isPrivate != after.isPrivate {
      lines.append("It \(privacy(after.isPrivate)).")
    }
    let known = Dictionary(uniqueKeysWithValues: before.attendees.map { ($0.id, $0) })
    let staying = Set(after.attendees.map(\.id))
    for attendee in after.attendees where known[attendee.id].map({ $0 != attendee }) ?? false {
      lines.append("Now: \(person(attendee)).")
    }
    let gone = before.attendees.filter { !staying.contains($0.id) }.map(\.name)
    if !gone.isEmpty { lines.append("\(list(gone)) removed.") }
    return lines
  }

  func cancelled(_ bookings: [Booking], _ tellsUndo: Bool) -> [String] {
    bookings.map { "Cancelled \(summary($0))." }
      + (tellsUndo ? ["\"undo\" brings it back."] : [])
  }

  func passesAlreadyOut(_ names: [String]) -> [String] {
    ["\(list(names)) already got a pass; please tell them that it no longer holds."]
  }

  func bookingList(_ bookings: [Booking], _ scope: BookingScope) -> [String] {
    let lines = bookings.map { booking in
      guard booking.owner == reader || !booking.isPrivate else {
        return "\(dayAndTimes(booking.span)) · taken"
      }
      switch scope {
      case .mine, .person: return "\(summary(booking)) · \(title(of: booking))"
      case .room:
        return
          "\(dayAndTimes(booking.span)) · \(booking.reference) · \(booking.owner) · "
          + title(of: booking)
      }
    }
    guard lines.isEmpty else { return lines }
    switch scope {
    case .mine(nil): return ["You have no bookings ahead."]
    case .mine(let days?): return ["You have no bookings \(on(days))."]
    case .person(let name): return ["I know no bookings of \(name) that I may show."]
    case .room(let room, let days): return ["\(room.name) has no bookings \(on(days))."]
    }
  }

  func privacy(_ reference: BookingReference, _ isPrivate: Bool, _ asked: Bool) -> [String] {
    let isSo = isPrivate == asked ? "Yes" : "No"
    return ["\(isSo), \(reference) is \(isPrivate ? "private" : "not private")."]
  }

  /// Where a room is, to go there, and what it is like.
  private func place(of id: RoomID) -> [String] {
    let room = world.ledger.room(id)
    let facts = room.map { traits(of: $0) } ?? []
    let isFound = room.map { !whereabouts(of: $0).isEmpty } ?? false
    let known = facts.isEmpty ? [] : ["\(name(of: id)): \(facts.joined(separator: " · "))."]
    return known + (isFound ? [] : ["I do not know on which floor \(name(of: id)) is."])
  }

  func bookingDetails(_ booking: Booking) -> [String] {
    var first = summary(booking)
    if booking.state == .cancelled { first += ", cancelled" }
    if booking.isPrivate { first += ", private" }
    var lines = ["\(first)."] + place(of: booking.room)
    lines += texts(booking.title, booking.description)
    lines.append("Booked by \(booking.owner).")
    if booking.owner == reader {
      let passes = world.outbox.passes(of: booking.reference)
      lines += booking.attendees.map { attendee in
        let pass = passes.first { $0.attendee == attendee.id }
        return "\(person(attendee)) · \(pass.map { state(of: $0.state) } ?? "no pass")"
      }
    } else if !booking.attendees.isEmpty {
      lines.append(count(booking.attendees.count, "attendee") + ".")
    }
    return lines
  }

  // MARK: - Passes

  func passList(_ booking: Booking, _ passes: [Pass]) -> [String] {
    guard !passes.isEmpty else { return ["\(booking.reference) owes nobody a pass."] }
    return ["Passes of \(summary(booking)):"]
      + passes.map { "\($0.recipient.name) · \(state(of: $0.state))" }
  }

  /// How far a pass has come, in a few words.
  func state(of state: PassState) -> String {
    switch state {
    case .queued: "pass waits"
    case .attempting: "pass is on its way"
    case .parked: "pass could not be sent yet, will be tried again"
    case .unknown: "unclear whether the pass arrived, will be tried again"
    case .accepted: "pass accepted"
    case .failed(let failure): "pass failed: \(reason(failure))"
    case .expired: "pass came too late to be sent"
    case .superseded: "pass no longer needed"
    }
  }

  func reason(_ failure: PassFailure) -> String {
    switch failure {
    case .refused(let trouble): reason(trouble)
    case .attemptsUsedUp(let trouble): "every attempt failed, the last one: \(reason(trouble))"
    case .skipped: "you said not to try any more"
    }
  }

  func reason(_ trouble: PassTrouble) -> String {
    switch trouble {
    case .code(let code, let text):
      text.isEmpty ? "refused by the gateway (code \(code))" : "\(text) (code \(code))"
    case .status(let status): "the gateway answered HTTP \(status)"
    case .timedOut: "the gateway did not answer in time"
    case .connectionFailed: "the gateway could not be reached"
    case .nonsense: "the gateway's answer made no sense"
    case .unclearIndex(let code, _): "the gateway did not say whose pass failed (code \(code))"
    case .interrupted: "interrupted before the gateway answered"
    }
  }

  func sentence(for refusal: PassRefusal) -> String {
    switch refusal {
    case .nothingOwed(let booking, _): "\(booking) owes no pass there."
    case .allAccepted(let booking):
      "All passes of \(booking) were accepted. Name who is to get one again."
    case .begun(let booking): "\(booking) has begun; it is too late for a pass."
    case .onItsWay: "The pass is on its way just now."
    }
  }

  /// News about the passes of a booking.
  public func words(for news: PassNews) -> [String] {
    var sentences: [String] = []
    let passes = news.accepted.filter { $0.kind != .cancellation }
    if !passes.isEmpty {
      let names = list(passes.map { "\($0.recipient.name)'s" })
      sentences.append("\(names) pass\(passes.count > 1 ? "es were" : " was") accepted.")
    }
    let cancelled = news.accepted.filter { $0.kind == .cancellation }
    if !cancelled.isEmpty {
      let names = list(cancelled.map(\.recipient.name))
      sentences.append("The cancellation went out to \(names).")
    }
    for pass in news.ended { sentences.append(ended(pass)) }
    for pass in news.troubled {
      sentences.append("\(pass.recipient.name): \(state(of: pass.state))\(because(pass)).")
    }
    if !news.toBeToldByBooker.isEmpty {
      sentences += passesAlreadyOut(news.toBeToldByBooker.map(\.recipient.name))
    }
    if news.isSettled, news.ended.isEmpty, !passes.isEmpty {
      sentences[0] += " All passes are out."
    }
    guard let first = sentences.first else { return [] }
    return ["\(news.booking): \(first)"] + sentences.dropFirst()
  }

  private func because(_ pass: Pass) -> String {
    pass.trouble.map { " (\(reason($0)))" } ?? ""
  }

  private func ended(_ pass: Pass) -> String {
    let name = pass.recipient.name
    let typed = name.split(separator: " ").first.map { $0.lowercased() } ?? name
    switch pass.state {
    case .failed(let failure):
      return
        "\(name)'s pass failed: \(reason(failure)). Type \"\(typed) phone …\" or "
        + "\"\(typed) email …\" to mend it, \"resend \(pass.booking) \(typed)\" or \"skip\"."
    case .expired:
      let fate = pass.mayBeOut ? "pass may not have arrived" : "pass was not sent"
      guard now < pass.content.start else {
        return "\(name)'s \(fate): the booking has begun."
      }
      let again = "\"resend \(pass.booking) \(typed)\""
      return "\(name)'s \(fate) within a day. Type \(again) to try again."
    case .queued, .attempting, .parked, .unknown, .accepted, .superseded:
      return "\(name): \(state(of: pass.state))."
    }
  }
}
