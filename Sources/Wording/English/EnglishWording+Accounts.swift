// English for accounts with providers.

import Accounts
import Dialogue

extension EnglishWording {
  var noAccountService: String { "No mobility service is set up here, so there are no accounts." }
  var whoseAccount: String { "Whose account? Say its name as well, as \"link uber\"." }
  var secretElsewhere: String {
    "That is secret and is not taken here: answer it at a terminal, or say skip or stop."
  }
  func noRegion(_ named: String?, known: [String]) -> String {
    guard let named, !known.isEmpty else {
      return "The service lists accounts by the regions of trips, and I know no trip of yours"
        + (named.map { " in \($0)." } ?? ".")
    }
    return "No trip of yours is in \(named). There are some in \(known.joined(separator: ", "))."
  }
  var noAccounts: String { "There are no accounts that could be linked." }

  func standing(_ facts: LinkedFacts, until day: String?) -> String {
    let label = facts.label.map { ", \($0)" } ?? ""
    guard let day, !facts.isRefreshed else { return "linked\(label)" }
    return "linked\(label), until \(day)"
  }
  var linkedAtServiceWords: String { "linked at the service" }
  var isLinkingWords: String { "being linked" }
  var notLinkedWords: String { "not linked" }
  var cannotBeLinkedWords: String { "cannot be linked here" }

  func typeCode(_ code: String, at page: String, _ provider: String, minutes: Int) -> [String] {
    [
      "To link \(provider), open \(page) and type the code \(code).",
      "It is good for \(minutes == 1 ? "a minute" : "\(minutes) minutes"). I notice when it is"
        + " done; \"stop\" drops it.",
    ]
  }
  func orOpen(_ page: String) -> String { "Or open \(page), which has the code in it." }
  func approve(at page: String, _ provider: String) -> [String] {
    ["To link \(provider), open \(page) and allow it there. Then say done."]
  }
  func open(_ page: String, _ provider: String, minutes: Int, isPasted: Bool) -> [String] {
    let time = minutes == 1 ? "a minute" : "\(minutes) minutes"
    let rest =
      isPasted
      ? [
        "Then copy the address at which your browser ends, even if it shows an error there, and"
          + " paste it here: what you type next is not shown.",
        "It is good for \(time); \"stop\" drops it.",
      ] : ["It is good for \(time). I notice when it is done; \"stop\" drops it."]
    return ["To link \(provider), open this address and allow it there:", page] + rest
  }
  var offersCode: String { "Say \"qr\" for a code to scan." }
  var codeHead: String { "To open it on your phone:" }
  func fillsIn(_ provider: String) -> String { "To link \(provider), it asks:" }
  var signInRefused: String { "Name or password are not right." }
  var notAccepted: String { "Not all of that was accepted." }
  var signedInWords: String { "signed in" }
  var signedOutWords: String { "not signed in; say \"sign in to the service\" to see more" }
  var theService: String { "the service" }
  func session(_ state: SessionState) -> String {
    switch state {
    case .signedIn: "You are signed in to the service."
    case .asksFor: "To sign in to the service:"
    case .ended: "You are signed out of the service. Say \"sign in to the service\" to go on there."
    case .refused: "You are not signed in to the service: it did not let you in."
    case .notSignedIn: "You are not signed in to the service."
    }
  }
  func wantsMore(_ provider: String) -> String {
    "\(provider) wants a form to be filled in that cannot be answered here."
  }
  func linked(_ provider: String, _ label: String?) -> String {
    let whose = label.map { " as \($0)" } ?? ""
    return "\(provider) is linked\(whose). Not you? Say \"unlink \(provider)\"."
  }
  func linkedAtService(_ provider: String) -> String { "\(provider) is linked at the service." }
  func linkEnded(_ provider: String, _ code: AccountCode) -> String {
    switch code {
    case .unlinked: "\(provider) cannot be linked here."
    case .expired: "The time for \(provider) is over. Say \"link \(provider)\" to begin anew."
    case .refused: "\(provider) refuses to be linked."
    case .scope: "\(provider) was allowed less than is needed, so it is not linked."
    case .pkce: "\(provider) cannot be linked safely, so it is not linked."
    case .host: "\(provider) cannot be linked: an address of it is not allowed here."
    case .notPrivate: "\(provider) is not linked where others read along."
    case .denied: "\(provider) is not linked: it was not allowed."
    case .later: "\(provider) is not linked: nobody could be reached. Try again later."
    }
  }
  func linkStopped(_ provider: String) -> String { "All right, \(provider) is not linked." }
  func linkRefused(_ provider: String, _ refusal: LinkRefusal) -> String {
    switch refusal {
    case .othersReadAlong: "Ask me in private: others read along here."
    case .providerUnknown: "I know no account of the name \(provider)."
    case .notListed:
      "The service lists no account of the name \(provider). Say \"link \(provider) here\" to have"
        + " me keep it."
    case .noWay: "\(provider) cannot be linked from here."
    case .hostNotAllowed: "\(provider) cannot be linked: an address of it is not allowed here."
    case .beingRemoved: "\(provider) is being removed just now. Try again in a moment."
    case .accountsFull: "You have as many accounts as one may have. Unlink one first."
    case .attemptsOpen: "Too many accounts are being linked. Finish or stop one first."
    case .attemptsThisHour: "You have tried that too often. Try again in an hour."
    }
  }
  func landingRefused(isOpen: Bool) -> String {
    isOpen
      ? "That is not the address that is wanted. Paste the one at which your browser ends."
      : "Nothing waits for that address."
  }
  func notYet(_ provider: String) -> String {
    "\(provider) does not say so yet. It may take a few seconds."
  }
  func serviceSays(_ words: String?) -> String {
    words.map { "The service says: “\(cut($0, 400))”." } ?? "The service says no."
  }
  func accountLost(_ provider: String, _ code: AccountCode) -> String {
    "\(provider) is not linked any more. Say \"link \(provider)\" to link it again."
  }
  func nothingToUnlink(_ provider: String) -> String { "\(provider) is not linked." }
  func notRemoved(_ provider: String) -> String {
    "\(provider) could not be removed yet. It is tried again."
  }
  func removedHere(_ provider: String, wasHere: Bool) -> String {
    wasHere ? "\(provider) is removed here." : "\(provider) was not kept here."
  }
  func told(_ party: Parting.Party, _ outcome: Parting.Outcome) -> String? {
    let name =
      switch party {
      case .provider: "The provider"
      case .service: "The service"
      }
    switch outcome {
    case .nothing: return nil
    case .told: return "\(name) knows."
    case .refused(let status): return "\(name) refused it (HTTP \(status))."
    case .later: return "\(name) could not be reached; it is tried again for a day."
    case .givenUp: return "\(name) could not be reached for a day."
    }
  }
}
