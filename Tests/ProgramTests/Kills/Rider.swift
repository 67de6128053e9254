// Somebody who books rides over a connection that may break at any moment: what they say next, by
// what they were shown last, and what they were told of the ride.

import JSON

/// A rider. A class because the connection is one.
final class Rider {
  /// What was shown last, as far as it says what can be said next.
  enum Situation: Equatable {
    case idle
    /// The program was killed since.
    case unknown
    case listed
    case asked(String)
    case choosing
    case confirming
    case agreement
    case linking(code: String)
    case booked
    /// It may be booked.
    case unsure
  }

  /// What was told last of the ride.
  enum Told: Equatable {
    case nothing
    /// It is booked; with the status, where there is one.
    case booked(product: String, status: String?)
    case unsure
    /// It is over, or was never booked.
    case over
  }

  /// A line that was said.
  struct Line {
    let text: String
    let name: String
    let steps: Set<RideStep>
    /// Whether it was said before, and what came of it then was never heard.
    var isRepeated = false
  }

  let name: String
  /// How the mobility service calls the trip.
  let trip: String
  private(set) var situation = Situation.idle
  private(set) var told = Told.nothing
  /// How often each step was ordered, by lines that differ and were not answered with less; and
  /// since the start of the program.
  private(set) var orders: [RideStep: Int] = [:]
  private(set) var ordersOfLife: [RideStep: Int] = [:]
  /// What was said and heard last, for who wants to know.
  private(set) var trail: [String] = []
  private(set) var answers = 0
  private(set) var codes: [Int: Int] = [:]
  /// How often it was told by itself that something is booked.
  private(set) var foundOut = 0
  private(set) var connection: Peer?
  /// What is not answered.
  private(set) var open: Line?
  private var lines = 0
  /// Whether anything was told by itself since it was started.
  private var hasNews = false
  private var highestNews: Int64 = 0
  /// The code that has to be typed at the provider's page, and those that were.
  private var code: String?
  private var codesTyped: Set<String> = []

  init(number: Int) {
    name = "mia\(number)"
    trip = "trip-\(number)"
  }

  var isAwaiting: Bool { open != nil }
  /// Whether an order that may book is under way.
  var awaitsBooking: Bool { open?.steps.isEmpty == false }

  /// Hands out the code that has to be typed at the provider's page.
  func takeCode() -> String? {
    defer { code = nil }
    return code.flatMap { codesTyped.insert($0).inserted ? $0 : nil }
  }

  // MARK: - Saying

  /// Connects to a program that was just started.
  func connect(port: UInt16) throws {
    connection = try Peer(port: port)
    hasNews = false
    ordersOfLife = [:]
    send(
      "hello", ["protocol": ["ulp/1"], "caps": ["notices", "private"]], id: "hello")
  }

  /// The program is gone.
  func hangUp() {
    connection = nil
    situation = .unknown
    note("- killed")
  }

  /// Tells the program the trip.
  func bring(_ trip: JSONValue) throws {
    guard let connection else { return }
    let answer = try connection.call("trip", ["user": .string(name), "conv": "ride", "trip": trip])
    if answer["result"]?["code"] != 250 {
      throw Trouble(description: "the trip of \(name): \(answer)")
    }
  }

  /// Says something that fits, or does not; what was never answered may be said again.
  func speak(_ draws: inout Draws) {
    if let left = open {
      if draws.happens(40) { return say(left, again: true) }
      open = nil
    }
    let (text, steps) = nextLine(&draws)
    lines += 1
    let line = Line(text: text, name: "m\(lines)", steps: steps)
    for step in steps { orders[step, default: 0] += 1 }
    say(line, again: false)
  }

  private func say(_ line: Line, again: Bool) {
    note("> \(line.text)\(again ? " (again)" : "")")
    open = line
    open?.isRepeated = again
    situation = again ? .idle : situation
    for step in line.steps { ordersOfLife[step, default: 0] += 1 }
    send(
      "say",
      [
        "user": .string(name), "conv": "ride", "msg": .string(line.name),
        "text": .string(line.text),
      ], id: line.name)
  }

  /// Says again what was never answered; so the answer comes that may be kept already.
  func repeatThemselves(nudging nudge: () -> Void) throws {
    guard let left = open else { return }
    say(left, again: true)
    try listen(nudging: nudge) { _ in open == nil }
  }

  /// Asks how it stands, without an order; and hears all that was told before.
  func ask(nudging nudge: () -> Void = {}) throws -> JSONValue {
    note("? status")
    send("rideStatus", ["user": .string(name), "conv": "ride", "leg": "T1.3"], id: "status")
    let answer = try listen(nudging: nudge) { $0["id"]?.string == "status" }
    take(answer)
    // What was never answered may still be said again.
    if open != nil { situation = .unknown }
    return answer
  }

  /// Whether an answer knows of a ride, booked or perhaps: it is told, or asked about.
  static func knowsOfRide(_ answer: JSONValue) -> Bool {
    let told = answer["result"] ?? answer["error"]?["data"] ?? .null
    return told["ride"] != nil || answer["result"]?["code"] == 351 || told["name"] == "SYS/UNSURE"
  }

  /// Hears all that was told up to now.
  func catchUp() throws {
    send("ping", [:], id: "ping")
    _ = try answer(to: "ping")
  }

  private func answer(to id: String) throws -> JSONValue {
    try listen(nudging: {}, until: { $0["id"]?.string == id })
  }

  /// Hears what comes until it is what is waited for. What waits for the clock of the program,
  /// which stands, is nudged meanwhile.
  @discardableResult
  private func listen(
    nudging nudge: () -> Void, until isIt: (JSONValue) -> Bool
  ) throws -> JSONValue {
    guard let connection else { throw Trouble(description: "\(name) is not connected") }
    let began = ContinuousClock.now
    while ContinuousClock.now - began < .seconds(2 * Program.patienceSeconds) {
      while let line = connection.lineThatCame() {
        let came = try hear(line)
        if isIt(came) { return came }
      }
      guard connection.isOpen else { break }
      let asked = ContinuousClock.now
      Peer.takeIn(from: [connection], withinMilliseconds: 500)
      if ContinuousClock.now - asked >= .milliseconds(400) { nudge() }
    }
    throw Trouble(description: "\(name) hears nothing more")
  }

  private func send(_ method: String, _ params: JSONObject, id: String) {
    let call: JSONObject = [
      "jsonrpc": "2.0", "id": .string(id), "method": .string(method), "params": .object(params),
    ]
    connection?.send(JSONValue.object(call).octets + [0x0A])
  }

  func note(_ line: String) { trail = trail.suffix(99) + [line] }

  // MARK: - Hearing

  /// Takes in all that has come.
  func hear() throws {
    while let line = connection?.lineThatCame() { _ = try hear(line) }
  }

  private func hear(_ line: String) throws -> JSONValue {
    if line.contains(LinkRunTests.canary) {
      throw Trouble(description: "\(name) is told a secret: \(line)")
    }
    let came = try JSONValue(parsing: Array(line.utf8))
    if came["method"] == "notice" {
      hear(news: came["params"] ?? .null)
    } else if let id = came["id"]?.string, id == open?.name {
      let line = open
      open = nil
      answers += 1
      take(came)
      if let line, !line.isRepeated, Self.saysNothingWasSent(came) {
        for step in line.steps { orders[step, default: 0] -= 1 }
      }
    }
    return came
  }

  /// Whether an answer tells that nothing that books was sent, or that it surely booked nothing.
  private static func saysNothingWasSent(_ answer: JSONValue) -> Bool {
    let told = answer["result"] ?? answer["error"] ?? .null
    switch (told["first"] ?? told["code"])?.integer {
    case 350, 351, 352, 353, 550, 554: return true
    case 212: return told["ride"] == nil
    case 451: return told["data"]?["certain"] == true
    default: return false
    }
  }

  private func hear(news: JSONValue) {
    guard news["user"]?.string == name else { return }
    note("* \(Self.words(of: news))")
    if let sequence = news["seq"]?.integer, sequence > highestNews {
      highestNews = sequence
      send("ack", ["upto": .integer(sequence)], id: "ack")
    }
    hasNews = true
    let wasBooked = isBooked
    if news["kind"] == "ride" { hear(ride: news["ride"], Self.words(of: news)) }
    if isBooked, !wasBooked { foundOut += 1 }
  }

  /// What an answer shows, and what it tells of the ride.
  private func take(_ answer: JSONValue) {
    let told = answer["result"] ?? answer["error"]?["data"] ?? .null
    let code = (answer["result"] ?? answer["error"])?["code"]?.integer ?? 0
    codes[Int(code), default: 0] += 1
    let words = answer["error"]?["message"]?.string ?? Self.words(of: told)
    note("< \(code) \(words)")
    if told["replayed"] == true {
      // Of before the kill, and what was told by itself here is newer.
      situation = .unknown
      return hasNews ? () : hear(ride: told["ride"], words)
    }
    hear(ride: told["ride"], words)
    if let code = told["link"]?["userCode"]?.string {
      (situation, self.code) = (.linking(code: code), code)
    } else if told["products"] != nil {
      situation = .listed
    } else if told["agreement"] != nil {
      situation = .agreement
    } else if let type = told["form"]?["type"]?.string {
      situation = .asked(type)
    } else if code == 352 {
      situation = .choosing
    } else if code == 351 {
      situation = .confirming
    } else {
      situation = self.told == .unsure ? .unsure : isBooked ? .booked : .idle
    }
  }

  var isBooked: Bool { if case .booked = told { true } else { false } }

  private func hear(ride: JSONValue?, _ words: String) {
    switch ride?["state"]?.string {
    case "following":
      told = .booked(
        product: ride?["product"]?.string ?? "", status: ride?["status"]?["value"]?.string)
    case "unsure", "sending", "updating": told = .unsure
    case "ended": told = .over
    default:
      // What is over is told in words alone.
      if words.contains("T1.3: Cancelled") || words.contains("was not booked") { told = .over }
    }
  }

  private static func words(of told: JSONValue) -> String {
    (told["messages"]?.array ?? []).compactMap { $0["text"]?.string }.joined(separator: "\n")
  }
}
