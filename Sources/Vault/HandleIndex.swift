// Which row a handle's secret stands in: looked up in memory, for in the file it is sealed.

internal import Accounts
internal import Mobility

/// The handles of all rows that open. It holds no secret.
struct HandleIndex {
  private var rows: [SecretHandle: BrokenRow.Row] = [:]
  private var handles: [BrokenRow.Row: [SecretHandle]] = [:]

  /// The row in which the secret of a handle stands.
  subscript(handle: SecretHandle) -> BrokenRow.Row? { rows[handle] }

  /// A row holds the secrets of these handles now, and no others.
  mutating func put(_ new: [SecretHandle], in row: BrokenRow.Row) {
    remove(row)
    handles[row] = new
    for handle in new { rows[handle] = row }
  }

  /// A row is gone.
  mutating func remove(_ row: BrokenRow.Row) {
    for handle in handles.removeValue(forKey: row) ?? [] where rows[handle] == row {
      rows[handle] = nil
    }
  }

  /// All these rows are gone.
  mutating func remove(_ removed: Removed) {
    for key in removed.accounts { remove(.account(key)) }
    for id in removed.attempts { remove(.attempt(id)) }
    for id in removed.partings { remove(.parting(id)) }
    for handle in removed.typed { remove(.typed(handle)) }
  }
}
