// A life on a disk that fails: what a program does about it, and what must hold whatever fails.

import SimulatedDisk
import Storage
import Testing

/// Something that must never be.
struct Violation: Error, CustomStringConvertible {
  let description: String
}

/// Lives a plan on a disk that fails, as a program does: what was refused is tried again, after an
/// unknown outcome the store is opened again.
struct DisturbedLife {
  private let plan: LifePlan
  private let disk: Disk
  /// How often in a row something may be refused.
  private let triesMax: Int
  /// Called after each refusal: whoever made the disk fail may end it there.
  private let refused: (Disk) -> Void
  private var confirmed = 0
  private var openings = 0
  /// How many failures of the disk were followed by a look at what remains.
  private var failuresSeen = 0
  /// What was thrown.
  private(set) var faults: [StoreFault] = []

  init(
    _ plan: LifePlan, on disk: Disk, triesMax: Int = 2, refused: @escaping (Disk) -> Void = { _ in }
  ) {
    self.plan = plan
    self.disk = disk
    self.triesMax = triesMax
    self.refused = refused
  }

  /// Three openings, the second after closing, the third after a kill.
  mutating func live() throws(Violation) {
    let third = plan.commits.count / 3
    var store = try open(possible: 0...0)
    try commit(to: &store, until: third)
    store.close()
    store = try open(possible: third...third)
    try commit(to: &store, until: 2 * third)
    disk.killProcess()
    disk.restart()
    store = try open(possible: confirmed...confirmed)
    try commit(to: &store, until: plan.commits.count)
    store.close()
    try tryEndings(possible: confirmed...confirmed, "after closing")
  }

  /// Opens the store, if need be more than once, and looks how many commits it holds.
  private mutating func open(possible: ClosedRange<Int>) throws(Violation) -> Store {
    let building = openings
    openings += 1
    let (plan, disk) = (plan, disk)
    for _ in 0...triesMax {
      let opened = Result { () throws(StoreFault) in
        let store = try plan.open(disk, building: building)
        return (store, try plan.commits(in: store, possible))
      }
      switch opened {
      case .success((let store, let count?)):
        confirmed = count
        // What has been seen once must be there ever after.
        try tryEndings(possible: count...count, "after opening")
        return store
      case .success((_, nil)):
        throw Violation(description: "not \(possible) commits after opening; \(faults)")
      case .failure(let fault): try note(fault, "opening")
      }
    }
    throw Violation(description: "it cannot be opened: \(faults)")
  }

  private mutating func commit(to store: inout Store, until count: Int) throws(Violation) {
    var tries = 0
    while confirmed < count {
      let done = Result { [plan, confirmed, store] () throws(StoreFault) in
        try store.commit(plan.commits[confirmed])
      }
      switch done {
      case .success:
        confirmed += 1
        tries = 0
        if disk.failures > failuresSeen {
          try tryEndings(possible: confirmed...confirmed, "after commit \(confirmed)")
        }
      case .failure(let fault):
        tries += 1
        if tries > triesMax { throw Violation(description: "still refused: \(fault)") }
        try look(through: store, after: fault)
        if case .outcomeUnknown = fault {
          try tryEndings(possible: confirmed...confirmed + 1, "after \(fault)")
          try note(fault, "commit \(confirmed + 1)")
          store.close()
          store = try open(possible: confirmed...confirmed + 1)
        } else {
          try tryEndings(possible: confirmed...confirmed, "after \(fault)")
          try note(fault, "commit \(confirmed + 1)")
        }
      }
    }
  }

  private mutating func note(_ fault: StoreFault, _ stage: String) throws(Violation) {
    faults.append(fault)
    refused(disk)
    switch fault {
    // SQLite's look through all pages at opening calls a page damaged that cannot be read.
    case .damaged where stage == "opening" && disk.readingsFailed > 0: break
    // None of these is so, and a disk that fails is no reason to say it.
    case .exposed, .displaced, .occupied, .inUse, .newerSchema, .olderSchema, .notStore, .overlap,
      .unstorable, .damaged, .busy:
      throw Violation(description: "\(stage): \(fault)")
    case .unreachable, .readOnly, .full, .outcomeUnknown, .other: break
    }
  }

  /// After a refusal one still reads what was there; after an unknown outcome nothing is taken.
  private func look(through store: Store, after fault: StoreFault) throws(Violation) {
    switch Result(catching: { () throws(StoreFault) in try Picture(store) }) {
    case .success(plan.pictures[confirmed]): break
    case .success: throw Violation(description: "something else is read after \(fault)")
    case .failure(let next):
      throw Violation(description: "nothing is read any more after \(fault): \(next)")
    }
    guard case .outcomeUnknown = fault else { return }
    let entries = plan.commits[confirmed]
    switch Result(catching: { () throws(StoreFault) in try store.commit(entries) }) {
    case .failure(.outcomeUnknown): break
    case .success: throw Violation(description: "a commit is taken after \(fault)")
    case .failure(let next): throw Violation(description: "after \(fault) came \(next)")
    }
  }

  /// Whatever ends the world now, so many commits are found.
  private mutating func tryEndings(
    possible: ClosedRange<Int>, _ when: String
  ) throws(Violation) {
    // Before anything failed there is nothing to see that an undisturbed life does not show.
    if disk.failures == 0 { return }
    failuresSeen = disk.failures
    for end in Disk.End.allCases {
      let copy = disk.copy(seed: plan.seed ^ UInt64(disk.operations) << 8)
      copy.end(by: end)
      copy.restart()
      if let wrong = whatIsWrong(on: copy, plan, possible: possible) {
        throw Violation(description: "\(end) \(when): \(wrong)")
      }
    }
  }
}
