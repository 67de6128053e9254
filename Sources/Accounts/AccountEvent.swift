// What happens to accounts: what people want, what was answered, what the vault has done.

public import Mobility

/// Something that happened.
public enum AccountEvent: Hashable, Sendable {
  /// Somebody wants to link an account.
  case link(LinkWish)
  /// An errand whose answer is a form, or stands in place of one, was answered.
  case reply(ErrandID, BookingReply)
  /// What came of any other errand; and of those if nothing could be read.
  case outcome(ErrandID, ErrandOutcome)
  /// The list of the service is wanted, to see it or to link what it lists.
  case look(AccountSearch)
  /// What the service lists of an owner; of which errand, if it was asked for here.
  case listed(owner: String, [AccountEntry], of: ErrandID?)
  /// The service tells no list before its owner has signed in there (401, 444).
  case wantsSignIn(ErrandID)
  /// What a browser needs was drawn, and somebody listens if so wanted.
  case prepared(AttemptID, Prepared)
  /// That could not be had.
  case notPrepared(AttemptID)
  /// Somebody came back from giving leave, or pasted where they landed.
  case landed(Landing)
  /// Which link that state belongs to, compared in constant time; nil for none.
  case matched(LandingID, AttemptID?)
  /// The vault keeps that pair, durably; what the provider calls the account.
  case kept(AccountKey, edition: Int, label: String?)
  /// The vault does not.
  case notKept(AccountKey, edition: Int, NotKept)
  /// The vault has deleted that pair, durably.
  case deleted(AccountKey, edition: Int)
  /// The vault could not.
  case notDeleted(AccountKey, edition: Int)
  /// Secrets came that nobody takes.
  case unwanted([SecretHandle])
  /// The person says that leave was given on the page of the service.
  case done(owner: String, conversation: String)
  /// The fields of a form were answered: what is sent.
  case answered(AttemptID, Errand.Body)
  /// The person does not want to link any more.
  case stopped(owner: String, provider: String)
  /// Something is about to use an account.
  case wanted(owner: String, provider: String, WaiterID)
  /// A credential was used and refused.
  case refused(CredentialRefusal)
  /// The person does not want the account to be linked any more. Where the service lists accounts,
  /// if it is not known yet how it is told.
  case unlink(owner: String, provider: String, list: WebAddress? = nil)
  /// Everything of that person goes.
  case erased(owner: String)
  /// Time has passed.
  case due

  /// Why a pair is not kept.
  public enum NotKept: Hashable, Sendable {
    /// It could not be written.
    case unwritable
    /// The provider's word about who signed in does not hold: signature, audience or nonce.
    case identity
  }
}

/// The wish to link an account.
public struct LinkWish: Hashable, Sendable {
  /// Who.
  public var owner: String
  /// With whom.
  public var provider: String
  /// Where it was said: nobody can finish it elsewhere (rule R16).
  public var conversation: String
  /// Who keeps the credential, and what is known of the way there.
  public var place: Place
  /// Where the person is.
  public var setting: LinkSetting
  /// What waits for it (rule R17).
  public var waiter: WaiterID?
  /// What the service would not do before its owner has signed in there, done behind that.
  var next: Next?

  /// The wish to link.
  public init(
    owner: String, provider: String, conversation: String, place: Place, setting: LinkSetting,
    waiter: WaiterID? = nil
  ) {
    self.owner = owner
    self.provider = provider
    self.conversation = conversation
    self.place = place
    self.setting = setting
    self.waiter = waiter
  }

  /// What goes on once somebody has signed in.
  indirect enum Next: Hashable, Sendable {
    case look(AccountSearch)
    case link(LinkWish)

    /// What waits for it.
    var waiter: WaiterID? {
      switch self {
      case .look(let search): search.sought?.waiter
      case .link(let wish): wish.waiter
      }
    }
  }

  /// Who keeps the credential.
  public enum Place: Hashable, Sendable {
    /// We do.
    case here
    /// The service, whose form tells how; where it lists accounts, if that is known.
    case service(form: WebAddress, list: WebAddress?)
    /// The service too, of which we are the client: its form came already (rule R3 a).
    case own(OwnAuthorization)
    /// The session with the service itself, where one signs in by name and password.
    case session(login: WebAddress)
  }
}

/// What is looked for in the service's list of accounts.
public struct AccountSearch: Hashable, Sendable {
  /// Whose.
  public var owner: String
  /// Where the service lists them.
  public var list: WebAddress
  /// What is linked that stands there; nil if the list is only to be seen.
  public var sought: Sought?

  /// What is looked for.
  public init(owner: String, list: WebAddress, sought: Sought? = nil) {
    (self.owner, self.list, self.sought) = (owner, list, sought)
  }

  /// What is linked that stands in the list.
  public struct Sought: Hashable, Sendable {
    /// Which entry.
    public var name: Name
    /// Where it was said.
    public var conversation: String
    /// Where the person is.
    public var setting: LinkSetting
    /// What waits for it (rule R17).
    public var waiter: WaiterID?
    /// Whether it is to be linked at the service alone.
    public var isOnlyAtService: Bool
    /// How what is linked with it was refused: it is deleted first.
    public var refused: CredentialRefusal.Way?

    /// All of it.
    public init(
      _ name: Name, conversation: String, setting: LinkSetting, waiter: WaiterID? = nil,
      isOnlyAtService: Bool = false
    ) {
      self.name = name
      self.conversation = conversation
      self.setting = setting
      self.waiter = waiter
      self.isOnlyAtService = isOnlyAtService
    }
  }

  /// By what an entry is found.
  public enum Name: Hashable, Sendable {
    /// The name of the provider; where it is not listed, it is linked here.
    case provider(String)
    /// The mode that needs it.
    case mode(String)

    /// Its text.
    public var text: String {
      switch self {
      case .provider(let text), .mode(let text): text
      }
    }
  }
}

/// What a browser needs to give leave, drawn by the shell.
public struct Prepared: Hashable, Sendable {
  /// What proves that who began also ends it (RFC 7636).
  public var verifier: SecretHandle
  /// What is shown of that.
  public var challenge: S256Challenge
  /// What comes back with the browser.
  public var state: SecretHandle
  /// What the word about who signed in must hold, where it was wanted.
  public var nonce: SecretHandle?
  /// Where somebody listens, if that was wanted.
  public var listener: WebAddress?

  var handles: [SecretHandle] { [verifier, state] + [nonce].compactMap(\.self) }

  /// What a browser needs.
  public init(
    verifier: SecretHandle, challenge: S256Challenge, state: SecretHandle,
    nonce: SecretHandle? = nil, listener: WebAddress? = nil
  ) {
    self.verifier = verifier
    self.challenge = challenge
    self.state = state
    self.nonce = nonce
    self.listener = listener
  }
}

/// SHA-256 of a verifier in base64url (RFC 7636 §4.2): no secret.
public struct S256Challenge: Hashable, Sendable {
  /// 43 characters.
  public let text: String

  /// A challenge, or none if it is not 43 characters of base64url.
  public init?(_ text: String) {
    let isOne = text.utf8.allSatisfy { octet in
      switch octet {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    guard isOne, text.utf8.count == 43 else { return nil }
    self.text = text
  }
}

/// An address somebody landed on after giving leave, taken apart by the shell.
public struct Landing: Hashable, Sendable {
  /// As the shell counts.
  public var id: LandingID
  /// How it came.
  public var route: Route
  /// Without query and fragment.
  public var place: WebAddress
  /// `state`.
  public var state: SecretHandle?
  /// `code`.
  public var code: SecretHandle?
  /// `error`.
  public var error: String?
  /// `error_description`, of which at most 200 octets.
  public var errorText: String?
  /// `iss` (RFC 9207).
  public var issuer: String?

  /// An address somebody landed on.
  public init(id: LandingID, route: Route, place: WebAddress) {
    (self.id, self.route, self.place) = (id, route, place)
  }

  /// How an address came.
  public enum Route: Hashable, Sendable {
    /// A browser came to the operator's public address.
    case callback
    /// A browser came to the port that was opened for that link.
    case listener(AttemptID)
    /// It was pasted in a conversation.
    case pasted(owner: String, conversation: String)
  }

  /// What stands for its secrets.
  public var handles: [SecretHandle] { [state, code].compactMap(\.self) }

  /// Whether somebody pasted it.
  func wasPasted(by owner: String) -> Bool {
    if case .pasted(owner, _) = route { true } else { false }
  }
}

/// That a credential was used and refused.
public struct CredentialRefusal: Hashable, Sendable {
  /// Whose.
  public var owner: String
  /// With whom.
  public var provider: String
  /// Which pair was used; nil if none was held here.
  public var edition: Int?
  /// How the service said so.
  public var way: Way
  /// What to link by, if a new link may be begun for whoever waits: nil the second time.
  public var again: LinkWish?

  /// A credential was refused.
  public init(owner: String, provider: String, edition: Int?, way: Way, again: LinkWish?) {
    self.owner = owner
    self.provider = provider
    self.edition = edition
    self.way = way
    self.again = again
  }

  /// How the service refuses.
  public enum Way: Hashable, Sendable {
    /// 401 or 444: the owner is not signed in there.
    case signedOut
    /// 446: it knows of no account.
    case unlinked
    /// 460: it does not work; where a form helps.
    case credential(recovery: WebAddress?)
  }
}
