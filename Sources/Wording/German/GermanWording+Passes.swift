// German for passes: who gets one, how far it has come, what can be done.

import Bookings
import CivilTime
import Dialogue
import Passes

extension GermanWording {
  var noPass: String { "kein Pass" }

  func passesQueued(
    _ attendees: [Attendee], _ waitSeconds: Int?, _ tellsUndo: Bool
  ) -> [String] {
    let passes = attendees.count > 1 ? "Die Pässe gehen" : "Der Pass geht"
    var lines = attendees.map { "\(person($0))." }
    let undo = tellsUndo ? "; „rückgängig“ nimmt es zurück" : ""
    lines[lines.count - 1] += " \(passes) \(goingOut(waitSeconds))\(undo)."
    return lines
  }

  private func goingOut(_ waitSeconds: Int?) -> String {
    waitSeconds.map { "\(when($0)) raus" } ?? "raus, \(Self.onceSendingWorks)"
  }

  /// When a pass leaves that cannot before somebody has mended the sending.
  static let onceSendingWorks = "sobald wieder Pässe verschickt werden können"

  private func when(_ waitSeconds: Int) -> String {
    if let day = dayOfPass(waitSeconds) { return "am \(day)" }
    return switch waitSeconds {
    case ...0: "jetzt"
    case 1: "in 1 Sekunde"
    default: "in \(waitSeconds) Sekunden"
    }
  }

  func passesRenewed(_ names: [String], _ areNew: Bool, _ waitSeconds: Int?) -> [String] {
    let several = names.count > 1
    let passes =
      switch (several, areNew) {
      case (true, true): "Neue Pässe"
      case (true, false): "Die Pässe"
      case (false, true): "Ein neuer Pass"
      case (false, false): "Der Pass"
      }
    let go = several ? "gehen" : "geht"
    return ["\(passes) für \(list(names)) \(go) \(goingOut(waitSeconds))."]
  }

  func passesStay(_ names: [String], _ booking: BookingReference) -> [String] {
    let (passes, stay, them) =
      names.count > 1 ? ("Die Pässe", "bleiben", "sie") : ("Der Pass", "bleibt", "ihn")
    let again = "„\(booking) nochmal senden“ schickt \(them) neu"
    return ["\(passes) für \(list(names)) \(stay) wie gesendet; \(again)."]
  }

  func mayMissTexts(_ numbers: [String]) -> [String] {
    let kind = numbers.count > 1 ? "sind keine Handynummern" : "ist keine Handynummer"
    return ["\(list(numbers)) \(kind): Eine SMS kommt dort vielleicht nicht an, die E-Mail schon."]
  }

  func passesAlreadyOut(_ names: [String]) -> [String] {
    let several = names.count > 1
    let tell = you("sag", "sagen Sie") + (several ? " ihnen bitte" : " dort bitte")
    let have = several ? "haben" : "hat"
    return ["\(list(names)) \(have) schon einen Pass; \(tell), dass er nicht mehr gilt."]
  }

  func passList(_ booking: Booking, _ passes: [Pass]) -> [String] {
    guard !passes.isEmpty else { return ["Für \(booking.reference) bekommt niemand einen Pass."] }
    return ["Pässe für \(summary(booking)):"]
      + passes.map { "\($0.recipient.name) · \(state(of: $0.state))" }
  }

  /// How far a pass has come, in a few words.
  func state(of state: PassState) -> String {
    switch state {
    case .queued: "Pass wartet"
    case .attempting: "Pass ist unterwegs"
    case .parked: "Pass ging noch nicht raus, wird wieder versucht"
    case .unknown: "unklar, ob der Pass ankam, wird wieder versucht"
    case .accepted: "Pass angenommen"
    case .failed(let failure): "Pass gescheitert: \(reason(failure))"
    case .expired: "Pass kam zu spät"
    case .superseded: "Pass nicht mehr nötig"
    }
  }

  private func reason(_ failure: PassFailure) -> String {
    switch failure {
    case .refused(let trouble): reason(trouble)
    case .attemptsUsedUp(let trouble):
      "kein Versuch ist gelungen, beim letzten: \(reason(trouble))"
    case .skipped: you("du wolltest", "Sie wollten") + " keine Versuche mehr"
    }
  }

  func reason(_ trouble: PassTrouble) -> String {
    switch trouble {
    case .code(let code, let text):
      text.isEmpty ? "vom Gateway abgelehnt (Nummer \(code))" : "\(quoted(text)) (Nummer \(code))"
    case .status(let status): "das Gateway antwortete HTTP \(status)"
    case .timedOut: "das Gateway hat nicht rechtzeitig geantwortet"
    case .connectionFailed: "das Gateway war nicht erreichbar"
    case .nonsense: "die Antwort des Gateways war unverständlich"
    case .unclearIndex(let code, _):
      "das Gateway sagte nicht, wessen Pass gescheitert ist (Nummer \(code))"
    case .interrupted: "unterbrochen, bevor das Gateway geantwortet hat"
    }
  }

  func sentence(for refusal: PassRefusal) -> String {
    switch refusal {
    case .nothingOwed(let booking, _): "Für \(booking) steht da kein Pass aus."
    case .allAccepted(let booking):
      "Alle Pässe für \(booking) wurden angenommen. Wer soll noch einmal einen bekommen?"
    case .begun(let booking): "\(booking) hat schon begonnen; für einen Pass ist es zu spät."
    case .onItsWay: "Der Pass ist gerade unterwegs."
    }
  }

  // MARK: - News

  func accepted(_ names: [String]) -> String {
    let passes = names.count > 1 ? "Die Pässe" : "Der Pass"
    return "\(passes) für \(list(names)) \(names.count > 1 ? "wurden" : "wurde") angenommen."
  }

  func cancellationWentOut(to names: [String]) -> String {
    "Die Absage ging an \(list(names)) raus."
  }

  var allPassesAreOut: String { "Alle Pässe sind raus." }

  func ended(_ pass: Pass) -> String {
    let name = pass.recipient.name
    let typed = name.split(separator: " ").first.map { $0.lowercased() } ?? name
    let again = "„schick \(pass.booking) \(typed) noch einmal“"
    switch pass.state {
    case .failed(let failure):
      return "Der Pass für \(name) ist gescheitert: \(reason(failure)). "
        + "„\(typed) Telefon …“ oder „\(typed) E-Mail …“ behebt es, "
        + "\(again) versucht es wieder, „überspringen“ lässt es."
    case .expired:
      let fate = pass.mayBeOut ? "kam vielleicht nicht an" : "ging nicht raus"
      guard now < pass.content.start else {
        return "Der Pass für \(name) \(fate): Die Buchung hat begonnen."
      }
      return "Der Pass für \(name) \(fate), einen Tag lang. \(again) versucht es wieder."
    case .queued, .attempting, .parked, .unknown, .accepted, .superseded:
      return "\(name): \(state(of: pass.state))."
    }
  }
}
