// Every number the store keeps to, with its unit.

/// The limits of a store. The values hold unless configured.
public struct StoreLimits: Hashable, Sendable {
  /// How long a commit waits for somebody who writes to the file by other means; 100 ms.
  public var busyMilliseconds = 100
  /// How large the database may grow; 64 GiB. Beyond it a commit fails as on a full disk.
  public var databaseOctetsMax: Int64 = 64 << 30
  /// How large one value may be when written or read back; 8 MiB.
  public var valueOctetsMax = 8 << 20
  /// How large a name, title or description read back may be; 64 KiB. More was written by no
  /// agent.
  public var textOctetsMax = 64 << 10
  /// Up to this size the whole file is looked through at opening; 256 MiB. A larger one is
  /// looked through by `check` alone.
  public var openingCheckOctetsMax: Int64 = 256 << 20
  /// How much of the database is kept in memory; 16 MiB.
  public var cacheKibibytes = 16_384
  /// How many pages of 4 KiB wait beside the database before they are copied into it; 4,000.
  public var checkpointPages = 4000
  /// How many grid steps one booking may hold; 20,000: two weeks by the minute.
  public var slotsPerBookingMax = 20_000
  /// How many expired answers one commit forgets at most; 64.
  public var forgottenAnswersMax = 64
  /// How long a finished or cancelled booking is given back by `load`; 24 hours.
  public var remembersSeconds = 86_400
  /// How many names, addresses and titles are known by heart, each; 4,096.
  public var knownTextsMax = 4096
  /// How many discrepancies `check` lists before it stops; 1,000.
  public var discrepanciesMax = 1000
  /// How many stores that were set aside within one minute have a name of their own; 100.
  public var setAsideNamesMax = 100

  /// How large what is written of a trip or a purchase may be: a value that leaves room for the
  /// rest of its row.
  public var writtenOctetsMax: Int { valueOctetsMax - 1024 }

  /// The limits that hold unless configured.
  public init() {}
}
