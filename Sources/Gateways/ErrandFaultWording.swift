// What comes of an errand that did not leave, and the words for it, for the operator.

internal import Mobility

extension ErrandFault {
  /// What is reported of it.
  var outcome: ErrandOutcome {
    switch self {
    case .hostNotAllowed, .providerUnknown, .secretForOthers: .notAllowed(words)
    case .secretGone, .secretUnfit, .secretWithoutPlace, .bodyUnfit, .tooManyWait, .cancelled:
      .notSent(words)
    }
  }

  /// What is wrong; never an address or a secret.
  var words: String {
    switch self {
    case .hostNotAllowed: "the host is not allowed"
    case .providerUnknown: "no host is allowed for signing in at this provider"
    case .secretForOthers: "a secret goes to the service alone"
    case .secretGone: "a secret is no longer kept"
    case .secretUnfit: "a secret holds what cannot stand in a header"
    case .secretWithoutPlace: "a secret has no place in the body"
    case .bodyUnfit: "the body cannot be written so"
    case .tooManyWait: "too many errands wait already"
    case .cancelled: "cancelled"
    }
  }
}
