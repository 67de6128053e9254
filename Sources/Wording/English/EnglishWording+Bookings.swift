// English for bookings, changes and passes.

import Bookings
import CivilTime
import Dialogue
import Discourse
import Passes

extension EnglishWording {
  func bookedLine(_ booking: Booking) -> String {
    "Booked \(summary(booking))\(booking.isPrivate ? ", private" : "")."
  }

  var undoHint: String {
    "\"undo\" takes it back; \"add\" with name, e-mail and phone sends a pass."
  }

  var endBeforeStart: String { "The end must be after the start." }

  func draftLine(_ place: String, isPrivate: Bool) -> String {
    "Draft: \(place).\(isPrivate ? " Private." : "")"
  }

  func comesLine(_ person: String) -> String { "Attendee: \(person)." }

  func word(for assumption: Assumption, _ span: CivilSpan, _ room: RoomID) -> String? {
    switch assumption {
    case .day: "the day (\(date(span.start.date)))"
    case .meridiem: "the hour (\(span.start.time))"
    case .week: "the week (\(longDate(span.start.date)), not \(date(span.weekBefore)))"
    case .calendar: "the date (\(longDate(span.start.date)))"
    case .length: "the length (\(length(world.ledger.zone.minutes(of: span))))"
    case .room: "the room (\(name(of: room)), the smallest that fits)"
    case .spelling: "the room (\(name(of: room)), the nearest to what you typed)"
    case .name: nil
    }
  }

  func assumedLine(_ parts: String) -> String {
    "I assumed \(parts); say otherwise to change it."
  }

  func passesQueued(
    _ attendees: [Attendee], _ waitSeconds: Int?, _ tellsUndo: Bool
  ) -> [String] {
    let several = attendees.count > 1
    let passes = several ? "The passes go out" : "The pass goes out"
    var lines = attendees.map { "\(person($0))." }
    let undo = tellsUndo ? "; \"undo\" takes it back" : ""
    lines[lines.count - 1] += " \(passes) \(when(waitSeconds))\(undo)."
    return lines
  }

  private func when(_ waitSeconds: Int?) -> String {
    guard let waitSeconds else { return Self.onceSendingWorks }
    if let day = dayOfPass(waitSeconds) { return "on \(day)" }
    return waitSeconds > 0 ? "in \(waitSeconds) s" : "now"
  }

  /// When a pass leaves that cannot before somebody has mended the sending.
  static let onceSendingWorks = "as soon as passes can be sent again"

  func passesRenewed(_ names: [String], _ areNew: Bool, _ waitSeconds: Int?) -> [String] {
    let kind = areNew ? "new " : ""
    let pass = names.count > 1 ? "passes go out" : "pass goes out"
    return ["\(list(names.map { "\($0)'s" })) \(kind)\(pass) \(when(waitSeconds))."]
  }

  func passesStay(_ names: [String], _ booking: BookingReference) -> [String] {
    let (pass, stays, them) =
      names.count > 1 ? ("passes", "stay", "them") : ("pass", "stays", "it")
    let owners = list(names.map { "\($0)'s" })
    return ["\(owners) \(pass) \(stays) as sent; \"resend \(booking)\" sends \(them) anew."]
  }

  func mayMissTexts(_ numbers: [String]) -> [String] {
    let kind = numbers.count > 1 ? "are no mobile numbers" : "is no mobile number"
    return ["\(list(numbers)) \(kind): an SMS may not arrive, the e-mail does."]
  }

  func changedLine(_ booking: Booking) -> String { "Changed \(summary(booking))." }

  func reverted(_ booking: Booking, _ earlier: Booking?) -> [String] {
    ["Back as it was: \(summary(booking))."]
      + (earlier.map { differences(from: $0, to: booking) } ?? [])
  }

  func titleLine(_ title: String) -> String { "Title: \(title)." }

  func descriptionLine(_ description: String) -> String {
    description.isEmpty ? "No description." : "Description: \(description)."
  }

  func privacyLine(isPrivate: Bool, isProposed: Bool) -> String {
    switch (isPrivate, isProposed) {
    case (true, false): "It is private now."
    case (true, true): "It would be private."
    case (false, false): "It is no longer private."
    case (false, true): "It would no longer be private."
    }
  }

  func nowLine(_ person: String) -> String { "Now: \(person)." }

  func removedLine(_ names: [String]) -> String { "\(list(names)) removed." }

  func cancelled(_ bookings: [Booking], _ tellsUndo: Bool) -> [String] {
    summaries(bookings).map { "Cancelled \($0)." }
      + (tellsUndo ? ["\"undo\" brings it back."] : [])
  }

  func doneAlready(_ bookings: [Booking]) -> [String] {
    let isGone = bookings.allSatisfy { $0.state == .cancelled }
    return summaries(bookings).map { "That is \(isGone ? "cancelled" : "done") already: \($0)." }
  }

  func passesAlreadyOut(_ names: [String]) -> [String] {
    ["\(list(names)) already got a pass; please tell them that it no longer holds."]
  }

  func taken(_ when: String) -> String { "\(when) · taken" }

  var comesTo: String { "You come to:" }

  func noBookings(in scope: BookingScope) -> String {
    switch scope {
    case .mine(nil): "You have no bookings ahead."
    case .attended: "You come to no other bookings."
    case .mine(let days?): "You have no bookings \(on(days))."
    case .people(let names): "I know no bookings of \(list(names)) that I may show."
    case .room(let room, let days): "\(room.name) has no bookings \(on(days))."
    }
  }

  func privacy(_ reference: BookingReference, _ isPrivate: Bool, _ asked: Bool) -> [String] {
    let isSo = isPrivate == asked ? "Yes" : "No"
    return ["\(isSo), \(reference) is \(isPrivate ? "private" : "not private")."]
  }

  func unknownFloor(of room: RoomID) -> String {
    "I do not know on which floor \(name(of: room)) is."
  }

  func heading(of booking: Booking) -> String {
    var first = summary(booking)
    if booking.state == .cancelled { first += ", cancelled" }
    if booking.isPrivate { first += ", private" }
    return "\(first)."
  }

  func inTheName(of owner: String?, by booker: String?) -> String {
    let whose = owner.map { "In the name of \($0)" } ?? "In your name"
    return "\(whose), booked by \(booker ?? "you"); both can change it."
  }

  func othersDeed(
    _ kind: OthersDeed.Kind, _ who: String, _ booking: String, of owner: String?
  ) -> String {
    let whose = owner.map { "in the name of \($0)" } ?? "in your name"
    return switch kind {
    case .booked: "\(who) booked \(booking) \(whose)."
    case .changed: "\(who) changed \(booking), which is \(whose)."
    case .cancelled: "\(who) cancelled \(booking), which was \(whose)."
    case .restored: "\(who) took back that \(booking) was cancelled, which is \(whose)."
    case .closed:
      "\(booking): the room cannot be had then any more. It stays until you move or cancel it."
    }
  }

  func wouldBeInTheName(of owner: String) -> String { "In the name of \(owner)." }

  func forWhom(_ owner: String) -> String { "for \(owner)" }

  func bookedBy(_ owner: String) -> String { "Booked by \(owner)." }

  func ownerAndBooker(_ owner: String, _ booker: String) -> String {
    "\(owner), booked by \(booker)"
  }

  var bookerUntold: String { "I may not tell you who booked." }

  // MARK: - Passes

  var noPass: String { "no pass" }

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

  func accepted(_ names: [String]) -> String {
    let pass = names.count > 1 ? "passes were" : "pass was"
    return "\(list(names.map { "\($0)'s" })) \(pass) accepted."
  }

  func cancellationWentOut(to names: [String]) -> String {
    "The cancellation went out to \(list(names))."
  }

  var allPassesAreOut: String { "All passes are out." }

  func ended(_ pass: Pass) -> String {
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
