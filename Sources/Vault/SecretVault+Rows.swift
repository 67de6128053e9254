// What all tables of the vault have in common: sealing and opening a row, counting, limits.

internal import Mobility

extension SecretVault {
  /// Seals secrets for a place.
  func seal(
    _ secrets: [SecretName: Secret], at place: SealPlace
  ) throws(VaultFault) -> Seal {
    var plain = SecretBundle.octets(of: secrets)
    defer { plain.wipe() }
    return try Seal(plain, at: place, with: key)
  }

  /// The secrets of a row.
  func opened(
    _ row: RowReader, of table: SealedTable
  ) throws(VaultFault) -> Opened<[SecretName: Secret]> {
    try table.sealedPart(of: row, in: house).opened(with: key)
  }

  /// Whether a row opens, without its secrets.
  func looked(at row: RowReader, of table: SealedTable) throws(VaultFault) -> Opened<Bool> {
    switch try opened(row, of: table) {
    case .whole(var secrets):
      secrets.wipe()
      return .whole(true)
    case .broken(let row): return .broken(row)
    case .none: return .none
    }
  }

  /// How many rows of a table are an owner's.
  func count(_ table: SealedTable, of owner: String) throws(VaultFault) -> Int {
    let rows = try database.rows(
      ["SELECT 1 FROM", table.name, "WHERE house = ? AND owner = ?"], .text(house), .text(owner))
    return rows.count
  }

  // Limits

  func check(_ account: AccountKey, _ details: AccountDetails) throws(VaultFault) {
    for name in [account.owner, account.provider, details.kind] { try check(name: name) }
    try check(account.base, .address, max: limits.addressOctetsMax)
    try check(details.label, .label, max: limits.labelOctetsMax)
    try check(details.scope, .scope, max: limits.scopeOctetsMax)
  }

  func check(name: String) throws(VaultFault) {
    try check(name, .name, max: limits.nameOctetsMax)
  }

  private func check(_ text: String, _ limit: VaultLimit, max: Int) throws(VaultFault) {
    if text.utf8.count > max { throw .beyond(limit, max: max) }
  }

  func check(_ secrets: [SecretName: Secret]) throws(VaultFault) {
    if secrets.count > limits.secretsOfRowMax {
      throw .beyond(.secrets, max: limits.secretsOfRowMax)
    }
    if secrets.values.contains(where: { $0.count > limits.secretOctetsMax }) {
      throw .beyond(.secret, max: limits.secretOctetsMax)
    }
  }
}
