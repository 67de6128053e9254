// As whom and where leave is asked for, and every request that takes (RFC 6749, 7009, 7636, 8628).

internal import JSON
public import Mobility

/// As whom and where leave is asked for: what the operator says, or a form of the service within
/// that (rule R4).
public struct LinkPlan: Hashable, Codable, Sendable {
  /// With whom.
  public var provider: String
  /// Who we are there.
  public var clientID: String
  /// By what we prove it.
  public var clientSecret: SecretHandle?
  /// Whether that is sent by Basic.
  public var usesBasic: Bool
  /// Where device codes are had.
  public var device: WebAddress?
  /// Where a person gives leave.
  public var authorize: WebAddress?
  /// Where tokens are had.
  public var token: WebAddress
  /// What leave is asked for.
  public var scopes: [String]
  /// What leave is needed.
  public var scopesNeeded: [String]
  /// Where browsers come back to, if a form of the service says so.
  public var redirect: WebAddress?
  /// Who must have signed.
  public var issuer: String?
  /// What the service is handed when leave is given; nil: it is ours alone.
  public var handing: Handing?

  /// What the operator says.
  public init(_ settings: ProviderSettings) {
    provider = settings.provider
    clientID = settings.clientID
    clientSecret = settings.clientSecret
    usesBasic = settings.usesBasic
    device = settings.device
    authorize = settings.authorize
    token = settings.token
    scopes = settings.scopes
    scopesNeeded = settings.scopesNeeded
    issuer = settings.issuer
  }

  /// What a form of the service says; nil if an address is none or not in the operator's list, or
  /// its tokens may not go where they are wanted.
  init?(_ own: OwnAuthorization, settings: ProviderSettings, service: AllowedHosts) {
    self.init(settings)
    guard let authorize = WebAddress(own.authorize), settings.hosts.allows(authorize),
      let token = WebAddress(own.token), settings.hosts.allows(token),
      let handing = Handing(own.form), service.allows(handing.address)
    else { return nil }
    self.authorize = authorize
    self.token = token
    self.handing = handing
    usesBasic = own.usesBasic
    if !own.clientID.isEmpty { clientID = own.clientID }
    if let scope = own.scope {
      scopes = scope.split(separator: " ").map(String.init)
      scopesNeeded = scopes
    }
    // The service registered that client with that address: another one would be refused.
    guard let redirect = own.redirect, !redirect.isEmpty else { return }
    guard let address = WebAddress(redirect) else { return nil }
    self.redirect = address
  }

  /// The ways that can be gone: allowed, known how, and possible from where the person is.
  func ways(_ settings: ProviderSettings, from setting: LinkSetting) -> [LinkWay] {
    settings.ways.filter { way in
      switch way {
      case .device: device != nil
      case .code:
        authorize != nil && settings.callback != nil
          && (redirect == nil || redirect == settings.callback)
      case .loopback: authorize != nil && setting.isLocal && redirect == nil
      case .paste:
        authorize != nil && setting.takesSecrets && pastedRedirect(settings) != nil
      }
    }
  }

  /// Where the person lands whose address is pasted: nobody listens there, or it does no harm.
  func pastedRedirect(_ settings: ProviderSettings) -> WebAddress? {
    redirect
      ?? settings.loopbackPort.flatMap { WebAddress("http://127.0.0.1:\($0)/callback") }
      ?? settings.callback
  }

  // Requests

  /// Asks for a device code (RFC 8628 §3.1).
  var deviceRequest: OwedRequest? {
    device.map { address in
      request(at: address, ["client_id": .string(clientID), "scope": scopeValue])
    }
  }

  /// Asks whether leave was given (RFC 8628 §3.4).
  func pollRequest(_ code: SecretHandle) -> OwedRequest {
    request(
      at: token,
      [
        "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
        "client_id": .string(clientID),
      ],
      secrets: ["device_code": code], isToken: true)
  }

  /// Exchanges a code (RFC 6749 §4.1.3, RFC 7636 §4.5).
  func exchangeRequest(code: SecretHandle, _ wait: BrowserWait) -> OwedRequest {
    request(
      at: token,
      [
        "grant_type": "authorization_code", "client_id": .string(clientID),
        "redirect_uri": .string(wait.redirect.text),
      ],
      secrets: ["code": code, "code_verifier": wait.verifier], isToken: true)
  }

  /// Asks for a new pair (RFC 6749 §6).
  func refreshRequest(_ refresh: SecretHandle) -> OwedRequest {
    request(
      at: token, ["grant_type": "refresh_token", "client_id": .string(clientID)],
      secrets: ["refresh_token": refresh], isToken: true)
  }

  /// Gives a token back (RFC 7009 §2.1).
  func revokeRequest(_ handle: SecretHandle, at address: WebAddress) -> OwedRequest {
    request(at: address, ["client_id": .string(clientID)], secrets: ["token": handle])
  }

  private var scopeValue: JSONValue { .string(scopes.joined(separator: " ")) }

  private func request(
    at address: WebAddress, _ members: KeyValuePairs<String, JSONValue>,
    secrets: KeyValuePairs<String, SecretHandle> = [:], isToken: Bool = false
  ) -> OwedRequest {
    // An empty scope is no scope (RFC 6749 §3.3).
    var pairs = members.map { ($0.key, $0.value) }.filter { $0.0 != "scope" || !scopes.isEmpty }
    var places = Dictionary(
      uniqueKeysWithValues: secrets.map { (JSONPath.root.appending($0.key), $0.value) })
    var basic: Errand.SecretPair?
    if let clientSecret {
      if usesBasic {
        basic = Errand.SecretPair(name: clientID, secret: clientSecret)
        pairs.removeAll { $0.0 == "client_id" }
      } else {
        places[.root.appending("client_secret")] = clientSecret
      }
    }
    // What a secret stands for is a member too, so that whoever fills it in finds its place.
    pairs += places.keys.map(\.description).sorted().map { ($0, "") }
    return OwedRequest(
      method: .post, address: address, peer: .identity(provider: provider, basic: basic),
      body: Errand.Body(.urlEncoded, .object(JSONObject(pairs)), secrets: places),
      seconds: .identity, reads: .raw, isToken: isToken)
  }

  /// Where a person gives leave, without the secrets in it (RFC 6749 §4.1.1, RFC 7636 §4.3).
  func authorizeAddress(_ prepared: Prepared, redirect: WebAddress) -> LinkAddress? {
    guard var address = authorize else { return nil }
    let pairs = [
      ("response_type", "code"), ("client_id", clientID), ("redirect_uri", redirect.text),
      ("scope", scopes.joined(separator: " ")), ("code_challenge", prepared.challenge.text),
      ("code_challenge_method", "S256"),
    ]
    for (name, value) in pairs where !value.isEmpty {
      address = address.adding(name, PercentCoding.encoded(value.utf8))
    }
    var secrets = ["state": prepared.state]
    secrets["nonce"] = prepared.nonce
    return LinkAddress(address: address, secrets: secrets)
  }
}

/// A request that has no number yet.
struct OwedRequest: Hashable, Sendable {
  /// How long its answer is awaited, by what is asked.
  enum Seconds { case identity, list, form }
  /// To whom it goes.
  enum Peer: Hashable { case service, identity(provider: String, basic: Errand.SecretPair?) }

  var method: Errand.Method
  var address: WebAddress
  var peer: Peer
  var body: Errand.Body?
  var seconds: Seconds
  var reads: AnswerReading
  /// Whether it may yield a pair of tokens: one at a time for an account.
  var isToken = false

  /// A form of the service.
  static func form(at address: WebAddress) -> OwedRequest {
    OwedRequest(
      method: .get, address: address, peer: .service, body: nil, seconds: .form, reads: .form)
  }

  /// What is sent to a form of the service.
  static func post(_ body: Errand.Body, to address: WebAddress) -> OwedRequest {
    OwedRequest(
      method: .post, address: address, peer: .service, body: body, seconds: .form, reads: .form)
  }
}
