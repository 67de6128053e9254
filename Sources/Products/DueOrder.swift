// What is due, in order: the next is known, and what is due by now is found, without a look at all
// the others.

internal import CivilTime

/// Keys by the instant at which something of theirs is due. The order is an array and no heap, so
/// that it is the same whatever happened before: 10,000 entries are moved in a few microseconds.
struct DueOrder<Key: Hashable & Comparable & Sendable>: Hashable, Sendable {
  private struct Entry: Hashable, Sendable {
    let due: Instant
    let key: Key

    static func < (one: Entry, other: Entry) -> Bool {
      (one.due, one.key) < (other.due, other.key)
    }
  }

  /// The last first: the earliest are taken out most often, and nothing is moved for it.
  private var entries: [Entry] = []
  private var dues: [Key: Instant] = [:]

  /// When the first is due; nil if there is none.
  var firstDue: Instant? { entries.last?.due }

  /// Whether a key has anything due.
  func has(_ key: Key) -> Bool { dues[key] != nil }

  /// Puts a key where it belongs; nil takes it out.
  mutating func set(_ key: Key, due: Instant?) {
    let before = dues[key]
    guard before != due else { return }
    if let before { entries.remove(at: place(of: Entry(due: before, key: key))) }
    dues[key] = due
    guard let due else { return }
    let entry = Entry(due: due, key: key)
    entries.insert(entry, at: place(of: entry))
  }

  /// The keys that are due by an instant, the earliest first.
  func due(by now: Instant) -> [Key] {
    entries.reversed().prefix { $0.due <= now }.map(\.key)
  }

  /// Whether so many others, or more, come before a key.
  func comes(_ key: Key, behind count: Int) -> Bool {
    guard let due = dues[key] else { return false }
    return entries.count - place(of: Entry(due: due, key: key)) > count
  }

  /// Where an entry is, or would be.
  private func place(of entry: Entry) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entry < entries[middle] { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
