// Accounts as the played mobility service and the played provider have them: linked by a code that
// is typed elsewhere.

import Accounts
import JSON
import Mobility

extension PlayedMobility {
  /// Who signs people in for the provider `uber`, and what was linked with it.
  struct Identity: Sendable {
    /// What whoever was shown the code has said; nil while nobody has.
    var leave: Bool?
    /// Whether the service was handed tokens.
    var isLinked = false
    /// How many codes were shown.
    var codes = 0
    /// Whether the service wants a name and a password to link it.
    var isPlain = false
    /// What is answered before that to whoever asks whether the code was typed.
    var polls: [Poll] = []
  }

  /// What the provider answers who asks whether a code was typed, in place of how that is.
  public enum Poll: String, CaseIterable, Sendable {
    /// It was asked too fast.
    case fast
    /// There is too much to do (429): in seven seconds again.
    case busy
    /// It is down (503).
    case down
    /// A page, and no JSON.
    case page
  }

  /// The answer of the provider that is no word on a code.
  mutating func takePoll(_ errand: Errand, _ parts: [String]) -> ErrandOutcome? {
    let isPoll = errand.address.text.hasPrefix(Self.identityBase) && parts.last == "token"
    guard isPoll, !identity.polls.isEmpty else { return nil }
    switch identity.polls.removeFirst() {
    case .fast: return said(errand, status: 400, ["error": "slow_down"])
    case .busy:
      var answer = MobilityAnswer(status: 429, body: [], from: errand.address)
      answer.retryAfterSeconds = 7
      return .answered(answer)
    case .down: return said(errand, status: 503, [:])
    case .page: return whole(errand, 200, Array("<html>".utf8))
    }
  }

  /// That what is linked does not work, and how it is linked anew.
  static var refusal: JSONValue {
    [
      "errorCode": 460, "error": "The credentials were refused", "usererror": true,
      "recovery": .string(base + "auth/\(provider)/signin"), "recoveryTitle": "Sign in again",
    ]
  }

  /// The one name that is not let in; passwords are not seen here.
  private static let stranger = "stranger"

  /// Whether whoever asks has signed in.
  func isSignedIn(_ errand: Errand) -> Bool {
    if case .service(signedIn: .some) = errand.peer { true } else { false }
  }

  static let region = "Demo"
  private static let identityBase = "https://identity.example/"
  private static let provider = "uber"
  private static let mode = "ps_tnc_UBER"

  /// How accounts are linked there.
  public static var accounts: AccountSettings? {
    guard let service = WebAddress(base), let token = WebAddress(identityBase + "token") else {
      return nil
    }
    var settings = ProviderSettings(
      provider: provider, ways: [.device], clientID: "usher", token: token,
      scopes: ["request"], hosts: AllowedHosts(bases: [token]))
    settings.device = WebAddress(identityBase + "device")
    settings.revocation = WebAddress(identityBase + "revoke")
    var accounts = AccountSettings(base: base, service: AllowedHosts(bases: [service]))
    accounts.providers = [settings]
    return accounts
  }

  /// Whether an errand goes to where people are signed in.
  func isAtTheDoor(_ errand: Errand, _ parts: [String]) -> Bool {
    errand.address.text.hasPrefix(Self.identityBase) || parts.first == "account"
  }

  /// What is answered about accounts, with its status; nil for what is not about them.
  mutating func answerForAccounts(_ errand: Errand, _ parts: [String]) -> (Int, JSONValue)? {
    if errand.address.text.hasPrefix(Self.identityBase) { return answerOfIdentity(parts) }
    if parts == ["account", "login"] { return signIn(errand) }
    guard parts.first == "auth" else { return nil }
    switch (parts.last, errand.method) {
    case ("signin", .get):
      return (200, identity.isPlain ? Self.plainForm : Self.authorization)
    case ("signin", .post) where identity.isPlain && Self.isStranger(errand):
      return (200, ["invalid": [["name": "user", "reason": "Nobody is called so"]]])
    case ("signin", .post):
      identity.isLinked = true
      return (204, .null)
    case ("logout", _):
      identity.isLinked = false
      return (200, ["changed": true])
    default: return (200, [.object(entry)])
    }
  }

  private func signIn(_ errand: Errand) -> (Int, JSONValue) {
    errand.body?.value["username"]?.string == Self.stranger
      ? (401, ["error": "no"]) : (201, ["userToken": "played-session"])
  }

  private static func isStranger(_ errand: Errand) -> Bool {
    let inputs = errand.body?.value["input"]?.array ?? []
    return inputs.contains { $0["id"] == "user" && $0["value"]?.string == stranger }
  }

  /// What the service wants of who links an account of the provider by a name and a password (rule
  /// R3 c).
  private static var plainForm: JSONValue {
    [
      "type": "authForm", "title": "Your account",
      "action": ["title": "Link", "url": .string(base + "auth/\(provider)/signin")],
      "form": [
        [
          "fields": [
            ["type": "string", "id": "user", "title": "E-mail", "required": true],
            ["type": "password", "id": "pass", "title": "Password", "required": true],
          ]
        ]
      ],
    ]
  }

  /// The form of the bike with a password in it.
  static var lockedForm: JSONValue {
    [
      "type": "bookingForm", "title": "Night bike",
      "action": ["title": "Rent", "url": .string(base + "form/bike")],
      "form": [
        [
          "fields": [
            ["type": "string", "id": "name", "title": "Name", "required": true],
            ["type": "password", "id": "pin", "title": "Password", "required": true],
          ]
        ]
      ],
    ]
  }

  private var entry: JSONObject {
    let action = identity.isLinked ? "logout" : "signin"
    return [
      "modeIdentifier": .string(Self.mode), "provider": .string(Self.provider),
      "action": .string(action),
      "url": .string(Self.base + "auth/\(Self.provider)/\(action)"),
    ]
  }

  private mutating func answerOfIdentity(_ parts: [String]) -> (Int, JSONValue) {
    switch parts.last {
    case "device":
      identity.codes += 1
      identity.leave = nil
      return (
        200,
        [
          "device_code": "played-device", "user_code": .string("WDJB-MJH\(identity.codes)"),
          "verification_uri": .string(Self.identityBase + "code"), "expires_in": 900,
          "interval": 5,
        ]
      )
    case "token":
      switch identity.leave {
      case true?:
        return (
          200,
          [
            "access_token": "played-access", "refresh_token": "played-refresh",
            "token_type": "Bearer", "expires_in": 3_600,
          ]
        )
      case false?: return (400, ["error": "access_denied"])
      case nil: return (400, ["error": "authorization_pending"])
      }
    default: return (200, [:])
    }
  }

  /// What the service wants of who links an account of the provider (rule R3 a).
  private static var authorization: JSONValue {
    func hidden(_ id: String, _ value: String, isReadOnly: Bool) -> JSONValue {
      [
        "id": .string(id), "type": "string", "value": .string(value), "hidden": true,
        "readOnly": .bool(isReadOnly),
      ]
    }
    let told = [
      ("provider", provider), ("clientID", "usher"), ("clientSecret", ""),
      ("authURL", identityBase + "authorize"), ("tokenURL", identityBase + "token"),
      ("scope", "request"), ("accessTokenBasicAuth", "false"),
    ]
    let filled = ["access_token", "refresh_token", "expires_in"]
    return [
      "type": "authForm", "title": "Authorisation",
      "action": ["title": "Link", "url": .string(base + "auth/\(provider)/signin")],
      "form": [
        [
          "fields": .array(
            filled.map { hidden($0, "", isReadOnly: false) }
              + told.map { hidden($0.0, $0.1, isReadOnly: true) })
        ]
      ],
    ]
  }
}
