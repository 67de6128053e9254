// Deutsch für Konten bei Anbietern.

import Accounts
import Dialogue

extension GermanWording {
  var noAccountService: String {
    "Hier ist kein Mobilitätsdienst eingerichtet, also gibt es keine Konten."
  }
  var whoseAccount: String {
    "Welches Konto? \(you("Sag", "Sagen Sie")) seinen Namen dazu, wie „verbinde uber“."
  }
  var secretElsewhere: String {
    "Das ist geheim und wird hier nicht angenommen: am Terminal antworten, oder: weiter, abbrechen."
  }
  func noRegion(_ named: String?, known: [String]) -> String {
    guard let named, !known.isEmpty else {
      return "Der Dienst nennt Konten nach den Regionen von Fahrten, und ich kenne keine Fahrt"
        + " von \(you("dir", "Ihnen"))\(named.map { " in \($0)" } ?? "")."
    }
    return "Keine Fahrt von \(you("dir", "Ihnen")) ist in \(named). Es gibt welche in"
      + " \(known.joined(separator: ", "))."
  }
  var noAccounts: String { "Es gibt keine Konten, die verbunden werden könnten." }

  func standing(_ facts: LinkedFacts, until day: String?) -> String {
    let label = facts.label.map { ", \($0)" } ?? ""
    guard let day, !facts.isRefreshed else { return "verbunden\(label)" }
    return "verbunden\(label), bis \(day)"
  }
  var linkedAtServiceWords: String { "beim Dienst verbunden" }
  var isLinkingWords: String { "wird gerade verbunden" }
  var notLinkedWords: String { "nicht verbunden" }
  var cannotBeLinkedWords: String { "kann hier nicht verbunden werden" }

  func typeCode(_ code: String, at page: String, _ provider: String, minutes: Int) -> [String] {
    [
      "Um \(provider) zu verbinden, \(you("öffne", "öffnen Sie")) \(page) und"
        + " \(you("gib", "geben Sie")) dort \(code) ein.",
      "Das gilt \(minutes == 1 ? "eine Minute" : "\(minutes) Minuten") lang. Ich merke, wenn es"
        + " getan ist; „stopp“ bricht ab.",
    ]
  }
  func orOpen(_ page: String) -> String { "Oder gleich \(page), da steht schon alles drin." }
  func approve(at page: String, _ provider: String) -> [String] {
    [
      "Um \(provider) zu verbinden, \(you("öffne", "öffnen Sie")) \(page) und"
        + " \(you("erlaube", "erlauben Sie")) es dort. Dann: fertig."
    ]
  }
  func open(_ page: String, _ provider: String, minutes: Int, isPasted: Bool) -> [String] {
    let time = minutes == 1 ? "eine Minute" : "\(minutes) Minuten"
    let rest =
      isPasted
      ? [
        "Dann die Adresse kopieren, bei der der Browser endet, auch wenn er dort einen Fehler"
          + " zeigt, und hier einfügen: Die nächste Eingabe wird nicht angezeigt.",
        "Das gilt \(time) lang; „stopp“ bricht ab.",
      ] : ["Das gilt \(time) lang. Ich merke, wenn es getan ist; „stopp“ bricht ab."]
    return [
      "Um \(provider) zu verbinden, diese Adresse öffnen und es dort erlauben:", page,
    ] + rest
  }
  var offersCode: String { "„qr“ zeigt ein Bild zum Scannen." }
  var codeHead: String { "Um es auf dem Telefon zu öffnen:" }
  func fillsIn(_ provider: String) -> String { "Um \(provider) zu verbinden, wird gefragt:" }
  var signInRefused: String { "Benutzer oder Kennwort stimmen nicht." }
  var notAccepted: String { "Das wurde nicht ganz angenommen." }
  var signedInWords: String { "angemeldet" }
  var signedOutWords: String { "nicht angemeldet; mehr nach „melde mich beim Dienst an“" }
  var theService: String { "der Dienst" }
  func session(_ state: SessionState) -> String {
    switch state {
    case .signedIn: "\(you("Du bist", "Sie sind")) beim Dienst angemeldet."
    case .asksFor: "Zum Anmelden beim Dienst:"
    case .ended: "Beim Dienst abgemeldet. „melde mich beim Dienst an“ beginnt neu."
    case .refused: "Die Anmeldung beim Dienst ist nicht gelungen: Er hat sie abgelehnt."
    case .notSignedIn: "\(you("Du bist", "Sie sind")) beim Dienst nicht angemeldet."
    }
  }
  func wantsMore(_ provider: String) -> String {
    "\(provider) will ein Formular ausgefüllt haben, das hier nicht beantwortet werden kann."
  }
  func linked(_ provider: String, _ label: String?) -> String {
    let whose = label.map { " als \($0)" } ?? ""
    return "\(provider) ist verbunden\(whose). Nicht \(you("du", "Sie"))? „trenne \(provider)“."
  }
  func linkedAtService(_ provider: String) -> String { "\(provider) ist beim Dienst verbunden." }
  func linkEnded(_ provider: String, _ code: AccountCode) -> String {
    switch code {
    case .unlinked: "\(provider) kann hier nicht verbunden werden."
    case .expired: "Die Zeit für \(provider) ist um. „verbinde \(provider)“ beginnt von vorn."
    case .refused: "\(provider) lehnt ab."
    case .scope: "\(provider) bekam weniger erlaubt, als gebraucht wird, und bleibt getrennt."
    case .pkce: "\(provider) kann nicht sicher verbunden werden und bleibt getrennt."
    case .host: "\(provider) kann nicht verbunden werden: eine Adresse ist hier nicht erlaubt."
    case .notPrivate: "\(provider) wird nicht verbunden, wo andere mitlesen."
    case .denied: "\(provider) ist nicht verbunden: es wurde nicht erlaubt."
    case .later: "\(provider) ist nicht verbunden: niemand war zu erreichen. Später noch einmal."
    }
  }
  func linkStopped(_ provider: String) -> String { "Gut, \(provider) wird nicht verbunden." }
  func linkRefused(_ provider: String, _ refusal: LinkRefusal) -> String {
    switch refusal {
    case .othersReadAlong: "Bitte unter vier Augen: hier lesen andere mit."
    case .providerUnknown: "Ein Konto mit dem Namen \(provider) kenne ich nicht."
    case .notListed:
      "Der Dienst nennt kein Konto mit dem Namen \(provider). „verbinde \(provider) hier“ lässt es"
        + " mich aufbewahren."
    case .noWay: "\(provider) kann von hier aus nicht verbunden werden."
    case .hostNotAllowed:
      "\(provider) kann nicht verbunden werden: eine Adresse ist hier nicht erlaubt."
    case .beingRemoved: "\(provider) wird gerade entfernt. Gleich noch einmal."
    case .accountsFull: "Mehr Konten gehen nicht. Erst eines trennen."
    case .attemptsOpen: "Zu viele Konten werden gerade verbunden. Erst eines fertig machen."
    case .attemptsThisHour: "Das war zu oft. In einer Stunde noch einmal."
    }
  }
  func landingRefused(isOpen: Bool) -> String {
    isOpen
      ? "Das ist nicht die Adresse, die gebraucht wird. Es ist die, bei der der Browser endet."
      : "Auf diese Adresse wartet nichts."
  }
  func notYet(_ provider: String) -> String {
    "\(provider) weiß noch nichts davon. Das kann ein paar Sekunden dauern."
  }
  func serviceSays(_ words: String?) -> String {
    words.map { "Der Dienst sagt: „\(cut($0, 400))“." } ?? "Der Dienst lehnt ab."
  }
  func accountLost(_ provider: String, _ code: AccountCode) -> String {
    "\(provider) ist nicht mehr verbunden. „verbinde \(provider)“ verbindet wieder."
  }
  func nothingToUnlink(_ provider: String) -> String { "\(provider) ist nicht verbunden." }
  func notRemoved(_ provider: String) -> String {
    "\(provider) konnte noch nicht entfernt werden. Ich versuche es weiter."
  }
  func removedHere(_ provider: String, wasHere: Bool) -> String {
    wasHere ? "\(provider) ist hier entfernt." : "\(provider) war hier nicht gespeichert."
  }
  func told(_ party: Parting.Party, _ outcome: Parting.Outcome) -> String? {
    let name =
      switch party {
      case .provider: "Der Anbieter"
      case .service: "Der Dienst"
      }
    switch outcome {
    case .nothing: return nil
    case .told: return "\(name) weiß es."
    case .refused(let status): return "\(name) hat abgelehnt (HTTP \(status))."
    case .later:
      return "\(name) war nicht zu erreichen; einen Tag lang versuche ich es weiter."
    case .givenUp: return "\(name) war einen Tag lang nicht zu erreichen."
    }
  }
}
