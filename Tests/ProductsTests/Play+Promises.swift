// What has to hold in every play.

import CivilTime
import JSON
import Mobility
import Products

extension Play {
  /// What may book is durable before it leaves, and leaves because somebody said so, an account
  /// was linked, or the service asked for it: never by itself behind an answer that was lost.
  mutating func checkBooking(_ errand: Errand, _ cause: Cause) {
    guard errand.books else { return }
    let owner = kept.values.first { purchase in
      if case .sending(errand.id, _) = purchase.state { true } else { false }
    }
    guard let owner else {
      broken.append("\(errand.address.target) leaves before it is durable")
      return
    }
    switch cause {
    case .said, .linked: break
    case .due, .lost, .restarted:
      // A payment that is undecided: the service said that it is to be asked again.
      if case .sending(_, .again) = owner.state, cause == .due { break }
      broken.append("\(errand.address.target) leaves because of \(cause)")
    case .answered(_, let body):
      let isAsked = body == Fixture.body("one option") || body.isEmpty
      if !isAsked { broken.append("\(errand.address.target) leaves because of \(body)") }
    }
    // Behind a request of which nobody knows what became only a ride is done something with.
    if doubtful.contains(owner.id), !owner.isOfRide {
      broken.append("\(errand.address.target) leaves although it may be booked")
    }
    books[owner.id, default: []].append(errand)
  }

  /// Told as confirmed is only what the service told so.
  mutating func checkConfirmed(_ status: Confirmation.Status) {
    if !service.everTold.contains(status.value ?? "TEXT") {
      broken.append("\(status.title) was never told")
    }
    switch status.stage {
    case .confirmed, .underWay, .done: break
    case .waiting, .cancelled, .other: broken.append("\(status.title) is told as confirmed")
    }
  }

  /// No question is asked again that was answered, unless the service did not accept the answer,
  /// the person goes back to it, or it was a secret that is not kept.
  mutating func checkQuestion(_ purchase: Purchase, behind old: Purchase?, _ cause: Cause) {
    guard case .asking(let asked) = purchase.state else { return }
    guard let place = asked.place, asked.items.indices.contains(place) else {
      broken.append("nothing is asked")
      return
    }
    let item = asked.items[place]
    if case .said(let word) = cause, word == "back" || word == "change" || word == "send" { return }
    if item.answer != nil, item.fault == nil { broken.append("\(item.id) is asked again") }
    guard let old, case .asking(let before) = old.state, before.items.count == asked.items.count,
      before.title == asked.title, before.items[place].id == item.id,
      before.items[place].answer != nil, before.items[place].fault == nil, item.answer == nil
    else { return }
    if case .secret = before.items[place].answer { return }
    broken.append("the answer to \(item.id) is lost")
  }

  /// A ride ends only when it is over; and nobody is told that surely nothing was booked where
  /// something was.
  mutating func checkEnd(_ purchase: Purchase) {
    guard case .ended(let end) = purchase.state else { return }
    switch end {
    case .over: break
    case .failed, .unreached, .unreadable, .refused, .noProducts, .expired, .declined:
      if purchase.isOfRide { broken.append("a ride ends: \(purchase.described)") }
      if booked.contains(purchase.id) { broken.append("it was booked: \(purchase.described)") }
    case .notBooked, .unknown, .done, .stopped, .used, .elsewhere:
      if purchase.isOfRide { broken.append("a ride ends: \(purchase.described)") }
    }
  }

  mutating func checkWritten(_ purchase: Purchase) {
    let isNew = writes.insert(purchase.described).inserted
    guard isNew || random.chance(20) else { return }
    do throws(WrittenFault) {
      let limits = TravelLimits()
      let read = try Purchase(written: try purchase.written(limits: limits), limits: limits)
      if read != purchase { broken.append("written otherwise: \(purchase.described)") }
    } catch {
      broken.append("\(error)")
    }
  }

  mutating func checkWritten(_ trip: KeptTrip) {
    guard random.chance(10) else { return }
    do throws(WrittenFault) {
      let limits = TravelLimits()
      let read = try KeptTrip(written: try trip.written(limits: limits), limits: limits)
      if read != trip { broken.append("written otherwise: \(trip.reference)") }
    } catch {
      broken.append("\(error)")
    }
  }

  /// What is due next is what a look at everything finds.
  mutating func checkDue() {
    let limits = desk.limits
    let trips = desk.shelf[mia].map {
      ($0.trip.arrive ?? $0.told) + .seconds(limits.tripSecondsMax)
    }
    let first = (desk.purchases.values.compactMap { due(of: $0, limits) } + trips).min()
    if desk.nextDue != first {
      broken.append("due is \(desk.nextDue.map { "\($0)" } ?? "never"), not \(first ?? now)")
    }
  }

  private func due(of purchase: Purchase, _ limits: TravelLimits) -> Instant? {
    switch purchase.state {
    case .updating(nil, _, let due), .unsure(nil, _, let due): due
    case .following(nil, let due, _): due
    case .sending(let errand, .again(_, _, let due)):
      underWay.contains { $0.errand == errand } ? nil : due
    case .listing, .sending, .updating, .unsure, .following: nil
    case .linking: purchase.touched + .seconds(limits.linkSecondsMax)
    case .confirming(_, let until): until
    case .ended: purchase.touched + .seconds(limits.endedSecondsMax)
    case .listed, .asking, .choosing, .reviewing, .agreement:
      purchase.touched
        + .seconds(purchase.isOfRide ? limits.yesSecondsMax : limits.purchaseSecondsMax)
    }
  }

  // MARK: - A person

  /// Anything at any time; more often what fits, or no play would come far.
  mutating func sayAnything() {
    guard let purchase = desk.purchases.values.sorted(by: { $0.id < $1.id }).last,
      !random.chance(purchase.state.name == "ended" ? 2 : 15)
    else { return list() }
    let id = random.chance(5) ? random.pick(desk.purchases.keys.sorted()) : purchase.id
    let word = random.chance(4) ? random.pick(Self.words) : fitting(desk.purchases[id])
    let place = random.below(3)
    let now = now
    let answer = answer(to: desk.purchases[id])
    let actions = desk.purchases[id].flatMap { desk.leg($0.leg, of: mia) }?.leg.booking?
      .confirmation?.actions
    let action = actions.flatMap { $0.isEmpty ? nil : random.pick($0) }
    say(word) { desk throws(RideFault) in
      switch word {
      case "book": try desk.book(place, in: id, at: now)
      case "use": try desk.use(place, in: id, at: now)
      case "answer": try desk.answer(answer, in: id, at: now)
      case "skip": try desk.answer(.skipped, in: id, at: now)
      case "back": try desk.back(in: id, at: now)
      case "change": try desk.change(place, in: id, at: now)
      case "send": try desk.send(in: id, at: now)
      case "choose": try desk.choose(place, in: id, at: now)
      case "accept": try desk.agree(true, in: id, at: now)
      case "decline": try desk.agree(false, in: id, at: now)
      case "yes": try desk.confirm(true, in: id, at: now)
      case "no": try desk.confirm(false, in: id, at: now)
      case "stop": try desk.stop(in: id, at: now)
      case "late": desk.becomeLate(id)
      default: if let action { try desk.act(action, in: id, at: now) }
      }
    }
  }

  private static let words = [
    "book", "use", "answer", "skip", "back", "change", "send", "choose", "accept", "decline",
    "yes", "no", "stop", "act", "late",
  ]

  private mutating func list() {
    let leg = random.chance(3) ? bike : shuttle
    let now = now
    let room = random.pick(["room", "lift"])
    say("list") { desk throws(RideFault) in
      _ = try desk.list(leg, for: mia, in: room, language: nil, at: now)
    }
  }

  private mutating func say(_ word: String, _ deed: (inout TravelDesk) throws(RideFault) -> Void) {
    do throws(RideFault) {
      try deed(&desk)
    } catch {
      // Nothing is done of it, or it is asked again: what is kept shows which.
      note("\(word): \(error)")
    }
    carryOut(.said(word))
  }

  private mutating func fitting(_ purchase: Purchase?) -> String {
    switch purchase?.state {
    case .listed: random.pick(["book", "book", "use"])
    case .asking: random.pick(["answer", "answer", "answer", "skip", "back", "send"])
    case .choosing: "choose"
    case .reviewing: random.pick(["send", "send", "change", "choose"])
    case .confirming: random.pick(["yes", "no"])
    case .agreement: random.pick(["accept", "accept", "decline"])
    case .following: "act"
    case .listing, .linking, .sending, .updating, .unsure, .ended, nil: random.pick(Self.words)
    }
  }

  private mutating func answer(to purchase: Purchase?) -> QuestionAnswer {
    guard case .asking(let asked) = purchase?.state, let item = asked.asked, !random.chance(6)
    else { return random.pick([.text("x"), .number(.nan), .choice(99), .done, .flag(false)]) }
    switch item.kind {
    case .text: return .text(random.pick(["Mia", "", "a@b.de", "日本"]))
    case .number: return .number(Double(random.below(5)))
    case .secret: return .secret(SecretHandle("h\(random.below(9))"))
    case .choice: return .choice(random.below(3))
    case .several: return .several([0, random.below(3)])
    case .fares(let fares, _): return .counts(fares.map { _ in random.below(4) })
    case .page: return .done
    case .flag, .terms: return .flag(true)
    case .clock: return .clock(seconds: random.below(90_000))
    case .place: return .place(Fixture.place)
    case .moment: return .moment(now)
    case .returnTrip: return .returning(now)
    }
  }
}
