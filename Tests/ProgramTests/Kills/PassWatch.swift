// What must hold of passes after every kill: each owed one is somewhere, what left was written down
// before, and nothing leaves again whose outcome was known.

import Foundation
import JSON

/// Where passes go, and what is known of it without asking the program.
enum Destination {
  /// Over HTTP, to a gateway that remembers what it sent.
  case web(StandIn)
  /// Into a folder, a file each.
  case folder(String)

  var option: String {
    switch self {
    case .web(let gateway): gateway.address
    case .folder(let path): "drop:\(path)"
    }
  }
}

/// The passes of one store, from look to look.
struct PassWatch {
  let destination: Destination
  private var settled: [Departure: Settled] = [:]
  private var files: [String: UInt64] = [:]
  /// What must not have been seen, in words.
  private var faults: [String] = []
  /// How many passes went out more often than the gateway told that they did.
  private(set) var doubles = 0

  private struct Settled: Equatable {
    let editions: Int
    let arrived: Int
  }

  init(_ destination: Destination) { self.destination = destination }

  /// Hands out what was found since the last time.
  mutating func takeFaults() -> [String] {
    defer { faults = [] }
    return faults
  }

  /// Compares what stands in the store with what has left. In the end nothing may be under way.
  mutating func check(_ look: StoreLook, isEnd: Bool) throws {
    checkOwed(look, isEnd: isEnd)
    switch destination {
    case .web(let gateway): try checkCalls(gateway.departures(), look, isEnd: isEnd)
    case .folder(let path): try checkFiles(in: path, look)
    }
  }

  private mutating func checkOwed(_ look: StoreLook, isEnd: Bool) {
    let editions = Dictionary(grouping: look.passes) { "\($0.booking) \($0.attendee)" }
    // An update that was taken back before it left leaves the pass before it in force.
    let inForce = editions.compactMapValues { passes in
      passes.last { $0.state != "superseded" || $0.mayBeOut }
    }
    var owed: Set<String> = []
    for booking in look.bookings.values where booking.content.isHeld {
      for attendee in booking.attendees {
        let key = "\(booking.reference) \(attendee.id)"
        guard let pass = inForce[key] else {
          faults.append("no pass of B\(booking.reference) for \(attendee.email)")
          continue
        }
        owed.insert(pass.name)
        checkOwed(pass, booking, attendee, isEnd: isEnd)
      }
    }
    for pass in look.passes where !pass.isOver && pass.kind != "cancellation" {
      // What was on its way when it was no longer wanted is awaited.
      if !owed.contains(pass.name), pass.state != "attempting", !pass.isWithdrawn {
        faults.append("\(pass.name) is \(pass.state) and nobody is owed it")
      }
      if isEnd { faults.append("\(pass.name) is still \(pass.state)") }
    }
  }

  private mutating func checkOwed(
    _ pass: StoreLook.Pass, _ booking: StoreLook.Booking, _ attendee: StoreLook.Attendee,
    isEnd: Bool
  ) {
    let name = "\(pass.name) of B\(booking.reference)"
    let wanted = booking.content
    if pass.kind == "cancellation" || pass.state == "superseded" {
      faults.append("\(name) is \(pass.kind) \(pass.state), and \(attendee.email) comes")
    }
    if pass.place.email != attendee.email || pass.place.room != wanted.room
      || pass.place.date != wanted.date || pass.place.start != wanted.start
      || pass.place.end != wanted.end
    {
      faults.append("\(name) says \(pass.place) and not \(wanted)")
    }
    if pass.state == "failed", pass.failure.isEmpty { faults.append("\(name) failed for nothing") }
    if isEnd, pass.state != "accepted" {
      faults.append("\(name) ended \(pass.state) \(pass.failure) after \(pass.attempts) attempts")
    }
  }

  /// Attempts are durable before they are made, answers before they count, and what was answered
  /// does not leave again.
  private mutating func checkCalls(
    _ departures: [Departure], _ look: StoreLook, isEnd: Bool
  ) throws {
    let arrived = departures.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    let editions = Dictionary(grouping: look.passes, by: \.departure)
    for (place, count) in arrived {
      let attempts = (editions[place] ?? []).reduce(0) { $0 + $1.attempts }
      if count > attempts {
        faults.append("\(place) left \(count) times in \(attempts) attempts")
      }
    }
    var now: [Departure: Settled] = [:]
    doubles = 0
    for (place, passes) in editions {
      let count = arrived[place] ?? 0
      let accepted = passes.count { $0.state == "accepted" }
      doubles += max(0, count - accepted)
      if count < accepted { faults.append("\(place) was accepted and never left") }
      if passes.allSatisfy(\.isOver) {
        now[place] = Settled(editions: passes.count, arrived: count)
      }
      if let before = settled[place], before.editions == passes.count, before.arrived != count {
        faults.append("\(place) left again although its outcome was known")
      }
    }
    settled = now
    if isEnd { checkLast(departures, look) }
  }

  /// What left last for somebody is what they come to.
  private mutating func checkLast(_ departures: [Departure], _ look: StoreLook) {
    let last = Dictionary(departures.map { ($0.email, $0) }) { $1 }
    for booking in look.bookings.values where booking.content.isHeld {
      for attendee in booking.attendees
      where last[attendee.email] != booking.departure(for: attendee) {
        faults.append("\(attendee.email) was told last of another place than B\(booking.reference)")
      }
    }
  }

  /// An edition is a file; written again it is another file of the same name.
  private mutating func checkFiles(in folder: String, _ look: StoreLook) throws {
    let manager = FileManager.default
    guard manager.fileExists(atPath: folder) else { return }
    var known: [String: UInt64] = [:]
    let names = try manager.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }
    let left = Dictionary(grouping: names) { String($0.prefix { $0 != "-" }) }
    let passes = Dictionary(
      uniqueKeysWithValues: look.passes.map { pass in
        (pass.name, pass)
      })
    for (edition, names) in left {
      guard let pass = passes[edition], pass.attempts > 0, names.count == 1 else {
        faults.append("\(names) left without being written down")
        continue
      }
      try checkFile("\(folder)/\(names[0])", pass)
    }
    for (edition, pass) in passes where pass.state == "accepted" {
      guard let name = left[edition]?.first else {
        faults.append("\(edition) was accepted and never left")
        continue
      }
      let path = "\(folder)/\(name)"
      let file = try manager.attributesOfItem(atPath: path)[.systemFileNumber] as? UInt64
      known[edition] = file
      if let before = files[edition], before != file {
        faults.append("\(edition) left again although its outcome was known")
      }
    }
    files = known
  }

  private mutating func checkFile(_ path: String, _ pass: StoreLook.Pass) throws {
    let octets = try Data(contentsOf: URL(fileURLWithPath: path))
    let file = try JSONValue(parsing: Array(octets))
    let booking = file["booking"]
    let start = "\(pass.place.date)T\(WantedVersion.time(pass.place.start))"
    let number = Person.number(ofEmail: pass.place.email)
    if file["attendee"]?["email"]?.string != pass.place.email
      || file["attendee"]?["number"]?.string != number.map(Person.phone)
      || booking?["room"]?.string != pass.place.room
      || booking?["reference"]?.string != "B\(pass.booking)"
      || booking?["start"]?.string?.hasPrefix(start) != true
    {
      faults.append("\(path) is not \(pass.place)")
    }
  }
}
