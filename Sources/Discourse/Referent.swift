// What can be spoken of, in which role it came up, and what `it` is: the one rule of salience.

public import Bookings
public import CivilTime
public import Products

/// Something that came up in a conversation and can be referred to.
public struct Referent: Hashable, Codable, Sendable {
  /// What it is.
  public let entity: Entity
  /// The role in which it came up last.
  public let role: Role
  /// In which turn that was.
  public let turn: Int
}

/// What can be referred to.
public enum Entity: Hashable, Codable, Sendable {
  /// A booking, whoever owns it.
  case booking(BookingReference)
  /// A series of bookings.
  case series(SeriesReference)
  /// A room.
  case room(RoomID)
  /// What was wanted or asked, and for what. It is large, and memories are copied each turn.
  indirect case request(Request, Goal)
  /// Some days, as `next week`.
  case days(ClosedRange<CivilDate>)
  /// Things that were offered or listed, numbered from 1.
  case options([Option])
  /// Somebody, by the name said.
  case person(String)
  /// A wait of the speaker.
  case wait(WaitReference)
  /// A trip of the speaker.
  case trip(TripReference)

  /// What kind of thing it is.
  public var kind: Kind {
    switch self {
    case .booking: .booking
    case .series: .series
    case .room: .room
    case .request: .request
    case .days: .days
    case .options: .options
    case .person: .person
    case .wait: .wait
    case .trip: .trip
    }
  }

  /// A kind of thing that can be referred to.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    case booking, series, room, request, days, options, person, wait, trip
  }
}

/// How something came up. Of two that came up in one turn the earlier case is more salient.
public enum Role: String, CaseIterable, Hashable, Codable, Sendable {
  /// It was made, changed or given back.
  case done
  /// It was picked from what was offered.
  case picked
  /// It was asked about.
  case asked
  /// It was offered to be picked.
  case offered
  /// It was shown or named.
  case shown
  /// A line named it that was not understood. It may be offered, and is never taken.
  case missed

  /// For how many turns it leads what short lines lean on; later it has to be named, or to be all
  /// there is. Nobody leans on what was not understood.
  ///
  /// - asked: a question goes on in the next line (`and tomorrow?`), and over one other line at
  ///   most; what is said later rather begins anew.
  /// - offered, picked: `no, the second` follows at once, or after one question about it.
  /// - done: `until 12` corrects what was just booked also behind a few questions.
  /// - shown: as asked.
  /// - missed: as asked; what leans on it is doubtful.
  public var freshTurns: Int {
    switch self {
    case .done: 5
    case .asked, .offered, .picked, .shown, .missed: 2
    }
  }
}

/// How recent something must be to be leant on.
public enum Freshness: Hashable, Sendable {
  /// It came up in the line before this one.
  case justNow
  /// Its role still leads (`Role.freshTurns`).
  case fresh
  /// Whenever it came up.
  case ever
}

extension DialogueState {
  /// What is most salient of a kind, if anything of it is recent enough: what came up last, and of
  /// what came up in one turn what was done before what was picked, asked, offered and shown. What
  /// came up in a line that was not understood is never it, unless that is asked for.
  public func salient(
    _ kind: Entity.Kind, in roles: Roles = .understood, _ freshness: Freshness = .ever
  ) -> Referent? {
    // Each turn asks for it a dozen times, and what was wanted is large: nothing is copied but what
    // is found. What was named last stands last; of one turn the first that leads stays.
    referents.withUnsafeBufferPointer { referents in
      var best: Int?
      for place in referents.indices.reversed() {
        if let best, referents[place].turn < referents[best].turn { break }
        guard roles.contains(Roles(referents[place].role)),
          referents[place].entity.kind == kind, isRecent(referents[place], freshness)
        else { continue }
        guard let last = best else {
          best = place
          continue
        }
        if referents[place].role.leads(referents[last].role) { best = place }
      }
      return best.map { referents[$0] }
    }
  }

  /// What was asked about in the lines just before, as it came up.
  public var requestsAsked: [Request] {
    referents.compactMap { referent in
      guard case .request(let request, _) = referent.entity, referent.role == .asked,
        isRecent(referent, .fresh)
      else { return nil }
      return request
    }
  }

  /// The bookings that were understood to be meant, as they came up.
  public var bookings: [BookingReference] {
    referents.withUnsafeBufferPointer { referents in
      referents.indices.compactMap { place in
        guard case .booking(let booking) = referents[place].entity,
          referents[place].role != .missed
        else { return nil }
        return booking
      }
    }
  }

  private func isRecent(_ referent: Referent, _ freshness: Freshness) -> Bool {
    let age = turn - referent.turn
    return switch freshness {
    case .justNow: age <= 1
    case .fresh: age <= referent.role.freshTurns
    case .ever: true
    }
  }
}

extension Role {
  /// Its place in the order of salience.
  fileprivate var place: UInt8 {
    switch self {
    case .done: 0
    case .picked: 1
    case .asked: 2
    case .offered: 3
    case .shown: 4
    case .missed: 5
    }
  }

  fileprivate func leads(_ other: Role) -> Bool { place < other.place }
}

/// Some roles.
public struct Roles: OptionSet, Hashable, Sendable {
  /// A bit each.
  public let rawValue: UInt8

  /// The roles with these bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// One role.
  public init(_ role: Role) { rawValue = 1 << role.place }

  /// What was made, changed or given back.
  public static let done = Roles(.done)
  /// What was picked from what was offered.
  public static let picked = Roles(.picked)
  /// What was asked about.
  public static let asked = Roles(.asked)
  /// What was offered to be picked.
  public static let offered = Roles(.offered)
  /// What was shown or named.
  public static let shown = Roles(.shown)
  /// What a line named that was not understood.
  public static let missed = Roles(.missed)
  /// All roles of what was understood.
  public static let understood: Roles = [.done, .picked, .asked, .offered, .shown]
}

extension Entity {
  /// The booking that it is; nil for anything else.
  public var ofBooking: BookingReference? {
    if case .booking(let reference) = self { reference } else { nil }
  }
}
