// Samples of every part of an answer, of each more than one where its words differ.

import Bookings
import CivilTime
import Dialogue
import Discourse
import Passes

extension SampleHouse {
  /// Samples of all parts.
  static var parts: [AnswerPart] {
    bookingParts + seriesParts + waitParts + changeParts + questionParts + roomParts + freeParts
      + otherParts + rideParts + accountParts
      + refusals.map { .refused($0, request) } + passRefusals.map { .passesRefused($0) }
  }

  static var request: BookingRequest {
    var request = BookingRequest(
      room: RoomID("Yubo"), start: wednesday.start, end: wednesday.end)
    (request.title, request.description, request.isPrivate) = ("Qvort", "Wlimp", true)
    request.attendees = [AttendeeRequest(ana)]
    return request
  }

  private static var summary: RequestSummary {
    var summary = RequestSummary()
    (summary.rooms, summary.span) = ([RoomID("Yubo")], wednesday)
    (summary.title, summary.people) = ("Qvort", ["Qana", "Qben"])
    summary.leaving = ["Qleo"]
    return summary
  }

  private static var openSummary: RequestSummary {
    var summary = RequestSummary()
    (summary.minutes, summary.headcount, summary.booking) = (90, 6, BookingReference(7))
    return summary
  }

  private static var changed: Booking {
    Self.booking(7, "Qvort", at: span("2026-11-26", "10:15", "11:00")) {
      $0.isPrivate = true
      $0.description = "Wlimp"
      $0.attendees = [ana]
    }
  }

  private static var bookingParts: [AnswerPart] {
    [
      .booked(cancelled, assumed: Assumption.allCases),
      .wouldBook(request, assumed: [.calendar]),
      .passesQueued([ana], waitSeconds: 10), .passesQueued([ana, ben], waitSeconds: 0),
      .passesQueued([ana], waitSeconds: nil),
      .passesRenewed(["Qana"], areNew: true, waitSeconds: nil),
      .passesRenewed(["Qana"], areNew: true, waitSeconds: 1),
      .passesRenewed(["Qana", "Qben"], areNew: false, waitSeconds: 10),
      .passesStay(["Qana"], BookingReference(7)),
      .passesStay(["Qana", "Qben"], BookingReference(7)),
      .mayMissTexts(["+493012345"]), .mayMissTexts(["+493012345", "+493012346"]),
      .cancelled([booking]), .cancelled([booking, cancelled]), .passesAlreadyOut(["Qana"]),
      .passesAlreadyOut(["Qana", "Qben"]), .restored(booking),
      .bookingList([booking], .mine(nil)), .bookingList([], .mine(nil)),
      .bookingList([booking], .attended), .bookingList([], .attended),
      .bookingList([], .mine(wednesday.start.date...wednesday.start.date)),
      .bookingList([], .people(["Qtom", "Qben"])),
      .bookingList([], .room(building.rooms[1], day("2026-11-30")...day("2026-12-06"))),
      .privacy(BookingReference(7), isPrivate: false, asked: true),
      .privacy(BookingReference(7), isPrivate: true, asked: true), .bookingDetails(booking),
      .bookingDetails(private2), .bookingDetails(cancelled), .passList(booking, passes),
      .passList(booking, []), .nothingNew, .mayBook(for: "Qana", ["Qtom"]),
      .mayBook(for: "Qana", []), .members(of: "Qgroup", ["Qana", "Qben"]),
      .resending(["Qana"], canLeave: true), .resending(["Qana"], canLeave: false),
      .skipped(["Qana"]),
    ]
  }

  private static var changeParts: [AnswerPart] {
    [
      .changed(from: booking, to: changed, assumed: []),
      .changed(from: changed, to: booking, assumed: [.week]),
      .unchanged(booking), .reverted(booking, from: changed), .notUndone(booking), .undoAgain,
      .dropped(stays: nil), .dropped(stays: booking), .dropped(stays: cancelled),
      .stillOpen(summary), .stillOpen(openSummary), .stillOpen(RequestSummary()),
      .notBooked(summary), .notBooked(openSummary), .nowIs(summary),
      .stayBooked([BookingReference(7)]),
      .stayBooked([BookingReference(7), BookingReference(8)]), .nothingToUndo, .nothingOpen,
      .yourOwn([booking]), .doneAlready([booking]), .doneAlready([cancelled, cancelled]),
      .changedSinceShown, .justTaken, .nextFree, .offers,
      .comingAndGoing(joining: ["Qana"], leaving: ["Qben"]), .noSuchChoice(9),
      .noSuchChoice(nil), .severalTimes([]), .severalTimes(["10:00", "11:00"]), .onlyOnce,
      .staysOnce(nil), .staysOnce(booking), .onlyFirstDay, .onlyOneBooking, .onlyOneRoom,
      .otherZone(said: [time("15:00")], zone: "Qtc", here: [time("16:00")]),
      .regionalTime(said: "10:00", read: [time("10:15")]), .left(["Qvort"]), .unused(["Qvort"]),
      .understood(summary),
    ]
  }

  private static var questionParts: [AnswerPart] {
    let people: [Part] = [.attendeeName, .attendeeEmail, .attendeePhone]
    return [[.start, .people], [.start], [.end], [.date], [.room], [.title], [.confirm], people]
      .map { .asks($0, attendee: nil) }
      + [
        .asks(Part.allCases, attendee: "Qana"),
        .asks([.attendeePhone], attendee: "Qana", stays: true),
        .asks([.attendeePhone], attendee: nil),
        .asksIfPhone(written: "030 1", e164: "+49301"), .asksWhoIsMeant(booking),
        .asksWhoIsMeant(cancelled), .asksIfCancel([booking]),
        .asksIfCancel([booking, private2]), .asksIfCancel([booking, private2, cancelled]),
        .asksIfMeant([
          ProposedChange(before: booking, after: changed, isCancellation: false),
          ProposedChange(before: changed, after: booking, isCancellation: false),
          ProposedChange(before: nil, after: private2, isCancellation: false),
          ProposedChange(before: booking, after: booking, isCancellation: true),
        ]), .asksWithoutWrong, .asksIfInOwnName, .asksIfPersonNear("Qvort"),
        .asksWhatToChange(booking), .asksWhichBooking,
        .asksWhichPerson("Qtom"), .timesFound(.whole, isForSeveral: true),
        .timesFound(.shorter, isForSeveral: true), .timesFound(.whole, isForSeveral: false),
        .timesFound(.shorter, isForSeveral: false), .timesFound(.longest, isForSeveral: true),
        .timesFound(.smaller, isForSeveral: true), .noTimeFound, .timesUnknown(["Qtom"]),
        .timesUnknown(["Qtom", "Qana"]),
      ]
  }

  private static var lacks: [RoomLack] {
    [
      RoomLack(
        room: building.rooms[0],
        misses: [
          .otherName, .tooFewSeats(seats: 1), .tooManySeats(seats: 2), .seatsUnknown,
          .tooSmall(squareMetres: 12), .tooLarge(squareMetres: 12), .sizeUnknown,
          .otherFloor("2nd"), .otherFloor(nil), .otherLocation("Qwing"), .otherLocation(nil),
          .lacks("projector"), .notStepFree, .stepFreeUnknown, .closed, .taken([wednesday]),
        ])
    ]
  }

  private static var rules: HousePolicy {
    var rules = HousePolicy.standard
    (rules.openWeekdays, rules.noticeMinutes) = ([.monday, .friday], 30)
    return rules
  }

  private static var roomParts: [AnswerPart] {
    var equipped = RoomFilter()
    equipped.equipment = ["projector"]
    let (xaro, yubo) = (building.rooms[0], building.rooms[1])
    return [
      .roomList(wednesday.start.date, .asked, isFiltered: false),
      .roomList(wednesday.start.date, .nextOpenDay, isFiltered: false),
      .roomDetails(days[0]), .roomDetails(days[1]), .roomDetails(days[2]),
      .rules(.standard, of: nil, on: wednesday.start.date, nil),
      .rules(rules, of: "Xaro", on: nil, nil),
      .rules(rules, of: "Xaro", on: wednesday.start.date, nil),
      .suits(yubo, RoomFilter(seats: 8), others: ["Zeku"]),
      .suits(yubo, equipped, others: ["Zeku", "Xaro"]), .suits(xaro, RoomFilter(), others: []),
      .noneFits(lacks), .noneFits([]), .lacks(lacks), .noOtherRoom(isLarger: true),
      .noOtherRoom(isLarger: false), .noSuchRoom("", nearest: []),
      .noSuchRoom("Qvort", nearest: []), .noSuchRoom("Qvort", nearest: ["Xaro", "Yubo"]),
    ]
  }

  private static var freeParts: [AnswerPart] {
    let room = building.rooms[0]
    let later = span("2026-11-25", "12:00", "13:00")
    let found = { (free: [CivilSpan], misses: [RoomMiss], taken: [CivilSpan]) in
      FoundRoom(
        day: days[0], match: RoomMatch(room: room, free: free, misses: misses), taken: taken,
        freeUntil: free.first?.end, freeNext: misses.isEmpty ? nil : later)
    }
    let free = [found([wednesday], [], [])]
    let taken = [found([], [.taken([wednesday])], [wednesday])]
    let questions: [FreeQuestion] = [.isFree, .isTaken, .when, .goingOn]
    return questions.flatMap { asked -> [AnswerPart] in
      [
        .free(room, wednesday, isFree: true, taken: [], freeLater: nil, asked: asked),
        .free(
          room, wednesday, isFree: false, taken: [wednesday], freeLater: later, asked: asked),
        .free(room, wednesday, isFree: false, taken: [], freeLater: nil, asked: asked),
        .freeOn(days[0], free: [wednesday], taken: [later], asked: asked),
        .freeOn(days[0], free: [wednesday], taken: [], asked: asked),
        .freeOn(days[0], free: [], taken: [later], asked: asked),
        .freeOn(closed, free: [], taken: [], asked: asked),
        .found(wednesday, free: free, others: taken, asked: asked),
        .found(wednesday, free: [], others: taken, asked: asked),
        .searched(
          wednesday.start.date, wednesday, fitting: free, others: taken, asked: asked),
        .searched(wednesday.start.date, wednesday, fitting: [], others: taken, asked: asked),
      ]
    }
  }

  private static var closed: RoomDay {
    RoomDay(room: building.rooms[0], number: 1, date: today, free: [], bar: nil)
  }

  /// Help on each thing, each fact of the house, and each small talk.
  private static func topics(_ examples: HelpExamples) -> [AnswerPart] {
    var withContact = examples
    withContact.contact = "Qjana"
    let date = wednesday.start.date
    return HelpTopic.allCases.map { .help(examples, on: $0) }
      + HouseFact.allCases.flatMap { fact -> [AnswerPart] in
        [.rules(rules, of: nil, on: nil, fact), .rules(rules, of: "Xaro", on: date, fact)]
      }
      + SmallTalk.allCases.map { .smallTalk($0, examples) }
      + [.smallTalk(.complaint, withContact), .notUnderstood(level: 3, withContact)]
  }

  private static var otherParts: [AnswerPart] {
    let examples = HelpExamples(
      room: building.rooms[1], span: wednesday, booking: BookingReference(7), open: [])
    let open = HelpExamples(room: nil, span: nil, booking: nil, open: [.choice])
    let confirming = HelpExamples(
      room: building.rooms[1], span: span("2026-12-01", "10:00", "11:00"), booking: nil,
      open: [.confirm])
    let moment = CivilMoment(wednesday.start.date, time("10:15"))
    return [
      .answers(true), .answers(false), .notUnderstood(level: 1, examples),
      .notUnderstood(level: 2, examples), .notUnderstood(level: 3, examples),
      .notUnderstood(level: 1, open), .notUnderstood(level: 2, open),
      .notUnderstood(level: 2, confirming), .help(examples, on: nil),
      .help(open, on: nil), .help(confirming, on: nil),
      .greeting(nil, examples), .greeting("Qmia", open), .welcome, .noReminders(nil),
      .noReminders(moment), .goodbye, .speaks(.english), .speaks(.german), .speaks(nil),
      .impossibleDay("30.2."), .impossibleDay("qvort"), .impossibleTime("25:00"),
      .impossibleAmount("-1"), .contradiction(.monday, wednesday.start.date),
      .noSuchAttendee("Qtom", booking), .noSuchAttendee("", booking),
      .severalAttendees("Qana", [ana, ben]), .noBookingMeant,
      .calendarUnreachable(ageMinutes: nil), .calendarUnreachable(ageMinutes: 5),
      .roomsTold(moment),
    ] + topics(examples)
  }

  private static var refusals: [Refusal] {
    let moment = wednesday.start
    return [
      .unknownRoom(RoomID("Qvort")), .unknownBooking(BookingReference(7)),
      .notOwner(BookingReference(7)), .notOnBehalf("Qjana"),
      .alreadyCancelled(BookingReference(7)),
      .changedSince(BookingReference(7)), .roomRetired(RoomID("Yubo")),
      .endNotAfterStart(start: moment, end: moment), .momentMissing(moment),
      .momentTwice(moment), .past(moment), .closedOn(moment.date),
      .outsideHours(opens: time("07:00"), closes: time("19:00")), .offGrid(gridMinutes: 15),
      .tooShort(shortestMinutes: 15), .tooLong(longestMinutes: 90), .tooSoon(noticeMinutes: 60),
      .tooFarAhead(windowDays: 1), .tooFarAhead(windowDays: 90),
      .textTooLong(.title, octetsMax: 9), .textTooLong(.description, octetsMax: 9),
      .textNotPlain(.name), .attendeeRequired, .tooManyAttendees(max: 3),
      .attendee(index: 0, name: nil, .nameMissing),
      .attendee(index: 0, name: "Qana", .emailMissing),
      .attendee(index: 0, name: "Qana", .phoneMissing),
      .attendee(index: 0, name: "Qana", .phoneInvalid("1")),
      .attendee(index: 0, name: "Qana", .duplicate(email: "qana@qx.qq")), .quota(max: 1),
      .quota(max: 3), .tooFewSeats(seats: 6, people: 8),
      .seriesTooLong(bookingsMax: 200, daysMax: 366), .taken([wednesday]), .taken([]),
      .held([wednesday], until: moment), .held([], until: moment), .unknownWait(WaitReference(7)),
      .waitTooLong(daysMax: 14), .waitTooWide, .waitQuota(max: 20),
    ]
      + [EmailAddress.Fault.atSign, .localPart, .domain, .tooLong].map {
        .attendee(index: 0, name: "Qana", .emailInvalid("qana", $0))
      }
  }

  private static var passRefusals: [PassRefusal] {
    [
      .nothingOwed(BookingReference(7), nil), .allAccepted(BookingReference(7)),
      .begun(BookingReference(7)), .onItsWay(PassID(1)),
    ]
  }
}
