// How much of trips is kept, and how long is waited for the service.

import CivilTime

/// Limits of trips and purchases, each with its unit.
public struct TravelLimits: Hashable, Sendable {
  /// How many trips were fetched and not told of; 256.
  public var fetchedMax = 256
  /// How many trips of an owner are kept; 50.
  public var tripsPerOwnerMax = 50
  /// How many legs of a trip are kept that are gone; 40.
  public var goneLegsMax = 40
  /// By how many ids and addresses a trip is found; 64.
  public var tripNamesMax = 64
  /// How many purchases of an owner are kept, with those that are over; 50.
  public var purchasesPerOwnerMax = 50
  /// How many products are asked for at once; 7.
  public var productsPerPage = 7
  /// How many pages of questions a purchase may have; 20.
  public var pagesMax = 20
  /// How often a form may refresh itself; 5.
  public var refreshesMax = 5
  /// How long the list of products is awaited, in seconds; 8.
  public var listSecondsMax = 8
  /// How long a booking is awaited, in seconds; 30.
  public var bookingSecondsMax = 30
  /// How long the update of a trip is awaited, in seconds; 15.
  public var updateSecondsMax = 15
  /// After how many seconds a trip is fetched that may be booked; 1, 3, 9, 27.
  public var looksAfterSeconds = [1, 3, 9, 27]
  /// How often the trip is fetched behind a booking before nobody knows; 3.
  public var updateTriesMax = 3
  /// After how many seconds it is asked again what became of a payment; 2, 4, 8.
  public var paymentAfterSeconds = [2, 4, 8]
  /// How often a ride is looked at that waits, is under way or begins soon, in seconds; 60.
  public var followSeconds = 60
  /// How often other rides are looked at, in seconds; 600.
  public var followIdleSeconds = 600
  /// How long before its begin a ride begins soon, in seconds; 1,800.
  public var soonSeconds = 1_800
  /// How long behind its end a ride is still followed, in seconds; 7,200.
  public var followAfterEndSeconds = 7_200
  /// How many of the bookings of before are asked for, and how many of their trips, when an owner
  /// signs in to the service; 20.
  public var restoredMax = 20
  /// How long it is known how a ride stands, in seconds: it is not looked at anew; 5.
  public var freshSeconds = 5
  /// How many rides are followed; 200.
  public var followedMax = 200
  /// How many rides are looked at in one second that are known at one base; 4.
  public var looksPerSecondMax = 4
  /// How long a service is left alone that is overloaded and does not say for how long, in
  /// seconds, doubled each time; 5.
  public var patienceSeconds = 5
  /// How long a purchase waits for an answer, in seconds; 7,200.
  public var purchaseSecondsMax = 7_200
  /// How long a purchase waits for an account to be linked, in seconds; 900.
  public var linkSecondsMax = 900
  /// How long a secret that was typed is kept, in seconds; 600.
  public var secretSecondsMax = 600
  /// How long a purchase waits for its answers at most where the service asks for patience, in
  /// seconds; 300.
  public var retryAfterSecondsMax = 300
  /// How long what is over is kept to be asked about, in seconds; 86,400.
  public var endedSecondsMax = 86_400
  /// How many octets the written form of a trip or a purchase may have; 8 MiB.
  public var writtenOctetsMax = 8 << 20
  /// How long a trip is kept behind its end, in seconds; 604,800.
  public var tripSecondsMax = 604_800
  /// How long a yes to a question of the service counts, in seconds; 600.
  public var yesSecondsMax = 600
  /// How many fares of one kind can be taken where the service tells no bound; 20.
  public var fareQuantityMax = 20
  /// Whether what nobody else may read can be taken: where it cannot, forms that want it end. It
  /// needs a vault, and lines that go there unread.
  public var takesSecrets = true

  /// The limits that hold unless configured.
  public init() {}
}
