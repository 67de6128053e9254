// News in a life: who is to be told what, who was told it, and what a program has acknowledged.

import Bookings
import CivilTime

/// What was told of each piece of news, by the wake in which it was.
struct NewsWatch {
  /// Something that somebody is to be told.
  struct Matter: Hashable, CustomStringConvertible {
    let user: String
    /// `W3`, or `B5` with the version that it had.
    let of: String
    var version = 0

    var description: String { "\(user)'s of \(of)\(version > 0 ? " v\(version)" : "")" }
  }

  /// How many wakes there were.
  var wakes = 0
  /// What a number is of, and for whom.
  private var meanings: [Int: String] = [:]
  private var told: [Int: Int] = [:]
  private var sent: [Int: Int] = [:]
  /// What people must come to know, unless it is over before, and what they have come to know.
  private var due: Set<Matter> = []
  private var known: Set<Matter> = []
  /// The matter of each number; none of news about passes.
  private var matters: [Int: Matter] = [:]
  private(set) var counts = Counts()

  /// Takes in a piece as it was told; what is wrong with that, if anything.
  mutating func hear(
    _ seq: Int, meaning: String, _ matter: Matter?, attempt: Int, byProgram isJSON: Bool
  ) -> String? {
    if let before = meanings.updateValue(meaning, forKey: seq), before != meaning {
      return "\(seq) was \(before) and is \(meaning)"
    }
    if let wake = told[seq], wake < wakes { return "\(seq) was heard by a person before" }
    matters[seq] = matter
    guard isJSON else {
      told[seq] = wakes
      know(seq)
      return nil
    }
    if attempt > 1 { counts.note(.newsAgain) }
    defer { sent[seq] = sent[seq] ?? wakes }
    if let wake = sent[seq], wake < wakes, attempt < 2 { return "\(seq) comes again as new" }
    return nil
  }

  /// A program has said that it has these, and was told that this is noted.
  mutating func acknowledge(_ seqs: some Sequence<Int>) {
    for seq in seqs {
      told[seq] = told[seq] ?? wakes
      know(seq)
    }
  }

  /// An acknowledgement was not noted, or nobody said so; it may have been if it had arrived.
  mutating func loseAcknowledgement(of seqs: some Sequence<Int>, hadArrived: Bool) {
    let lost = seqs.filter { told[$0] == nil }
    counts.note(.acknowledgementLost, times: lost.isEmpty ? 0 : 1)
    guard hadArrived else { return }
    for matter in lost.compactMap({ matters[$0] }) {
      due.remove(matter)
      known.insert(matter)
    }
  }

  private mutating func know(_ seq: Int) {
    guard let matter = matters[seq] else { return }
    known.insert(matter)
    if due.remove(matter) != nil { counts.note(.dueNews) }
  }

  /// A process has died, and its store owes these: they may be told again.
  mutating func mayTellAgain(_ owed: [Int]) { for seq in owed { told[seq] = nil } }

  /// Something happened that somebody is to be told, or was told at once.
  mutating func expect(_ matter: Matter) {
    if known.contains(matter) { counts.note(.dueNews) } else { due.insert(matter) }
  }

  /// Whom nobody has told what they are to know, when everybody has come back.
  func lost(unless isOver: (Matter) -> Bool) -> [Matter] {
    due.filter { SimulatedPeople.users.contains($0.user) && !isOver($0) }
  }
}

extension Promises {
  /// Notes what follows for others from what has changed by what one of the people alone has said,
  /// and from what is offered now.
  mutating func expectNews(_ changed: [Booking], by asker: Asker?, _ waits: [Wait]) {
    for wait in waits {
      news.expect(NewsWatch.Matter(user: wait.user.text, of: wait.reference.description))
    }
    guard let doer = asker?.user else { return }
    for booking in changed {
      for holder in booking.holders where holder.text != doer {
        news.expect(
          NewsWatch.Matter(
            user: holder.text, of: booking.reference.description, version: booking.version))
      }
    }
  }

  /// When everybody has come back, nobody lacks news of what is not over.
  mutating func endNews(_ ledger: Ledger) {
    let lost = news.lost { matter in
      if let wait = Int(matter.of.dropFirst()).flatMap({ ledger.waits[WaitReference($0)] }),
        matter.version == 0
      {
        // Taken or declined; and nobody need hear of a place whose time has come.
        return ![.offered, .lapsed].contains(wait.state)
          || wait.offer.map { $0.start <= latest }
            ?? true
      }
      guard let booking = known(matter.of) else { return true }
      return booking.version != matter.version || booking.end <= latest
    }
    for matter in lost { self.break("no news are lost", "\(matter)") }
  }
}
