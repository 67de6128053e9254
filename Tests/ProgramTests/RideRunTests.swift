// The program books rides over HTTP, where answers are lost and providers say no.

import Foundation
import JSON
import Testing

@Suite("Rides over HTTP")
struct RideRunTests {
  static let inMemory = ":memory:"

  /// The last line of a list of what can be booked.
  static let endOfProducts = #"only puts it into the trip."#

  /// Books the shuttle as one does who has seen what there is.
  private func askForShuttle(_ program: Program) throws {
    program.say("products for T1")
    let products = try program.output(holding: Self.endOfProducts)
    #expect(products.contains("1) Campus shuttle · 3.50 €"))
    program.say("book the shuttle")
  }

  @Test("A ride is found, booked, looked for and cancelled in words: one booking, one cancelling")
  func booksAndCancels() throws {
    let world = try TravelWorld(day: TravelWorld.tuesdayOfTrip)
    let program = try world.start(tuesday, store: Self.inMemory)
    program.say("trips")
    let trip = "T1 · Kalkweg 12 – Campus, House 1 · Tue 24 Nov 2026 · 09:20–10:02"
    _ = try program.output(holding: trip)
    try askForShuttle(program)
    _ = try program.output(holding: "Booked: T1.3, Campus shuttle, Confirmed, 09:40, 3.50 EUR.")
    program.say("where is my shuttle")
    _ = try program.output(holding: "T1.3: Campus shuttle, Confirmed, 09:40")
    program.say("cancel the shuttle")
    _ = try program.output(holding: "Cancel the ride?")
    #expect(try world.mobility.calls(to: "action") == [])
    program.say("yes")
    _ = try program.output(holding: "T1.3: Cancelled by you.")
    program.endInput()
    #expect(program.ended().code == 0)
    let bookings = try world.mobility.calls(to: "book")
    #expect(bookings.map { $0["method"] } == ["POST"])
    #expect(bookings.first?["path"]?.string?.hasSuffix("/book/shuttle") == true)
    let actions = try world.mobility.calls(to: "action").map { $0["path"]?.string }
    #expect(actions == ["/booking/v1/booking-1/action/cancel"])
    let made = try world.mobility.record()["bookings"]?.array
    #expect(made?.map { $0["status"] } == ["USER_CANCELED"])
  }

  @Test(
    "An answer is lost: it may be booked, then the truth is told by itself; it is booked once",
    arguments: [false, true])
  func findsOutWhatWasLost(isKilled: Bool) throws {
    // Who is killed in between must not have found it out already.
    let looks = isKilled ? #", "update": ["hang", "hang"]"# : ""
    let world = try TravelWorld(mobility: #"{"book": ["lost"]\#(looks)}"#)
    var program = try world.start()
    try askForShuttle(program)
    let unsure = try program.output(holding: "Do not book it again.")
    #expect(unsure.contains("T1.3 may be booked: the answer was lost."))
    if isKilled {
      program.send(SIGKILL)
      #expect(!program.ended().output.contains("Booked:"))
      try world.mobility.control(#"{"update": []}"#)
      program = try world.start()
    }
    _ = try program.output(holding: "* Booked: T1.3, Campus shuttle, Confirmed")
    program.say("where is my shuttle")
    _ = try program.output(holding: "T1.3: Campus shuttle, Confirmed, 09:40")
    program.endInput()
    #expect(program.ended().code == 0)
    #expect(try world.bookingCount() == 1)
    #expect(try world.mobility.calls(to: "book").count == 1)
  }

  @Test("A frozen clock that is moved waits for what the service answers on the way, no longer")
  func movesClock() throws {
    let world = try TravelWorld(
      day: TravelWorld.tuesdayOfTrip, mobility: #"{"book": ["lost"]}"#)
    let program = try world.serve(tuesday)
    let peer = try Peer(port: try program.ports()[0])
    let who: JSONObject = ["user": "mia", "conv": "ride"]
    var trip = who
    trip["trip"] = try world.trip()
    #expect(try peer.call("trip", trip)["result"]?["code"] == 250)
    for line in ["products for T1", "book the shuttle"] {
      _ = try peer.call("say", who.merging(["text": .string(line)]))
    }
    let began = ContinuousClock.now
    _ = try peer.call("clock", ["advance": 60])
    #expect(ContinuousClock.now - began < .seconds(10))
    let status = try peer.call("rideStatus", who.merging(["leg": "T1.3"]))
    #expect(status["result"]?["ride"]?["status"]?["value"] == "PROVIDER_ACCEPTED")
  }

  @Test("A provider says no: that is told, and nothing is booked")
  func isRefused() throws {
    let world = try TravelWorld(
      day: TravelWorld.tuesdayOfTrip, mobility: #"{"book": ["refuse"]}"#)
    let program = try world.start(tuesday, store: Self.inMemory)
    try askForShuttle(program)
    _ = try program.output(holding: "The service says: “Not booked” (470).")
    program.endInput()
    let ended = program.ended()
    #expect(ended.code == 0)
    #expect(!ended.output.contains("Booked:"))
    #expect(try world.bookingCount() == 0)
    #expect(try world.mobility.calls(to: "book").count == 1)
  }

  @Test("A trip whose address stands on the command line is asked for at the start")
  func takesFromCommandLine() throws {
    let world = try TravelWorld(day: TravelWorld.tuesdayOfTrip)
    let program = try world.start(
      tuesday + ["--test", "--trip", "\(world.mobility.address)/trip.json?trip=2&v=13"],
      store: Self.inMemory)
    // A clock that is moved waits for what is on its way.
    program.say("/clock 2026-11-24T09:08")
    program.say("trips")
    _ = try program.output(holding: "T2 · Kalkweg 12 – Campus, House 1 · Wed 25 Nov 2026")
    program.endInput()
    #expect(program.ended().code == 0)
  }

  @Test("A trip comes in by its address at the service, and no other host is asked")
  func takesByAddress() throws {
    let world = try TravelWorld(day: TravelWorld.tuesdayOfTrip)
    let program = try world.start(tuesday, store: Self.inMemory)
    program.say("trip \(world.mobility.address)/trip.json?trip=2&v=13")
    _ = try program.output(holding: "T2 · Kalkweg 12 – Campus, House 1 · Wed 25 Nov 2026")
    // Hosts of a provider are asked for its tokens alone.
    for other in ["https://evil.example/trip", "\(world.provider.address)/trip"] {
      let before = try program.output(holding: "T2").count
      program.say("trip \(other)")
      let told = try program.output { $0.dropFirst(before).contains("\n") }
      #expect(told.dropFirst(before).contains("may not be asked"), "\(told)")
    }
    program.endInput()
    #expect(program.ended().code == 0)
    #expect(try world.provider.record()["calls"]?.array?.isEmpty == true)
  }
}
