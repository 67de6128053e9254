// What the vault beside a store holds of one person: handed out without secrets, or erased.

internal import Accounts
internal import Bookings
internal import CivilTime
public import JSON
public import Vault

/// A person's accounts in the vault beside a store. Nobody else may use it meanwhile.
public struct PersonsAccounts {
  private let vault: SecretVault

  /// The vault beside a store; nil where there is none.
  /// - Throws: that it is in use, that others reach it, or that its key is gone.
  public init?(
    besideStoreAt store: String, _ configuration: Configuration, credentials: String?
  ) throws(VaultFault) {
    let path = Places.vault(besideStoreAt: store)
    guard SmallFile.isThere(path) else { return nil }
    let keys = try VaultKeys.find(
      credentials: credentials,
      files: [configuration.mobility.vaultKeyFile].compactMap(\.self), besideVaultAt: path)
    vault = try SecretVault(at: path, keys: keys)
  }

  /// Deletes what is theirs, and tells how many accounts that were.
  public func erase(_ owner: String) throws(VaultFault) -> Int {
    try vault.erase(owner).accounts.count
  }

  /// What is kept, without a secret.
  public func exported(_ owner: String) throws(VaultFault) -> [JSONValue] {
    try vault.accounts(of: owner).map { opened in
      switch opened {
      case .whole(let account): .object(Self.members(account))
      case .broken: ["readable": false]
      case .none: .null
      }
    }
  }

  private static func members(_ account: LinkedAccount) -> JSONObject {
    var members: JSONObject = ["provider": .string(account.key.provider)]
    members["name"] = account.label.map { .string($0) }
    members["scope"] = account.scope.map { .string($0) }
    members["expires"] = account.expires.map { .string($0.rfc3339) }
    members["kind"] = .string(account.kind.rawValue)
    return members
  }
}
