// The demonstration trip: a product booked, terms, a form, a status that changes.

extension Demonstration {
  static let scenesOfTrip: [Scene] = [
    .say("trips"),
    .say("T1"),
    .say("products for T1"),
    .say("book the shuttle"),
    .say("book Bunker today 10:15-11:00"),
    .say("T1 for B6"),
    .ride(status: "ARRIVING"),
    .later(seconds: 660, "eleven minutes later"),
    .say("where is my shuttle"),
    .say("1"),
    .say("yes"),
    .say("products for T1"),
    .say("book the uber"),
    .say("accept"),
  ]
}
