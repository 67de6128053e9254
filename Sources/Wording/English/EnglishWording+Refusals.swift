// English for refusals: what the rule is, and what to do next.

import Bookings
import CivilTime
import Dialogue
import Discourse

extension EnglishWording {
  func sentence(for refusal: Refusal, _ request: BookingRequest?) -> String {
    let room = request.map { name(of: $0.room) } ?? "The room"
    switch refusal {
    case .unknownRoom(let id): return "I know no room \"\(id)\"."
    case .unknownBooking(let reference): return "I know no booking \(reference)."
    case .notOwner(let reference): return "\(reference) is not yours."
    case .notOnBehalf(let name):
      return
        "You may not book in the name of \(world.ledger.building.people.name(of: UserID(name)))."
    case .alreadyCancelled(let reference): return "\(reference) is cancelled already."
    case .changedSince(let reference): return "\(reference) has changed since."
    case .roomRetired: return "\(room) can no longer be booked; bookings made before stand."
    case .endNotAfterStart(let start, let end):
      return "The end (\(end.time)) must be after the start (\(start.time))."
    case .momentMissing(let moment):
      return "\(date(moment.date)) \(moment.time) does not exist: the clocks go forward then."
    case .momentTwice(let moment):
      return "\(date(moment.date)) \(moment.time) happens twice: the clocks go back then. "
        + "Nothing can begin or end at such a time."
    case .past(let moment): return "\(date(moment.date)) \(moment.time) is in the past."
    case .closedOn(let date): return "\(room) is closed on \(longDate(date))."
    case .outsideHours(let opens, let closes):
      return "\(room) can only be booked from \(opens) to \(closes)."
    case .offGrid(let minutes):
      return "\(room) is booked in steps of \(minutes) min\(quarters(minutes))."
    case .tooShort(let minutes): return "A booking lasts at least \(length(minutes))."
    case .tooLong(let minutes): return "A booking lasts at most \(length(minutes))."
    case .tooSoon(let minutes): return "\(room) must be booked \(length(minutes)) ahead."
    case .tooFarAhead(let days): return "\(room) can be booked at most \(count(days, .day)) ahead."
    case .textTooLong(let member, let octets):
      return "The \(member.rawValue) is too long: at most \(octets) letters."
    case .textNotPlain(let member): return "The \(member.rawValue) holds invisible characters."
    case .attendeeRequired: return "\(room) needs at least one attendee."
    case .tooManyAttendees(let max): return "At most \(count(max, .attendee))."
    case .attendee(let index, let name, let fault):
      return sentence(for: fault, of: name ?? "Attendee \(index + 1)")
    case .quota(let max): return "You hold \(count(max, .booking)) already, which is the most."
    case .tooFewSeats(let seats, let people):
      return "\(room) suggests \(count(seats, .seat)), and you are \(people)."
    case .seriesTooLong(let bookings, let days):
      return "A series has at most \(count(bookings, .date)) within \(count(days, .day))."
    case .taken(let spans): return taken(room, spans)
    case .held(let spans, let until): return held(room, spans, until)
    case .unknownWait(let reference): return "I know no wait \(reference) of yours."
    case .waitTooLong(let days): return "One can wait for at most \(count(days, .day)) at once."
    case .waitTooWide:
      return "That is any room at any hour. Say a room, what it must have, or which hours."
    case .waitQuota(let max): return "You wait for \(max) things already, which is the most."
    }
  }

  /// The minutes at which a booking may begin or end, if they are few enough to be said.
  private func quarters(_ minutes: Int) -> String {
    let marks = stride(from: 0, to: 60, by: minutes).map { $0 < 10 ? ":0\($0)" : ":\($0)" }
    return marks.count > 4 ? "" : ": start and end at \(marks.joined(separator: ", "))"
  }

  private func taken(_ room: String, _ spans: [CivilSpan]) -> String {
    guard let first = spans.first else { return "\(room) is taken." }
    return "\(room) is taken \(date(first.start.date)) \(list(spans))."
  }

  private func held(_ room: String, _ spans: [CivilSpan], _ until: CivilMoment) -> String {
    let day = spans.first.map { "\(date($0.start.date)) \(list(spans)) " } ?? ""
    return "\(room) is held \(day)for somebody who waits for it, until \(until.time)."
  }

  private func sentence(for fault: Refusal.AttendeeFault, of name: String) -> String {
    switch fault {
    case .nameMissing: "\(name) has no name."
    case .emailMissing: "\(name) has no e-mail address."
    case .emailInvalid(let text, let why): "\"\(text)\" is no e-mail address: \(reason(why))."
    case .phoneMissing: "\(name) has no phone number."
    case .phoneInvalid(let text): "\"\(text)\" is no phone number that can be called."
    case .duplicate(let email): "\(email) is named twice."
    }
  }

  private func reason(_ fault: EmailAddress.Fault) -> String {
    switch fault {
    case .atSign: "it needs exactly one @"
    case .localPart: "what stands before the @ is malformed"
    case .domain: "what stands after the @ is no domain"
    case .tooLong: "it is longer than 254 letters"
    }
  }
}
