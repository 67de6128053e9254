// What somebody has booked before, as the service lists it, to find the trips again.

public import CivilTime
internal import JSON

/// Bookings of whoever is signed in to the service.
public struct BookingHistory: Hashable, Sendable {
  /// In the order of the service.
  public var bookings: [Entry] = []
  /// How many there are in all, where it tells.
  public var count: Int?
  /// What of it could not be read; the first faults of many.
  public var faults: [ReadingFault] = []

  /// One booking.
  public struct Entry: Hashable, Sendable {
    /// As the service knows it.
    public var id: String?
    /// How it stands.
    public var confirmation: Confirmation?
    /// Where its trips are had.
    public var trips: [WebAddress] = []
    /// How one moves, as `ps_drt`.
    public var mode: String?
    /// When it is.
    public var time: Instant?
    /// In which zone that is told.
    public var zone: String?

    /// A booking of which nothing is known.
    public init() {}
  }

  /// Reads what the service answered; an empty body is an empty history.
  ///
  /// - Throws: what the service says instead (rule R2), or where the answer is not to be read.
  public init(_ answer: MobilityAnswer, limits: MobilityLimits) throws(AnswerFault) {
    guard let value = try answer.wanted(limits) else { return }
    guard let object = value.object, object["bookings"]?.array != nil else {
      throw answer.failure(inPlaceOfList: value, limits)
    }
    let members = AnswerMembers(object, from: answer.from, limits: limits)
    var found = ReadingFaults(limits)
    bookings = members.elements("bookings", max: limits.bookingsMax, &found).map {
      Entry($0, &found)
    }
    count = members.integer("count").flatMap { Int32(exactly: $0) }.map { max(0, Int($0)) }
    faults = found.list
  }
}

extension BookingHistory.Entry {
  fileprivate init(_ members: AnswerMembers, _ faults: inout ReadingFaults) {
    self.init()
    id = members.id("id")
    confirmation = members.members("confirmation").flatMap { Confirmation($0, &faults) }
    let addresses = members.value("trips")?.array ?? []
    trips = addresses.prefix(members.limits.tripsMax).compactMap { trip in
      trip.string.flatMap(members.scope.address)
    }
    mode = members.id("mode")
    time = members.instant("time", "datetime")
    zone = members.id("timeZone", "timezone")
  }
}
