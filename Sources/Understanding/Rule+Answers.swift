// Lines that answer the open question: yes, no, a pick, a part that was asked for, and corrections
// of what is being put together.

import Bookings
import CivilTime
import Discourse
import Language

extension Rule {
  static let answers = [
    agree, decline, giveUp, pick, pickByWords, fill, skip,
  ]

  /// `yes`, `yes, but an hour later`, where it was asked whether something is to be done.
  private static let agree = Rule(name: "agree") { context in
    guard context.intent == .yes, let open = context.state.open else { return [] }
    var doubts: Set<Doubt> = []
    if open.isAskedAgain { doubts.insert(.answersEarlier) }
    let beside = context.grounding.request(on: open.purpose.request)
    let settlement: Settlement
    switch open.question {
    case .go: settlement = .yes(beside)
    case .option(let options):
      settlement = options.count == 1 ? .pick(options[0], beside) : .noSuchOption(nil)
    case .which: settlement = .noSuchOption(nil)
    case .parts:
      guard beside == Request() else { return [] }
      settlement = .noSuchOption(nil)
    }
    return [
      hypothesis(
        "agree", .settle(open.id, settlement), in: context, distance: context.distance(to: open),
        doubts: doubts)
    ]
  }

  /// `no`; `no, at 11` says at once what is to be instead.
  private static let decline = Rule(name: "decline") { context in
    guard context.intent == .no, let open = context.state.open else { return [] }
    guard context.saysContent else {
      return [
        hypothesis(
          "decline", .settle(open.id, .no), in: context, distance: context.distance(to: open))
      ]
    }
    return [revision("decline", of: open, in: context)]
  }

  /// `never mind`, `cancel it`, `undo` while something is put together: nothing of it is done yet
  /// that could be taken back.
  private static let giveUp = Rule(name: "giveUp") { context in
    guard let open = context.state.open else { return [] }
    let isOfWhatIsOpen =
      (context.slots.booking == nil || context.slots.booking?.value == .last)
      && !context.namesPlace && context.slots.choice == nil && context.slots.mine == nil
      && context.slots.people.isEmpty
    guard isOfWhatIsOpen, [.cancel, .undo].contains(context.intent) else { return [] }
    return [
      hypothesis(
        "giveUp", .retract(open.id), in: context, distance: context.distance(to: open))
    ]
  }

  /// `2`, `the second`, `the last one`, `the big one`, `both`.
  private static let pick = Rule(name: "pick") { context in
    guard let mention = context.slots.choice?.value, let open = context.state.open,
      takesChoice.contains(context.intent)
    else { return [] }
    let options = open.question.options
    guard !options.isEmpty else { return [] }
    let beside = context.beside(open)
    let settlement: Settlement
    if let option = context.option(by: mention, of: options) {
      settlement = .pick(option, beside)
    } else if case .number(let number) = mention {
      settlement = .noSuchOption(number)
    } else {
      return []
    }
    return [
      hypothesis(
        "pick", .settle(open.id, settlement), in: context, distance: context.distance(to: open))
    ]
  }

  /// `Cockpit`, `the one at 11`: what only one of the options is. A verb of booking never picks
  /// what is offered for a booking that stands.
  private static let pickByWords = Rule(name: "pickByWords") { context in
    guard let open = context.state.open, context.slots.choice == nil,
      context.slots.booking == nil
    else { return [] }
    guard [.yes, .details, .choose, .change, .book].contains(context.intent) else { return [] }
    if context.intent == .book, context.isSaid, case .change = open.purpose.goal { return [] }
    let fitting = open.question.options.filter(context.isNamed)
    guard fitting.count == 1 else { return [] }
    return [
      hypothesis(
        "pickByWords", .settle(open.id, .pick(fitting[0], context.besidePlace(open))), in: context,
        distance: context.distance(to: open))
    ]
  }

  /// What was asked for, or another wish for what is being put together: `at 3`, `with Ana`,
  /// `rather Cockpit`.
  private static let fill = Rule(name: "fill") { context in
    guard let open = context.state.open, context.saysContent else { return [] }
    if [.book, .draft].contains(context.intent) {
      // A verb of booking completes what is put together; what says a room and a time begins anew,
      // and what stands is never changed by it.
      guard case .book = open.purpose.goal, !context.beginsAnew else { return [] }
    } else if ![.details, .mend, .addAttendee, .change, .yes].contains(context.intent) {
      return []
    }
    if context.slots.booking?.value.isOfAnother(than: open.purpose.goal) == true { return [] }
    return [revision("fill", of: open, in: context)]
  }

  /// `skip`: leaves out what is asked for.
  private static let skip = Rule(name: "skip") { context in
    guard context.intent == .skip, let open = context.state.open else { return [] }
    return [
      hypothesis("skip", .skip(open.id), in: context, distance: context.distance(to: open))
    ]
  }

  /// The intents of lines in which a choice is one of what is open.
  private static let takesChoice: Set<Intent> = [
    .choose, .yes, .no, .details, .book, .draft, .change, .addAttendee, .mend, .cancel, .show,
    .removeAttendee, .passes, .resend,
  ]

  private static func revision(
    _ rule: String, of open: Issue, in context: TurnContext
  ) -> Hypothesis {
    var purpose = open.purpose
    let said = context.grounding.request(
      on: purpose.request, spokenOf: context.roomSpokenOf)
    purpose.request = purpose.request.revised(by: said)
    purpose.showsFirst = purpose.showsFirst || context.intent == .draft
    return hypothesis(
      rule, .pursue([purpose], either: false, answering: open.id), in: context,
      distance: context.distance(to: open))
  }
}

extension TurnContext {
  /// Whether the line says anything about a place, a time, people or texts.
  var saysContent: Bool { grounding.request(on: Request()) != Request() || saysRelative }

  /// Whether the line says something that only what stands before makes absolute.
  private var saysRelative: Bool {
    (slots.when + [slots.target].compactMap(\.self)).contains {
      $0.shift != nil || $0.startsAsBefore != nil
    }
  }

  /// Whether a line with a verb says so much of its own that it begins a new booking.
  var beginsAnew: Bool {
    isSaid && !slots.rooms.isEmpty && slots.firstWhen?.start != nil
  }

  /// What the line says beside a pick of what is open.
  func beside(_ open: Issue) -> Request { grounding.request(on: open.purpose.request) }

  /// The same without room and time, which are those of the option.
  func besidePlace(_ open: Issue) -> Request {
    grounding.request(on: open.purpose.request, reaching: .besidePlace)
  }

  /// The option that a mention means; nil if none, or several.
  func option(by mention: ChoiceMention, of options: [Option]) -> Option? {
    switch mention {
    case .number(let number): return options.first { $0.number == number }
    case .last: return options.last { $0.offer != .all }
    case .all: return options.first { $0.offer == .all }
    case .any: return options.first
    case .several, .larger, .other: return nil
    case .bySeats(let largest):
      let seated = options.compactMap { option in
        option.offer.room.flatMap { house.ledger.room($0)?.seats }.map { (option, $0) }
      }
      return seated.max { largest ? $0.1 < $1.1 : $0.1 > $1.1 }?.0
    case .byStart(let earliest):
      let timed = options.compactMap { option in span(of: option).map { (option, $0.start) } }
      return timed.min { earliest ? $0.1 < $1.1 : $0.1 > $1.1 }?.0
    }
  }

  /// Whether an option is as the line says: its room, its hours, or that it has too few seats.
  func isNamed(_ option: Option) -> Bool {
    let rooms = (slots.targetRoom.map { [$0] } ?? slots.rooms)
      .flatMap { grounding.rooms(of: $0.value, nil) }
    let when = slots.target ?? slots.firstWhen
    guard !rooms.isEmpty || when?.start != nil || slots.anyway != nil else { return false }
    // What says more than an option does is not a pick.
    if when?.lengthMinutes != nil || when?.end != nil && when?.start == nil { return false }
    if !rooms.isEmpty, option.offer.room.map(rooms.contains) != true { return false }
    if slots.anyway?.value == true, case .anyway = option.offer {
    } else if slots.anyway != nil {
      return false
    }
    let span = span(of: option)
    if let start = when?.start?.value, span?.start.time != start { return false }
    if let end = when?.end?.value, span?.end.time != end { return false }
    if case .on(let date) = when?.day?.value, span?.start.date != date { return false }
    return true
  }

  private func span(of option: Option) -> CivilSpan? {
    switch option.offer {
    case .hold(_, let span): span
    case .booking(let reference): house.ledger.booking(reference)?.span
    case .anyway, .room, .all: nil
    }
  }
}

extension Question {
  /// What can be picked, numbered.
  var options: [Option] {
    switch self {
    case .option(let options): options
    case .which(let purposes):
      purposes.enumerated().compactMap { place, purpose in
        purpose.goal.reference.map { Option(place + 1, .booking($0)) }
      }
    case .parts, .go: []
    }
  }
}

extension Goal {
  /// The only booking it is about.
  var reference: BookingReference? {
    switch self {
    case .change(let reference), .tell(.booking(let reference)): reference
    case .cancel(let references): references.count == 1 ? references[0] : nil
    case .book, .tell: nil
    }
  }
}

extension Option.Offer {
  /// The room that is offered.
  var room: RoomID? {
    switch self {
    case .hold(let room, _), .anyway(let room, _), .room(let room): room
    case .booking, .all: nil
    }
  }
}

extension BookingMention {
  /// Whether it names another booking than a goal is about.
  func isOfAnother(than goal: Goal) -> Bool {
    switch self {
    case .reference(let number): goal.reference != BookingReference(number)
    case .titled: true
    case .last, .mine, .next: false
    }
  }
}
