// Accounts in a simulated world: who signs people in for a provider, by a code that is typed
// elsewhere, and what the mobility service was handed of that. All tokens begin with `canary-`.

import Accounts
import Foundation
import House
import JSON
import Mobility

/// What the provider and the service know of somebody's account.
struct SimulatedAccount {
  /// Whether whoever was shown the code has allowed it; nil while nobody has said so.
  var isAllowed: Bool?
  /// Whether a code was shown that is still to be typed.
  var isAsked = false
  /// Whether the service has tokens of them.
  var isLinked = false
  /// The secrets that were handed out for them.
  var secrets: Set<String> = []
}

extension SimulatedMobility {
  static let identityBase = "https://identity.example/"
  static let mode = "ps_tnc_UBER"

  /// How accounts are used: people type secrets into forms, and in a life with a vault they link
  /// theirs with a provider.
  static func settings(_ vault: SimulatedVault?) -> AccountSettings? {
    guard let base = WebAddress(base), let token = WebAddress(identityBase + "token") else {
      return nil
    }
    var accounts = AccountSettings(base: base.text, service: AllowedHosts(bases: [base]))
    guard let vault else { return accounts }
    var provider = ProviderSettings(
      provider: "uber", ways: [.device], clientID: "usher", token: token, scopes: ["request"],
      hosts: AllowedHosts(bases: [token]))
    provider.device = WebAddress(identityBase + "device")
    provider.revocation = WebAddress(identityBase + "revoke")
    accounts.providers = [provider]
    accounts.vault = vault.path
    return accounts
  }

  /// Whether an errand is about accounts; it is at an address that is the same for everybody.
  static func isOfAccounts(_ errand: Errand) -> Bool {
    errand.address.text.hasPrefix(identityBase) || errand.address.path.hasPrefix("/auth/")
  }

  /// Does what an errand about accounts asks.
  mutating func takeForAccounts(_ errand: Errand, _ chance: inout Chance) -> (Deed, Int, JSONValue?)
  {
    let user = errand.owner
    switch (errand.address.path.split(separator: "/").last, errand.method) {
    case ("device", _):
      accounts[user, default: SimulatedAccount()].isAsked = true
      accounts[user]?.isAllowed = nil
      return (.told, 200, device(for: user))
    case ("token", _): return token(for: user, errand, &chance)
    case ("revoke", _): return (.told, chance.oneIn(3) ? 503 : 200, [:])
    case ("signin", .get): return (.told, 200, Self.authorization)
    case ("signin", .post):
      accounts[user, default: SimulatedAccount()].isLinked = true
      return (.linked, 204, nil)
    case ("logout", _):
      accounts[user]?.isLinked = false
      return (.told, 200, ["changed": true])
    default:
      let action = accounts[user]?.isLinked == true ? "logout" : "signin"
      return (
        .told, 200,
        [
          [
            "modeIdentifier": .string(Self.mode), "provider": "uber", "action": .string(action),
            "url": .string("\(Self.base)auth/uber/\(action)"),
          ]
        ]
      )
    }
  }

  private mutating func secret(_ kind: String, for user: String) -> JSONValue {
    secrets += 1
    let text = "canary-\(kind)-\(secrets)z"
    accounts[user, default: SimulatedAccount()].secrets.insert(text)
    return .string(text)
  }

  private mutating func device(for user: String) -> JSONValue {
    [
      "device_code": secret("device", for: user), "user_code": .string("WDJB-\(secrets)"),
      "verification_uri": .string("\(Self.identityBase)\(Self.mark(of: user))"),
      "expires_in": 900, "interval": 5,
    ]
  }

  private mutating func token(
    for user: String, _ errand: Errand, _ chance: inout Chance
  ) -> (Deed, Int, JSONValue?) {
    let isRefresh = errand.body?.value["grant_type"]?.string == "refresh_token"
    switch isRefresh ? true : accounts[user]?.isAllowed {
    case nil:
      let error: JSONValue = chance.oneIn(6) ? "slow_down" : "authorization_pending"
      return (.told, 400, ["error": error])
    case false?: return (.told, 400, ["error": "access_denied"])
    case true?:
      return (
        .told, 200,
        [
          "access_token": secret("access", for: user),
          "refresh_token": secret("refresh", for: user), "token_type": "Bearer",
          "expires_in": chance.oneIn(2) ? 3600 : 70,
        ]
      )
    }
  }

  /// Somebody types the code that they were shown, and allows it or not.
  mutating func allow(_ chance: inout Chance) {
    for user in SimulatedPeople.users where accounts[user]?.isAsked == true && chance.oneIn(2) {
      accounts[user]?.isAsked = false
      accounts[user]?.isAllowed = !chance.oneIn(6)
    }
  }

  /// What the service wants of who links an account of the provider.
  private static var authorization: JSONValue {
    func hidden(_ id: String, _ value: String, isReadOnly: Bool) -> JSONValue {
      [
        "id": .string(id), "type": "string", "value": .string(value), "hidden": true,
        "readOnly": .bool(isReadOnly),
      ]
    }
    let told = [
      ("provider", "uber"), ("clientID", "usher"), ("clientSecret", "canary-client"),
      ("authURL", identityBase + "authorize"), ("tokenURL", identityBase + "token"),
      ("scope", "request"), ("accessTokenBasicAuth", "false"),
    ]
    let filled = ["access_token", "refresh_token", "expires_in"]
    return [
      "type": "authForm", "title": "Authorisation",
      "action": ["title": "Link", "url": .string(base + "auth/uber/signin")],
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

/// A vault in a folder of its own: a real file, for no fault of the simulated disk reaches it. A
/// class because the folder ends with the life.
final class SimulatedVault {
  private let folder: URL
  var path: String { folder.appending(path: "accounts.db").path }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "usher-vault-\(UUID())")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  deinit {
    do {
      try FileManager.default.removeItem(at: folder)
    } catch {
      print("\(folder.path) stays: \(error)")
    }
  }

  /// The files in which something can be read.
  func files(holding text: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().filter { name in
      let octets = FileManager.default.contents(atPath: folder.appending(path: name).path)
      return octets.map { [UInt8]($0).hold(text) } ?? false
    }
  }
}
