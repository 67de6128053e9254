// What methods without words ask of trips, of what is booked on them and of accounts.

import Accounts
import Bookings
import CivilTime
import Dialogue
import Discourse
import JSON
import LineProtocol
import Mobility
import Products

extension OrderReading {
  /// What a method asks of trips or accounts.
  func ride(of method: String) throws(ParameterFault) -> RideMove {
    switch method {
    case "trip" where params["url"] != nil: .fetch(try address())
    case "trip": .take(try trips())
    case "trips": .trips
    case "products": .products(try leg())
    case "rideStatus": .status(try leg())
    case "bookProduct": try offered("product") { .pick($0, $1) }
    case "answer": try answered()
    case "act": try offered("action") { .act($0, $1) }
    case "accounts": .account(.list(in: try text("region")))
    case "link": .account(.link(try provider(), try terms()))
    default: .account(.unlink(try provider()))
    }
  }

  /// The answer to the field that is asked for on a leg.
  private func answered() throws(ParameterFault) -> RideMove {
    guard
      let purchase = world.travel.purchase(on: try leg(), of: user.text),
      case .asking(let asked) = purchase.state, let item = asked.asked
    else { return .misses(.question) }
    let place = FormPlace.purchase(purchase.id)
    if item.kind.takesMoment, let text = params["value"]?.text {
      return try moment(text, to: item.kind, at: place)
    }
    guard let answer = try answer(to: item.kind) else { throw ParameterFault(field: "value") }
    return .answer(place, answer)
  }

  /// A moment is told by the clocks of the field, or with its offset.
  private func moment(
    _ text: String, to kind: Questionnaire.Kind, at place: FormPlace
  ) throws(ParameterFault) -> RideMove {
    guard let moment = CivilMoment(text) else {
      let answer = Instant(rfc3339: text).flatMap { kind.answer(of: $0) }
      guard let answer else { throw ParameterFault(field: "value") }
      return .answer(place, answer)
    }
    let instant = world.zone(named: kind.zone).resolve(moment).instant
    return instant.flatMap { kind.answer(of: $0) }.map { .answer(place, $0) }
      ?? .unclear(place, moment)
  }

  /// What `value` says to a field of that kind; nil where it says nothing to it.
  private func answer(to kind: Questionnaire.Kind) throws(ParameterFault) -> QuestionAnswer? {
    let value = params["value"]
    if value == .null || value == nil { return .skipped }
    switch kind {
    case .text: return try text("value").map { .text($0) }
    case .place:
      return try text("value").map { name in
        var place = Place()
        place.address = name
        return .place(place)
      }
    case .number:
      switch value {
      case .integer(let number)?: return .number(Double(number))
      case .number(let number)?: return .number(number)
      default: return nil
      }
    case .flag, .terms: return flag(value)
    case .choice: return value.flatMap(number).map { .choice($0 - 1) }
    case .several: return places(value).map { .several($0.map { $0 - 1 }) }
    case .fares: return places(value).map { .counts($0) }
    case .clock:
      let time = try text("value").flatMap { ClockTime($0) }
      return time.map { .clock(seconds: $0.minutes * 60) }
    case .returnTrip: return value == false ? .returning(nil) : nil
    case .moment: return nil
    case .page: return value == true ? .done : nil
    case .secret: return nil
    }
  }

  private func flag(_ value: JSONValue?) -> QuestionAnswer? {
    if case .bool(let isYes)? = value { .flag(isYes) } else { nil }
  }

  /// A number that counts something; nil for what is none, or more than there can be of anything.
  private func number(_ value: JSONValue) -> Int? {
    guard let number = value.integer, (0...Int64(ProtocolLimits.memberCountMax)).contains(number)
    else { return nil }
    return Int(number)
  }

  /// Whole numbers of a list; nil if it is none.
  private func places(_ value: JSONValue?) -> [Int]? {
    guard let values = value?.array else { return nil }
    let numbers = values.compactMap(number)
    return numbers.count == values.count && numbers.count <= ProtocolLimits.memberTextsMax
      ? numbers : nil
  }

  /// The trips that `trip` holds, as the mobility service writes them.
  private func address() throws(ParameterFault) -> WebAddress {
    guard let address = params["url"]?.text.flatMap({ WebAddress($0) }) else {
      throw ParameterFault(field: "url")
    }
    return address
  }

  private func trips() throws(ParameterFault) -> [Trip] {
    guard let value = params["trip"] else { throw ParameterFault(field: "trip") }
    do throws(AnswerFault) {
      let trips = try TripAnswer(value, from: nil, limits: MobilityLimits()).trips
      guard !trips.isEmpty else { throw AnswerFault.unreadable(.noTrip) }
      return trips
    } catch {
      throw ParameterFault(field: "trip")
    }
  }

  /// The leg that `leg` names, as `T1.3`.
  private func leg() throws(ParameterFault) -> LegReference {
    let parts = (params["leg"]?.text ?? "").split(separator: ".")
    guard parts.count == 2, parts[0].first == "T", let trip = Int(parts[0].dropFirst()), trip > 0,
      let number = Int(parts[1]), number > 0
    else { throw ParameterFault(field: "leg") }
    return LegReference(TripReference(trip), number)
  }

  /// One of what was listed or is offered on the leg that `leg` names, by its number.
  private func offered(
    _ member: String, _ move: (PurchaseID, Int) -> RideMove
  ) throws(ParameterFault) -> RideMove {
    let leg = try leg()
    guard let number = try count(member), number > 0 else { throw ParameterFault(field: member) }
    guard let purchase = world.travel.purchase(on: leg, of: user.text) else {
      return .misses(.booking(leg))
    }
    return move(purchase.id, number - 1)
  }

  /// Who is to keep the credential, and where, as `keeper` and `region` say.
  private func terms() throws(ParameterFault) -> LinkTerms {
    let keeper = try text("keeper")
    let known = keeper.flatMap(LinkTerms.Keeper.init)
    if keeper != nil, known == nil { throw ParameterFault(field: "keeper") }
    return LinkTerms(keeper: known, region: try text("region"))
  }

  /// The provider that `provider` names.
  private func provider() throws(ParameterFault) -> String {
    guard let name = try text("provider") else { throw ParameterFault(field: "provider") }
    return world.accounts?.provider(named: name, of: user.text) ?? name
  }
}
