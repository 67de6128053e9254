// A disk in memory as SQLite sees one. It knows what was written and what was synced, fails when
// told to, and can be stopped before any operation, as a process is killed or the power is cut.

import CSQLite

/// A disk of its own, which SQLite reaches by its name. A class because SQLite holds on to it.
///
/// What it promises is what SQLite counts on for any disk: what was synced stays; before that a
/// cut of the power may keep, lose or spoil each sector that was written, and no octet beside
/// (https://sqlite.org/psow.html); a file that was made or deleted is so for good once its folder
/// was synced. A sync that fails is worse than none: what it was to write is read as before and
/// no later sync writes it, as Linux does it (https://wiki.postgresql.org/wiki/Fsync_Errors).
///
/// Use it from one thread. It is gone with its last open file.
public final class Disk {
  /// The name by which SQLite finds it, as long as it exists.
  public let name: String
  /// How many operations that change something were begun, those that failed too. The next one
  /// has this number.
  public private(set) var operations = 0
  /// How many openings of files that are there, questions for one, and readings were begun.
  public private(set) var readings = 0
  /// How many operations failed because they were told to.
  public private(set) var operationsFailed = 0
  /// How many readings failed because they were told to.
  public private(set) var readingsFailed = 0
  /// Both together.
  public var failures: Int { operationsFailed + readingsFailed }
  /// Fails every operation from now on until it is nil again. `full` fails only what makes a file
  /// grow; `readOnly` also lets a file be opened to be read only.
  public var standing: Fault?
  /// Called before each operation that changes something, for those who look on. It may not open
  /// files of this disk.
  public var watch: ((Operation) -> Void)?
  /// Whether it stands still since the process was killed or the power was cut.
  public private(set) var hasStopped = false

  /// What can go wrong with an operation.
  public enum Fault: CaseIterable, Hashable, Sendable {
    /// No space is left: a write is done in part, and nothing is made.
    case full
    /// The medium may only be read: nothing is done.
    case readOnly
    /// Nothing is done. A sync that fails so loses what it was to write.
    case fails
    /// Done in part: the first octets of a write, some sectors of a sync. What cannot be done in
    /// part is not done.
    case torn
  }

  /// How the world of a process ends.
  public enum End: CaseIterable, Hashable, Sendable {
    /// SIGKILL: what was written stays.
    case kill
    /// What was written since the last sync is kept, lost or spoilt by sectors.
    case powerCut
  }

  /// An operation that changes something.
  public struct Operation: Hashable, Sendable, CustomStringConvertible {
    /// Its kinds.
    public enum Kind: Hashable, Sendable {
      /// A file is made, deleted, written to, cut to a size, or made durable.
      case create, delete, write, truncate, sync
    }
    /// Counted from 0.
    public let number: Int
    /// What it does.
    public let kind: Kind
    /// The file it does it to; empty for one without a name.
    public let file: String

    /// `12 write usher.db-wal`.
    public var description: String { "\(number) \(kind) \(file)" }
  }

  var names = Names()
  var chance: Chance
  private let registration: Registration
  private var planned: [Int: Fault] = [:]
  private var plannedReadings: [Int: Fault] = [:]
  private var plannedStop: (operation: Int, halfway: Bool, end: End)?
  /// Files opened in an earlier life are dead.
  private(set) var life = 0

  /// An empty disk, registered with SQLite under a name no other disk has.
  public init(seed: UInt64) {
    chance = Chance(seed: seed)
    registration = Registration()
    name = registration.name
    registration.serve(self)
  }

  deinit { registration.end() }

  /// Another disk with what is on this one, written and synced, on which nobody works and nothing
  /// fails.
  public func copy(seed: UInt64) -> Disk {
    let other = Disk(seed: seed)
    other.names = names.copy()
    return other
  }

  // Faults

  /// Lets one operation fail; with the number of `operations` it is the next.
  public func fail(operation: Int, with fault: Fault) { planned[operation] = fault }

  /// Lets one reading fail; with the number of `readings` it is the next.
  public func fail(reading: Int, with fault: Fault = .fails) { plannedReadings[reading] = fault }

  /// Forgets every fault and end that was planned, and the standing one.
  public func heal() {
    standing = nil
    planned = [:]
    plannedReadings = [:]
    plannedStop = nil
  }

  /// Ends the world before an operation, or when a write was done in part: from then on every
  /// operation fails and changes nothing, until `restart`.
  public func stop(before operation: Int, halfway: Bool = false, by end: End) {
    plannedStop = (operation, halfway, end)
  }

  /// Ends the world now. What is open is dead for ever; its late closing touches nothing.
  public func end(by end: End) {
    hasStopped = true
    plannedStop = nil
    life += 1
    names.processEnded()
    if end == .powerCut { names.powerWasCut(&chance) }
  }

  /// Kills the process that uses the disk: what was written stays.
  public func killProcess() { end(by: .kill) }

  /// Cuts the power: what was not synced is kept, lost or spoilt, as chance has it.
  public func cutPower() { end(by: .powerCut) }

  /// Lets another process use the disk. One that still uses it is killed.
  public func restart() {
    if !hasStopped { killProcess() }
    hasStopped = false
  }

  // What is on it

  /// The names of its files, sorted.
  public var files: [String] { names.current.keys.sorted() }

  /// What a file holds as a process reads it; nil if there is none of that name.
  public func octets(of file: String) -> [UInt8]? { names.current[file]?.content }

  /// Puts a file on the disk or changes it, written and synced, as an accident or an administrator
  /// would: no operation is counted.
  public func put(_ octets: [UInt8], into file: String) { names.put(octets, into: file) }

  /// A number for all names and octets as a process reads them (FNV-1a). SQLite salts its log with
  /// chance of its own: two equal lives agree on it only after their stores were closed.
  public var fingerprint: UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ octets: some Sequence<UInt8>) {
      for octet in octets { hash = (hash ^ UInt64(octet)) &* 0x100_0000_01b3 }
    }
    for name in files {
      add(name.utf8)
      add([0])
      add(names.current[name]?.content ?? [])
    }
    return hash
  }

  // Before each operation

  /// What an operation is to do.
  enum Course {
    case goesWell
    case fails(Fault)
    /// Nobody hears of it any more.
    case isDead
  }

  /// Counts an operation that changes something and says what becomes of it. One grows if a file
  /// takes more of the disk afterwards.
  func begin(_ kind: Operation.Kind, _ file: String, grows: Bool = false) -> Course {
    if hasStopped { return .isDead }
    let number = operations
    watch?(Operation(number: number, kind: kind, file: file))
    // Who looks on may have ended the world.
    if hasStopped { return .isDead }
    operations += 1
    if let stop = plannedStop, stop.operation <= number {
      // What is written in part is written before the end.
      if stop.halfway && kind == .write { return .fails(.torn) }
      end(by: stop.end)
      return .isDead
    }
    // On a full disk, what is there can still be written to, made durable and deleted.
    let lasting = standing == .full && !grows ? nil : standing
    guard let fault = planned.removeValue(forKey: number) ?? lasting else { return .goesWell }
    operationsFailed += 1
    return .fails(fault)
  }

  /// Carries out a stop that waited for a part of a write.
  func finish() {
    if let stop = plannedStop, stop.halfway, operations > stop.operation { end(by: stop.end) }
  }

  /// Counts a reading and says what becomes of it.
  func beginReading() -> Course {
    if hasStopped { return .isDead }
    readings += 1
    guard let fault = plannedReadings.removeValue(forKey: readings - 1) else { return .goesWell }
    readingsFailed += 1
    return .fails(fault)
  }
}
