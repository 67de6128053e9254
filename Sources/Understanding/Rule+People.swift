// Lines about those who come to a booking, and about their passes.

import Bookings
import Discourse
import Language

extension Rule {
  static let people = [add, remove, mend, passes]

  /// `add Ann ann@x.de 030 901820`: comes beside those who come.
  private static let add = Rule(name: "add") { context in
    guard context.intent == .addAttendee || context.namesPeopleOnly,
      context.numberOfOne == nil, !context.invitesToWhatIsAsked
    else { return [] }
    let several = context.severalMeant
    if several.count > 1 {
      let purposes = several.map { booking in
        Purpose(.change(booking.reference), context.joined(booking, orSomebody: false))
      }
      return [hypothesis("add", .pursue(purposes, wanted: .all, answering: nil), in: context)]
    }
    return context.pointed("add", .which, context.doubtsOfPeople) { meant in
      Purpose(.change(meant.booking.reference), context.joined(meant.booking, orSomebody: true))
    }
  }

  /// `remove Ann`, `Dora instead of Ben`: who is taken off comes no more, and others may come in
  /// their place.
  private static let remove = Rule(name: "remove") { context in
    guard context.intent == .removeAttendee || context.cancelsPeople else { return [] }
    return context.aboutPeople("remove") { booking throws(UnmetReference) in
      var ground = context.ground(of: booking)
      var staying = booking.attendees
      var joining: [AttendeeRequest] = []
      // `drop her`: the only one, or whoever was added last.
      if context.slots.people.isEmpty {
        let meant = staying.count == 1 ? staying : context.joinedLast(booking)
        guard meant.count == 1 else { throw UnmetReference(.someone(booking.reference)) }
        staying.removeAll { $0.id == meant[0].id }
      }
      for mention in context.slots.people {
        if let place = try context.place(of: mention, in: staying, booking.reference) {
          staying.remove(at: place)
        } else {
          joining.append(context.grounding.completed(context.grounding.person(mention)))
        }
      }
      // Nobody comes in the place of who does not come.
      if context.slots.isSwap, joining.isEmpty || staying.count == booking.attendees.count {
        let first =
          joining.first ?? context.slots.people.first.map { context.grounding.person($0).request }
        throw UnmetReference(.attendee(first?.name ?? first?.email ?? "", booking.reference))
      }
      ground.people = .is(
        staying.map(AttendeeRequest.init) + joining, .said(turn: context.state.turn))
      return Purpose(.change(booking.reference), ground)
    }
  }

  /// `ben phone 0171 7654321`, `her name is Ana Ruiz`.
  private static let mend = Rule(name: "mend") { context in
    if let (booking, place, name) = context.wholeNameOfOne {
      return [mending(booking, place, \.name, name, in: context)]
    }
    if let (booking, place, phone) = context.numberOfOne {
      return [mending(booking, place, \.phone, phone, in: context)]
    }
    guard context.intent == .mend, let mention = context.slots.people.first else { return [] }
    // `email ana@x.com the notes` is no address of whoever comes.
    let isMending = context.reading.odds.map { $0[.mend] > 0.6 } ?? false
    guard context.reading.unused.isEmpty || mention.name?.origin == .said || isMending else {
      return []
    }
    return context.aboutPeople("mend") { booking throws(UnmetReference) in
      var ground = context.ground(of: booking)
      var people = booking.attendees.map(AttendeeRequest.init)
      let said = context.grounding.person(mention)
      let called = mention.name?.value ?? mention.email?.value
      let named = called.flatMap { called in
        booking.attendees.firstIndex { $0.isCalled(called) }
      }
      let failed = context.house.troubled[booking.reference, default: []]
      let troubled = booking.attendees.indices.filter { failed.contains(booking.attendees[$0].id) }
      let isOther =
        mention.name?.origin == .said && (mention.email != nil || mention.phone != nil)
      let only = troubled.count == 1 && mention.name == nil ? troubled[0] : nil
      guard let place = named ?? only ?? (people.count == 1 && !isOther ? 0 : nil) else {
        // Whoever can be reached and is nobody who comes already comes beside them.
        if mention.email != nil, mention.phone != nil {
          ground.people = .is(people + [said.request], .said(turn: context.state.turn))
          return Purpose(.change(booking.reference), ground)
        }
        throw UnmetReference(.attendee(called ?? "", booking.reference))
      }
      if let name = context.newName(of: said, booking.attendees[place]) {
        people[place].name = name
      }
      // `Ben's number is wrong`: it is asked for.
      switch context.slots.field?.value {
      case .phone where mention.phone == nil: people[place].phone = nil
      case .email where mention.email == nil: people[place].email = nil
      default: break
      }
      people[place].email = said.request.email ?? people[place].email
      people[place].phone = said.request.phone ?? people[place].phone
      ground.people = .is(people, .said(turn: context.state.turn))
      return Purpose(.change(booking.reference), ground)
    }
  }

  /// That a part of one who comes to a booking is otherwise.
  private static func mending(
    _ booking: Booking, _ place: Int, _ part: WritableKeyPath<AttendeeRequest, String?>,
    _ value: String, in context: TurnContext
  ) -> Hypothesis {
    var ground = context.ground(of: booking)
    var people = booking.attendees.map(AttendeeRequest.init)
    people[place][keyPath: part] = value
    ground.people = .is(people, .said(turn: context.state.turn))
    let purpose = Purpose(.change(booking.reference), ground)
    return hypothesis("mend", .pursue([purpose], wanted: .all, answering: nil), in: context)
  }

  private static let wishes: [Intent: PassWish] = [
    .passes: .list, .resend: .resend, .skip: .skip,
  ]

  /// `passes`, `resend Ana`, `skip Ben`.
  private static let passes = Rule(name: "passes") { context in
    guard let wish = wishes[context.intent] else { return [] }
    do throws(UnmetReference) {
      let meant = try context.bookingsMeant(.which)
      guard meant.count == 1 else {
        let purposes = meant.map {
          Purpose(.tell(.booking($0.booking.reference)), Request())
        }
        return [
          hypothesis(
            "passes", .pursue(purposes, wanted: .oneOrAll, answering: nil), in: context)
        ]
      }
      let booking = meant[0].booking
      let attendee = try context.slots.people.first.flatMap { mention throws(UnmetReference) in
        try context.place(of: mention, in: booking.attendees, booking.reference)
          .map { booking.attendees[$0].id }
      }
      return [
        hypothesis(
          "passes", .passes(wish, booking.reference, attendee), in: context,
          distance: meant[0].distance, doubts: meant[0].doubts)
      ]
    } catch {
      return [hypothesis("passes", .misses(error.missing), in: context)]
    }
  }
}

extension TurnContext {
  /// Without a verb somebody who comes is rather not reached elsewhere now: the address may be of
  /// whoever comes in their place.
  fileprivate var doubtsOfPeople: Set<Doubt> {
    guard intent == .details, let booking = last else { return [] }
    let isOther = slots.people.contains { mention in
      guard let name = mention.name?.value, let email = mention.email?.value else { return false }
      return booking.attendees.contains { $0.isCalled(name) && $0.email.key != email.lowercased() }
    }
    return isOther ? [.guessed] : []
  }

  /// A booking with those of the line beside those who come. Without a name it is asked who, if
  /// somebody is to come.
  fileprivate func joined(_ booking: Booking, orSomebody: Bool) -> Request {
    var ground = ground(of: booking)
    let said = peopleJoining(booking, ground)
    let somebody = (ground.people.value ?? []) + [AttendeeRequest()]
    let asked = Wish.is(somebody, Source.said(turn: state.turn))
    ground.people = ground.people.revised(by: said.isUnsaid && orSomebody ? asked : said)
    ground.doubtfulNames = grounding.doubtfulNames
    return ground
  }

  /// Who came to a booking by what was done last.
  fileprivate func joinedLast(_ booking: Booking) -> [Attendee] {
    guard case .changed(let before)? = state.undoable.last, before.reference == booking.reference
    else { return [] }
    return booking.attendees.filter { attendee in
      !before.attendees.contains { $0.id == attendee.id }
    }
  }

  /// Whether the line says nothing but who comes, or how to reach them.
  var namesPeopleOnly: Bool {
    intent == .details && !slots.people.isEmpty && !namesPlace && slots.target == nil
      && !asksForTheirs && askedOfPerson == nil
      && (reading.unused.isEmpty || isRather([.invite, .mend, .part]))
  }

  /// `and Jana's?`: the bookings of somebody else, behind those of another.
  var asksForTheirs: Bool {
    intent == .details && !namesPlace && slots.people.count == 1 && slots.people[0].isOwner
      && slots.title == nil && slots.booking == nil
  }

  /// Who comes to a booking after a line: those who come and whom it names. Without a verb it only
  /// says more of somebody who comes already.
  fileprivate func peopleJoining(
    _ booking: Booking, _ ground: Request
  ) -> Wish<[AttendeeRequest]> {
    let isOfThose = slots.people.allSatisfy { mention in
      mention.name.map { name in booking.attendees.contains { $0.isCalled(name.value) } } ?? false
    }
    if !isSaid, isOfThose { return grounding.people(on: ground) }
    return grounding.people(on: Request()).changed { named in
      // `Ben brings Dora`: who comes already is only named.
      let others = named.filter { person in
        !booking.attendees.contains {
          $0.isCalled(person.name ?? "")
            && (person.email == nil || person.email?.lowercased() == $0.email.key)
            && (person.phone == nil || person.phone == $0.phone?.e164)
        }
      }
      return (ground.people.value ?? []) + (others.isEmpty ? named : others)
    }
  }

  /// The place of who is meant among some who come; nil for who comes in place of another.
  func place(
    of mention: PersonMention, in attendees: [Attendee], _ reference: BookingReference
  ) throws(UnmetReference) -> Int? {
    let own = mention.isSpeaker ? speaker.name ?? speaker.user.text : ""
    let called = mention.name?.value ?? mention.email?.value ?? own
    let places = attendees.indices.filter { isMeant(attendees[$0], by: mention) }
    // Nobody who is taken off needs an address and a number.
    let isReachable = mention.email != nil && mention.phone != nil
    if places.isEmpty, slots.isSwap || isReachable { return nil }
    guard let place = places.first else {
      throw UnmetReference(.attendee(called, reference))
    }
    guard places.count == 1 else { throw UnmetReference(.attendees(called, reference)) }
    return place
  }

  /// Whether a mention is of somebody who comes: by address, else by name, else by number.
  private func isMeant(_ attendee: Attendee, by mention: PersonMention) -> Bool {
    if mention.isSpeaker { return speaker.email?.lowercased() == attendee.email.key }
    if let email = mention.email?.value { return attendee.isCalled(email) }
    if let name = mention.name?.value { return attendee.isCalled(name) }
    return grounding.person(mention).request.phone.map { $0 == attendee.phone?.e164 } ?? false
  }

  /// What somebody is called from now on: `rename Ana to Anna`, `call her Anna`.
  func newName(of said: Grounding.SaidPerson, _ attendee: Attendee) -> String? {
    if let field = slots.field, !field.value.isOfName { return nil }
    return nameSaid(of: said, attendee).map { part in
      // `her surname is Ruiz` keeps the first name.
      let words = attendee.name.split(separator: " ", maxSplits: 1).map(String.init)
      switch slots.field?.value {
      case .surname where words.count > 0: return "\(words[0]) \(part)"
      case .firstName where words.count > 1: return "\(part) \(words[1])"
      default: return part
      }
    }
  }

  private func nameSaid(of said: Grounding.SaidPerson, _ attendee: Attendee) -> String? {
    if slots.people.count == 2, slots.people[1].email == nil, slots.people[1].phone == nil {
      return wholeName ?? slots.people[1].name?.value
    }
    // `rename ana@x.com to Anna`: the address only tells who is meant.
    let isOfName =
      slots.field != nil
      || !said.nameIsAssumed && slots.people[0].phone == nil
        && said.request.email.map { attendee.email.key == $0.lowercased() } ?? true
    return isOfName ? said.request.name : nil
  }

  /// `er heißt Max Vogel`, where Max comes: whose whole name it is, and no title.
  var wholeNameOfOne: (booking: Booking, place: Int, name: String)? {
    guard reading.mayNamePerson, let title = slots.title?.value, !namesPlace,
      slots.people.isEmpty, slots.description == nil, let booking = justDone?.booking
    else { return nil }
    let words = title.split(separator: " ")
    guard (2...3).contains(words.count) else { return nil }
    let places = booking.attendees.indices.filter { place in
      booking.attendees[place].name.lowercased() == words[0].lowercased()
    }
    let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
    return places.count == 1 ? (booking, places[0], name) : nil
  }

  /// `no, 0171 2345678`, right behind a booking to which one person comes, or came by that line: a
  /// number alone is theirs.
  var numberOfOne: (booking: Booking, place: Int, phone: String)? {
    guard [.nothing, .details, .no, .addAttendee].contains(intent), !state.isOpen, !namesPlace,
      slots.people.count == 1, slots.people[0].name == nil, slots.people[0].email == nil,
      !slots.people[0].isSpeaker, let phone = grounding.person(slots.people[0]).request.phone,
      let (done, booking) = justDone, distance(to: done) == 0
    else { return nil }
    let joined = booking.attendees.count == 1 ? booking.attendees : joinedLast(booking)
    guard joined.count == 1 else { return nil }
    return booking.attendees.firstIndex { $0.id == joined[0].id }.map { (booking, $0, phone) }
  }

  /// `Petra Berger`, where somebody called Berger comes: two who are named side by side are one.
  private var wholeName: String? {
    let names = slots.people.compactMap { mention in
      mention.email == nil && mention.phone == nil ? mention.name : nil
    }
    guard names.count == 2, slots.people.count == 2,
      names[0].range.upperBound + 1 == names[1].range.lowerBound
    else { return nil }
    return names.map(\.value).joined(separator: " ")
  }

  /// The only one of the speaker's bookings to which somebody comes who is named and does not come
  /// to the one spoken of last: where somebody would be taken off, that is doubtful.
  private func onlyOneAttended(instead meant: [MeantBooking]) -> [MeantBooking] {
    guard meant.count == 1, slots.booking == nil, !namesPlace, let name = slots.people.first?.name,
      name.origin == .said, !meant[0].booking.attendees.contains(where: { $0.isCalled(name.value) })
    else { return meant }
    let theirs = mine.filter { $0.isAttended(byAll: [name.value]) }
    guard theirs.count == 1 else { return meant }
    let doubts: Set<Doubt> = intent == .removeAttendee ? [.hedged] : []
    return [MeantBooking(booking: theirs[0], distance: meant[0].distance, doubts: doubts)]
  }

  /// One hypothesis about the people of the booking that the line means, or only where those come.
  func aboutPeople(
    _ rule: String, _ purpose: (Booking) throws(UnmetReference) -> Purpose
  ) -> [Hypothesis] {
    do throws(UnmetReference) {
      // `remove Lea from both`, of those to which she comes
      let names = slots.people.compactMap({ $0.name?.value })
      let all =
        slots.choice?.value.isAll == true
        ? severalMeant.filter { booking in names.contains { booking.isAttended(byAll: [$0]) } } : []
      let series = (seriesMeant ?? all).map { MeantBooking(booking: $0) }
      var meant = series
      if series.isEmpty { meant = onlyOneAttended(instead: try bookingsMeant(.which)) }
      var purposes: [Purpose] = []
      for one in meant { purposes.append(try purpose(one.booking)) }
      let areAll = !series.isEmpty || purposes.count == 1
      return [
        Rule.hypothesis(
          rule, .pursue(purposes, wanted: areAll ? .all : .oneOrAll, answering: nil),
          in: self,
          distance: meant.map(\.distance).max() ?? 0,
          doubts: meant.reduce(into: []) { $0.formUnion($1.doubts) })
      ]
    } catch {
      return [Rule.hypothesis(rule, .misses(error.missing), in: self)]
    }
  }
}
