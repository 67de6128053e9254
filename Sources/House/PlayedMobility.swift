// The mobility service as demonstrations and written conversations play it, in memory: one trip
// with a leg on which several things can be booked, each in another way.

public import CivilTime
import JSON
public import Mobility

/// A mobility service in memory. A value: the same errands get the same answers.
public struct PlayedMobility: Sendable {
  /// What it does with the next errand of a kind instead of what is asked.
  public enum Mishap: String, CaseIterable, Sendable {
    /// It acts, and the answer is lost.
    case lost
    /// Nobody is reached.
    case unreached
    /// The provider says no (470).
    case refused
    /// It acts, and the provider confirms later.
    case unconfirmed
    /// It fails (500).
    case failed
    /// It answers no JSON.
    case garbled
    /// It lists nothing.
    case empty
    /// The terms are asked for a second time.
    case again
    /// The form of the bike asks for a password, too.
    case locked
    /// The form of the bike asks for moments by the clocks of another zone; the shuttle, where it
    /// is listed, for that of the way back.
    case abroad
    /// The taxi needs an account, until one is linked.
    case unlinked
    /// It wants to know who asks (444), until they have signed in.
    case stranger
    /// The account is linked by a form with a name and a password.
    case plain
    /// What is linked for the taxi does not work any more (460): it is linked anew by a form of the
    /// service.
    case revoked
  }

  /// Something that is done to it, or with what is booked there.
  public enum Event: Hashable, Sendable {
    /// The next errand of a kind meets a mishap.
    case meets(Place, Mishap)
    /// What is booked has another status.
    case becomes(String)
    /// Somebody types the code that was shown last on the page of the provider, and allows it to be
    /// linked or does not.
    case allows(Bool)
    /// What the provider answers who asks next whether the code was typed.
    case answers(Poll)
    /// The trip becomes another one.
    case changes(Change)
  }

  /// What becomes of the trip at the service.
  public enum Change: String, CaseIterable, Sendable {
    /// It has another id and address, begins its third leg five minutes later, and a walk more
    /// before that.
    case replaced
    /// The leg on which things are booked is no part of it any more.
    case shortened
  }

  /// Takes what is done to it.
  public mutating func take(_ event: Event) {
    switch event {
    case .meets(let place, let mishap): meet(place, with: mishap)
    case .becomes(let status): advance(to: status)
    case .allows(let isAllowed): identity.leave = isAllowed
    case .answers(let poll): identity.polls.append(poll)
    case .changes(.replaced): edition += 1
    case .changes(.shortened): isShortened = true
    }
  }

  /// Kinds of errands, by where they go.
  public enum Place: String, CaseIterable, Sendable {
    /// What can be booked.
    case products
    /// Whatever books, pays or gives back.
    case book
    /// The trip as it is now.
    case update
    /// What is asked of accounts.
    case accounts
  }

  /// What stands on the leg now: the product and its status.
  private var booked: (product: String, status: String)?
  private var used: String?
  private var mishaps: [Place: [Mishap]] = [:]
  private var hasAgreed = false
  /// How often the trip was replaced by another.
  private var edition = 0
  private var isShortened = false
  var identity = Identity()
  let depart: Instant
  /// Which of many trips it is; nil for that of a demonstration.
  private let number: Int?

  /// How many bookings were made.
  public private(set) var bookings = 0

  static let base = "https://mobility.example/"

  /// A service whose trip begins on a day at 09:20 by the clocks of a zone; another one for each
  /// number.
  public init(on date: CivilDate, in zone: ZoneRules, trip number: Int? = nil) {
    self.number = number
    let time = ClockTime(hour: 9, minute: 20) ?? .midnight
    depart = zone.instant(nearest: CivilMoment(date, time))
  }

  /// What it does with the next errand of a kind.
  public mutating func meet(_ place: Place, with mishap: Mishap) {
    mishaps[place, default: []].append(mishap)
  }

  /// The status of what is booked becomes another, as `ACCEPTED`.
  public mutating func advance(to status: String) { booked?.status = status }

  /// The trip, as the service tells it.
  public func trips(limits: MobilityLimits) throws(AnswerFault) -> [Trip] {
    try TripAnswer(parsing: trip.octets, from: WebAddress(Self.base), limits: limits).trips
  }

  /// What comes of an errand.
  public mutating func answer(_ errand: Errand) -> ErrandOutcome {
    let parts = errand.address.path.split(separator: "/").map(String.init)
    let place: Place =
      switch parts.first {
      case "auth": .accounts
      case "quick": .products
      case "trip": .update
      default: .book
      }
    if let poll = takePoll(errand, parts) { return poll }
    // Who signs people in, or lets them in, meets no mishap.
    let mishap = isAtTheDoor(errand, parts) ? nil : takeMishap(place)
    switch mishap {
    case .unreached: return .notSent("nobody answers")
    case .failed: return said(errand, status: 500, [:])
    case .garbled: return whole(errand, 200, Array("<html>".utf8))
    case .refused:
      return said(
        errand, ["errorCode": 470, "title": "Booking not successful", "usererror": true])
    case .empty: return said(errand, [])
    case .unlinked where !identity.isLinked && parts.last == "uber":
      meetAgain(place, .unlinked)
      return said(errand, ["errorCode": 446, "title": "Account needed", "usererror": true])
    case .stranger where !isSignedIn(errand):
      meetAgain(place, .stranger)
      return said(errand, ["errorCode": 444, "error": "Sign in first"])
    case .plain where !identity.isLinked && parts.last == "uber":
      meetAgain(place, .plain)
      identity.isPlain = true
      return said(errand, ["errorCode": 446, "title": "Account needed", "usererror": true])
    case .revoked where parts.last == "uber":
      identity.isLinked = false
      return said(errand, Self.refusal)
    case .lost, .unconfirmed, .again, .unlinked, .locked, .abroad, .stranger, .plain, .revoked, nil:
      break
    }
    if let (status, value) = answerForAccounts(errand, parts) {
      return said(errand, status: status, value)
    }
    let value = act(on: errand, parts, mishap)
    if mishap == .lost { return .lost("the connection was closed") }
    guard let value else { return said(errand, status: 404, ["error": "no such thing"]) }
    return said(errand, value)
  }

  private mutating func takeMishap(_ place: Place) -> Mishap? {
    guard mishaps[place]?.isEmpty == false else { return nil }
    return mishaps[place]?.removeFirst()
  }

  /// It meets the next errand of that kind as well.
  private mutating func meetAgain(_ place: Place, _ mishap: Mishap) {
    mishaps[place, default: []].insert(mishap, at: 0)
  }

  func said(_ errand: Errand, status: Int = 200, _ value: JSONValue) -> ErrandOutcome {
    whole(errand, status, status == 204 ? [] : value.octets)
  }

  func whole(_ errand: Errand, _ status: Int, _ body: [UInt8]) -> ErrandOutcome {
    .answered(MobilityAnswer(status: status, body: body, from: errand.address))
  }

  // MARK: - What it does

  private mutating func act(
    on errand: Errand, _ parts: [String], _ mishap: Mishap?
  ) -> JSONValue? {
    switch (parts.first, parts.last) {
    case ("quick", _): return .array(mishap == .abroad ? Self.productsAbroad : Self.products)
    case ("trip", _): return trip
    case ("use", let product?):
      used = product
      return trip
    case ("book", "uber"):
      if hasAgreed { return book("uber", mishap) }
      return agreement
    case ("terms", _):
      if mishap == .again { return agreement }
      hasAgreed = true
      return book("uber", mishap)
    case ("book", "bike"):
      switch mishap {
      case .locked: return Self.lockedForm
      case .abroad: return formAbroad
      default: return Self.form
      }
    case ("form", _): return book("bike", mishap)
    case ("book", "van"): return Self.options
    case ("van", _): return quote
    case ("book", "ferry"): return quote
    case ("pay", _): return book("ferry", mishap)
    case ("book", let product?): return book(product, mishap)
    case ("cancel", _):
      booked?.status = "USER_CANCELED"
      return ["updateURL": .string(Self.base + "trip")]
    default: return nil
    }
  }

  private mutating func book(_ product: String, _ mishap: Mishap?) -> JSONValue {
    bookings += 1
    booked = (product, mishap == .unconfirmed ? "" : "ACCEPTED")
    return ["updateURL": .string(Self.base + "trip")]
  }

  // MARK: - The trip

  private var trip: JSONValue {
    let legs = self.legs
    func moment(_ minutes: Int) -> JSONValue {
      .integer((depart + .seconds(minutes * 60)).seconds)
    }
    let segments = legs.map { leg -> JSONValue in
      var segment: JSONObject = [
        "id": .string("leg-\(leg.number)"),
        "segmentTemplateHashCode": .integer(Int64(leg.number)),
        "startTime": moment(leg.start), "endTime": moment(leg.end),
      ]
      if leg.number == Self.bookable { segment["booking"] = .object(booking) }
      if leg.number == Self.bookable { segment["bookingHashCode"] = .integer(bookingHash) }
      return .object(segment)
    }
    let templates = legs.map { leg -> JSONValue in
      [
        "hashCode": .integer(Int64(leg.number)), "type": "unscheduled",
        "modeIdentifier": .string(leg.mode), "action": .string(leg.action),
        "from": ["name": .string(leg.from), "timezone": "Europe/Berlin"],
        "to": ["name": .string(leg.to), "timezone": "Europe/Berlin"],
      ]
    }
    let cost: Double = used == "uber" ? 15 : 7.3
    let name = "\(number ?? 1)" + (edition > 0 ? "-\(edition)" : "")
    let address = Self.base + "trip" + (number == nil && edition == 0 ? "" : "/\(name)")
    let trip: JSONValue = [
      "id": .string("trip-\(name)"), "depart": moment(0),
      "arrive": moment(legs.last?.end ?? 0), "currency": "EUR", "moneyCost": .number(cost),
      "updateURL": .string(address), "segments": .array(segments),
    ]
    return [
      "groups": [["trips": [trip]]], "segmentTemplates": .array(templates),
      "region": .string(Self.region),
    ]
  }

  /// A leg; its number stands in its id, and stays when others come and go.
  private struct PlayedLeg {
    let number: Int
    var start: Int
    var end: Int
    let mode: String
    let action: String
    let from: String
    let to: String
  }

  /// The number of the leg on which things can be booked.
  private static let bookable = 3

  /// The legs as they are now.
  private var legs: [PlayedLeg] {
    var legs = Self.legs
    if edition > 0 {
      for place in legs.indices where legs[place].number >= Self.bookable {
        legs[place].start += 5 * edition
        legs[place].end += 5 * edition
      }
      legs.insert(Self.walk, at: 2)
    }
    if isShortened { legs.removeAll { $0.number == Self.bookable } }
    return legs
  }

  private static let legs = [
    PlayedLeg(
      number: 1, start: 0, end: 6, mode: "wa_wal", action: "Walk to U Nordring", from: "Office",
      to: "U Nordring"),
    PlayedLeg(
      number: 2, start: 6, end: 18, mode: "pt_pub", action: "Take U2", from: "U Nordring",
      to: "U Westend"),
    PlayedLeg(
      number: 3, start: 20, end: 38, mode: "ps_drt_campus", action: "Take the shuttle",
      from: "U Westend", to: "Campus"),
    PlayedLeg(
      number: 4, start: 38, end: 44, mode: "wa_wal", action: "Walk to gate 2", from: "Campus",
      to: "Gate 2"),
  ]
  /// The leg that is there only where the trip was replaced.
  private static let walk = PlayedLeg(
    number: 5, start: 18, end: 22, mode: "wa_wal", action: "Walk to the stop", from: "U Westend",
    to: "Stop B")

  private var bookingHash: Int64 { Int64(booked.map { $0.status.utf8.count + 1 } ?? 0) }

  private var booking: JSONObject {
    var members: JSONObject = [
      "title": "Shuttle", "quickBookingsUrl": .string(Self.base + "quick/leg-3"),
    ]
    if let used { members["productID"] = .string(used) }
    guard let booked, !booked.status.isEmpty else { return members }
    let isOver = booked.status.hasSuffix("CANCELED") || booked.status == "COMPLETED"
    var actions: [JSONValue] = [
      ["title": "Call driver", "type": "CALL", "externalURL": "tel:+4930555"]
    ]
    if !isOver {
      actions.insert(
        [
          "title": "Cancel ride", "type": "CANCEL", "isDestructive": true,
          "internalURL": .string(Self.base + "cancel/ride-1"),
          "confirmationMessage": "Cancel this ride? The provider keeps 1.00 EUR.",
        ], at: 0)
    }
    let name = Self.names[booked.product] ?? booked.product
    members["confirmation"] = [
      "status": [
        "title": .string(Self.titles[booked.status] ?? booked.status),
        "value": .string(booked.status),
      ],
      "purchase": [
        "id": "ride-1", "productName": .string(name), "currency": "EUR",
        "price": .number(Self.prices[booked.product] ?? 0),
      ],
      "provider": ["title": "Nadia", "subtitle": "4.9"],
      "vehicle": ["title": "White van", "subtitle": "B-AB 123"],
      "actions": .array(actions),
    ]
    return members
  }

  private static let titles = [
    "ACCEPTED": "confirmed", "PROCESSING": "processing", "ARRIVING": "arriving",
    "USER_CANCELED": "cancelled by you", "PROVIDER_CANCELED": "cancelled by the provider",
    "COMPLETED": "completed",
  ]
  private static let names = [
    "shuttle": "Campus shuttle", "uber": "Uber X", "bike": "Night bike", "van": "Van",
    "ferry": "Ferry",
  ]
  private static let prices = [
    "shuttle": 3.5, "uber": 11.2, "bike": 1.5, "van": 8.5, "ferry": 2.2,
  ]
}
