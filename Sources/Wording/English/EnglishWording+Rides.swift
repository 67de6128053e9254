// English for trips, what can be booked on them and what the service asks.

import CivilTime
import Dialogue
import Discourse
import Mobility
import Products

extension EnglishWording {
  var noTrips: String {
    "You have no trips here. A trip is planned in your travel app and handed over from there."
  }
  var bookableMark: String { "can be booked" }
  var aboutMark: String { "about" }

  func mode(_ kind: ModeKind) -> String {
    switch kind {
    case .taxiApp: "Taxi app"
    case .taxi: "Taxi"
    case .shuttle: "Shuttle"
    case .publicTransport: "Public transport"
    case .walk: "Walk"
    case .bike: "Bike"
    case .car: "Car"
    case .other: "Ride"
    }
  }

  func productsHead(_ leg: String) -> String { "For \(leg):" }
  var priceUnknown: String { "price unknown" }
  var free: String { "free" }
  func arrives(inMinutes minutes: Int) -> String { "arrives in \(minutes) min" }
  var howToBook: String { "\"book 1\" books the first, \"use 1\" only puts it into the trip." }
  func howToBook(_ number: Int) -> String { "\"book \(number)\" books it." }

  func questionHead(_ place: Int, of count: Int, _ title: String) -> String {
    title.isEmpty ? "Question \(place) of \(count)" : "Question \(place) of \(count): \(title)"
  }

  func faultOfService(_ reason: String) -> String { "Not accepted: \(reason)" }

  func hint(for kind: Questionnaire.Kind, isRequired: Bool) -> String? {
    let skip = isRequired ? "" : " (or skip)"
    switch kind {
    case .text(.email): return "An e-mail address\(skip)."
    case .text(.phone): return "A telephone number\(skip)."
    case .text(.number): return "Digits\(skip)."
    case .text, .place: return isRequired ? nil : "Or skip."
    case .number(let least?, let most?):
      return "A number from \(short(least)) to \(short(most))\(skip)."
    case .number: return "A number\(skip)."
    case .clock: return "A time of day, as 9:30\(skip)."
    case .secret: return "It is not shown, and forgotten after ten minutes. \"*\" drops all."
    case .flag: return "yes or no\(skip)"
    case .choice: return "A number or the words\(skip)."
    case .several: return "One or more numbers, as \"1 and 3\"\(skip)."
    case .moment(let zone): return "A day and a time\(byClocks(of: zone)), as tomorrow 9:30\(skip)."
    case .returnTrip(let zone):
      return "When you return\(byClocks(of: zone)), as today 17:00, or no."
    case .terms: return "Do you accept them? yes or no"
    case .fares(let fares, let oneKindOnly):
      let example = examples(of: fares, max: oneKindOnly ? 1 : 2).joined(separator: " and ")
      return oneKindOnly
        ? "How many of which one, as \"\(example)\"?" : "How many of which, as \"\(example)\"?"
    case .page: return "Open it, then say done."
    }
  }

  private func byClocks(of zone: String?) -> String {
    elsewhere(zone).map { " by the clocks of \($0)" } ?? ""
  }

  private func short(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? "\(number)"
  }

  func isNow(_ answer: String) -> String { "Now: \(answer)" }
  var reviewHead: String { "Your answers:" }
  var ticketsTitle: String { "Tickets" }
  var userNameTitle: String { "User name" }
  var passwordTitle: String { "Password" }
  func howToSend(_ title: String?) -> String {
    "\"send\" sends them, \"change 2\" asks the second again, \"stop\" drops all."
  }
  var notAnswered: String { "–" }
  var isSecret: String { "•••" }
  func yesOrNo(_ isYes: Bool) -> String { isYes ? "yes" : "no" }

  func agreementHead(_ product: String?) -> String {
    product.map { "Before \($0) is booked, these terms have to be accepted:" }
      ?? "These terms have to be accepted first:"
  }
  func agreementPage(_ page: String) -> String { "Read and accept them there: \(page)" }
  func howToAgree(hasPage: Bool) -> String {
    hasPage ? "Then say accept, or decline." : "accept or decline?"
  }
  func unavailable(_ title: String, _ reason: String?) -> String {
    reason.map { "Not to be had: \(title) (\($0))" } ?? "Not to be had: \(title)"
  }
  func total(_ price: String) -> String { "\(price) in all" }
  var howToPay: String { "A number says how it is paid; \"stop\" drops it." }
  func asksIfAct(_ title: String) -> String { "\(title)? It cannot be taken back. yes or no" }
  var goesOnLine: String { "The service has not answered yet. It goes on, and I tell you." }
  func needsAccount(_ provider: String) -> String {
    provider.isEmpty
      ? "You have to be signed in at the service for that."
      : "An account has to be linked for that: \(provider)."
  }
  func unsureLine(_ leg: String, ofRide: Bool) -> String {
    let (done, again) = ofRide ? ("changed", "ask for") : ("booked", "book")
    return "\(leg) may be \(done): the answer was lost. I am looking, and tell you. "
      + "Do not \(again) it again."
  }
  func bookedRide(_ leg: String, _ what: String) -> String { "Booked: \(leg), \(what)." }
  func sentLine(_ leg: String) -> String {
    "\(leg) is sent; the provider has not confirmed it yet. I tell you when it has."
  }
  var whichLegIsMeant: String { "Which part of the trip?" }
  func link(_ title: String, _ address: String) -> String { "\(title): \(address)" }
  func joined(_ trip: String, _ booking: String, _ arrival: String, minutes: Int?) -> String {
    guard let minutes else { return "\(trip) is for \(booking). Nobody tells when it arrives." }
    return switch minutes {
    case 0: "\(trip) is for \(booking): it arrives at \(arrival), just as that begins."
    case 1...:
      "\(trip) is for \(booking): it arrives at \(arrival), \(length(minutes)) before that begins."
    default:
      "\(trip) is for \(booking), and late: it arrives at \(arrival), \(length(-minutes)) after"
        + " that begins."
    }
  }
  func nothingInTime(_ booking: String, begins: String) -> String {
    "No trip of yours is there before \(booking) begins (\(begins))."
  }
  func leadsTo(_ booking: String) -> String { "for \(booking)" }
  func keptRide(_ leg: String) -> String { "\(leg) stays as it is." }

  var asksToDropLine: String { "Another booking is being filled in. Drop that one?" }
  var asKnownLine: String { "The service could not be asked now: that is how it stood." }

  func ended(_ end: Purchase.End, of leg: String, ofRide: Bool) -> [String] {
    let nothing = ofRide ? "Nothing was changed." : "Nothing was booked."
    return switch end {
    case .noProducts: ["There is nothing to be booked there now."]
    case .elsewhere(let title, let page):
      ["\(cut(title, 60)) is booked there: \(page.text). I cannot know whether it was booked."]
    case .used(let product): ["\(cut(product.title, 60)) is in your trip now. It is not booked."]
    case .stopped(let wasSent):
      [wasSent ? "Dropped. What was sent before stays sent." : "Dropped. \(nothing)"]
    case .declined: ["All right. \(nothing)"]
    case .refused(let refusal, let page):
      [refused(refusal, nothing)] + (page.map { ["There: \($0.text)"] } ?? [])
    case .failed(let failure): [failed(failure, nothing)]
    case .unreached: ["The service cannot be reached now. \(nothing)"]
    case .unreadable: ["The service answered something that I cannot read. \(nothing)"]
    case .notBooked: ["\(leg) was not booked, as far as the service knows."]
    case .unknown:
      [
        ofRide
          ? "\(leg): I could not find out whether it was done. Ask the provider."
          : "I could not find out whether \(leg) was booked. Ask the provider."
      ]
    case .done(let title): [title.map { "\(cut($0, 60)): done." } ?? "Done."]
    case .over(let status): [status.map { "\(cut($0.title, 80))." } ?? "That ride is over."]
    case .expired: ["That was open for too long and was dropped. \(nothing)"]
    }
  }

  private func failed(_ failure: MobilityFailure, _ nothing: String) -> String {
    let code = failure.code.map { " (\($0))" } ?? ""
    guard failure.isForUser, let said = failure.title ?? failure.text else {
      return "The service failed\(code.isEmpty ? " (HTTP \(failure.status))" : code)."
        + " \(nothing)"
    }
    return "The service says: “\(cut(said, 400))”\(code). \(nothing)"
  }

  private func refused(_ refusal: RideRefusal, _ nothing: String) -> String {
    switch refusal {
    case .none: "There is nothing to be booked there now."
    case .gone: "That is not offered any more."
    case .agreement:
      "The terms were asked for again although they were accepted. \(nothing)"
    case .payment: "The payment was refused. \(nothing)"
    case .host: "The service names an address that may not be asked."
    case .window: "It had to be booked earlier."
    case .refused: "The provider says no. \(nothing)"
    case .field: "The service asks something that cannot be answered here."
    case .required: "An answer is missing."
    case .value: "An answer was not accepted. \(nothing)"
    case .card: "That is paid by card, on the provider's own page. Nothing was sent."
    case .expired: "The form is too old. \(nothing)"
    case .unlinked: "That needs an account which is not linked."
    case .accountRefused: "The account was refused twice. \(nothing)"
    }
  }

  func misses(_ missing: RideMissing) -> String {
    switch missing {
    case .trips: noTrips
    case .trip(let trip): "You have no trip \(trip)."
    case .leg(let leg): "\(leg) is not part of \(leg.trip)."
    case .gone(let leg): "\(leg) is no longer part of \(leg.trip)."
    case .bookable(let trip): "Nothing can be booked on \(trip)."
    case .booking(let leg): "Nothing is booked on \(leg)."
    case .ride: "Nothing is booked on any of your trips. Say \"trips\" to see them."
    case .question: "Nothing is open."
    case .noTrip: "That is no trip that I can read."
    case .room: "You have too many trips here: another is kept once one of them is over."
    }
  }

  func notDone(_ fault: RideFault) -> String {
    switch fault {
    case .nothingOpen: "Nothing is open that this could be an answer to."
    case .answer(let fault): words(for: fault)
    case .required(let title):
      "It cannot be left out: \(cut(title.isEmpty ? ticketsTitle : title, 120))."
    case .nothingBefore: "There is no question before it."
    case .noSuch(let number): "There is no \(number)."
    case .refused(let refusal): refused(refusal, "Nothing was booked.")
    case .underWay: "Another booking is being filled in. \"stop\" drops it."
    case .booked(let leg): "Something is booked on \(leg) already. \"cancel \(leg)\" gives it back."
    case .doubtful(let leg):
      "\(leg) may be booked already. Say it once more to book all the same."
    case .alreadySent: "It was sent already and may be booked. I am looking, and tell you."
    }
  }

  private func words(for fault: QuestionFault) -> String {
    switch fault {
    case .required: "It must be answered."
    case .kind: "That is no answer to it."
    case .range: "That is not within what may be."
    case .email: "That is no e-mail address."
    case .phone: "That is no telephone number."
    case .mustBeYes: "It has to be yes to go on."
    case .tooLong: "That is too long."
    case .noFare: "At least one ticket has to be taken."
    case .oneFareOnly: "Only one kind of ticket can be taken."
    case .fareQuantity(let name, let least, let most):
      "Of \(cut(name, 60)): \(bounds(least, most))."
    }
  }

  private func bounds(_ least: Int?, _ most: Int?) -> String {
    switch (least, most) {
    case (let least?, let most?): "from \(least) to \(most)"
    case (let least?, nil): "at least \(least)"
    case (nil, let most?): "at most \(most)"
    case (nil, nil): "any number"
    }
  }

  func whichOfTwo(_ moment: CivilMoment) -> String {
    "\(date(moment.date)) \(moment.time) happens twice: the clocks go back then. "
      + "Which of the two?"
  }
  func misfit(_ kind: Questionnaire.Kind) -> String { words(for: .kind) }
}
