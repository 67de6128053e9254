// Valid answers, damaged by a seeded generator: no reader may trap, and what it reads keeps the
// limits. `USHER_MUTATIONS` asks for more of them and tells what the slowest cost, `SEED` for
// others.

import Foundation
import JSON
import Mobility
import Testing

struct MutationTests {
  static let environment = ProcessInfo.processInfo.environment
  static let count = environment["USHER_MUTATIONS"].flatMap { Int($0) } ?? 20_000
  static let seed = environment["SEED"].flatMap { UInt64($0) } ?? 1
  static let parts = 8

  @Test(.timeLimit(.minutes(600)), arguments: 0..<parts)
  func `no damage traps a reader`(part: Int) throws {
    var chance = SplitMix(state: Self.seed &* 1_000 &+ UInt64(part))
    let seeds = try Self.answers.map { try JSONValue(parsing: Array($0.utf8), limits: .file) }
    // What is tried is kept where a trap leaves it, if somebody wants to see it.
    let kept = Self.environment["USHER_MUTATIONS_INTO"].map { URL(filePath: $0) }
    var costs = Self.kinds.map { ReadingCost(kind: $0.name) }
    for _ in 0..<(Self.count / Self.parts) {
      var value = chance.one(of: seeds)
      for _ in 0...chance.number(below: 3) { value = chance.damaged(value) }
      var octets = value.octets
      if chance.number(below: 4) == 0 { chance.damage(&octets) }
      if let kept { try Data(octets).write(to: kept.appending(path: "tried-\(part)")) }
      let status = chance.one(of: [200, 200, 200, 201, 204, 302, 400, 401, 500, -1, .max])
      var came = MobilityAnswer(status: status, body: octets, from: here)
      came.headerCode = "\(status)"
      for place in Self.kinds.indices {
        let begin = Self.nanoseconds
        let check = Self.kinds[place].read(came)
        costs[place].note(Self.nanoseconds - begin, octets: octets.count)
        guard let complaint = check() else { continue }
        let tried = String(decoding: octets, as: UTF8.self)
        Issue.record("SEED=\(Self.seed): \(complaint) of \(tried)")
      }
    }
    if Self.environment["USHER_MUTATIONS"] != nil {
      print(costs.map { "part \(part): \($0)" }.joined(separator: "\n"))
    }
  }

  /// What this thread has cost: other processes do not make an answer slow.
  static var nanoseconds: UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Tells what breaks a limit in what was read.
  typealias Check = () -> String?

  /// What answers can be read as.
  static let kinds: [(name: String, read: @Sendable (MobilityAnswer) -> Check)] = [
    ("trips", { reading($0, TripAnswer.init(_:limits:)) { complaint(about: $0) } }),
    ("products", { reading($0, ProductList.init(_:limits:)) { complaint(about: $0) } }),
    (
      "accounts",
      {
        reading($0, AccountEntry.list(_:limits:)) {
          $0.count > limits.accountsMax ? "accounts" : nil
        }
      }
    ),
    (
      "bookings",
      {
        reading($0, BookingHistory.init(_:limits:)) {
          $0.bookings.count > limits.bookingsMax ? "bookings" : nil
        }
      }
    ),
    (
      "sign-in",
      { reading($0, SignInAnswer.init(_:limits:)) { $0.token.text.isEmpty ? "token" : nil } }
    ),
    (
      "reply",
      {
        let reply = BookingReply($0, limits: limits)
        return { complaint(about: reply) }
      }
    ),
  ]

  /// What breaks a limit in what is read, or in a failure.
  static func reading<Read>(
    _ came: MobilityAnswer, _ read: (MobilityAnswer, MobilityLimits) throws(AnswerFault) -> Read,
    check: @escaping (Read) -> String?
  ) -> Check {
    do throws(AnswerFault) {
      let read = try read(came, limits)
      return { check(read) }
    } catch {
      return {
        guard case .failed(let failure) = error, let text = failure.text else { return nil }
        return text.utf8.count > limits.quoteOctetsMax ? "quotation" : nil
      }
    }
  }

  static func complaint(about trips: TripAnswer) -> String? {
    for trip in trips.trips {
      if trip.legs.isEmpty || trip.legs.count > limits.legsMax { return "legs" }
      if let cost = trip.cost, cost.hundredths < 0 { return "cost" }
      for leg in trip.legs {
        if leg.action.utf8.count > 5 * limits.textOctetsMax { return "action" }
        let actions = leg.booking?.confirmation?.actions ?? []
        if actions.count > limits.actionsMax { return "actions" }
        for action in actions { _ = action.body(answers: [:]) }
      }
    }
    return trips.faults.count > limits.faultsMax ? "faults" : nil
  }

  static func complaint(about list: ProductList) -> String? {
    for product in list.products {
      if product.title.utf8.count > limits.textOctetsMax { return "title" }
      if let seconds = product.arrivesInSeconds, seconds < 0 { return "arrival" }
      if product.fares.contains(where: { $0.price.hundredths < 0 || $0.quantity < 0 }) {
        return "fare"
      }
      _ = product.body(answers: [:], quantities: [:])
    }
    if !Self.isWrittenAsEncoded(list.products) { return "what is written of it" }
    return list.products.count > limits.productsMax ? "products" : nil
  }

  /// Whether what writes itself writes what its encoding leads to.
  static func isWrittenAsEncoded(_ products: [Product]) -> Bool {
    var octets: [UInt8] = []
    do {
      try ValueEncoder.write(products, into: &octets)
      return octets == (try ValueEncoder.json(of: products).octets)
    } catch {
      return false
    }
  }

  static func complaint(about reply: BookingReply) -> String? {
    switch reply {
    case .form(let form): return complaint(about: form)
    case .authorization(let own): return complaint(about: own.form)
    case .agreement(let agreement): return agreement.form.flatMap { complaint(about: $0) }
    case .done, .unreadable, .incomplete, .failed, .updated, .options, .quote: return nil
    }
  }

  static func complaint(about form: Form) -> String? {
    if form.groups.count > limits.groupsMax || form.fields.count > limits.fieldsMax {
      return "fields"
    }
    let body = form.body(answers: ["a": .text("x"), "b": .secret(SecretHandle("h"))])
    let sent = body.value["input"]?.array?.count
    return sent == form.fields.count(where: \.isSent) ? nil : "body"
  }
}

/// What reading answers of a kind has cost at most: of those that a service gives, and of such as
/// hold lists in lists, which are read in proportion to their octets.
struct ReadingCost: CustomStringConvertible {
  static let usualOctetsMax = 65_536

  let kind: String
  var usual: (nanoseconds: UInt64, octets: Int) = (0, 0)
  var large: (nanoseconds: UInt64, octets: Int) = (0, 0)

  init(kind: String) { self.kind = kind }

  mutating func note(_ nanoseconds: UInt64, octets: Int) {
    if octets <= Self.usualOctetsMax {
      if nanoseconds > usual.nanoseconds { usual = (nanoseconds, octets) }
    } else if nanoseconds > large.nanoseconds {
      large = (nanoseconds, octets)
    }
  }

  var description: String {
    "\(kind): at most \(usual.nanoseconds / 1_000) µs (\(usual.octets) octets), of more than "
      + "\(Self.usualOctetsMax) octets \(large.nanoseconds / 1_000) µs (\(large.octets) octets)"
  }
}

/// SplitMix64 (Steele, Lea, Flood 2014).
struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func number(below end: Int) -> Int { Int(next() % UInt64(end)) }

  mutating func one<Element>(of some: [Element]) -> Element { some[number(below: some.count)] }

  /// The value with one place in it replaced, left out, doubled or renamed.
  mutating func damaged(_ value: JSONValue) -> JSONValue {
    if number(below: 8) == 0 { return one(of: Self.odd) }
    switch value {
    case .object(let object) where object.count > 0:
      var damaged = object
      let member = one(of: object.members)
      switch number(below: 12) {
      case 0: damaged[member.name] = nil
      case 1: damaged[one(of: object.members).name] = member.value
      case 2: damaged["form"] = value
      case 3: damaged[one(of: Self.names)] = one(of: Self.odd)
      default: damaged[member.name] = self.damaged(member.value)
      }
      return .object(damaged)
    case .array(var list) where !list.isEmpty:
      let place = number(below: list.count)
      switch number(below: 12) {
      case 0: list.remove(at: place)
      case 1: list.append(list[place])
      case 2: list = Array(repeating: list[place], count: number(below: 80))
      default: list[place] = damaged(list[place])
      }
      return .array(list)
    case .null, .bool, .integer, .number, .string, .array, .object: return one(of: Self.odd)
    }
  }

  /// One octet other, more or less; or an end where none is.
  mutating func damage(_ octets: inout [UInt8]) {
    guard !octets.isEmpty else { return }
    let place = number(below: octets.count)
    switch number(below: 4) {
    case 0: octets[place] = UInt8(truncatingIfNeeded: next())
    case 1: octets.insert(one(of: Array("\"\\{}[],:<e-9".utf8)), at: place)
    case 2: octets.remove(at: place)
    default: octets.removeSubrange(place...)
    }
  }

  static let names = [
    "error", "errorCode", "updateURL", "availableList", "review", "missing", "invalid", "status",
    "groups", "segments", "title", "type", "hashCode", "hidden", "readOnly", "id",
  ]

  static let odd: [JSONValue] = [
    nil, true, 0, -1, 1, 2_147_483_648, .integer(.max), .integer(.min), 1e300, -1e300, 1e-300, 0.5,
    99_999_999_999, 100_000_000_000, "", " ", "true", "NaN", "1e400", "-1", "99999999999999999999",
    "<", "<TIME>", "<DURATION><NUMBER>", "é\u{301}\u{301}", "\u{202e}\r\n\u{1b}",
    "2026-11-24T09:40",
    "2026-11-24T09:40:00+01:00", "0000-00-00T99:99:99Z[", "javascript:x", "https://", "//", "..",
    "tel:", "qrcode:", "?", "bookingForm", "option", "datetime", "number", "switch", "NUMBER", [],
    [:],
    [[]], [1, "a", nil, [:]], ["a": 1], .string(String(repeating: "x", count: 5_000)),
    .string("e" + String(repeating: "\u{301}", count: 5_000)),
  ]
}

extension MutationTests {
  /// Answers of every kind, each with what it may hold.
  static let answers: [String] = [
    #"""
    {"groups":[{"trips":[{"id":"a","depart":1795509600,
     "arrive":"2026-11-24T10:20:00+01:00[Europe/Berlin]",
      "moneyCost":3.5,"currency":"EUR","updateURL":"u?hash=1","hookURL":"/h",
       "availability":"AVAILABLE",
      "segments":[{"id":"s","segmentTemplateHashCode":7,"startTime":"2026-11-24T09:40:00+01:00",
       "endTime":1795511000000,"serviceNumber":2,"bookingHashCode":1,"booking":{"title":"B",
       "quickBookingsUrl":"q","externalActions":["tel:1","sms:2","https://a.example/","qrcode:x"],
       "confirmation":{"status":{"title":"T","value":"ACCEPTED"},"provider":{"title":"P"},
        "vehicle":{"title":"V","driver":"D"},"purchase":{"price":3.5,"validFrom":1,"validFor":2},
        "actions":[{"title":"A","type":"CANCEL","internalURL":"c","externalURL":"tel:1",
          "input":[{"type":"HIDDEN","field":"f","value":"v"}],"confirmation":{"message":"M"}}],
        "tickets":[{"id":"t","name":"N"}],"notes":["n",{"text":"t"}]}}},
         {"segmentTemplateHashCode":8}]}]}],
     "segmentTemplates":[{"hashCode":7,"action":"Take <NUMBER><DURATION>","notes":"<TIME>",
      "modeIdentifier":"x",
      "modeInfo":{"alt":"A"},"from":{"lat":1,"lng":2},"location":{"address":"L"},
      "localCost":{"cost":1.5,"currency":"EUR"}}],"region":"R","regions":["R","S"]}
    """#,
    #"""
    [{"title":"V","bookingTitle":"B","bookingURL":"b","price":3.5,"priceString":"p","ETA":360,
      "input":[{"id":"a","type":"NUMBER","minValue":1,"maxValue":9,"value":"2"},
       {"id":"b","type":"MULTIPLE_CHOICE","options":[{"id":"x","title":"X","lastUsed":true}],
        "values":["x"]},
       {"id":"c","type":"TERMS","urlValue":"t"},{"id":"d","type":"RETURN_TRIP","value":""}],
      "fares":[{"id":"f","name":"F","price":100,"currency":"EUR","value":1,"min":1,"max":4,
       "riders":["ADULT"]}],
      "secondaryBookingTitle":"S","secondaryBookingURL":"s","bookingResponseType":"REVIEW"}]
    """#,
    #"""
    {"type":"bookingForm","title":"T","value":"v","refreshURL":"r","refreshURLForSourceObject":"t",
     "action":{"title":"G","url":"g","done":false},"form":[{"title":"G","footer":"ok","fields":[
      {"id":"a","type":"string","keyboardType":"EMAIL","value":"x"},{"id":"b","type":"password"},
      {"id":"c","type":"number","minValue":1,"maxValue":5,"value":"2"},{"id":"d","type":"switch",
       "value":true},
      {"id":"e","type":"option","value":{"title":"A","value":1},"allValues":[{"title":"A",
       "value":1},"b"]},
      {"id":"f","type":"address","value":{"lat":1,"lng":2}},{"id":"g","type":"datetime",
       "value":1795509600},
      {"id":"h","type":"link","value":"l","method":"get"},{"id":"i","type":"external","value":"e",
       "nextURL":"n"},
      {"type":"authForm","title":"N","form":[{"fields":[{"id":"a","type":"time","value":60}]}]},
      {"id":"k","type":"qrcode","value":"q"},{"id":"l","type":"odd","required":true,
       "hidden":true}]}]}
    """#,
    "{\(BookingReplyTests.fields)}",
    #"""
    {"availableList":[{"title":"A","bookingTitle":"B","bookingURL":"b","minPrice":1,"maxPrice":2,
      "warningMessage":"W"}],"unavailableList":[{"title":"U","warningMessage":"W"}]}
    """#,
    #"""
    {"review":[{"price":1,"currency":"EUR","provider":{"title":"P"},"tickets":[],
     "origin":{"address":"A"}}],
     "paymentOptions":[{"paymentMode":"WALLET","method":"POST","url":"p","fullPrice":2,
      "discountedPrice":1}]}
    """#,
    #"{"errorCode":446,"error":"E","usererror":true,"recovery":"r","title":"T","subtitle":"S"}"#,
    #"{"missing":["a"],"invalid":[{"name":"b","reason":"R"}]}"#, #"{"updateURL":"u"}"#,
    #"{"bookings":[{"confirmation":{"status":"T"},"trips":["t"],"mode":"m","time":1}],"count":1}"#,
    #"[{"modeIdentifier":"m","provider":"p","action":"signin","url":"u","#
      + #""companyInfo":{"name":"N"}}]"#,
    #"{"userToken":"h"}"#,
  ]
}
