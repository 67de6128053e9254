// What people are told of accounts, as facts; the words stand in `Wording`.

public import CivilTime
public import Mobility

/// Something that is told.
public enum AccountNews: Hashable, Sendable {
  /// No link was begun, for these reasons.
  case linkRefused(owner: String, provider: String, conversation: String, [LinkRefusal])
  /// What the person has to do; once more if they asked again.
  case prompt(LinkPrompt, isRepeated: Bool)
  /// What was pasted is not taken; the link is still open.
  case landingRefused(owner: String, conversation: String, AccountCode)
  /// The service has not seen any leave yet.
  case notYet(AccountKey, conversation: String)
  /// The form was sent and came back: what the service says of it.
  case formRefused(AccountKey, conversation: String, MobilityFailure)
  /// The form was sent and came back: what is missing or not accepted.
  case formIncomplete(
    AccountKey, conversation: String, missing: [String], invalid: [BookingReply.InvalidInput])
  /// Name or password are not right: they are asked for again.
  case signInRefused(AccountKey, conversation: String)
  /// It is linked here.
  case linked(AccountKey, conversation: String, LinkedFacts)
  /// It is linked at the service, which holds the credential.
  case linkedAtService(AccountKey, conversation: String)
  /// The link has come to nothing.
  case linkFailed(AccountKey, conversation: String, AccountCode)
  /// The person ended it.
  case linkStopped(AccountKey, conversation: String)
  /// The account is no longer linked: link again.
  case lost(AccountKey, AccountCode)
  /// There is nothing to unlink.
  case nothingToUnlink(AccountKey)
  /// It could not be removed yet; it is tried again.
  case notRemoved(AccountKey)
  /// It was unlinked: how each of the three stands.
  case unlinked(UnlinkedFacts)
  /// Somebody who could not be reached then was told now, refused, or is not tried any more.
  case partyTold(AccountKey, Parting.Party, Parting.Outcome)
  /// The operator has to mend something: what a provider said of us, as `invalid_client`.
  case operatorNeeded(provider: String, error: String)
}

/// What is told of an account that is linked here.
public struct LinkedFacts: Hashable, Sendable {
  /// Its name, masked.
  public var label: String?
  /// When it ends; nil: until it is refused, or refreshed for ever.
  public var expires: Instant?
  /// Whether it is refreshed.
  public var isRefreshed: Bool

  /// All of it.
  public init(label: String? = nil, expires: Instant? = nil, isRefreshed: Bool) {
    self.label = label
    self.expires = expires
    self.isRefreshed = isRefreshed
  }
}

/// How the three stand that an account was linked with.
public struct UnlinkedFacts: Hashable, Sendable {
  /// Whose.
  public var key: AccountKey
  /// Whether it was linked here, and is not any more.
  public var wasHere: Bool
  /// The provider.
  public var provider: Parting.Outcome
  /// The service.
  public var service: Parting.Outcome

  /// All of it.
  public init(key: AccountKey, wasHere: Bool, provider: Parting.Outcome, service: Parting.Outcome) {
    self.key = key
    self.wasHere = wasHere
    self.provider = provider
    self.service = service
  }
}

/// What a person has to do to link.
public struct LinkPrompt: Hashable, Sendable {
  /// For which link.
  public var attempt: AttemptID
  /// Whose.
  public var key: AccountKey
  /// Where it is told: nowhere else (rule R16).
  public var conversation: String
  /// Until when.
  public var expires: Instant
  /// What.
  public var task: Task
  /// Whether only a browser on this machine comes back from there.
  public var isForThisMachine = false

  /// All of it.
  public init(
    attempt: AttemptID, key: AccountKey, conversation: String, expires: Instant, task: Task
  ) {
    self.attempt = attempt
    self.key = key
    self.conversation = conversation
    self.expires = expires
    self.task = task
  }

  /// What a person has to do.
  public enum Task: Hashable, Sendable {
    /// Type a code on a page.
    case typeCode(DevicePrompt)
    /// Open an address; the rest comes by itself, or the address they land on is pasted.
    case open(LinkAddress, isPasted: Bool)
    /// Give leave on a page of the service, and say so.
    case approve(WebAddress)
    /// Answer a form.
    case fill(Form)
  }
}

extension LinkPrompt {
  /// The address that is opened, for whoever opens it on another device; nil where there is none,
  /// or that would lead nowhere.
  public var openedElsewhere: String? {
    if isForThisMachine { return nil }
    return switch task {
    case .typeCode(let device): (device.complete ?? device.address).text
    case .open(let page, _): page.written
    case .approve(let page): page.text
    case .fill: nil
    }
  }
}

/// A code, and where it is typed.
public struct DevicePrompt: Hashable, Codable, Sendable {
  /// Where.
  public var address: WebAddress
  /// The same with the code in it.
  public var complete: WebAddress?
  /// The code.
  public var userCode: String

  /// All of it.
  public init(address: WebAddress, complete: WebAddress? = nil, userCode: String) {
    self.address = address
    self.complete = complete
    self.userCode = userCode
  }
}

/// An address whose query still lacks secrets, which the shell adds when it is shown.
public struct LinkAddress: Hashable, Codable, Sendable {
  /// Without them.
  public var address: WebAddress
  /// By the names they have in the query.
  public var secrets: [String: SecretHandle]

  /// All of it.
  public init(address: WebAddress, secrets: [String: SecretHandle]) {
    self.address = address
    self.secrets = secrets
  }

  /// The address as it may be written down: with what stands for its secrets, in whose place the
  /// shell puts them when somebody reads it.
  public var written: String {
    secrets.sorted { $0.key < $1.key }
      .reduce(address) { $0.adding($1.key, $1.value.text) }.text
  }
}
