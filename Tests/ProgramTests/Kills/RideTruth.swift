// What the stand-in of the mobility service knows: which rides it booked, and what it was asked.

import JSON

/// A request of a kind that may book, or give back.
enum RideStep: Hashable {
  /// A product of the list, by its name there.
  case book(String)
  /// On from terms that were accepted.
  case agreement
  /// A form that was answered.
  case form
  /// One of several offers, with tickets.
  case options
  /// A way to pay.
  case pay
  /// Something with what is booked.
  case act
}

/// One look at what the stand-in has recorded.
struct RideTruth {
  /// A ride that it booked.
  struct Booking: Equatable {
    let id: String
    let product: String
    /// As it tells it; nil as long as it tells none.
    let status: String?

    var isActive: Bool { status.map { !$0.hasSuffix("CANCELED") } ?? true }
    /// What the service calls the product.
    var title: String { RideTruth.titles[product] ?? product }
  }

  static let titles = [
    "shuttle": "Campus shuttle", "uber": "Uber X", "bike": "Night bike", "van": "Van",
    "ferry": "Ferry",
  ]

  /// The rides of each trip, in order.
  private let bookings: [String: [Booking]]
  private let calls: [JSONValue]

  init(_ record: JSONValue) {
    var bookings: [String: [Booking]] = [:]
    for told in record["bookings"]?.array ?? [] {
      let booking = Booking(
        id: told["id"]?.string ?? "", product: told["product"]?.string ?? "",
        status: told["status"]?.string)
      bookings[told["trip"]?.string ?? "", default: []].append(booking)
    }
    self.bookings = bookings
    calls = record["calls"]?.array ?? []
  }

  /// How often it was asked anything.
  var callCount: Int { calls.count }

  func bookings(of trip: String) -> [Booking] { bookings[trip] ?? [] }

  /// How often each step was asked for of a trip, from one of the calls on.
  func steps(of trip: String, from first: Int) -> [RideStep: Int] {
    let own = Set(bookings(of: trip).map(\.id))
    var steps: [RideStep: Int] = [:]
    for call in calls.dropFirst(first) {
      let parts = (call["path"]?.string ?? "").split(separator: "/").map(String.init)
      // /booking/v1/BOOKING/action/NAME or /booking/v1/TRIP/LEG/VERB/PRODUCT
      guard parts.count >= 5, let step = Self.step(of: call, parts) else { continue }
      if step == .act ? own.contains(parts[2]) : parts[2] == trip { steps[step, default: 0] += 1 }
    }
    return steps
  }

  private static func step(of call: JSONValue, _ parts: [String]) -> RideStep? {
    let isPosted = call["method"] == "POST"
    switch call["endpoint"]?.string {
    case "book": return isPosted ? parts.last.map { .book($0) } : nil
    case "form": return isPosted ? .form : nil
    case "agreement": return .agreement
    case "options": return .options
    case "pay": return .pay
    case "action": return .act
    default: return nil
    }
  }
}
