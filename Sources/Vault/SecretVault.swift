// Secrets sealed in a file of their own: opening it, and the accounts in it. Only the shell has
// one; the pure part knows handles.

internal import CivilTime
public import Mobility

/// The secrets of a house. A class because it holds an open file, which nobody else has open
/// beside it; used from one thread only. What a function answers is durable before it returns.
public final class SecretVault {
  /// Where it stands.
  public let path: String
  let database: VaultDatabase
  let house: String
  let key: VaultKey
  let limits: VaultLimits

  /// Opens the vault of a path, makes it if it is missing, and seals with the first key what a
  /// former one has sealed.
  /// - Parameters:
  ///   - path: A file in a folder of its own, which its user alone may enter.
  ///   - keys: As `VaultKeys.find` has found them.
  ///   - house: Whose secrets are meant: it leads every key.
  ///   - limits: How much is kept.
  /// - Throws: that others reach it, that it is in use, or why it cannot be read.
  public init(
    at path: String, keys: VaultKeys, house: String = "main", limits: VaultLimits = VaultLimits()
  ) throws(VaultFault) {
    let place = try VaultPlace(path)
    try place.prepare()
    self.path = place.path
    self.house = house
    self.limits = limits
    key = keys.first
    database = try VaultDatabase(place.path, limits: limits)
    try recognise()
    try sealAnew(from: keys.former)
  }

  // Accounts

  /// Keeps an account with its secrets, in the place of what was kept of it, and tells it with its
  /// new edition.
  /// - Parameters:
  ///   - account: Whose it is, and with whom.
  ///   - details: What is told of it.
  ///   - secrets: All its secrets.
  ///   - edition: That in whose place it is kept, for who has refreshed it; nil keeps it whatever
  ///     is there.
  /// - Returns: The account in its new edition.
  /// - Throws: `superseded` if it has another edition or is gone; `beyond` a limit; else a fault,
  ///   after which the old ones are still there.
  @discardableResult
  public func keep(
    _ account: AccountKey, _ details: AccountDetails, _ secrets: [SecretName: Secret],
    replacing edition: Int? = nil
  ) throws(VaultFault) -> KeptAccount {
    try check(account, details)
    try check(secrets)
    return try database.transaction { () throws(VaultFault) in
      let found = try row(of: account).map(KeptAccount.init)
      if let edition, found?.edition != edition { throw .superseded(found: found?.edition) }
      if found == nil { try requirePlaceForAccount(of: account.owner) }
      let kept = KeptAccount(
        key: account, details: details, edition: Self.edition(after: found?.edition),
        mark: try mark(after: found))
      let seal = try seal(secrets, at: kept.place(in: house))
      try database.rows(
        [
          "INSERT INTO account (house,", SealedTable.account.columns,
          """
          ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          ON CONFLICT (house, owner, provider, base) DO UPDATE SET
            kind = excluded.kind, label = excluded.label, scope = excluded.scope,
            expires = excluded.expires, edition = excluded.edition, key = excluded.key,
            nonce = excluded.nonce, sealed = excluded.sealed
          """,
        ],
        .text(house), .text(account.owner), .text(account.provider), .text(account.base),
        .text(details.kind), .text(details.label), .text(details.scope),
        details.expires.map { .integer($0.milliseconds) } ?? .null,
        .integer(Int64(kept.edition)), .text(kept.mark), .octets(key.name), .octets(seal.nonce),
        .octets(seal.octets))
      return kept
    }
  }

  /// An account with its secrets.
  public func open(_ account: AccountKey) throws(VaultFault) -> Opened<OpenAccount> {
    guard let row = try row(of: account) else { return .none }
    return try opened(row, of: .account).map {
      OpenAccount(account: KeptAccount(row), secrets: $0)
    }
  }

  /// The accounts of an owner, or of all, in the order of their keys: all but the secrets.
  public func accounts(of owner: String? = nil) throws(VaultFault) -> [Opened<KeptAccount>] {
    let rows = try database.rows(
      [
        "SELECT", SealedTable.account.columns,
        """
        FROM account WHERE house = ?1 AND (?2 IS NULL OR owner = ?2)
        ORDER BY owner, provider, base
        """,
      ], .text(house), owner.map { .text($0) } ?? .null)
    var accounts: [Opened<KeptAccount>] = []
    for row in rows.map(RowReader.init) {
      accounts.append(try looked(at: row, of: .account).map { _ in KeptAccount(row) })
    }
    return accounts
  }

  /// Deletes an account and its secrets, whole or broken. One that is not there is deleted.
  public func delete(_ account: AccountKey) throws(VaultFault) {
    _ = try database.transaction { () throws(VaultFault) in
      try database.rows(
        ["DELETE FROM account WHERE house = ? AND owner = ? AND provider = ? AND base = ?"],
        .text(house), .text(account.owner), .text(account.provider), .text(account.base))
    }
  }

  // Parts

  private func row(of account: AccountKey) throws(VaultFault) -> RowReader? {
    let rows = try database.rows(
      [
        "SELECT", SealedTable.account.columns,
        "FROM account WHERE house = ? AND owner = ? AND provider = ? AND base = ?",
      ], .text(house), .text(account.owner), .text(account.provider), .text(account.base))
    return rows.first.map(RowReader.init)
  }

  private func requirePlaceForAccount(of owner: String) throws(VaultFault) {
    let max = limits.accountsOfOwnerMax
    if try count(.account, of: owner) >= max { throw .beyond(.accounts, max: max) }
  }

  private func mark(after found: KeptAccount?) throws(VaultFault) -> String {
    if let found { found.mark } else { try Chance.mark() }
  }

  /// What stands in an altered row may be any number.
  private static func edition(after edition: Int?) -> Int {
    guard let edition, (1..<1 << 53).contains(edition) else { return 1 }
    return edition + 1
  }
}
