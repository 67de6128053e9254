// The members of a provider with whom people have accounts, in a configuration file.

public import Accounts
import BookingAgent
internal import JSON
internal import Mobility

/// A provider as a configuration file says it.
public struct ProviderConfiguration: Hashable, Sendable {
  /// Its settings; those that name a secret lack it.
  public var settings: ProviderSettings
  /// The file that holds the secret by which it knows us; nil for none.
  public var secretFile: String?
}

/// What a file says of a provider.
struct ProviderDraft: MemberTarget {
  var name: String?
  var clientID: String?
  var secretFile: String?
  var usesBasic = false
  var ways = LinkWay.allCases
  var device: WebAddress?
  var authorize: WebAddress?
  var token: WebAddress?
  var revocation: WebAddress?
  var scopes: [String] = []
  var hosts: [String] = []
  var loopbackPort = 0
  var issuer: String?
  var issuerIsRequired = false

  /// The provider of which all this was read; nil where what it cannot be without is missing.
  var provider: ProviderConfiguration? {
    guard let name, let clientID, let token, device != nil || authorize != nil else { return nil }
    var settings = ProviderSettings(
      provider: name, ways: ways, clientID: clientID, token: token, scopes: scopes,
      hosts: AllowedHosts(
        bases: [device, authorize, token, revocation].compactMap(\.self), others: hosts))
    settings.usesBasic = usesBasic
    settings.device = device
    settings.authorize = authorize
    settings.revocation = revocation
    settings.loopbackPort = loopbackPort == 0 ? nil : loopbackPort
    settings.issuer = issuer
    settings.issuerIsRequired = issuerIsRequired
    return ProviderConfiguration(settings: settings, secretFile: secretFile)
  }
}

/// The table of a provider.
enum ProviderMembers {
  static let provider = MemberTable<ProviderDraft>([
    word(
      "name", octetsMax: AccountChange.providerOctets.upperBound,
      "what it is called, as uber: where the service names it too, the same"
    ) { $1.name = $0 },
    word("clientID", "as whom it knows us") { $1.clientID = $0 },
    FileMember(
      "clientSecretFile", .path, default: "none", "a file that holds the secret to that",
      set: { (path: String, draft) in draft.secretFile = path },
      read: { $0.string.flatMap { $0.isPath && !$0.hasPrefix("~") ? $0 : nil } }),
    .truth("basic", \.usesBasic, "whether that secret is sent by Basic, and not in the body"),
    ways,
    address(
      "device", default: "nowhere",
      "where codes are had that people type in elsewhere (RFC 8628)"
    ) { $1.device = $0 },
    address(
      "authorize", default: "nowhere",
      "the page where leave is given in a browser (RFC 6749, with PKCE)"
    ) { $1.authorize = $0 },
    address("token", "where tokens are had (RFC 6749)") { $1.token = $0 },
    address("revocation", default: "nowhere", "where tokens are given back (RFC 7009)") {
      $1.revocation = $0
    },
    .number(
      "loopbackPort", 0...65_535, "0 for any", \.loopbackPort,
      "the port of 127.0.0.1 that is registered there with the path /callback"),
    word("issuer", default: "not looked at", "who must have signed (RFC 9207)") {
      $1.issuer = $0
    },
    .truth(
      "issuerRequired", \.issuerIsRequired, "whether an address that does not say so is refused"),
    words("scopes", "what leave is asked for and needed") { $1.scopes = $0 },
    words("hosts", "other hosts that may be asked for it") { $1.hosts = $0 },
  ])

  /// Octets of a name, an id or a scope; 400.
  static let wordOctetsMax = 400
  /// Scopes, or hosts, of a provider; and providers; 32.
  static let listMax = 32
  /// What cannot be missing.
  static let needed = ["name", "clientID", "token"]
  /// One of these cannot.
  static let neededOf = ["device", "authorize"]

  private static let ways: FileMember<ProviderDraft> = {
    let form = MemberForm.list(
      .word(LinkWay.allCases.map(\.rawValue)), max: LinkWay.allCases.count)
    return FileMember(
      "ways", form, default: "all of them, as far as they can be gone",
      "how leave may be given, the first first",
      set: { (ways: [LinkWay], draft) in draft.ways = ways },
      read: { value in
        let said = value.array ?? []
        let ways = said.compactMap { $0.string.flatMap(LinkWay.init(rawValue:)) }
        let isRight = !ways.isEmpty && ways.count == said.count && Set(ways).count == ways.count
        return isRight ? ways : nil
      })
  }()

  private static func isWord(_ text: String, octetsMax: Int = wordOctetsMax) -> Bool {
    (1...octetsMax) ~= text.utf8.count && text.utf8.allSatisfy { (0x21...0x7E) ~= $0 }
  }

  private static func word(
    _ path: String, octetsMax: Int = wordOctetsMax, default standard: String? = nil,
    _ meaning: String, set: @escaping @Sendable (String, inout ProviderDraft) -> Void
  ) -> FileMember<ProviderDraft> {
    FileMember(
      path, .oneWord(octetsMax: octetsMax), default: standard, meaning, set: set,
      read: { value in
        value.string.flatMap { isWord($0, octetsMax: octetsMax) ? $0 : nil }
      })
  }

  private static func address(
    _ path: String, default standard: String? = nil, _ meaning: String,
    set: @escaping @Sendable (WebAddress, inout ProviderDraft) -> Void
  ) -> FileMember<ProviderDraft> {
    FileMember(
      path, .address, default: standard, meaning, set: set,
      read: { $0.string.flatMap { WebAddress($0) } })
  }

  private static func words(
    _ path: String, _ meaning: String,
    set: @escaping @Sendable ([String], inout ProviderDraft) -> Void
  ) -> FileMember<ProviderDraft> {
    FileMember(
      path, .list(.oneWord(octetsMax: wordOctetsMax), max: listMax), default: "none", meaning,
      set: set,
      read: { value in
        let texts = value.array?.compactMap(\.string) ?? []
        let isWhole = value.array?.count == texts.count && texts.count <= listMax
        return isWhole && texts.allSatisfy { isWord($0) } ? texts : nil
      })
  }

  /// The providers of a list.
  static func read(
    _ value: JSONValue, at path: JSONPath, into target: inout Configuration,
    _ sink: inout FaultSink
  ) {
    guard let values = value.array, values.count <= listMax else {
      return sink.add(.expected(.providers), at: path)
    }
    var names: Set<String> = []
    for (place, value) in values.enumerated() where !sink.isFull {
      let here = path.appending(place)
      guard let object = value.object else {
        sink.add(.notAnObject, at: here)
        continue
      }
      var draft = ProviderDraft()
      let before = sink.count
      let said = provider.read(object, at: here, into: &draft, &sink)
      var wanted = needed
      if neededOf.allSatisfy({ said[$0] == nil }) { wanted.append(neededOf[0]) }
      for name in wanted where said[name] == nil && sink.count == before {
        sink.add(.missing(name), at: here)
      }
      guard let read = draft.provider, sink.count == before else { continue }
      guard names.insert(read.settings.provider).inserted else {
        sink.add(.saidAlready(as: read.settings.provider), at: here.appending("name"))
        continue
      }
      target.mobility.providers.append(read)
    }
  }
}
