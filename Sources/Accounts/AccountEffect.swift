// What is to be done for accounts: requests, what is kept, what is told. Handles, never a secret.

public import CivilTime
public import Mobility

/// Something to be done. Effects are carried out in their order.
public enum AccountEffect: Hashable, Sendable {
  /// An errand leaves; how its answer is to be read before it comes in as an event.
  case send(Errand, reads: AnswerReading)
  /// What a browser needs is drawn; answered by `prepared` or `notPrepared`.
  case prepare(Preparation)
  /// Nobody comes back for that link any more: nothing listens for it.
  case close(AttemptID)
  /// A state is compared, in constant time, with those of links; answered by `matched`.
  case match(LandingID, state: SecretHandle, among: [AttemptID: SecretHandle])
  /// The browser that came is told whether it was right.
  case answer(LandingID, isTaken: Bool)
  /// The vault does something.
  case vault(VaultDeed)
  /// A line of the journal.
  case record(AccountRecord)
  /// Somebody is told.
  case tell(AccountNews)
  /// What waits goes on.
  case resume(WaiterID, Resumption)

  /// How what waits goes on.
  public enum Resumption: Hashable, Sendable {
    /// With that credential.
    case ready(SecretHandle, edition: Int)
    /// The account is linked at the service, which holds the credential.
    case linkedAtService
    /// Without one.
    case unavailable(AccountCode)
  }
}

/// How an answer is read before it comes in.
public enum AnswerReading: Hashable, Sendable {
  /// Not at all: `outcome`.
  case raw
  /// As a reply of the service: `reply`, or `outcome` if no answer came.
  case form
  /// As a list of accounts: `listed`, or `outcome` if no answer came or none could be read.
  case list
}

/// What has to be drawn for a browser.
public struct Preparation: Hashable, Sendable {
  /// For which link.
  public var attempt: AttemptID
  /// Whether somebody has to listen on this machine, and where.
  public var listens: Listening?
  /// Whether a nonce is wanted, as `openid` is asked for.
  public var wantsNonce: Bool

  /// All of it.
  public init(attempt: AttemptID, listens: Listening? = nil, wantsNonce: Bool) {
    self.attempt = attempt
    self.listens = listens
    self.wantsNonce = wantsNonce
  }

  /// Where somebody listens, on 127.0.0.1.
  public enum Listening: Hashable, Sendable {
    /// At any port.
    case anywhere
    /// At that one, which is registered.
    case at(Int)

    /// The port; nil for any.
    public var port: Int? { if case .at(let port) = self { port } else { nil } }
  }
}

/// What the vault does.
public enum VaultDeed: Hashable, Sendable {
  /// Keeps a pair in place of one of a lower edition, never of a higher one; answered by `kept` or
  /// `notKept`. What has to be checked first of who signed in.
  case keep(LinkedAccount, IdentityCheck?)
  /// Deletes the pair of that edition or an older one, if one is there; answered by `deleted` or
  /// `notDeleted`. The handles that are to be given back to the provider stay until they are
  /// discarded, or until then.
  case delete(AccountKey, edition: Int, sparing: [SecretHandle], until: Instant?)
  /// Keeps a link that goes on after a restart with its secrets, in place of how it stood before.
  case keepAttempt(KeptAttempt)
  /// Deletes it and them.
  case deleteAttempt(AttemptID)
  /// Keeps who is still to be told that an account is gone, with the tokens that are given back, in
  /// place of how that stood before.
  case keepParting(Parting)
  /// Deletes it.
  case deleteParting(PartingID)
  /// Nobody will use these any more.
  case discard([SecretHandle])
}

/// What has to hold of the provider's word about who signed in.
public struct IdentityCheck: Hashable, Sendable {
  /// The word, an ID token.
  public var token: SecretHandle
  /// What must stand in it.
  public var nonce: SecretHandle?
  /// Who must have said it.
  public var issuer: String?
  /// To whom.
  public var clientID: String

  /// All of it.
  public init(
    token: SecretHandle, nonce: SecretHandle? = nil, issuer: String? = nil, clientID: String
  ) {
    self.token = token
    self.nonce = nonce
    self.issuer = issuer
    self.clientID = clientID
  }
}
