// German for refusals: what the rule is, and what to do next.

import Bookings
import CivilTime
import Dialogue
import Discourse

extension GermanWording {
  func sentence(for refusal: Refusal, _ request: BookingRequest?) -> String {
    let room = capitalized(request.map { theRoom($0.room) } ?? "der Raum")
    switch refusal {
    case .unknownRoom(let id): return "Einen Raum \(quoted(id.text)) kenne ich nicht."
    case .unknownBooking(let reference): return "Eine Buchung \(reference) kenne ich nicht."
    case .notOwner(let reference): return "\(reference) gehört \(you("dir", "Ihnen")) nicht."
    case .notOnBehalf(let name):
      let whole = world.ledger.building.people.name(of: UserID(name))
      return "Im Namen von \(whole) \(you("darfst du", "dürfen Sie")) nicht buchen."
    case .alreadyCancelled(let reference): return "\(reference) ist schon storniert."
    case .changedSince(let reference): return "\(reference) hat sich seitdem geändert."
    case .roomRetired:
      return "\(room) ist nicht mehr zu buchen; was schon gebucht war, gilt weiter."
    case .endNotAfterStart(let start, let end):
      return "Das Ende (\(end.time)) muss nach dem Anfang (\(start.time)) liegen."
    case .momentMissing(let moment):
      return "\(dayAndTime(moment)) gibt es nicht: Da werden die Uhren vorgestellt."
    case .momentTwice(let moment):
      return "\(dayAndTime(moment)) gibt es zweimal: Da werden die Uhren zurückgestellt. "
        + "Zu so einer Zeit kann nichts anfangen oder enden."
    case .past(let moment): return "\(dayAndTime(moment)) ist schon vorbei."
    case .closedOn(let date): return "\(room) ist am \(longDate(date)) geschlossen."
    case .outsideHours(let opens, let closes):
      return "\(room) ist nur von \(opens) bis \(closes) Uhr zu buchen."
    case .offGrid(let minutes):
      return "\(room) wird im Raster von \(length(minutes)) gebucht\(marks(minutes))."
    case .tooShort(let minutes): return "Eine Buchung dauert mindestens \(length(minutes))."
    case .tooLong(let minutes): return "Eine Buchung dauert höchstens \(length(minutes))."
    case .tooSoon(let minutes):
      return "\(room) muss mindestens \(length(minutes)) im Voraus gebucht werden."
    case .tooFarAhead(let days):
      return "\(room) ist höchstens \(count(days, .day)) im Voraus zu buchen."
    case .textTooLong(let member, let octets):
      return "\(name(of: member)) ist zu lang: höchstens \(octets) Zeichen."
    case .textNotPlain(let member): return "\(name(of: member)) enthält unsichtbare Zeichen."
    case .attendeeRequired: return "\(room) braucht mindestens einen Teilnehmer."
    case .tooManyAttendees(let max): return "Höchstens \(count(max, .attendee))."
    case .attendee(let index, let name, let fault):
      return sentence(for: fault, of: name ?? "Teilnehmer \(index + 1)")
    case .quota(let max):
      return you("Du hast", "Sie haben") + " schon \(count(max, .booking)), mehr geht nicht."
    case .tooFewSeats(let seats, let people):
      let are = you("ihr seid", "Sie sind")
      return "\(room) hat nur \(count(seats, .seat)), und \(are) \(people)."
    case .seriesTooLong(let bookings, let days):
      return "Eine Serie hat höchstens \(count(bookings, .date)) innerhalb von \(days) Tagen."
    case .taken(let spans): return taken(room, spans)
    case .held(let spans, let until): return held(room, spans, until)
    case .unknownWait(let reference):
      return "Ein Warten \(reference) von \(you("dir", "Ihnen")) kenne ich nicht."
    case .waitTooLong(let days): return "Warten geht für höchstens \(count(days, .day)) auf einmal."
    case .waitTooWide:
      let say = you("Sag", "Sagen Sie")
      return "Das wäre jeder Raum zu jeder Zeit. \(say) einen Raum, was er haben muss, oder wann."
    case .waitQuota(let max):
      return "\(you("Du wartest", "Sie warten")) schon auf \(max) Dinge, mehr geht nicht."
    }
  }

  func dayAndTime(_ moment: CivilMoment) -> String {
    "\(date(moment.date)) \(moment.time) Uhr"
  }

  private func name(of member: Refusal.TextMember) -> String {
    switch member {
    case .title: "Der Titel"
    case .description: "Die Beschreibung"
    case .name: "Der Name"
    }
  }

  /// The minutes at which a booking may begin or end, if they are few enough to be said.
  private func marks(_ minutes: Int) -> String {
    let marks = stride(from: 0, to: 60, by: minutes).map { $0 < 10 ? ":0\($0)" : ":\($0)" }
    return marks.count > 4 ? "" : ": Anfang und Ende bei \(marks.joined(separator: ", "))"
  }

  private func taken(_ room: String, _ spans: [CivilSpan]) -> String {
    guard let first = spans.first else { return "\(room) ist belegt." }
    return "\(room) ist am \(date(first.start.date)) \(list(spans)) belegt."
  }

  private func held(_ room: String, _ spans: [CivilSpan], _ until: CivilMoment) -> String {
    let day = spans.first.map { "am \(date($0.start.date)) \(list(spans)) " } ?? ""
    return "\(room) ist \(day)für jemanden zurückgehalten, der darauf wartet, "
      + "bis \(until.time) Uhr."
  }

  private func sentence(for fault: Refusal.AttendeeFault, of name: String) -> String {
    switch fault {
    case .nameMissing: "\(name): Der Name fehlt."
    case .emailMissing: "\(name): Die E-Mail-Adresse fehlt."
    case .emailInvalid(let text, let why):
      "\(quoted(text)) ist keine E-Mail-Adresse: \(reason(why))."
    case .phoneMissing: "\(name): Die Telefonnummer fehlt."
    case .phoneInvalid(let text): "\(quoted(text)) ist keine Nummer, die man anrufen kann."
    case .duplicate(let email): "\(email) ist zweimal genannt."
    }
  }

  private func reason(_ fault: EmailAddress.Fault) -> String {
    switch fault {
    case .atSign: "Sie braucht genau ein @"
    case .localPart: "Was vor dem @ steht, hat die falsche Form"
    case .domain: "Was nach dem @ steht, ist keine Domain"
    case .tooLong: "Sie ist länger als 254 Zeichen"
    }
  }
}
