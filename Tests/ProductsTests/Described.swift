// How states and news are written in the tests.

import Mobility
import Products

extension Stage {
  /// The state of the purchase, in a few words.
  var described: String { desk.purchases[purchase]?.described ?? "forgotten" }
}

extension Purchase {
  var described: String {
    let back = setback.map { " because \($0.described)" } ?? ""
    return state.described + back
  }
}

extension Purchase.State {
  var described: String {
    switch self {
    case .listing: "listing"
    case .listed: "listed"
    case .linking(let provider, _): "linking \(provider)"
    case .asking(let asked): "asking \(asked.asked?.id ?? "nothing")"
    case .choosing(.options): "choosing options"
    case .choosing(.payment): "choosing payment"
    case .reviewing: "reviewing"
    case .confirming: "confirming"
    case .sending: "sending"
    case .agreement: "agreement"
    case .updating(let errand, let tries, _): errand == nil ? "updating \(tries)" : "updating"
    case .unsure(let errand, let tries, _): errand == nil ? "unsure \(tries)" : "unsure"
    case .following(_, _, let known):
      known.isConfirmed ? "following confirmed" : "following"
    case .ended(let end): "ended \(end.described)"
    }
  }

  /// The name of the state alone.
  var name: String { String(described.prefix { $0 != " " }) }
}

extension Purchase.End {
  var described: String {
    switch self {
    case .noProducts: "no products"
    case .elsewhere: "elsewhere"
    case .used: "used"
    case .stopped(let wasSent): wasSent ? "stopped, sent" : "stopped"
    case .declined: "declined"
    case .refused(let refusal, let page): refusal.rawValue + (page == nil ? "" : " with page")
    case .failed(let failure): "failed \(failure.code ?? failure.status)"
    case .unreached: "unreached"
    case .unreadable: "unreadable"
    case .notBooked: "not booked"
    case .unknown: "unknown"
    case .done: "done"
    case .over(let status): "over \(status?.value ?? "")"
    case .expired: "expired"
    }
  }
}

extension RideNews.Kind {
  var described: String {
    switch self {
    case .confirmed(let confirmation): "confirmed \(confirmation.status.value ?? "")"
    case .status(let confirmation): "status \(confirmation.status.value ?? "")"
    case .notBooked: "not booked"
    case .unknown: "unknown"
    case .goesOn: "goes on"
    }
  }
}

extension String {
  /// Without the blank behind it.
  var trimmed: String { last == " " ? String(dropLast()) : self }
}
