// What can be spoken of, in which role it came up, and what `it` is: the one rule of salience.

public import Bookings
public import CivilTime

/// Something that came up in a conversation and can be referred to.
public struct Referent: Hashable, Sendable {
  /// What it is.
  public let entity: Entity
  /// The role in which it came up last.
  public let role: Role
  /// In which turn that was.
  public let turn: Int
}

/// What can be referred to.
public enum Entity: Hashable, Sendable {
  /// A booking, whoever owns it.
  case booking(BookingReference)
  /// A room.
  case room(RoomID)
  /// What was wanted or asked, and for what.
  case request(Request, Goal)
  /// Some days, as `next week`.
  case days(ClosedRange<CivilDate>)
  /// Things that were offered or listed, numbered from 1.
  case options([Option])
  /// Somebody, by the name said.
  case person(String)

  /// What kind of thing it is.
  public var kind: Kind {
    switch self {
    case .booking: .booking
    case .room: .room
    case .request: .request
    case .days: .days
    case .options: .options
    case .person: .person
    }
  }

  /// A kind of thing that can be referred to.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    case booking, room, request, days, options, person
  }
}

/// How something came up. Of two that came up in one turn the earlier case is more salient.
public enum Role: String, CaseIterable, Hashable, Sendable {
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
    _ kind: Entity.Kind, in roles: Set<Role> = Role.understood, _ freshness: Freshness = .ever
  ) -> Referent? {
    // Of equals the first of the reversed order: what was named last.
    referents.reversed().filter { referent in
      referent.entity.kind == kind && roles.contains(referent.role)
        && isRecent(referent, freshness)
    }.max { one, other in
      if one.turn != other.turn { return one.turn < other.turn }
      return other.role.leads(one.role)
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
  /// All roles of what was understood.
  public static let understood = Set(allCases).subtracting([.missed])

  fileprivate func leads(_ other: Role) -> Bool {
    (Self.allCases.firstIndex(of: self) ?? 0) < (Self.allCases.firstIndex(of: other) ?? 0)
  }
}
