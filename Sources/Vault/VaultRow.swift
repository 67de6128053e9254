// A row as it stands in the file: what is open in it, and its seal.

import Accounts
import CivilTime
import Mobility

/// A table of the vault. Of each row the last three columns are the seal: the name of the key, the
/// nonce, the sealed octets.
enum SealedTable: CaseIterable {
  case account, attempt, parting, typed

  /// As SQL knows it.
  var name: StaticString {
    switch self {
    case .account: "account"
    case .attempt: "attempt"
    case .parting: "parting"
    case .typed: "typed"
    }
  }

  /// What is read of a row.
  var columns: StaticString {
    switch self {
    case .account:
      """
      owner, provider, base, kind, label, scope, expires, edition, access, refresh, token, client,
      key, nonce, sealed
      """
    case .attempt, .parting: "id, owner, provider, base, expires, key, nonce, sealed"
    case .typed: "handle, owner, purchase, expires, key, nonce, sealed"
    }
  }

  /// The seal of a row.
  func sealedPart(of row: RowReader, in house: String) -> SealedPart {
    switch self {
    case .account:
      let account = AccountColumns(row)
      return row.part(.account(account.key), at: account.place(in: house), from: 12)
    case .attempt:
      let attempt = NumberedColumns(row)
      return row.part(
        .attempt(AttemptID(attempt.number)), at: attempt.place(self, in: house), from: 5)
    case .parting:
      let parting = NumberedColumns(row)
      return row.part(
        .parting(PartingID(parting.number)), at: parting.place(self, in: house), from: 5)
    case .typed:
      let typed = KeptTyped(row)
      return row.part(.typed(typed.handle), at: typed.place(in: house), from: 4)
    }
  }
}

/// The seal of a row and where it stands, whatever the table.
struct SealedPart {
  let row: BrokenRow.Row
  let place: SealPlace
  /// The name of the key that sealed it.
  let key: [UInt8]
  let seal: Seal

  /// What is sealed, or why it does not open.
  func opened(with vaultKey: VaultKey) throws(VaultFault) -> Opened<SecretBundle> {
    guard key == vaultKey.name else { return .broken(BrokenRow(row: row, reason: .otherKey)) }
    guard var plain = try seal.opened(at: place, with: vaultKey) else {
      return .broken(BrokenRow(row: row, reason: .altered))
    }
    defer { plain.wipe() }
    guard let bundle = SecretBundle(plain) else {
      return .broken(BrokenRow(row: row, reason: .altered))
    }
    return .whole(bundle)
  }

  /// The same sealed in the same place with another key; nil if they do not open with the
  /// one that they were sealed with.
  func sealedAnew(from former: VaultKey, with first: VaultKey) throws(VaultFault) -> Seal? {
    guard var plain = try seal.opened(at: place, with: former) else { return nil }
    defer { plain.wipe() }
    return try Seal(plain, at: place, with: first)
  }
}

/// What can be read of a row: columns of another kind than ours count as empty, which no seal fits.
struct RowReader {
  private let values: [VaultDatabase.Value]

  init(_ values: [VaultDatabase.Value]) { self.values = values }

  func text(_ column: Int) -> String { values[column].text ?? "" }
  func optionalText(_ column: Int) -> String? {
    values[column].isNull ? nil : text(column)
  }
  func octets(_ column: Int) -> [UInt8] { values[column].octets ?? [] }
  func number(_ column: Int) -> Int { Int(values[column].integer ?? 0) }
  func instant(_ column: Int) -> Instant {
    Instant(milliseconds: values[column].integer ?? 0)
  }
  func optionalInstant(_ column: Int) -> Instant? {
    values[column].isNull ? nil : instant(column)
  }

  /// The seal in three columns: the name of the key, the nonce, the sealed octets.
  func part(_ row: BrokenRow.Row, at place: SealPlace, from column: Int) -> SealedPart {
    SealedPart(
      row: row, place: place, key: octets(column),
      seal: Seal(nonce: octets(column + 1), octets: octets(column + 2)))
  }
}

/// What stands of an account in its columns, be it one of ours or not.
struct AccountColumns {
  let key: AccountKey
  let kind: String
  let label: String?
  let scope: String?
  let expires: Instant?
  let edition: Int
  let access: String
  let refresh: String?
  let token: String?
  let client: String?

  /// An account that is about to be kept.
  init(_ account: LinkedAccount) {
    key = account.key
    kind = account.kind.rawValue
    (label, scope, expires) = (account.label, account.scope, account.expires)
    edition = account.edition
    access = account.access.text
    refresh = account.refresh?.text
    token = account.token?.text
    client = account.clientID
  }

  /// A row of the table.
  init(_ row: RowReader) {
    key = AccountKey(owner: row.text(0), provider: row.text(1), base: row.text(2))
    kind = row.text(3)
    (label, scope, expires) = (
      row.optionalText(4), row.optionalText(5), row.optionalInstant(6)
    )
    edition = row.number(7)
    access = row.text(8)
    refresh = row.optionalText(9)
    token = row.optionalText(10)
    client = row.optionalText(11)
  }

  /// The account; nil if no account is written like that.
  var account: LinkedAccount? {
    guard let kind = LinkedAccount.Kind(rawValue: kind) else { return nil }
    var account = LinkedAccount(
      key: key, kind: kind, edition: edition, access: SecretHandle(access))
    (account.label, account.scope, account.expires) = (label, scope, expires)
    account.refresh = refresh.map { SecretHandle($0) }
    account.clientID = client
    if let token {
      guard let address = WebAddress(token) else { return nil }
      account.token = address
    }
    return account
  }

  /// What is written, in the order of the columns.
  var values: [VaultDatabase.Value] {
    [
      .text(key.owner), .text(key.provider), .text(key.base), .text(kind), .text(orNull: label),
      .text(orNull: scope), expires.map { .integer($0.milliseconds) } ?? .null,
      .integer(Int64(edition)), .text(access), .text(orNull: refresh), .text(orNull: token),
      .text(orNull: client),
    ]
  }

  /// Where the seal stands: `usher|1|house|owner|provider|base|edition`, and what else is told of
  /// the account, so that none of that is altered unseen.
  func place(in house: String) -> SealPlace {
    SealPlace(
      "usher",
      [house, key.owner, key.provider, key.base, "\(edition)", kind]
        + [
          label, scope, expires.map { "\($0.milliseconds)" }, access, refresh, token, client,
          // What is missing is told from what is empty.
        ].map { $0.map { "=" + $0 } ?? "" })
  }
}

/// What stands of an attempt or a parting in its columns: the rest is written behind the seal.
struct NumberedColumns {
  /// As the book counts.
  let number: Int
  /// Whose account.
  let key: AccountKey
  /// When it ends.
  let expires: Instant

  /// What is about to be kept.
  init(number: Int, key: AccountKey, expires: Instant) {
    (self.number, self.key, self.expires) = (number, key, expires)
  }

  /// A row of one of the two tables.
  init(_ row: RowReader) {
    number = row.number(0)
    key = AccountKey(owner: row.text(1), provider: row.text(2), base: row.text(3))
    expires = row.instant(4)
  }

  /// What is written, in the order of the columns.
  var values: [VaultDatabase.Value] {
    [
      .integer(Int64(number)), .text(key.owner), .text(key.provider), .text(key.base),
      .integer(expires.milliseconds),
    ]
  }

  /// Where the seal stands.
  func place(_ table: SealedTable, in house: String) -> SealPlace {
    SealPlace(
      "usher-\(table.name)",
      [house, "\(number)", key.owner, key.provider, key.base, "\(expires.milliseconds)"])
  }
}

/// A secret that was typed, until it is sent or has expired.
struct KeptTyped {
  let handle: SecretHandle
  let owner: String
  let purchase: String
  let expires: Instant

  /// Where its seal stands.
  func place(in house: String) -> SealPlace {
    SealPlace(
      "usher-typed", [house, handle.text, owner, purchase, "\(expires.milliseconds)"])
  }

  /// A row of its table.
  init(_ row: RowReader) {
    handle = SecretHandle(row.text(0))
    owner = row.text(1)
    purchase = row.text(2)
    expires = row.instant(3)
  }

  /// A secret that is about to be kept.
  init(handle: SecretHandle, owner: String, purchase: String, expires: Instant) {
    (self.handle, self.owner, self.purchase) = (handle, owner, purchase)
    self.expires = expires
  }
}
