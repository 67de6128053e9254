// A vault in memory: what is left of a book's deeds for a new start, by way of its written form.

import Accounts
import CivilTime
import JSON
import Mobility

struct KeptRows {
  var accounts: [AccountKey: LinkedAccount] = [:]
  private(set) var attempts: [AttemptID: JSONValue] = [:]
  private(set) var partings: [PartingID: JSONValue] = [:]
  /// What nothing was written of; nothing is.
  private(set) var unwritten: [String] = []

  mutating func obey(_ deed: VaultDeed) {
    switch deed {
    case .keep(let account, _):
      if accounts[account.key]?.edition ?? 0 < account.edition { accounts[account.key] = account }
    case .delete(let key, let edition, _, _):
      if accounts[key]?.edition ?? .max <= edition { accounts[key] = nil }
    case .keepAttempt(let attempt): attempts[attempt.id] = written(attempt)
    case .deleteAttempt(let id): attempts[id] = nil
    case .keepParting(let parting): partings[parting.id] = written(parting)
    case .deleteParting(let id): partings[id] = nil
    case .discard: break
    }
  }

  private mutating func written(_ row: some Encodable) -> JSONValue? {
    do {
      return try ValueEncoder.json(of: row)
    } catch {
      unwritten.append("\(error)")
      return nil
    }
  }

  /// What a new start begins with.
  func kept() throws -> KeptAccounts {
    KeptAccounts(
      accounts: Array(accounts.values),
      attempts: try attempts.values.map { try ValueDecoder.value(KeptAttempt.self, of: $0) },
      partings: try partings.values.map { try ValueDecoder.value(Parting.self, of: $0) })
  }
}

extension Play {
  /// What a vault has that did at once all it was told.
  var rows: KeptRows {
    history.reduce(into: KeptRows()) { rows, effect in
      if case .vault(let deed) = effect { rows.obey(deed) }
    }
  }

  /// The process is killed, and begins again with what the vault has, so many seconds later.
  func restarted(ways: [LinkWay] = [.device], after seconds: Int = 0) throws -> Play {
    let kept = try rows.kept()
    return Play(
      ways: ways, vault: Array(kept.accounts.values), kept: kept, at: now + .seconds(seconds))
  }
}
