// Legs of trips, as the service tells them.

public import CivilTime

/// A part of a trip. What is told of it stands apart, for it is much, and each leg of the thousands
/// of trips that are kept stands there twice; it is read and set as if it did not.
@dynamicMemberLookup
public struct Leg: Hashable, Sendable {
  /// One, or it would be told nothing of.
  private var told: [Told]

  /// A leg of which this is told.
  init(_ told: Told) { self.told = [told] }

  /// A leg of which nothing is known.
  public init() { self.init(Told()) }

  /// Something that is told of it.
  public subscript<Value>(dynamicMember path: WritableKeyPath<Told, Value>) -> Value {
    get { told[0][keyPath: path] }
    set { told[0][keyPath: path] = newValue }
  }

  /// Whether something on it can be booked through us.
  public var isBookable: Bool {
    guard let booking = self.booking else { return false }
    return booking.products != nil || booking.form != nil
  }
}

extension Leg {
  /// What is told of a leg.
  public struct Told: Hashable, Codable, Sendable {
    /// As the service knows it, stable over updates; nil where it tells none.
    public var id: String?
    /// The hash of the template that it was made of, by which it is found where it has no id.
    public var template: Int64?
    /// How one moves, as the service writes it, as `ps_drt`; empty where it does not tell.
    public var mode = ""
    /// What the mode is called, as the service tells it.
    public var modeName: String?
    /// What is done on it, with what is known filled in.
    public var action = ""
    /// What else is told of it, with what is known filled in.
    public var notes = ""
    /// When it begins.
    public var start: Instant?
    /// When it ends.
    public var end: Instant?
    /// Where it begins.
    public var from: Place?
    /// Where it ends.
    public var to: Place?
    /// Whether its times are not to be told to the minute.
    public var hidesExactTimes = false
    /// What it costs, as far as is told; nil is unknown.
    public var cost: Amount?
    /// How sure that is, as the service names it, as `internal_estimate`.
    public var costAccuracy: String?
    /// Whether it can still be had.
    public var availability = Trip.Availability.available
    /// Changes when the status of its booking does.
    public var bookingHash: Int64?
    /// What can be booked on it, or is.
    public var booking: LegBooking?
  }
}

extension Leg: Codable {
  /// A leg as what is told of it was written.
  public init(from decoder: any Decoder) throws { self.init(try Told(from: decoder)) }

  /// Writes what is told of it.
  public func encode(to encoder: any Encoder) throws { try told[0].encode(to: encoder) }
}
