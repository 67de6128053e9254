// Chosen conversations about trips, in which every effect fails once.

extension Scene {
  static let ofRides = [
    Scene(
      "a ride is booked and given back", shows: [.rideBooked, .rideGivenBack],
      [
        .tripsCome, .says("mia", "products for T1"), .says("mia", "book the shuttle"),
        .says("mia", "cancel T1.2"), .says("mia", "yes"),
      ]),
    Scene(
      "a form of a ride", shows: [.rideBooked, .rideAnswered],
      [
        .tripsCome, .says("mia", "products for T1"), .says("mia", "book the bike"),
        .says("mia", "Mia Muster"), .says("mia", "skip"), .says("mia", "1"), .says("mia", "send"),
      ]),
    Scene(
      "terms of a ride", shows: [.rideBooked, .rideTerms],
      [
        .tripsCome, .says("mia", "products for T1"), .says("mia", "book uber"),
        .says("mia", "accept"), .says("mia", "status T1.2"),
      ]),
  ]
}
