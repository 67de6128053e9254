// The store: the journal made durable, and tables that say the same, in one SQLite database.

public import BookingAgent
public import Bookings
public import CivilTime

/// The journal and the tables. A class because it holds a database connection and a lock that are
/// given back once; used from one thread only.
public final class Store {
  /// Where it stands.
  public let place: StorePlace
  private let limits: StoreLimits
  /// Nil once it is closed.
  private var tables: Tables?
  private let lock: StoreLock?
  private let files: StoreFiles
  /// Why no commit is taken any more.
  private var doubt: StoreCause?
  /// Changes when somebody else has written to the database.
  private let readVersion: Statement
  private var version: Int64

  /// Opens a store or makes a new one, takes its lock, brings an older one up to date and enters
  /// the rooms of the building. A room that is in the store and not in the building stays, marked
  /// as not listed.
  /// - Throws: why it cannot be used. Nothing was changed then but perhaps the schema.
  public init(
    at place: StorePlace, rooms: [Room], limits: StoreLimits = StoreLimits()
  ) throws(StoreFault) {
    self.limits = limits
    let database: Database
    var files = StoreFiles.none
    switch place {
    case .memory:
      self.place = place
      lock = nil
      database = try Opening.memory(limits: limits)
    case .file(let path):
      let truePath = try StoreFile.prepare(path)
      self.place = .file(truePath)
      lock = try StoreLock(of: truePath)
      files = try StoreFiles(of: truePath)
      database = try Opening.file(
        .file(truePath), hadLog: StoreFile.hasLog(truePath), limits: limits)
    case .disk:
      self.place = place
      lock = nil
      // Whether there is a log only SQLite can see; copying none does nothing.
      database = try Opening.file(place, hadLog: true, limits: limits)
    }
    let tables = try Opening.tables(database)
    try database.transaction { () throws(StoreFault) in
      let end = try tables.journal.lastSecond()
      try tables.rooms.enter(rooms, journalEndsAt: end, in: database)
    }
    if case .file = place { try files.addLog() }
    self.files = files
    readVersion = try database.prepare("PRAGMA data_version")
    version = try Self.version(readVersion)
    self.tables = tables
  }

  deinit { close() }

  /// The process that uses the store in a file; nil if none does.
  /// - Throws: why that cannot be seen.
  public static func process(using path: String) throws(StoreFault) -> Int? {
    guard StoreLock.isThere(for: path) else { return nil }
    do throws(StoreFault) {
      try StoreLock(of: path).release()
      return nil
    } catch {
      if case .inUse(let process, _) = error { return process }
      throw error
    }
  }

  /// Enters the rooms of a building as the start does, while the store is in use.
  /// - Throws: why nothing was changed, or `outcomeUnknown`.
  public func enter(_ rooms: [Room]) throws(StoreFault) {
    let tables = try openForWriting()
    do throws(StoreFault) {
      try tables.database.transaction { () throws(StoreFault) in
        try tables.readAgain()
        let end = try tables.journal.lastSecond()
        try tables.rooms.enter(rooms, journalEndsAt: end, in: tables.database)
        try files.requireInPlace()
      }
    } catch {
      if case .outcomeUnknown(let cause) = error { doubt = cause }
      version = Self.unknownVersion
      throw error
    }
  }

  /// All that still matters, from the tables: bookings that are not over or only just, those with
  /// passes about which something is still to happen, the passes of all these, and unexpired
  /// answers. In order of their numbers.
  /// - Throws: `damaged` if a row cannot be read; any other outside failure.
  public func load(at now: Instant) throws(StoreFault) -> DurableState {
    let tables = try open()
    return try tables.database.reading { () throws(StoreFault) in
      try tables.readAgain()
      return try tables.load(at: now)
    }
  }

  /// The tables, unless it is not known what the last change has come to.
  private func openForWriting() throws(StoreFault) -> Tables {
    if let doubt { throw .outcomeUnknown(doubt) }
    return try open()
  }

  /// Writes down what has happened, all of it or nothing, and returns when it is durable.
  /// - Throws: why nothing was written, or `outcomeUnknown`.
  public func commit(_ entries: [JournalEntry]) throws(StoreFault) {
    let tables = try openForWriting()
    guard let last = entries.last else { return }
    do throws(StoreFault) {
      try tables.database.transaction { () throws(StoreFault) in
        let version = try Self.version(readVersion)
        if version != self.version {
          try tables.readAgain()
          self.version = version
        }
        tables.bookings.begin(changing: entries.count(where: \.changesBooking))
        for entry in entries { try tables.write(entry) }
        try tables.bookings.finish()
        try tables.messages.forget(at: last.at)
        try tables.journal.writeCounters()
        // Last, so that little time is left in which it could change.
        try files.requireInPlace()
      }
    } catch {
      if case .outcomeUnknown(let cause) = error {
        doubt = cause
        tables.database.keepLogAtClosing()
      }
      // What was kept in memory may speak of rows that were rolled back. It is read again by the
      // next commit and not here, since a medium that fails now may not be readable either.
      version = Self.unknownVersion
      if case .displaced(let cause) = error { try saveFromLog(tables, because: cause) }
      throw error
    }
  }

  /// A log that nobody finds any more is gone with this process, however it ends: what was
  /// confirmed goes from it into the database at once.
  private func saveFromLog(_ tables: Tables, because cause: StoreCause) throws(StoreFault) {
    if try files.isLogInPlace() { return }
    do throws(StoreFault) {
      try tables.database.copyLog()
    } catch {
      let text = "\(cause.text); and what waited in the log cannot be copied: \(error)"
      throw .displaced(StoreCause(place: cause.place, text: text))
    }
  }

  /// SQLite's own versions are not negative.
  private static let unknownVersion: Int64 = -1

  /// Looks for places where the store contradicts itself: SQLite's own integrity check, foreign
  /// keys, and the fold of the whole journal against the tables. Nothing is changed.
  /// - Throws: why it could not look.
  public func check() throws(StoreFault) -> [Discrepancy] {
    let tables = try open()
    return try tables.database.reading { () throws(StoreFault) in
      var checking = Checking(tables, limits: limits)
      return try checking.run()
    }
  }

  /// Looks through the store in a file while no agent uses it. Nothing is changed or made.
  /// - Throws: why it could not look; `olderSchema` if it was never opened by this program.
  public static func check(
    at path: String, limits: StoreLimits = StoreLimits()
  ) throws(StoreFault) -> [Discrepancy] {
    let truePath = try StoreFile.find(path)
    let lock = try StoreLock(of: truePath)
    defer { lock.release() }
    let database = try Opening.looking(truePath, limits: limits)
    defer { database.close() }
    return try Checking.found(in: database, limits: limits)
  }

  /// Copies what waits into the database, closes it and gives the lock back. Nothing can be done
  /// with the store afterwards; closing it again does nothing.
  public func close() {
    if let tables { close(tables) }
    tables = nil
    lock?.release()
  }

  private func close(_ tables: Tables) {
    defer { tables.database.close() }
    guard doubt == nil else { return }
    do throws(StoreFault) {
      if try files.isLogInPlace() { return }
      // SQLite would delete what stands in the log's place, though it is another's.
      tables.database.keepLogAtClosing()
      try tables.database.copyLog()
    } catch {
      // Nobody is told at the end; what is lost was refused or told of when it was noticed.
      tables.database.keepLogAtClosing()
    }
  }

  private func open() throws(StoreFault) -> Tables {
    guard let tables else {
      throw .other(StoreCause(place: place.description, text: "the store is closed"))
    }
    return tables
  }

  private static func version(_ statement: Statement) throws(StoreFault) -> Int64 {
    try statement.first { (row) throws(StoreFault) in try row.integer(0) } ?? 0
  }
}

extension JournalEntry {
  /// Whether it says that a booking is otherwise now.
  fileprivate var changesBooking: Bool {
    if case .booking(.changed) = fact { true } else { false }
  }
}
