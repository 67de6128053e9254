// Secrets sealed in a file of their own: opening it, and the accounts in it. Only the shell has
// one; the pure part knows handles.

public import Accounts
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
  /// Which row the secret of a handle stands in.
  var index = HandleIndex()

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
    try indexRows()
  }

  // Accounts

  /// Keeps an account with its secrets in the place of one of a lower edition. The same edition
  /// again is fine. What does not open is replaced whatever edition it tells, for that may be any
  /// number.
  /// - Parameters:
  ///   - account: What is told of it.
  ///   - secrets: All its secrets.
  /// - Throws: `superseded` if one of a higher edition is kept; `beyond` a limit; else a fault,
  ///   after which the old ones are still there.
  public func keep(
    _ account: LinkedAccount, _ secrets: [SecretHandle: Secret]
  ) throws(VaultFault) {
    try check(account)
    try check(secrets)
    let columns = AccountColumns(account)
    try database.transaction { () throws(VaultFault) in
      if let found = try row(of: account.key) {
        let edition = AccountColumns(found).edition
        if edition > account.edition, case .whole = try looked(at: found, of: .account) {
          throw .superseded(found: edition)
        }
      } else {
        try requirePlace(.account, of: account.key.owner)
      }
      let seal = try seal(SecretBundle(secrets), at: columns.place(in: house))
      try database.rows(
        [
          "INSERT OR REPLACE INTO account (house,", SealedTable.account.columns,
          ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        ], [.text(house)] + columns.values + values(of: seal))
    }
    index.put(Array(secrets.keys), in: .account(account.key))
  }

  /// The accounts of an owner, or of all, in the order of their keys: all but the secrets.
  public func accounts(of owner: String? = nil) throws(VaultFault) -> [Opened<LinkedAccount>] {
    let rows = try database.rows(
      [
        "SELECT", SealedTable.account.columns,
        """
        FROM account WHERE house = ?1 AND (?2 IS NULL OR owner = ?2)
        ORDER BY owner, provider, base
        """,
      ], .text(house), .text(orNull: owner))
    var accounts: [Opened<LinkedAccount>] = []
    for row in rows.map(RowReader.init) { accounts.append(try account(in: row)) }
    return accounts
  }

  /// Deletes an account and its secrets, if it is of that edition or an older one. Broken, it is
  /// deleted whatever edition it tells. One that is not there is deleted.
  public func delete(_ key: AccountKey, edition: Int) throws(VaultFault) {
    let isThere = try database.transaction { () throws(VaultFault) in
      guard let found = try row(of: key) else { return false }
      if AccountColumns(found).edition > edition,
        case .whole = try looked(at: found, of: .account)
      {
        return true
      }
      try database.rows(
        ["DELETE FROM account WHERE house = ? AND owner = ? AND provider = ? AND base = ?"],
        .text(house), .text(key.owner), .text(key.provider), .text(key.base))
      return false
    }
    if !isThere { index.remove(.account(key)) }
  }

  // Parts

  func row(of account: AccountKey) throws(VaultFault) -> RowReader? {
    let rows = try database.rows(
      [
        "SELECT", SealedTable.account.columns,
        "FROM account WHERE house = ? AND owner = ? AND provider = ? AND base = ?",
      ], .text(house), .text(account.owner), .text(account.provider), .text(account.base))
    return rows.first.map(RowReader.init)
  }

  /// The account of a row that opens.
  func account(in row: RowReader) throws(VaultFault) -> Opened<LinkedAccount> {
    switch try looked(at: row, of: .account) {
    case .whole:
      let columns = AccountColumns(row)
      return columns.account.map(Opened.whole)
        ?? .broken(BrokenRow(row: .account(columns.key), reason: .altered))
    case .broken(let row): return .broken(row)
    case .none: return .none
    }
  }
}
