// What an operator does with the data of one person: it is handed out, and taken out.

public import Bookings
public import CivilTime
public import JSON

extension Store {
  /// All that a store holds of somebody, as it is at one time, while an agent uses it or none does.
  /// `PersonExport` tells the members.
  /// - Throws: why it cannot be read.
  public static func export(
    _ path: String, of sought: StoredPerson, limits: StoreLimits = StoreLimits()
  ) throws(StoreFault) -> JSONObject {
    let store = try StoreFile.find(path)
    return try Copying.beside(store, older: false, limits: limits) {
      (database) throws(StoreFault) in
      try database.execute("PRAGMA query_only = ON")
      return try database.reading { () throws(StoreFault) in
        try PersonExport(sought, try Opening.tables(database)).run()
      }
    }
  }

  /// What became of an erasing.
  public enum Erased: Hashable, Sendable {
    /// It is done, and nothing of it is left in the file.
    case done(Erasure)
    /// Nothing was changed: these bookings are theirs and not over, and nobody is to get them.
    case ahead([Booking])
    /// Nothing was changed: the store knows nobody of that name or address.
    case unknown
    /// Nothing was changed: the store contradicts itself.
    case differs([Discrepancy])
  }

  /// Takes somebody out of a store that nobody uses: name, addresses and numbers, wherever they
  /// stand. It is done in a copy that is looked through before it takes the store's place, so
  /// whenever this is killed all is as it was, or all is done.
  /// - Throws: why not; nothing was changed then.
  public static func erase(
    _ path: String, _ sought: StoredPerson, handingTo other: UserID?, at now: Instant,
    limits: StoreLimits = StoreLimits()
  ) throws(StoreFault) -> Erased {
    let store = try StoreFile.prepare(try StoreFile.find(path))
    let lock = try StoreLock(of: store)
    defer { lock.release() }
    let part = try PartFile(for: store)
    defer { part.discard() }
    // Before it is copied: what others might still write would be lost.
    guard try SettingAside.foldLog(of: store, limits: limits) else {
      throw .notStore(StoreCause(place: store, text: "it cannot be read as a store"))
    }
    try Copying.copy(store, older: false, to: part, limits: limits)
    if case .differs(let found) = try Copying.look(at: part, as: store, limits: limits) {
      return .differs(found)
    }
    let erased = try erase(sought, in: part, handingTo: other, at: now, limits: limits)
    guard case .done = erased else { return erased }
    if case .differs(let found) = try Copying.look(at: part, as: store, limits: limits) {
      return .differs(found)
    }
    try part.putInPlace(replacing: true)
    return erased
  }

  private static func erase(
    _ sought: StoredPerson, in part: PartFile, handingTo other: UserID?, at now: Instant,
    limits: StoreLimits
  ) throws(StoreFault) -> Erased {
    let database = try Opening.file(.file(part.path), hadLog: false, limits: limits)
    defer { database.close() }
    let found = try PersonFound(sought, in: database)
    if found.isNobody { return .unknown }
    let tables = try Opening.tables(database)
    // No entry may lie before the last: a clock that was set back does not unsort the journal.
    let moment = max(now, try tables.journal.lastInstant() ?? now)
    var erasing = PersonErasing(sought, found, tables, at: moment)
    let ahead = try erasing.ahead()
    if !ahead.isEmpty, other == nil { return .ahead(ahead) }
    let erasure = try database.transaction { () throws(StoreFault) in
      try erasing.run(handing: ahead, to: other)
    }
    // What was written over stands in free pages until all is written anew.
    try database.execute("VACUUM")
    return .done(erasure)
  }
}
