// The life of a store that the tests of disks disturb: openings, commits, closings, a kill; and
// what must be found whenever it ends.

import BookingAgent
import Bookings
import CivilTime
import Passes
import SimulatedDisk
import Storage
import Testing

/// What a store gives back, to be compared.
struct Picture: Equatable {
  let bookings: [Booking]
  let passes: [Pass]
  let answers: [StoredAnswer]
  let news: [News]
  let last: [Int]

  init(_ store: Store) throws(StoreFault) {
    let state = try store.load(at: morning)
    bookings = state.bookings
    passes = state.passes
    answers = state.answers
    news = state.news
    last = [
      state.lastBooking, state.lastAttendee, state.lastPass, state.lastCall, state.lastNews,
    ]
  }
}

/// What is to be committed, and what a store gives back after each commit. The pictures come from
/// a store in memory, to which nothing happens.
struct LifePlan {
  let seed: UInt64
  let commits: [[JournalEntry]]
  /// One more than commits: the first is of an empty store.
  let pictures: [Picture]
  /// Small, so that the log is copied into the database many times.
  let limits: StoreLimits

  /// The building changes with each opening, so that slots are made anew.
  static let buildings = [twoRooms, twoRooms.map { room($0.name, gridMinutes: 30) }]

  init(seed: UInt64, commits count: Int = 16) throws {
    self.seed = seed
    var limits = StoreLimits()
    limits.checkpointPages = 12 + Int(seed % 4) * 12
    self.limits = limits
    var world = World(seed: seed)
    var commits: [[JournalEntry]] = []
    let store = try Store(at: .memory, rooms: twoRooms)
    var pictures = [try Picture(store)]
    while commits.count < count {
      for _ in 1...3 { try world.step() }
      let entries = world.take()
      if entries.isEmpty { continue }
      try store.commit(entries)
      commits.append(entries)
      pictures.append(try Picture(store))
    }
    self.commits = commits
    self.pictures = pictures
  }

  func open(_ disk: Disk, building: Int) throws(StoreFault) -> Store {
    try Store(
      at: place(on: disk), rooms: Self.buildings[building % Self.buildings.count], limits: limits)
  }

  /// How many commits a store holds, by what it gives back; nil if none of these numbers.
  func commits(in store: Store, _ possible: ClosedRange<Int>) throws(StoreFault) -> Int? {
    let picture = try Picture(store)
    return possible.first { pictures.indices.contains($0) && pictures[$0] == picture }
  }
}

/// A life that is lived on a disk. A class because those who look on ask it how far it is.
final class StoredLife {
  let plan: LifePlan
  let disk: Disk
  /// How many commits have returned.
  private(set) var confirmed = 0
  /// Whether another has begun.
  private(set) var isUnderWay = false
  /// What it is about to do, for whoever finds a fault.
  private(set) var stage = ""

  init(_ plan: LifePlan, on disk: Disk) {
    self.plan = plan
    self.disk = disk
  }

  /// How many commits may be found if it ends now.
  var possible: ClosedRange<Int> { confirmed...(confirmed + (isUnderWay ? 1 : 0)) }

  /// Lives undisturbed: three openings, the second after closing, the third after a kill.
  func live() throws {
    let third = plan.commits.count / 3
    var store = try open(0)
    try commit(to: store, until: third)
    stage = "closing"
    store.close()
    store = try open(1)
    try commit(to: store, until: 2 * third)
    disk.killProcess()
    disk.restart()
    store = try open(2)
    try commit(to: store, until: plan.commits.count)
    stage = "closing for good"
    store.close()
  }

  private func open(_ time: Int) throws -> Store {
    stage = "opening \(time)"
    return try plan.open(disk, building: time)
  }

  private func commit(to store: Store, until count: Int) throws {
    while confirmed < count {
      stage = "commit \(confirmed + 1)"
      isUnderWay = true
      try store.commit(plan.commits[confirmed])
      confirmed += 1
      isUnderWay = false
    }
  }
}

/// Opens a store after its world has ended, and says what is not as it must be; nil if all is.
func whatIsWrong(
  on disk: Disk, _ plan: LifePlan, possible: ClosedRange<Int>, building: Int = 1
) -> String? {
  do throws(StoreFault) {
    let store = try plan.open(disk, building: building)
    defer { store.close() }
    guard let count = try plan.commits(in: store, possible) else {
      let found = try plan.commits(in: store, 0...plan.commits.count)
      return "\(found.map { "\($0)" } ?? "no whole number of") commits instead of \(possible)"
    }
    // What was seen once is there for ever: the power fails again.
    let copy = disk.copy(seed: plan.seed)
    copy.cutPower()
    copy.restart()
    let again = try plan.open(copy, building: building)
    defer { again.close() }
    if try plan.commits(in: again, count...count) == nil { return "a second cut takes \(count)" }
    let before = try again.check()
    if !before.isEmpty { return "check: \(before)" }
    guard count < plan.commits.count else { return nil }
    try again.commit(plan.commits[count])
    if try Picture(again) != plan.pictures[count + 1] { return "it does not go on" }
    let after = try again.check()
    return after.isEmpty ? nil : "check after going on: \(after)"
  } catch {
    return "\(error)"
  }
}
