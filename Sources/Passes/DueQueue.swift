// Bookings by the instant at which something of theirs is due: the next is found without looking at
// all the others.

internal import Bookings
internal import CivilTime

/// A binary heap with a directory, so that an entry can be moved or taken out in O(log n).
struct DueQueue: Sendable {
  struct Entry: Sendable {
    let due: Instant
    let booking: BookingReference

    static func < (one: Entry, other: Entry) -> Bool {
      (one.due, one.booking) < (other.due, other.booking)
    }
  }

  private var heap: [Entry] = []
  private var places: [BookingReference: Int] = [:]

  /// When the first entry is due; nil if there is none.
  var firstDue: Instant? { heap.first?.due }

  /// Puts a booking where it belongs; nil takes it out.
  mutating func set(_ booking: BookingReference, due: Instant?) {
    switch (places[booking], due) {
    case (nil, nil): break
    case (nil, let due?):
      heap.append(Entry(due: due, booking: booking))
      rise(from: heap.count - 1)
    case (let place?, let due?):
      guard heap[place].due != due else { return }
      heap[place] = Entry(due: due, booking: booking)
      settle(at: place)
    case (let place?, nil):
      places[booking] = nil
      let last = heap.removeLast()
      guard place < heap.count else { return }
      heap[place] = last
      settle(at: place)
    }
  }

  /// The bookings due by an instant, the earliest first. The walk costs O(k) at its k-th step: who
  /// walks takes few.
  func due(by now: Instant) -> DueBookings { DueBookings(heap: heap, now: now) }

  private mutating func settle(at place: Int) {
    if place > 0, heap[place] < heap[(place - 1) / 2] {
      rise(from: place)
    } else {
      sink(from: place)
    }
  }

  private mutating func rise(from start: Int) {
    var place = start
    let entry = heap[place]
    while place > 0, entry < heap[(place - 1) / 2] {
      put(heap[(place - 1) / 2], at: place)
      place = (place - 1) / 2
    }
    put(entry, at: place)
  }

  private mutating func sink(from start: Int) {
    var place = start
    let entry = heap[place]
    while let child = earlierChild(of: place), heap[child] < entry {
      put(heap[child], at: place)
      place = child
    }
    put(entry, at: place)
  }

  private func earlierChild(of place: Int) -> Int? {
    let left = 2 * place + 1
    guard left < heap.count else { return nil }
    return left + 1 < heap.count && heap[left + 1] < heap[left] ? left + 1 : left
  }

  private mutating func put(_ entry: Entry, at place: Int) {
    heap[place] = entry
    places[entry.booking] = place
  }
}

/// Walks a heap best first without changing it: of the places whose parent was seen, the earliest
/// comes next.
struct DueBookings: Sequence, IteratorProtocol {
  private let heap: [DueQueue.Entry]
  private let now: Instant
  private var frontier: [Int]

  init(heap: [DueQueue.Entry], now: Instant) {
    self.heap = heap
    self.now = now
    frontier = heap.isEmpty ? [] : [0]
  }

  mutating func next() -> BookingReference? {
    guard let earliest = frontier.indices.min(by: { heap[frontier[$0]] < heap[frontier[$1]] })
    else { return nil }
    let place = frontier[earliest]
    guard heap[place].due <= now else { return nil }
    frontier.swapAt(earliest, frontier.count - 1)
    frontier.removeLast()
    for child in [2 * place + 1, 2 * place + 2] where child < heap.count { frontier.append(child) }
    return heap[place].booking
  }
}
