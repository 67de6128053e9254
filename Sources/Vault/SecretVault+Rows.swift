// What all tables of the vault have in common: sealing and opening a row, counting, limits.

internal import Accounts
internal import Mobility

extension SecretVault {
  /// Seals what a row holds for its place.
  func seal(_ bundle: SecretBundle, at place: SealPlace) throws(VaultFault) -> Seal {
    var plain = bundle.octets
    defer { plain.wipe() }
    return try Seal(plain, at: place, with: key)
  }

  /// A seal in the last three columns of a row.
  func values(of seal: Seal) -> [VaultDatabase.Value] {
    [.octets(key.name), .octets(seal.nonce), .octets(seal.octets)]
  }

  /// What a row holds.
  func opened(
    _ row: RowReader, of table: SealedTable
  ) throws(VaultFault) -> Opened<SecretBundle> {
    try table.sealedPart(of: row, in: house).opened(with: key)
  }

  /// Which secrets a row holds if it opens, without them.
  func looked(
    at row: RowReader, of table: SealedTable
  ) throws(VaultFault) -> Opened<[SecretHandle]> {
    switch try opened(row, of: table) {
    case .whole(var bundle):
      defer { bundle.secrets.wipe() }
      return .whole(bundle.secrets.map(\.key))
    case .broken(let row): return .broken(row)
    case .none: return .none
    }
  }

  /// The row that a name stands for.
  func row(_ row: BrokenRow.Row) throws(VaultFault) -> RowReader? {
    switch row {
    case .account(let key): try self.row(of: key)
    case .attempt(let id): try self.row(id.number, of: .attempt)
    case .parting(let id): try self.row(id.number, of: .parting)
    case .typed(let handle): try self.row(ofTyped: handle)
    }
  }

  // Limits

  /// - Throws: `beyond` if an owner has as many rows of a table as may be.
  func requirePlace(_ table: SealedTable, of owner: String) throws(VaultFault) {
    let (limit, max): (VaultLimit, Int) =
      switch table {
      case .account: (.accounts, limits.accountsOfOwnerMax)
      case .attempt: (.attempts, limits.attemptsOfOwnerMax)
      case .parting: (.partings, limits.partingsOfOwnerMax)
      case .typed: (.typed, limits.typedOfOwnerMax)
      }
    let rows = try database.rows(
      ["SELECT 1 FROM", table.name, "WHERE house = ? AND owner = ?"], .text(house), .text(owner))
    if rows.count >= max { throw .beyond(limit, max: max) }
  }

  func check(_ account: LinkedAccount) throws(VaultFault) {
    try check(account.key)
    try check(name: account.clientID ?? "")
    try check(account.token?.text ?? "", .address, max: limits.addressOctetsMax)
    try check(account.label ?? "", .label, max: limits.labelOctetsMax)
    try check(account.scope ?? "", .scope, max: limits.scopeOctetsMax)
    for handle in account.handles { try check(handle) }
  }

  func check(_ key: AccountKey) throws(VaultFault) {
    for name in [key.owner, key.provider] { try check(name: name) }
    try check(key.base, .address, max: limits.addressOctetsMax)
  }

  func check(name: String) throws(VaultFault) {
    try check(name, .name, max: limits.nameOctetsMax)
  }

  private func check(_ handle: SecretHandle) throws(VaultFault) {
    // Its length stands in one octet.
    try check(handle.text, .handle, max: min(255, limits.handleOctetsMax))
  }

  private func check(_ text: String, _ limit: VaultLimit, max: Int) throws(VaultFault) {
    if text.utf8.count > max { throw .beyond(limit, max: max) }
  }

  func check(_ secrets: [SecretHandle: Secret]) throws(VaultFault) {
    if secrets.count > limits.secretsOfRowMax {
      throw .beyond(.secrets, max: limits.secretsOfRowMax)
    }
    for (handle, secret) in secrets {
      try check(handle)
      if secret.count > limits.secretOctetsMax {
        throw .beyond(.secret, max: limits.secretOctetsMax)
      }
    }
  }
}
