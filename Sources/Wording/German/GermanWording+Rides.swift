// Deutsch für Fahrten, was darauf gebucht werden kann und was der Dienst fragt.

import CivilTime
import Dialogue
import Discourse
import Mobility
import Products

extension GermanWording {
  var noTrips: String {
    "Hier sind keine Fahrten. Sie entstehen in der Reise-App und werden von dort übergeben."
  }
  var bookableMark: String { "buchbar" }
  var aboutMark: String { "etwa" }

  func mode(_ kind: ModeKind) -> String {
    switch kind {
    case .taxiApp: "Taxi-App"
    case .taxi: "Taxifahrt"
    case .shuttle: "Pendelbus"
    case .publicTransport: "Bus oder Bahn"
    case .walk: "Fußweg"
    case .bike: "Fahrrad"
    case .car: "Auto"
    case .other: "Fahrt"
    }
  }

  func productsHead(_ leg: String) -> String { "Für \(leg):" }
  var priceUnknown: String { "Preis unbekannt" }
  var free: String { "kostenlos" }
  func arrives(inMinutes minutes: Int) -> String { "kommt in \(minutes) Min." }
  var howToBook: String { "„buche 1“ bucht das erste, „nutze 1“ nimmt es nur in die Fahrt auf." }
  func howToBook(_ number: Int) -> String { "„buche \(number)“ bucht es." }

  func questionHead(_ place: Int, of count: Int, _ title: String) -> String {
    title.isEmpty ? "Frage \(place) von \(count)" : "Frage \(place) von \(count): \(title)"
  }

  func faultOfService(_ reason: String) -> String { "Nicht angenommen: \(reason)" }

  func hint(for kind: Questionnaire.Kind, isRequired: Bool) -> String? {
    let skip = isRequired ? "" : " (oder überspringen)"
    switch kind {
    case .text(.email): return "Eine E-Mail-Adresse\(skip)."
    case .text(.phone): return "Eine Telefonnummer\(skip)."
    case .text(.number): return "Ziffern\(skip)."
    case .text, .place: return isRequired ? nil : "Oder überspringen."
    case .number(let least?, let most?):
      return "Eine Zahl von \(short(least)) bis \(short(most))\(skip)."
    case .number: return "Eine Zahl\(skip)."
    case .clock: return "Eine Uhrzeit, etwa 9:30\(skip)."
    case .secret:
      return "Die Antwort wird nicht gezeigt und nach zehn Minuten vergessen. „*“ bricht ab."
    case .flag: return "ja oder nein\(skip)"
    case .choice: return "Eine Nummer oder die Worte\(skip)."
    case .several: return "Eine oder mehrere Nummern, etwa „1 und 3“\(skip)."
    case .moment(let zone):
      return "Ein Tag und eine Uhrzeit\(byClocks(of: zone)), etwa morgen 9:30\(skip)."
    case .returnTrip(let zone):
      return "Wann es\(byClocks(of: zone)) zurückgeht, etwa heute 17:00, oder nein."
    case .terms: return "Werden sie angenommen? ja oder nein"
    case .fares(let fares, let oneKindOnly):
      let example = examples(of: fares, max: oneKindOnly ? 1 : 2).joined(separator: " und ")
      return "Wie viele wovon, etwa „\(example)“?"
    case .page: return "Ist das dort erledigt: fertig."
    }
  }

  private func byClocks(of zone: String?) -> String {
    elsewhere(zone).map { " nach der Uhr von \($0)" } ?? ""
  }

  private func short(_ number: Double) -> String {
    Int(exactly: number).map(String.init)
      ?? "\(number)".split(separator: ".").joined(separator: ",")
  }

  func isNow(_ answer: String) -> String { "Jetzt: \(answer)" }
  var reviewHead: String { "Die Antworten:" }
  var ticketsTitle: String { "Fahrkarten" }
  var userNameTitle: String { "Benutzername" }
  var passwordTitle: String { "Kennwort" }
  func howToSend(_ title: String?) -> String {
    "„senden“ schickt sie ab, „ändere 2“ fragt die zweite neu, „abbrechen“ lässt alles."
  }
  var notAnswered: String { "–" }
  var isSecret: String { "•••" }
  func yesOrNo(_ isYes: Bool) -> String { isYes ? "ja" : "nein" }

  func agreementHead(_ product: String?) -> String {
    product.map { "Bevor \($0) gebucht wird, müssen diese Bedingungen angenommen werden:" }
      ?? "Zuerst müssen diese Bedingungen angenommen werden:"
  }
  func agreementPage(_ page: String) -> String { "Dort lesen und annehmen: \(page)" }
  func howToAgree(hasPage: Bool) -> String {
    hasPage ? "Danach: annehmen oder ablehnen." : "annehmen oder ablehnen?"
  }
  func unavailable(_ title: String, _ reason: String?) -> String {
    reason.map { "Nicht zu haben: \(title) (\($0))" } ?? "Nicht zu haben: \(title)"
  }
  func total(_ price: String) -> String { "zusammen \(price)" }
  var howToPay: String { "Eine Nummer sagt, wie bezahlt wird; „abbrechen“ lässt es." }
  func asksIfAct(_ title: String) -> String {
    "\(title)? Das lässt sich nicht zurücknehmen. ja oder nein"
  }
  var goesOnLine: String {
    "Der Dienst hat noch nicht geantwortet. Es geht weiter, ich melde mich."
  }
  func needsAccount(_ provider: String) -> String {
    provider.isEmpty
      ? "Dafür ist eine Anmeldung beim Dienst nötig."
      : "Dafür muss ein Konto verbunden werden: \(provider)."
  }
  func unsureLine(_ leg: String, ofRide: Bool) -> String {
    let (done, again) = ofRide ? ("geändert", "verlangen") : ("gebucht", "buchen")
    return
      "\(leg) ist vielleicht \(done): Die Antwort ging verloren. Ich sehe nach und melde mich. "
      + "Bitte nicht noch einmal \(again)."
  }
  func bookedRide(_ leg: String, _ what: String) -> String { "Gebucht: \(leg), \(what)." }
  func sentLine(_ leg: String) -> String {
    "\(leg) ist abgeschickt; der Anbieter hat noch nicht bestätigt. "
      + "Ich melde mich, sobald er es tut."
  }
  var whichLegIsMeant: String { "Welcher Abschnitt der Fahrt?" }
  func link(_ title: String, _ address: String) -> String { "\(title): \(address)" }
  func joined(_ trip: String, _ booking: String, _ arrival: String, minutes: Int?) -> String {
    guard let minutes else { return "\(trip) führt zu \(booking). Wann sie ankommt, sagt niemand." }
    return switch minutes {
    case 0: "\(trip) führt zu \(booking): Ankunft \(arrival) Uhr, gerade zum Beginn."
    case 1...:
      "\(trip) führt zu \(booking): Ankunft \(arrival) Uhr, \(length(minutes)) vor Beginn."
    default:
      "\(trip) führt zu \(booking), und zu spät: Ankunft \(arrival) Uhr, \(length(-minutes)) nach"
        + " Beginn."
    }
  }
  func nothingInTime(_ booking: String, begins: String) -> String {
    "Keine \(you("deiner", "Ihrer")) Fahrten ist vor Beginn von \(booking) (\(begins) Uhr) da."
  }
  func leadsTo(_ booking: String) -> String { "zu \(booking)" }
  func keptRide(_ leg: String) -> String { "\(leg) bleibt, wie es ist." }

  var asksToDropLine: String {
    "Eine andere Buchung wird gerade ausgefüllt. Soll sie aufgegeben werden?"
  }
  var asKnownLine: String {
    "Der Dienst war jetzt nicht zu fragen: So stand es zuletzt."
  }

  func ended(_ end: Purchase.End, of leg: String, ofRide: Bool) -> [String] {
    let nothing = ofRide ? "Nichts wurde geändert." : "Nichts wurde gebucht."
    return switch end {
    case .noProducts: ["Dort ist gerade nichts zu buchen."]
    case .elsewhere(let title, let page):
      ["\(cut(title, 60)) bucht man dort: \(page.text). Ob es gebucht wurde, weiß ich nicht."]
    case .used(let product):
      ["\(cut(product.title, 60)) ist jetzt in der Fahrt. Gebucht ist es nicht."]
    case .stopped(let wasSent):
      [
        wasSent
          ? "Abgebrochen. Was schon abgeschickt war, bleibt abgeschickt."
          : "Abgebrochen. \(nothing)"
      ]
    case .declined: ["Gut. \(nothing)"]
    case .refused(let refusal, let page):
      [refused(refusal, nothing)] + (page.map { ["Dort: \($0.text)"] } ?? [])
    case .failed(let failure): [failed(failure, nothing)]
    case .unreached: ["Der Dienst ist gerade nicht zu erreichen. \(nothing)"]
    case .unreadable:
      ["Der Dienst antwortet etwas, das ich nicht lesen kann. \(nothing)"]
    case .notBooked: ["\(leg) wurde nicht gebucht, soweit der Dienst weiß."]
    case .unknown:
      [
        ofRide
          ? "\(leg): Ob es erledigt ist, ließ sich nicht herausfinden. Bitte beim Anbieter fragen."
          : "Ob \(leg) gebucht ist, ließ sich nicht herausfinden. Bitte beim Anbieter fragen."
      ]
    case .done(let title): [title.map { "\(cut($0, 60)): erledigt." } ?? "Erledigt."]
    case .over(let status): [status.map { "\(cut($0.title, 80))." } ?? "Diese Fahrt ist vorbei."]
    case .expired: ["Das war zu lange offen und wurde aufgegeben. \(nothing)"]
    }
  }

  private func failed(_ failure: MobilityFailure, _ nothing: String) -> String {
    let code = failure.code.map { " (\($0))" } ?? ""
    guard failure.isForUser, let said = failure.title ?? failure.text else {
      return "Beim Dienst ging etwas schief\(code.isEmpty ? " (HTTP \(failure.status))" : code)."
        + " \(nothing)"
    }
    return "Der Dienst sagt: „\(cut(said, 400))“\(code). \(nothing)"
  }

  private func refused(_ refusal: RideRefusal, _ nothing: String) -> String {
    switch refusal {
    case .none: "Dort ist gerade nichts zu buchen."
    case .gone: "Das wird nicht mehr angeboten."
    case .agreement:
      "Die Bedingungen wurden noch einmal verlangt, obwohl sie angenommen sind. "
        + "\(nothing)"
    case .payment: "Die Zahlung wurde abgelehnt. \(nothing)"
    case .host: "Der Dienst nennt eine Adresse, die nicht gefragt werden darf."
    case .window: "Das hätte früher gebucht werden müssen."
    case .refused: "Der Anbieter lehnt ab. \(nothing)"
    case .field: "Der Dienst fragt etwas, das hier nicht beantwortet werden kann."
    case .required: "Eine Antwort fehlt."
    case .value: "Eine Antwort wurde nicht angenommen. \(nothing)"
    case .card: "Das wird mit Karte bezahlt, auf der Seite des Anbieters. Nichts wurde abgeschickt."
    case .expired: "Das Formular ist zu alt. \(nothing)"
    case .unlinked: "Das braucht ein Konto, das nicht verbunden ist."
    case .accountRefused: "Das Konto wurde zweimal abgelehnt. \(nothing)"
    }
  }

  func misses(_ missing: RideMissing) -> String {
    switch missing {
    case .trips: noTrips
    case .trip(let trip): "Eine Fahrt \(trip) gibt es hier nicht."
    case .leg(let leg): "\(leg) gehört nicht zu \(leg.trip)."
    case .gone(let leg): "\(leg) gehört nicht mehr zu \(leg.trip)."
    case .bookable(let trip): "Auf \(trip) lässt sich nichts buchen."
    case .booking(let leg): "Auf \(leg) ist nichts gebucht."
    case .ride: "Auf keiner der Fahrten ist etwas gebucht. „Fahrten“ zeigt sie."
    case .question: "Nichts ist offen."
    case .noTrip: "Das ist keine Fahrt, die ich lesen kann."
    case .room: "Hier sind zu viele Fahrten: Erst muss eine davon vorbei sein."
    }
  }

  func notDone(_ fault: RideFault) -> String {
    switch fault {
    case .nothingOpen: "Es ist nichts offen, worauf das eine Antwort wäre."
    case .answer(let fault): words(for: fault)
    case .required(let title):
      "Das kann nicht fehlen: \(cut(title.isEmpty ? ticketsTitle : title, 120))."
    case .nothingBefore: "Davor steht keine Frage."
    case .noSuch(let number): "Eine \(number) gibt es nicht."
    case .refused(let refusal): refused(refusal, "Nichts wurde gebucht.")
    case .underWay: "Eine andere Buchung wird gerade ausgefüllt. „abbrechen“ gibt sie auf."
    case .booked(let leg): "Auf \(leg) ist schon etwas gebucht. „storniere \(leg)“ gibt es zurück."
    case .doubtful(let leg):
      "\(leg) ist vielleicht schon gebucht. Noch einmal sagen, um trotzdem zu buchen."
    case .alreadySent: "Es ist schon abgeschickt und vielleicht gebucht. Ich sehe nach."
    }
  }

  private func words(for fault: QuestionFault) -> String {
    switch fault {
    case .required: "Das muss beantwortet werden."
    case .kind: "Das passt nicht zur Frage."
    case .range: "Das liegt außerhalb des Erlaubten."
    case .email: "Das ist keine E-Mail-Adresse."
    case .phone: "Das ist keine Telefonnummer."
    case .mustBeYes: "Ohne ja geht es nicht weiter."
    case .tooLong: "Das ist zu lang."
    case .noFare: "Mindestens eine Fahrkarte muss dabei sein."
    case .oneFareOnly: "Nur eine Sorte Fahrkarten ist möglich."
    case .fareQuantity(let name, let least, let most):
      "Von \(cut(name, 60)): \(bounds(least, most))."
    }
  }

  private func bounds(_ least: Int?, _ most: Int?) -> String {
    switch (least, most) {
    case (let least?, let most?): "\(least) bis \(most)"
    case (let least?, nil): "mindestens \(least)"
    case (nil, let most?): "höchstens \(most)"
    case (nil, nil): "beliebig viele"
    }
  }

  func whichOfTwo(_ moment: CivilMoment) -> String {
    "\(dayAndTime(moment)) gibt es zweimal: Da werden die Uhren zurückgestellt. "
      + "Welche von beiden?"
  }
  func misfit(_ kind: Questionnaire.Kind) -> String { words(for: .kind) }
}
