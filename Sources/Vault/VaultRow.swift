// A row as it stands in the file: what is open in it, and its seal.

import CivilTime
import Mobility

/// A table of the vault. Of each row the last three columns are the seal: the name of the key, the
/// nonce, the sealed octets.
enum SealedTable: CaseIterable {
  case account, attempt, typed

  /// As SQL knows it.
  var name: StaticString {
    switch self {
    case .account: "account"
    case .attempt: "attempt"
    case .typed: "typed"
    }
  }

  /// What is read of a row.
  var columns: StaticString {
    switch self {
    case .account:
      "owner, provider, base, kind, label, scope, expires, edition, mark, key, nonce, sealed"
    case .attempt: "id, owner, provider, expires, key, nonce, sealed"
    case .typed: "handle, owner, purchase, expires, key, nonce, sealed"
    }
  }

  /// The seal of a row.
  func sealedPart(of row: RowReader, in house: String) -> SealedPart {
    switch self {
    case .account:
      let account = KeptAccount(row)
      return row.part(.account(account.key), at: account.place(in: house), from: 9)
    case .attempt:
      let attempt = KeptAttempt(row)
      return row.part(.attempt(attempt.id), at: attempt.place(in: house), from: 4)
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

  /// The secrets, or why they do not open.
  func opened(with vaultKey: VaultKey) throws(VaultFault) -> Opened<[SecretName: Secret]> {
    guard key == vaultKey.name else { return .broken(BrokenRow(row: row, reason: .otherKey)) }
    guard var plain = try seal.opened(at: place, with: vaultKey) else {
      return .broken(BrokenRow(row: row, reason: .altered))
    }
    defer { plain.wipe() }
    guard let secrets = SecretBundle.secrets(in: plain) else {
      return .broken(BrokenRow(row: row, reason: .altered))
    }
    return .whole(secrets)
  }

  /// The same secrets sealed in the same place with another key; nil if they do not open with the
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

extension KeptAccount {
  /// Where its seal stands: `usher|1|house|owner|provider|base|edition`, and what else is told of
  /// it, so that none of that is altered unseen.
  func place(in house: String) -> SealPlace {
    SealPlace(
      "usher",
      [
        house, key.owner, key.provider, key.base, "\(edition)", mark, details.kind, details.label,
        details.scope, details.expires.map { "\($0.milliseconds)" } ?? "",
      ])
  }

  /// A row of its table.
  init(_ row: RowReader) {
    key = AccountKey(owner: row.text(0), provider: row.text(1), base: row.text(2))
    details = AccountDetails(
      kind: row.text(3), label: row.text(4), scope: row.text(5), expires: row.optionalInstant(6))
    edition = row.number(7)
    mark = row.text(8)
  }
}

extension KeptAttempt {
  /// Where its seal stands.
  func place(in house: String) -> SealPlace {
    SealPlace("usher-attempt", [house, id, owner, provider, "\(expires.milliseconds)"])
  }

  /// A row of its table.
  init(_ row: RowReader) {
    self.init(
      id: row.text(0), owner: row.text(1), provider: row.text(2), expires: row.instant(3))
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
