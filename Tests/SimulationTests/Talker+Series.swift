// What is said of series and of bookings for others.

import Bookings
import CivilTime

extension Talker {
  private static let weekdays = ["monday", "wednesday", "friday", "sunday"]

  /// An order of a series, or what is said of one that there is.
  mutating func series(_ scenery: Scenery, _ chance: inout Chance) -> String {
    let known = Set(scenery.bookings.filter { $0.state == .held }.compactMap(\.series?.series))
    if !known.isEmpty, !chance.oneIn(3) {
      return about(chance.pick(known.sorted()), scenery, &chance)
    }
    if chance.oneIn(5), let booking = scenery.bookings.last(where: { $0.state == .held }) {
      let last = booking.span.start.date.adding(days: chance.within(1...3))
      return "repeat \(booking.reference) every day until \(last)"
    }
    return seriesOrder(scenery, &chance)
  }

  /// As `SeriesOrder` reads it.
  private mutating func seriesOrder(_ scenery: Scenery, _ chance: inout Chance) -> String {
    let isWeekly = chance.oneIn(3)
    let first = scenery.today.adding(days: chance.within(1...3))
    let last = first.adding(days: isWeekly ? chance.within(8...24) : chance.within(1...4))
    let every = isWeekly ? chance.pick(Self.weekdays) : "day"
    var words = [
      "book", chance.pick(Self.rooms), "every", every, span(&chance), "from", "\(first)", "until",
      "\(last)",
    ]
    if chance.oneIn(3) { words.append("with " + person(&chance)) }
    if chance.oneIn(4) { words.append("private") }
    if chance.oneIn(3) { words.append("titled \"\(freshTitle())\"") }
    return words.joined(separator: " ")
  }

  private mutating func about(
    _ series: SeriesReference, _ scenery: Scenery, _ chance: inout Chance
  ) -> String {
    let day = scenery.today.adding(days: chance.within(1...4))
    return chance.pick([
      "cancel \(series)", "cancel \(series)", "show \(series)",
      "move \(series) to \(span(&chance))",
      "move \(series) to \(span(&chance))", "move \(series) to \(room(&chance))",
      "add \(person(&chance)) to \(series)", "cancel the one on \(day)",
      "the series ends on \(day)", "cancel only this one", "cancel all from \(day) on",
    ])
  }

  /// An hour that many want, or another while rooms are open.
  private func span(_ chance: inout Chance) -> String {
    let hour = chance.oneIn(2) ? 10 : chance.within(8...17)
    let from = hour < 10 ? "0\(hour)" : "\(hour)"
    let to = hour < 9 ? "0\(hour + 1)" : "\(hour + 1)"
    return "\(from):00-\(to):00"
  }

  /// In whose name something is booked, mostly one in whose name the speaker may.
  func forOther(than speaker: String?, _ chance: inout Chance) -> String {
    let others = SimulatedPeople.users.filter { $0 != speaker }
    let may = others.filter { other in
      speaker.map { SimulatedPeople.may(UserID($0), bookFor: UserID(other)) } ?? false
    }
    let owner = chance.pick(may.isEmpty || chance.oneIn(4) ? others : may)
    let name = owner.prefix(1).uppercased() + owner.dropFirst()
    return chance.pick([" for \(name)", " on behalf of \(name)", " in \(name)'s name"])
  }
}
