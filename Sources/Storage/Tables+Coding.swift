// From what happened to people to what is coded, and back: the only place that knows both.

import BookingAgent
import Bookings
import CivilTime
import Passes

// Coding
extension Tables {
  func coded(_ event: BookingEvent) throws(StoreFault) -> BookingEvent {
    switch event {
    case .booked(let booking): .booked(try coded(booking))
    case .changed(let booking): .changed(try coded(booking))
    case .cancelled(let booking): .cancelled(try coded(booking))
    case .restored(let booking): .restored(try coded(booking))
    }
  }

  private func coded(_ booking: Booking) throws(StoreFault) -> Booking {
    var booker: UserID?
    if let user = booking.bookedBy { booker = UserID(Coded.text(try names.number(of: user))) }
    var attendees: [Attendee] = []
    attendees.reserveCapacity(booking.attendees.count)
    for attendee in booking.attendees {
      let person = try names.number(of: PassDetails(PassRecipient(attendee)))
      attendees.append(Coded.attendee(Int64(attendee.id.number), person: person))
    }
    return Booking(
      reference: booking.reference, version: booking.version, state: booking.state,
      room: RoomID(Coded.text(try rooms.number(of: booking.room))), span: booking.span,
      start: booking.start, end: booking.end,
      title: Coded.text(try names.number(of: booking.title)),
      description: Coded.text(try names.number(of: booking.description)),
      isPrivate: booking.isPrivate,
      owner: UserID(Coded.text(try names.number(of: booking.owner))), attendees: attendees,
      series: booking.series, bookedBy: booker)
  }

  func coded(_ event: PassEvent) throws(StoreFault) -> PassEvent {
    switch event {
    case .queued(let passes): .queued(try coded(passes))
    case .returned(let editions, let alone, let trouble?, let at):
      .returned(editions, alone: alone, because: try coded(trouble), at: at)
    case .parked(let edition, let until, let attemptsMax, let trouble, let at):
      .parked(edition, until: until, attemptsMax: attemptsMax, try coded(trouble), at: at)
    case .outcomeUnknown(let editions, let until, let trouble, let at):
      .outcomeUnknown(editions, until: until, try coded(trouble), at: at)
    case .failed(let editions, let failure, let at):
      .failed(editions, try changed(failure, coded), at: at)
    case .gatewayRested(let until, let trouble, let at):
      .gatewayRested(until: until, try coded(trouble), at: at)
    case .gatewayStopped(let trouble, let at): .gatewayStopped(try coded(trouble), at: at)
    case .hastened, .attempted, .answered, .accepted, .returned(_, _, nil, _), .regrouped,
      .expired, .superseded, .withdrawn, .reinstated, .gatewayResumed, .indexBaseDoubted, .told,
      .clockSetBack:
      event
    }
  }

  func coded(_ event: NewsEvent) throws(StoreFault) -> NewsEvent {
    switch event {
    case .made(let news):
      try requireKept(news)
      return .made(
        news.of(
          UserID(Coded.text(try names.number(of: news.user))),
          try changed(news.deed) { (user) throws(StoreFault) in
            UserID(Coded.text(try names.number(of: user)))
          }))
    case .sent, .heard: return event
    }
  }

  private func requireKept(_ news: News) throws(StoreFault) {
    guard let provider = news.account?.provider else { return }
    try requireKept(provider: provider)
  }

  private func coded(_ passes: [Pass]) throws(StoreFault) -> [Pass] {
    guard let first = passes.first else { return [] }
    let content = PassContent(
      room: RoomID(Coded.text(try rooms.number(of: first.content.room))),
      span: first.content.span, start: first.content.start, end: first.content.end,
      title: Coded.text(try names.number(of: first.content.title)),
      description: Coded.text(try names.number(of: first.content.description)),
      dates: first.content.dates)
    var coded: [Pass] = []
    coded.reserveCapacity(passes.count)
    for pass in passes {
      guard pass.booking == first.booking, pass.content == first.content else {
        throw .unstorable(database.cause("\(pass.edition) does not say what \(first.edition) says"))
      }
      let person = try names.number(of: PassDetails(pass.recipient))
      let recipient = Coded.recipient(person: person)
      coded.append(try changed(pass, recipient, content, self.coded))
    }
    return coded
  }

  private func coded(_ trouble: PassTrouble) throws(StoreFault) -> PassTrouble {
    try changed(trouble) { (text) throws(StoreFault) in Coded.text(try names.number(of: text)) }
  }
}

// Decoding
extension Tables {
  /// What people know bookings by. Who was erased does not come any more.
  var namesOfBookings: BookingTable.Names {
    BookingTable.Names(
      room: rooms.id, user: names.user, text: names.text,
      attendee: { [self] (id, person) throws(StoreFault) in
        try recipient(person).map {
          Attendee(id: AttendeeID(Int(id)), name: $0.name, email: $0.email, phone: $0.phone)
        }
      })
  }

  /// A coded booking as people know it.
  func decoded(_ booking: Booking) throws(StoreFault) -> Booking {
    let names = namesOfBookings
    var booker: UserID?
    if let user = booking.bookedBy { booker = try names.user(Coded.number(user.text)) }
    var attendees: [Attendee] = []
    for attendee in booking.attendees {
      let who = try names.attendee(
        Int64(attendee.id.number), Coded.number(attendee.name))
      if let who { attendees.append(who) }
    }
    return Booking(
      reference: booking.reference, version: booking.version, state: booking.state,
      room: try names.room(Coded.number(booking.room.text)), span: booking.span,
      start: booking.start, end: booking.end,
      title: try names.text(Coded.optionalNumber(booking.title)),
      description: try names.text(Coded.optionalNumber(booking.description)),
      isPrivate: booking.isPrivate, owner: try names.user(Coded.number(booking.owner.text)),
      attendees: attendees, series: booking.series, bookedBy: booker)
  }

  /// The pass as people know it; nil if its recipient was erased.
  func decoded(_ pass: Pass) throws(StoreFault) -> Pass? {
    guard let recipient = try recipient(Coded.number(pass.recipient.name)) else { return nil }
    let content = PassContent(
      room: try rooms.id(Coded.number(pass.content.room.text)), span: pass.content.span,
      start: pass.content.start, end: pass.content.end,
      title: try names.text(Coded.optionalNumber(pass.content.title)),
      description: try names.text(Coded.optionalNumber(pass.content.description)),
      dates: pass.content.dates)
    return try changed(pass, recipient, content, decoded)
  }

  /// News as people know them.
  func decoded(_ news: News) throws(StoreFault) -> News {
    news.of(
      try names.user(Coded.number(news.user.text)),
      try changed(news.deed) { (user) throws(StoreFault) in
        try names.user(Coded.number(user.text))
      })
  }

  private func decoded(_ trouble: PassTrouble) throws(StoreFault) -> PassTrouble {
    try changed(trouble) { (text) throws(StoreFault) in
      try names.text(Coded.optionalNumber(text))
    }
  }

  private func recipient(_ number: Int64) throws(StoreFault) -> PassRecipient? {
    guard let details = try names.person(number) else { return nil }
    guard let recipient = details.recipient else {
      throw .damaged(database.cause("person \(number) cannot be reached"))
    }
    return recipient
  }
}

// Both ways
extension Tables {
  private func changed(
    _ deed: OthersDeed?, _ user: (UserID) throws(StoreFault) -> UserID
  ) throws(StoreFault) -> OthersDeed? {
    guard let deed else { return nil }
    return OthersDeed(deed.kind, version: deed.version, by: try user(deed.by))
  }

  private func changed(
    _ pass: Pass, _ recipient: PassRecipient, _ content: PassContent,
    _ trouble: (PassTrouble) throws(StoreFault) -> PassTrouble
  ) throws(StoreFault) -> Pass {
    var state = pass.state
    if case .failed(let failure) = state { state = .failed(try changed(failure, trouble)) }
    var other = Pass(
      edition: pass.edition, booking: pass.booking, bookingVersion: pass.bookingVersion,
      attendee: pass.attendee, place: pass.place, recipient: recipient, content: content,
      kind: pass.kind, queuedAt: pass.queuedAt, deadline: pass.deadline, state: state,
      attemptsMax: pass.attemptsMax)
    other.attempts = pass.attempts
    other.goesAlone = pass.goesAlone
    other.mayBeOut = pass.mayBeOut
    other.isWithdrawn = pass.isWithdrawn
    other.troubleSince = pass.troubleSince
    if let reason = pass.trouble { other.trouble = try trouble(reason) }
    other.told = pass.told
    return other
  }

  private func changed(
    _ failure: PassFailure, _ trouble: (PassTrouble) throws(StoreFault) -> PassTrouble
  ) throws(StoreFault) -> PassFailure {
    switch failure {
    case .refused(let reason): .refused(try trouble(reason))
    case .attemptsUsedUp(let reason): .attemptsUsedUp(try trouble(reason))
    case .skipped: .skipped
    }
  }

  private func changed(
    _ trouble: PassTrouble, _ text: (String) throws(StoreFault) -> String
  ) throws(StoreFault) -> PassTrouble {
    switch trouble {
    case .code(let code, let words): .code(code, text: try text(words))
    case .nonsense(let words): .nonsense(try text(words))
    case .status, .timedOut, .connectionFailed, .unclearIndex, .interrupted: trouble
    }
  }
}

extension News {
  /// The same, its users written otherwise.
  fileprivate func of(_ user: UserID, _ deed: OthersDeed?) -> News {
    var subject = subject
    if case .deed(let booking, _) = subject, let deed { subject = .deed(booking, deed) }
    return News(
      seq: seq, user: user, subject: subject, made: made, expires: expires, isSent: isSent)
  }
}

extension PassDetails {
  init(_ recipient: PassRecipient) {
    self.init(name: recipient.name, email: recipient.email.text, phone: recipient.phone?.e164)
  }

  /// The same in the types of those who send; nil if it is neither address nor number.
  var recipient: PassRecipient? {
    let number = phone.flatMap { PhoneText(e164: $0) }
    guard number != nil || phone == nil else { return nil }
    do throws(EmailAddress.Fault) {
      return PassRecipient(name: name, email: try EmailAddress(email), phone: number)
    } catch {
      return nil
    }
  }
}
