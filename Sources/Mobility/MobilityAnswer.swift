// How what the service answers is read: tolerantly, with limits, and with the place of what could
// not be read.

public import JSON

/// How much of an answer is read.
public struct MobilityLimits: Hashable, Sendable {
  /// How many octets an answer may have; 2 MiB.
  public var answerOctetsMax = 2 << 20
  /// How deep JSON may be; 32.
  public var depthMax = 32
  /// How many legs a trip may have; 40.
  public var legsMax = 40
  /// How many products are kept of a list; 50.
  public var productsMax = 50
  /// How many fields a form may have; 60.
  public var fieldsMax = 60
  /// How many groups a form may have; 20.
  public var groupsMax = 20
  /// How deep forms may stand in forms; 4.
  public var formDepthMax = 4
  /// How many options a field or an input may have; 200.
  public var optionsMax = 200
  /// How many octets the text of a field may have; 4,096.
  public var textOctetsMax = 4_096
  /// How many actions a confirmation may have; 20.
  public var actionsMax = 20
  /// How many tickets are kept; 50.
  public var ticketsMax = 50
  /// How many octets are quoted of an error; 400.
  public var quoteOctetsMax = 400
  /// How many trips are read of an answer; 50.
  public var tripsMax = 50
  /// How many accounts are read of a list; 20.
  public var accountsMax = 20
  /// How many bookings are read of a history; 50.
  public var bookingsMax = 50
  /// How many faults are kept of a reading; 20.
  public var faultsMax = 20
  /// How much a price may be, in hundredths; beyond it is unknown. A thousand times as much is
  /// still a number.
  public var hundredthsMax: Int64 = 1_000_000_000_000
  /// How many of one kind of ticket can be spoken of; 999.
  public var quantityMax = 999

  /// The limits that hold unless configured.
  public init() {}
}

/// What could not be read, and where.
public struct ReadingFault: Hashable, Codable, Sendable, Error {
  /// Where in the answer, as `groups[0].trips[1].id`.
  public var path: JSONPath
  /// What is wrong there.
  public var reason: Reason
  /// What could not be read.
  public init(path: JSONPath, reason: Reason) { (self.path, self.reason) = (path, reason) }

  /// There is no trip where one was expected.
  public static let noTrip = ReadingFault(path: .root, reason: .missing)

  /// What is wrong.
  public enum Reason: String, Hashable, Codable, Sendable {
    /// A member that must be there is not, or of another kind.
    case missing
    /// Another kind of value is wanted.
    case kind
    /// There are too many.
    case tooMany
    /// It is no JSON.
    case json
    /// It stands too deep.
    case depth
    /// What it is known by stands there already.
    case twice
  }
}

/// An answer of the service, as it came.
public struct MobilityAnswer: Hashable, Sendable {
  /// The status of HTTP.
  public var status: Int
  /// The code that a header tells (`X-TripGo-ErrorCode`), as written.
  public var headerCode: String?
  /// In how many seconds it may be tried again (`Retry-After`).
  public var retryAfterSeconds: Int?
  /// The body; empty for none.
  public var body: [UInt8]
  /// Where it came from: addresses in it are relative to that.
  public var from: WebAddress

  /// An answer.
  public init(status: Int, body: [UInt8], from: WebAddress) {
    (self.status, self.body, self.from) = (status, body, from)
  }
}
