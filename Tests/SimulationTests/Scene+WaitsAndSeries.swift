// Chosen conversations about series, waits, offers and bookings for others; every effect of theirs
// fails once.

extension Scene {
  private static let order =
    "book Aquarium every day 10:00-11:00 from 2026-11-25 until 2026-11-27"
  private static let wait = "tell me when Aquarium is free on 2026-11-25 10:00-11:00"

  static let ofWaitsAndSeries = [
    Scene(
      "a series and its passes", selfContained: true, shows: [.seriesBooked, .seriesCompared],
      [
        .says("mia", "\(order) with ana@x.com 0171 1234567"), .says("mia", "cancel B2"),
        .allIsSent,
      ]),
    Scene(
      "a series is moved and given back", shows: [.seriesBooked, .seriesChanged],
      [
        .says("mia", order), .says("mia", "move S1 to 12:00-13:00"), .says("mia", "yes"),
        .says("mia", "cancel S1"), .says("mia", "yes"),
      ]),
    Scene(
      "a day of a series is taken, and offered when it is free",
      shows: [.seriesBooked, .choice, .waited, .offered, .taken],
      [
        .says("tom", "book Aquarium on 2026-11-26 10:00-11:00"), .says("mia", order),
        .says("mia", "1"), .says("tom", "cancel B1"), .says("mia", "book"),
      ]),
    Scene(
      "an offer is taken", selfContained: true, shows: [.waited, .offered, .taken, .waitNews],
      [
        .says("tom", "book Aquarium on 2026-11-25 10:00-11:00"), .says("mia", wait),
        .says("tom", "cancel B1"), .programHears, .says("mia", "book W1"),
      ]),
    Scene(
      "an offer is declined, and the next lapses", selfContained: true,
      shows: [.offered, .declined, .lapsed],
      [
        .says("tom", "book Aquarium on 2026-11-25 10:00-11:00"), .says("mia", wait),
        .says("zoe", wait), .says("tom", "cancel B1"), .says("mia", "cancel W1"), .allIsSent,
      ]),
    Scene(
      "booked for another, who hears of it from a program", selfContained: true,
      shows: [.bookedForOther, .deedNews, .dueNews],
      [
        .says("mia", "book Aquarium on 2026-11-25 10-11 on behalf of Tom"), .programHears,
        .says("tom", "cancel B1"), .programHears,
      ]),
  ]
}
