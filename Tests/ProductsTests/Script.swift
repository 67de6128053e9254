// Plays a purchase line by line: what is said, what the service answers, what is to be seen.

import CivilTime
import JSON
import Mobility
import Products
import Testing

/// A desk with the trip of the tests, and what it has asked for.
struct Stage {
  var desk: TravelDesk
  var now = begin
  var purchase = PurchaseID(0)
  /// Requests that were not looked at yet, and the last that were sent.
  var sent: [Errand] = []
  var last: Errand?
  var news: [RideNews] = []
  /// For which modes accounts were let go of that nobody looked at yet.
  var dropped: [String] = []
  var fault: RideFault?
  /// What was made durable.
  var kept: [PurchaseID: Purchase] = [:]
  var trips: [TripReference: KeptTrip] = [:]
  /// What was made durable since it was last read back.
  var unread: [TravelEffect] = []

  init(limits: TravelLimits = TravelLimits()) {
    desk = TravelDesk(limits: limits)
    desk.take(Fixture.read(Fixture.trip()), of: mia, at: now)
    carryOut()
  }

  var state: Purchase.State? { desk.purchases[purchase]?.state }

  mutating func carryOut() {
    for effect in desk.takeEffects() {
      unread.append(effect)
      switch effect {
      case .keepTrip(let trip): trips[trip.reference] = trip
      case .forgetTrip(let trip, _): trips[trip] = nil
      case .keepPurchase(let purchase): kept[purchase.id] = purchase
      case .forgetPurchase(let id, _): kept[id] = nil
      case .send(let errand):
        sent.append(errand)
        last = errand
      case .tell(let told): news.append(told)
      case .dropAccount(let wanted, _): dropped.append(wanted.provider)
      }
    }
  }

  mutating func say(_ words: (inout TravelDesk) throws(RideFault) -> Void) {
    do throws(RideFault) {
      try words(&desk)
      fault = nil
    } catch {
      fault = error
    }
    carryOut()
  }

  mutating func answer(_ outcome: ErrandOutcome) {
    guard let last else { return }
    desk.settle(last.id, outcome, at: now)
    carryOut()
  }

  mutating func wait(_ seconds: Int) {
    let end = now + .seconds(seconds)
    while let due = desk.nextDue, due <= end, sent.isEmpty {
      now = max(now, due)
      desk.doWhatIsDue(at: now)
      carryOut()
    }
    if sent.isEmpty { now = end }
  }

  /// The program ends and begins anew, with what was durable.
  mutating func restart() {
    let numbers = desk.numbers
    desk = TravelDesk(
      restoring: Array(trips.values), Array(kept.values), numbers: numbers, at: now)
    (sent, last) = ([], nil)
    carryOut()
  }
}

extension Stage {
  /// Does what a line says, and checks what it claims.
  mutating func play(_ line: String, _ location: SourceLocation = #_sourceLocation) {
    let words = line.split(separator: " ").map(String.init)
    let rest = words.dropFirst().joined(separator: " ")
    let note: Comment = "\(line) — \(described) — \(fault.map { "\($0)" } ?? "")"
    switch words.first {
    case "<": answer(outcome(rest))
    case "=": #expect(described.trimmed == rest, note, sourceLocation: location)
    case ">":
      let first = sent.isEmpty ? nil : sent.removeFirst()
      let told = first.map { "\($0.method.rawValue) \($0.address.target)" }
      #expect(told == rest, note, sourceLocation: location)
    case "$":
      let body = last?.body.map { String(decoding: $0.value.octets, as: UTF8.self) } ?? ""
      #expect(body == rest, note, sourceLocation: location)
    case "!":
      let told = news.isEmpty ? nil : news.removeFirst()
      #expect(told?.kind.described == rest, note, sourceLocation: location)
    case "-":
      let told = dropped.isEmpty ? nil : dropped.removeFirst()
      #expect(told == rest, note, sourceLocation: location)
    case "?":
      #expect(fault.map { "\($0)" }?.contains(rest) == true, note, sourceLocation: location)
      fault = nil
    case "wait": wait(Int(rest) ?? 0)
    case "restart": restart()
    default: say(words, rest)
    }
    checkWritten(location)
  }

  /// What was made durable is read as it was written.
  mutating func checkWritten(_ location: SourceLocation = #_sourceLocation) {
    let limits = TravelLimits()
    defer { unread = [] }
    do {
      for effect in unread {
        switch effect {
        case .keepPurchase(let purchase):
          let read = try Purchase(written: try purchase.written(limits: limits), limits: limits)
          #expect(read == purchase, sourceLocation: location)
        case .keepTrip(let trip):
          let read = try KeptTrip(written: try trip.written(limits: limits), limits: limits)
          #expect(read == trip, sourceLocation: location)
        case .forgetTrip, .forgetPurchase, .send, .tell, .dropAccount: break
        }
      }
    } catch {
      Issue.record(error, sourceLocation: location)
    }
  }

  private func outcome(_ text: String) -> ErrandOutcome {
    let words = text.split(separator: " ").map(String.init)
    if text == "lost" { return .lost("closed") }
    if text == "cut off" { return .unreadable("cut off") }
    if text == "not sent" { return .notSent("refused") }
    if text == "not allowed" { return .notAllowed("another host") }
    let from = last?.address ?? here
    if let status = words.first.flatMap({ Int($0) }) {
      let body = words.count > 1 ? Fixture.body(words.dropFirst().joined(separator: " ")) : ""
      return Fixture.answer(status, body, from: from)
    }
    return Fixture.answer(200, Fixture.body(text), from: from)
  }

  private mutating func say(_ words: [String], _ rest: String) {
    let (id, now) = (purchase, now)
    let place = (words.count > 1 ? Int(words[1]) ?? 0 : 0) - 1
    switch words[0] {
    case "list":
      let leg = rest == "bike" ? bike : shuttle
      var listed = id
      say { desk throws(RideFault) in
        listed = try desk.list(leg, for: mia, in: "room", language: "de", at: now)
      }
      purchase = listed
    case "book":
      let account = words.count > 2 && words[2] != "second" ? words[2] : nil
      say { desk throws(RideFault) in
        try desk.book(place, second: words.last == "second", unlinked: account, in: id, at: now)
      }
    case "use": say { desk throws(RideFault) in try desk.use(place, in: id, at: now) }
    case "answer":
      let answer = Self.answer(words)
      say { desk throws(RideFault) in try desk.answer(answer, in: id, at: now) }
    case "back": say { desk throws(RideFault) in try desk.back(in: id, at: now) }
    case "change": say { desk throws(RideFault) in try desk.change(place, in: id, at: now) }
    case "send": say { desk throws(RideFault) in try desk.send(in: id, at: now) }
    case "choose": say { desk throws(RideFault) in try desk.choose(place, in: id, at: now) }
    case "accept": say { desk throws(RideFault) in try desk.agree(true, in: id, at: now) }
    case "decline": say { desk throws(RideFault) in try desk.agree(false, in: id, at: now) }
    case "yes": say { desk throws(RideFault) in try desk.confirm(true, in: id, at: now) }
    case "no": say { desk throws(RideFault) in try desk.confirm(false, in: id, at: now) }
    case "stop": say { desk throws(RideFault) in try desk.stop(in: id, at: now) }
    case "act":
      let actions = desk.leg(shuttle, of: mia)?.leg.booking?.confirmation?.actions ?? []
      let action = actions.first { $0.title == rest } ?? RideAction(title: "", kind: .call)
      say { desk throws(RideFault) in try desk.act(action, in: id, at: now) }
    case "late": say { desk in desk.becomeLate(id) }
    case "linked": say { desk in desk.linked(rest, of: mia, at: now) }
    case "unlinked": say { desk in desk.notLinked(rest, of: mia, at: now) }
    default: Issue.record("no such line: \(words)")
    }
  }

  private static func answer(_ words: [String]) -> QuestionAnswer {
    let rest = words.dropFirst(2).joined(separator: " ")
    let numbers = rest.split(separator: ",").compactMap { Int($0) }
    switch words.count > 1 ? words[1] : "" {
    case "text": return .text(rest)
    case "number": return .number(Double(rest) ?? 0)
    case "choice": return .choice((numbers.first ?? 0) - 1)
    case "several": return .several(numbers.map { $0 - 1 })
    case "counts": return .counts(numbers)
    case "secret": return .secret(SecretHandle(rest))
    case "yes": return .flag(true)
    case "no": return .flag(false)
    case "done": return .done
    default: return .skipped
    }
  }
}
