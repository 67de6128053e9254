// What was booked, as the service confirms it: its status, who comes, what can be done.

public import CivilTime

/// A booking as the service confirms it. Without the title of a status there is none.
public struct Confirmation: Hashable, Codable, Sendable {
  /// How it stands.
  public var status: Status
  /// Who runs it, or drives.
  public var provider: Party?
  /// What comes.
  public var vehicle: Party?
  /// What was bought.
  public var purchase: Bought?
  /// What can be done.
  public var actions: [RideAction] = []
  /// Tickets.
  public var tickets: [Ticket] = []
  /// What was written to whoever booked.
  public var notes: [String] = []

  /// A booking that stands so.
  public init(status: Status) { self.status = status }

  /// What gives it back, if it can be.
  public var cancelling: RideAction? { actions.first { $0.kind == .cancel } }

  /// How a booking stands.
  public struct Status: Hashable, Codable, Sendable {
    /// As the service words it.
    public var title: String
    /// More of it.
    public var subtitle: String?
    /// What it means.
    public var stage: Stage
    /// As the service names it, as `PROCESSING`; nil where it does not.
    public var value: String?
    /// How a booking stands.
    public init(title: String, subtitle: String? = nil, value: String? = nil) {
      (self.title, self.subtitle, self.value) = (title, subtitle, value)
      stage = Stage(of: value)
    }
  }

  /// What the status of a booking means.
  public enum Stage: Hashable, Codable, Sendable {
    /// The provider has not answered yet.
    case waiting
    /// It is booked.
    case confirmed
    /// It has begun, or is about to.
    case underWay
    /// It is not booked any more; by whom, as far as is told.
    case cancelled(by: Side?)
    /// It is over.
    case done
    /// It does not say, or says something unknown: followed like one that waits.
    case other

    /// Who cancelled.
    public enum Side: Hashable, Codable, Sendable {
      /// Whoever runs it.
      case provider
      /// Whoever booked it.
      case user
    }

    /// By the name of a status, without regard to case.
    public init(of value: String?) {
      switch value?.keyword {
      case "processing", "pending", "pending_changes", "standby": self = .waiting
      case "provider_accepted", "user_accepted", "accepted", "confirmed", "scheduled":
        self = .confirmed
      case "arriving", "in_progress": self = .underWay
      case "provider_canceled": self = .cancelled(by: .provider)
      case "user_canceled": self = .cancelled(by: .user)
      case "cancelled", "canceled": self = .cancelled(by: nil)
      case "completed": self = .done
      default: self = .other
      }
    }
  }

  /// A person or a thing that comes.
  public struct Party: Hashable, Codable, Sendable {
    /// What it is called.
    public var title: String
    /// More of it.
    public var subtitle: String?
    /// A person or a thing that comes.
    public init(title: String, subtitle: String? = nil) {
      (self.title, self.subtitle) = (title, subtitle)
    }
  }

  /// What was bought.
  public struct Bought: Hashable, Codable, Sendable {
    /// As the service knows it.
    public var id: String?
    /// What it cost.
    public var price: Amount?
    /// What it is called.
    public var name: String?
    /// From when it holds.
    public var validFrom: Instant?
    /// For how many seconds it holds.
    public var validForSeconds: Int?
    /// What was bought.
    public init() {}
  }
}

/// Something that can be done with what is booked.
public struct RideAction: Hashable, Codable, Sendable {
  /// As the service words it.
  public var title: String
  /// What it does.
  public var kind: Kind
  /// Whether it cannot be taken back.
  public var isDestructive = false
  /// Where it is asked for by us.
  public var request: WebAddress?
  /// What a person opens or calls.
  public var link: ExternalLink?
  /// What is asked before, in the service's words.
  public var question: String?
  /// What doing it is called there.
  public var yes: String?
  /// What not doing it is called there.
  public var no: String?
  /// What is sent along.
  public var inputs: [Input] = []

  /// Something that can be done.
  public init(title: String, kind: Kind) { (self.title, self.kind) = (title, kind) }

  /// What an action does.
  public enum Kind: Hashable, Codable, Sendable {
    /// The booking is given back.
    case cancel
    /// It is taken.
    case confirm
    /// It is judged.
    case rate
    /// Somebody is called.
    case call
    /// A code is shown.
    case code
    /// Something is locked.
    case lock
    /// Something is unlocked.
    case unlock
    /// Another trip is shown.
    case relatedTrip
    /// Another is asked for.
    case requestAnother
    /// Tickets are shown.
    case showTickets
    /// Tickets begin to hold.
    case activateTickets
    /// By its title.
    case other(String)
  }

  /// Something that is sent along with an action.
  public struct Input: Hashable, Codable, Sendable {
    /// As it is sent.
    public var field: String
    /// What is there already; nil if it is asked.
    public var value: String?
    /// Whether it is sent unasked.
    public var isHidden: Bool
    /// Something that is sent along.
    public init(field: String, value: String?, isHidden: Bool) {
      (self.field, self.value, self.isHidden) = (field, value, isHidden)
    }
  }

  /// Whether it is asked about before it is done (rule R10).
  public var asksFirst: Bool {
    if isDestructive || question != nil { return true }
    switch kind {
    case .cancel, .lock, .unlock, .activateTickets: return true
    case .confirm, .rate, .call, .code, .relatedTrip, .requestAnother, .showTickets, .other:
      return false
    }
  }
}

/// A ticket.
public struct Ticket: Hashable, Codable, Sendable {
  /// As the service knows it.
  public var id: String
  /// What it is called.
  public var name: String?
  /// How it stands, as the service names it, as `UNACTIVATED`.
  public var status: String?
  /// Until when it holds.
  public var expires: Instant?
  /// A ticket.
  public init(id: String) { self.id = id }
}
