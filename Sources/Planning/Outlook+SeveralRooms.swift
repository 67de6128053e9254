// One order for several rooms at the same time: all of them, or none.

import Bookings
import CivilTime
import Discourse

extension Planner {
  /// Books all of some rooms. Where one cannot be had, it is said why, and all at another time, one
  /// in its place, or those that can be had are offered.
  func booking(_ purpose: Purpose, inAll rooms: [RoomID], _ moments: Moments) -> Outlook {
    var purpose = purpose
    // How those who come are spread over the rooms is theirs to know.
    let seats = rooms.compactMap { house.ledger.room($0)?.seats }
    if seats.count == rooms.count, purpose.request.headcount.value ?? 0 <= seats.reduce(0, +) {
      purpose.request.acceptsFewerSeats = .is(true, .assumed(.room))
    }
    var (ready, reasons, refusals) = ([(RoomID, Step)](), [Reason](), [Refusal]())
    var planner = self
    planner.seeksOthers = false
    for room in rooms {
      switch planner.outlook(for: purpose.inRoom(room)) {
      case .ready(let step):
        ready.append((room, step))
        planner = planner.supposing(step.events)
      // Who comes, and in whose name it is, is the same in all of them.
      case .asks(var inquiry)
      where inquiry.question.isOfPerson || [[.confirm], [.title]].contains(inquiry.question.open):
        inquiry.purpose.request.room = purpose.request.room
        return .asks(inquiry)
      case .asks(let inquiry) where inquiry.refusals.contains(where: \.isOfBehalf):
        guard case .asks(var asked) = outlook(for: purpose.inRoom(room)) else { continue }
        asked.purpose.request.room = purpose.request.room
        return .asks(asked)
      case .asks(let inquiry):
        reasons += inquiry.reasons
        refusals += inquiry.refusals
      case .ends(let verdict): return .ends(verdict)
      }
    }
    guard ready.count < rooms.count else { return .ready(together(purpose, ready.map(\.1))) }
    var inquiry = Inquiry(.parts([.start], attendee: nil), purpose, reasons)
    inquiry.refusals = refusals
    if seeksOthers, let span = moments.span, purpose.request.repeats.isUnsaid {
      let offers = offers(insteadOf: rooms, ready.map(\.0), span, purpose)
      if !offers.isEmpty {
        inquiry.question = .option(
          offers.enumerated().map { Option($0.offset + 1, $0.element) })
      }
    }
    if inquiry.question.options.isEmpty {
      (inquiry.purpose.request.times.start, inquiry.purpose.request.times.end) = (.unsaid, .unsaid)
    }
    return .asks(inquiry)
  }

  private func together(_ purpose: Purpose, _ steps: [Step]) -> Step {
    Step(
      purpose: purpose, intentions: steps.flatMap(\.intentions), events: steps.flatMap(\.events),
      request: steps.first?.request, others: steps.dropFirst().compactMap(\.request),
      assumed: steps.reduce(into: []) { $0.formUnion($1.assumed) })
  }

  /// All of them at the nearest time of that day; as many at that time, with others for those that
  /// cannot be had; those alone that can.
  private func offers(
    insteadOf rooms: [RoomID], _ ready: [RoomID], _ span: CivilSpan, _ purpose: Purpose
  ) -> [Option.Offer] {
    var offers: [Option.Offer] = []
    if let other = house.ledger.nearestSpan(of: rooms, to: span, at: house.now),
      canBeHad(rooms, other, purpose)
    {
      offers.append(.several(rooms, other))
    }
    if let others = replacing(rooms, ready, span, purpose), canBeHad(others, span, purpose) {
      offers.append(.several(others, span))
    }
    if ready.count > 1 {
      offers.append(.several(ready, span))
    } else {
      offers += ready.map { .hold($0, span) }
    }
    return Array(offers.prefix(house.ledger.limits.alternativesMax))
  }

  /// The rooms, each of those that cannot be had replaced by the free one that comes nearest to its
  /// seats, rather larger than smaller.
  private func replacing(
    _ rooms: [RoomID], _ ready: [RoomID], _ span: CivilSpan, _ purpose: Purpose
  ) -> [RoomID]? {
    var free = house.ledger.rooms(fitting: purpose.request.features, during: span, at: house.now)
      .filter { !rooms.contains($0.id) }
    var others: [RoomID] = []
    for room in rooms {
      if ready.contains(room) {
        others.append(room)
        continue
      }
      let seats = house.ledger.room(room)?.seats ?? 0
      guard let nearest = free.first(where: { $0.seats ?? 0 >= seats }) ?? free.last else {
        return nil
      }
      others.append(nearest.id)
      free.removeAll { $0.id == nearest.id }
    }
    return others
  }

  private func canBeHad(_ rooms: [RoomID], _ span: CivilSpan, _ purpose: Purpose) -> Bool {
    var picked = purpose
    picked.request = purpose.request.picking(
      .several(rooms, span), turn: 0, zone: house.ledger.zone)
    var planner = self
    planner.seeksOthers = false
    if case .ready = planner.outlook(for: picked) { return true }
    return false
  }
}

extension Purpose {
  /// The same for one of the rooms.
  fileprivate func inRoom(_ room: RoomID) -> Purpose {
    var purpose = self
    purpose.request.room = purpose.request.room.changed { _ in .named([room]) }
    return purpose
  }
}
