// Questions that the agent has asked and that are still open, and what they are asked for.

public import Bookings
public import CivilTime
public import Products

/// A question that is open.
public struct Issue: Hashable, Codable, Sendable {
  /// Its number in the conversation.
  public let id: IssueID
  /// What is asked.
  public internal(set) var question: Question
  /// What is done with the answer.
  public let purpose: Purpose
  /// In which turn it was asked last, be it behind something else.
  public internal(set) var askedTurn: Int
  /// Whether it was asked again behind something else, so that a bare yes may be meant for that.
  public internal(set) var isAskedAgain = false
  /// What it was asked for before the last line said more of it: `undo` goes back there.
  public internal(set) var earlier: Purpose?
  /// The wait whose offer it is, where the agent raised it by itself.
  public internal(set) var offer: WaitReference?
}

extension Issue {
  /// The room it is about: the one that is wanted, or the only one of what was shown.
  public var room: RoomID? {
    if let named = purpose.request.namedRoom { return named }
    guard case .go(let plan) = question, let first = plan.shown.first?.room,
      plan.shown.allSatisfy({ $0.room == first })
    else { return nil }
    return first
  }
}

/// The number of an issue, counted from 1 in each conversation.
public struct IssueID: Hashable, Codable, Sendable {
  /// Counts from 1.
  public let number: Int
  /// The issue of that number.
  public init(_ number: Int) { self.number = number }
}

/// What is asked.
public enum Question: Hashable, Codable, Sendable {
  /// Parts that are missing; of which attendee, by place, if they are of one.
  case parts([Part], attendee: Int?)
  /// One of several things offered is to be picked.
  case option([Option])
  /// Whether what was shown is to be done.
  case go(Plan)
  /// Which of several things is meant, as of some bookings: each would be done, and all of them
  /// where that is offered.
  case which([Purpose], offersAll: Bool)
  /// A question of the service, or about what can be booked on a trip.
  case ride(RideQuestion)
}

/// What an answer is for.
public struct Purpose: Hashable, Codable, Sendable {
  /// What is to come of it.
  public let goal: Goal
  /// What is wanted so far.
  public var request: Request
  /// Whether it is shown before it is done, however clear the answer.
  public var showsFirst: Bool
  /// The other bookings to which the same people come, once it is known who they are.
  public var others: [BookingReference] = []

  /// A goal, and what is known of it.
  public init(_ goal: Goal, _ request: Request, showsFirst: Bool = false) {
    self.goal = goal
    self.request = request
    self.showsFirst = showsFirst
  }
}

/// What is to come of a line.
public enum Goal: Hashable, Codable, Sendable {
  /// A room is held.
  case book
  /// A booking becomes as the request says.
  case change(BookingReference)
  /// Bookings are given back.
  case cancel([BookingReference])
  /// Whoever speaks waits for it.
  case wait
  /// Waits are given up.
  case stopWaiting([WaitReference])
  /// Something is booked on a trip; nil before there is anything to choose from.
  case ride(PurchaseID?)
  /// Something is told; nothing changes.
  case tell(View)
}

/// What is told.
public enum View: Hashable, Codable, Sendable {
  /// The rooms of a day.
  case rooms
  /// Which rooms are free, or fit.
  case find
  /// Whether a room is free.
  case isFree
  /// All of a room.
  case room
  /// The rules of the house, or of a room.
  case rules
  /// What is being put together, or becoming of a booking, and who comes.
  case draft
  /// All of a booking.
  case booking(BookingReference)
  /// The bookings of a series of the speaker's.
  case series(SeriesReference)
  /// Bookings: the speaker's own, or those of a room or a person.
  case bookings(ofSpeaker: Bool)
  /// What the speaker waits for.
  case waits
  /// What has come up for the speaker: passes that failed.
  case news
}

/// A part of a request that can be asked for. The raw value is its name on the wire.
public enum Part: String, CaseIterable, Hashable, Codable, Sendable {
  /// Which room.
  case room
  /// Which day.
  case date
  /// When it begins.
  case start
  /// When it ends.
  case end
  /// Until when it is repeated.
  case until
  /// What an attendee is called.
  case attendeeName = "attendee.name"
  /// An attendee's address.
  case attendeeEmail = "attendee.email"
  /// An attendee's number.
  case attendeePhone = "attendee.phone"
  /// What the booking is called.
  case title
  /// How many come.
  case people
  /// Yes or no.
  case confirm
  /// One of the choices.
  case choice
  /// A field of what the service asks.
  case field
  /// Whether terms are accepted.
  case agreement
}

/// One of the things offered, which a number, its words or `the second` picks.
public struct Option: Hashable, Codable, Sendable {
  /// Counted from 1.
  public let number: Int
  /// What is offered.
  public let offer: Offer

  /// An offer with its number.
  public init(_ number: Int, _ offer: Offer) {
    self.number = number
    self.offer = offer
  }

  /// What can be offered.
  public enum Offer: Hashable, Codable, Sendable {
    /// A room for a span.
    case hold(RoomID, CivilSpan)
    /// Several rooms, all for the same span.
    case several([RoomID], CivilSpan)
    /// The same as wanted, although the room has too few seats.
    case anyway(RoomID, seats: Int)
    /// A room, of which the rest is still open.
    case room(RoomID)
    /// A booking.
    case booking(BookingReference)
    /// The bookings of a series.
    case series(SeriesOffer)
    /// Somebody of the house, for whoever was called so.
    case person(Person, called: String)
    /// A leg of a trip.
    case leg(LegReference)
    /// What can be booked, or done with what is booked, by place; as the service calls it.
    case ofRide(PurchaseID, Int, String)
    /// An answer to a field that asks for a moment, by the clocks of the zone of that name.
    case instant(FormPlace, Instant, zone: String?)
    /// All of what is offered.
    case all
  }
}

extension Question {
  /// What can be picked, numbered.
  public var options: [Option] {
    switch self {
    case .option(let options): options
    case .which(let purposes, let offersAll): Self.options(of: purposes, offersAll)
    case .parts, .go, .ride: []
    }
  }

  /// The bookings that some purposes are about.
  private static func options(of purposes: [Purpose], _ offersAll: Bool) -> [Option] {
    let offers = purposes.compactMap(\.goal.reference).map(Option.Offer.booking)
    return (offersAll ? offers + [.all] : offers).enumerated().map {
      Option($0.offset + 1, $0.element)
    }
  }

  /// Whether it asks who somebody is, or how they are reached.
  public var isOfPerson: Bool {
    open.contains { [.attendeeName, .attendeeEmail, .attendeePhone].contains($0) }
  }

  /// What an answer may fill, by its names on the wire.
  public var open: [Part] {
    switch self {
    case .parts(let parts, _): parts
    case .option, .which: [.choice]
    case .go, .ride(.go), .ride(.link), .ride(.drop): [.confirm]
    case .ride(.field): [.field]
    case .ride(.accept): [.agreement]
    }
  }
}

extension Goal {
  /// The only booking it is about.
  public var reference: BookingReference? {
    switch self {
    case .change(let reference), .tell(.booking(let reference)): reference
    case .cancel(let references): references.count == 1 ? references[0] : nil
    case .book, .wait, .stopWaiting, .ride, .tell: nil
    }
  }
}

extension Option.Offer {
  /// The room that is offered.
  public var room: RoomID? {
    switch self {
    case .hold(let room, _), .anyway(let room, _), .room(let room): room
    case .several, .booking, .series, .person, .leg, .ofRide, .instant, .all: nil
    }
  }

  /// The place among what is offered of a ride.
  public var ofRide: (purchase: PurchaseID, place: Int, title: String)? {
    if case .ofRide(let id, let place, let title) = self { (id, place, title) } else { nil }
  }

  /// Whether several rooms are offered as one.
  public var isOfSeveral: Bool { if case .several = self { true } else { false } }

  /// How the days of a series are offered.
  public var series: SeriesOffer? { if case .series(let offer) = self { offer } else { nil } }

  /// Who of the house is offered.
  public var person: Person? { if case .person(let person, _) = self { person } else { nil } }

  /// The span that a room, or several, are offered for.
  public var span: CivilSpan? {
    switch self {
    case .hold(_, let span), .several(_, let span): span
    case .anyway, .room, .booking, .series, .person, .leg, .ofRide, .instant, .all: nil
    }
  }
}
