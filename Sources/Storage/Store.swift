// The store: the journal made durable, and tables that say the same, in one SQLite database.

public import BookingAgent
public import Bookings
public import CivilTime

/// The journal and the tables. A class because it holds a database connection and a lock that are
/// given back once; used from one thread only.
public final class Store {
  /// Where it stands.
  public let place: StorePlace

  /// Opens a store or makes a new one, takes its lock, brings an older one up to date and enters
  /// the rooms of the building. A room that is in the store and not in the building stays, marked
  /// as not listed.
  /// - Throws: why it cannot be used. Nothing was changed then but perhaps the schema.
  public init(
    at place: StorePlace, rooms: [Room], limits: StoreLimits = StoreLimits()
  ) throws(StoreFault) {
    self.place = place
  }

  /// All that still matters, from the tables: bookings that are not over or only just, those with
  /// passes about which something is still to happen, the passes of all these, and unexpired
  /// answers. In order of their numbers.
  /// - Throws: `damaged` if a row cannot be read; any other outside failure.
  public func load(at now: Instant) throws(StoreFault) -> DurableState { DurableState() }

  /// Writes down what has happened, all of it or nothing, and returns when it is durable.
  /// - Throws: why nothing was written, or `outcomeUnknown`.
  public func commit(_ entries: [JournalEntry]) throws(StoreFault) {}

  /// Looks for places where the store contradicts itself: SQLite's own integrity check, foreign
  /// keys, and the fold of the whole journal against the tables. Nothing is changed.
  /// - Throws: why it could not look.
  public func check() throws(StoreFault) -> [Discrepancy] { [] }

  /// Looks through the store in a file while no agent uses it. Nothing is changed or made.
  /// - Throws: why it could not look; `olderSchema` if it was never opened by this program.
  public static func check(
    at path: String, limits: StoreLimits = StoreLimits()
  ) throws(StoreFault) -> [Discrepancy] { [] }

  /// Copies what waits into the database, closes it and gives the lock back. Nothing can be done
  /// with the store afterwards; closing it again does nothing.
  public func close() {}
}
