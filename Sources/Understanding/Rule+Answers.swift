// Lines that answer the open question: yes, no, a pick, a part that was asked for, and corrections
// of what is being put together.

import Bookings
import CivilTime
import Discourse
import Language

extension Rule {
  static let answers = [
    agree, decline, objects, giveUp, pick, pickByWords, hour, fill, anotherRoom, leaveOut, showOpen,
    skip, takeOfAsked,
  ]

  /// `yes`, `yes, but an hour later`, where it was asked whether something is to be done.
  private static let agree = Rule(name: "agree") { context in
    guard let open = context.open, context.waitNamed == nil else { return [] }
    let isOfAll =
      context.intent == .choose && context.slots.choice?.value.isAll == true
      && open.question.options.isEmpty && !context.keepsWhatIsAskedToGo
    // `yes, away with it`, where it was asked whether it is to go.
    let isAsProposed =
      context.intent == .cancel && context.isWhatIsAskedToGo(open)
      || context.intent == .details && context.reading.assents && context.tellsWhatIsToGo(open)
    guard context.intent == .yes || isOfAll || isAsProposed else { return [] }
    // `book B5`, where it was asked whether that is to go, agrees to nothing.
    // `yes, all of it`
    let isOfIt =
      context.slots.choice?.value.isAll == true && context.slots.booking?.value == .last
    if case .cancel = open.purpose.goal, !isAsProposed, !isOfIt, context.slots.booking != nil {
      return []
    }
    var doubts: Set<Doubt> = []
    // What a room is like, and who has it, nobody agrees to.
    let isAsked =
      [.find, .isFree].contains(context.question?.view) && context.roomAsked != nil
      || context.meansAsked || context.takesThere
    if open.isAskedAgain, isAsked { doubts.insert(.answersEarlier) }
    // What was not understood may have taken something back.
    if context.state.misunderstandings > 0 { doubts.insert(.followsMissed) }
    // `is it confirmed?` asks, whatever its words would say to that: a question does nothing.
    let asks = context.intent == .yes && context.reading.asks && context.reading.asksByVerb
    if asks || context.reading.isTentative, !context.saysContent {
      return [
        hypothesis(
          "agree", .settle(open.id, .noSuchOption(nil)), in: context,
          distance: context.distance(to: open))
      ]
    }
    let beside = context.grounding.request(on: open.purpose.request)
    // What was offered since it was asked may be meant as well: it is asked again.
    if context.hasOfferUnheard(beside: open), beside == Request() {
      return [
        hypothesis(
          "agree", .settle(open.id, .noSuchOption(nil)), in: context,
          distance: context.distance(to: open))
      ]
    }
    let settlement: Settlement
    switch open.question {
    case .go: settlement = .yes(beside)
    case .option(let options):
      // `ok, Cockpit then` and `the first is fine` pick by their words.
      guard context.slots.rooms.isEmpty, context.slots.choice == nil,
        !options.contains(where: context.isNamed)
      else { return [] }
      // `all right, thanks` has only heard what is offered.
      let isMeant = options.count == 1 && !context.reading.isAcknowledgement
      settlement = isMeant ? .pick(options[0], beside) : .noSuchOption(nil)
    case .which, .ride: settlement = .noSuchOption(nil)
    case .parts: settlement = .yes(beside)
    }
    // Right behind an answer, a yes is rather said to that than to what was only asked again.
    let isOfNew = !open.question.options.isEmpty || open.purpose.goal == .book
    let isBehind =
      open.isAskedAgain && isAsked && isOfNew
      && (context.asked?.turn ?? 0) >= context.state.turn - 1
    return [
      hypothesis(
        "agree", .settle(open.id, settlement), in: context,
        distance: context.distance(to: open) + (isBehind ? 1 : 0), doubts: doubts)
    ]
  }

  /// `2`, `the second`, `the last one`, `the big one`, `both`.
  private static let pick = Rule(name: "pick") { context in
    guard let open = context.open, takesChoice.contains(context.intent) else { return [] }
    let options = open.question.options
    guard !options.isEmpty, let mention = context.choiceSaid(among: options) else { return [] }
    if mention == .number(1), !context.isInDigits(context.slots.choice?.range),
      context.personNamed(among: options) != nil
    {
      return []
    }
    let areBookings = options.contains { $0.offer.room == nil && $0.offer != .all }
    if !areBookings, ofBookings.contains(context.intent) { return [] }
    // `move the second to 3` is another order than the one that waits.
    if case .which = open.question, context.ordersOther(than: open.purpose.goal) { return [] }
    // `not the second`: whatever is meant, that is not.
    if context.reading.hasDenial, !context.reading.unused.isEmpty { return [] }
    // `we don't mind squeezing in`: whatever is meant, not just any of them.
    if mention == .any, context.reading.leavesWeight { return [] }
    let settlement: Settlement
    if let option = context.option(by: mention, of: options) {
      let isBeside = context.slots.choice != nil
      settlement = .pick(
        option, isBeside ? context.beside(open, picking: option.offer) : Request())
    } else if case .number(let number) = mention, context.hourSaid(beyond: open) == nil {
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
    guard let open = context.open, context.slots.choice == nil else { return [] }
    let isAnswer = [.yes, .details, .choose, .change, .book].contains(context.intent)
    guard isAnswer || !context.isSaid && context.intent == .show, !context.asksOfRoomBeside
    else { return [] }
    if context.intent == .book, context.isSaid, case .change = open.purpose.goal { return [] }
    // `the one at 3`, where it was asked whether several are to go: that goes, the others stay.
    if let described = context.someAskedToGo(open) {
      let some = Purpose(.cancel(described), open.purpose.request)
      return [
        hypothesis(
          "pickByWords", .pursue([some], wanted: .all, answering: open.id), in: context,
          distance: context.distance(to: open))
      ]
    }
    let options = open.question.options
    let fitting = options.filter(context.isNamed)
    // Several of the bookings are like that: which of those is asked.
    if case .which(let purposes, let offersAll) = open.question, fitting.count > 1,
      fitting.count < purposes.count
    {
      let meant = fitting.compactMap { option in
        purposes.first { $0.goal.reference.map(Option.Offer.booking) == option.offer }
      }
      return [
        hypothesis(
          "pickByWords",
          .pursue(meant, wanted: offersAll ? .oneOrAll : .one, answering: open.id), in: context,
          distance: context.distance(to: open))
      ]
    }
    guard fitting.count == 1 else { return [] }
    return [
      hypothesis(
        "pickByWords", .settle(open.id, .pick(fitting[0], context.besidePlace(open))), in: context,
        distance: context.distance(to: open))
    ]
  }

  /// `14`, where no choice has that number, or a time is asked about: the hour.
  private static let hour = Rule(name: "hour") { context in
    guard let open = context.open, let hour = context.hourSaid(beyond: open) else {
      return []
    }
    // `7 then`, where one of the options begins at seven.
    let options = open.question.options.filter { $0.offer.span?.start.time == hour }
    if options.count == 1 {
      return [
        hypothesis(
          "hour",
          .settle(open.id, .pick(options[0], context.beside(open, picking: options[0].offer))),
          in: context, distance: context.distance(to: open))
      ]
    }
    var times = Times()
    times.start = .is(hour, .said(turn: context.state.turn))
    var hypothesis = context.revision("hour", of: open, taking: Request(of: times))
    let isOtherHour = open.purpose.request.times.start.value != nil
    if isOtherHour { hypothesis.move = hypothesis.move.shownFirst }
    return [hypothesis]
  }

  /// `too small`, `another room`, for what is being put together.
  private static let anotherRoom = Rule(name: "anotherRoom") { context in
    guard let open = context.open, case .book = open.purpose.goal else { return [] }
    let shown = open.question.options.compactMap(\.offer.room)
    var purpose = open.purpose
    guard
      let wanted = context.otherRoom(than: shown + [purpose.request.namedRoom].compactMap(\.self))
    else { return [] }
    purpose.request = purpose.request.revised(by: wanted)
    return [
      hypothesis(
        "anotherRoom", .pursue([purpose], wanted: .all, answering: open.id), in: context,
        distance: context.distance(to: open))
    ]
  }

  /// `show it`, `when is it?`, of what is being put together.
  private static let showOpen = Rule(name: "showOpen") { context in
    guard context.intent == .show, let open = context.open, case .go = open.question,
      open.purpose.goal == .book, !context.namesPlace, context.slots.mine == nil,
      context.slots.choice == nil,
      context.slots.booking == nil || context.slots.booking?.value == .last
    else { return [] }
    return [shownAgain("showOpen", open, in: context)]
  }

  /// `both please`, `the first one, for half an hour`, behind two questions about a room and a
  /// time: what each, or that one, was about.
  private static let takeOfAsked = Rule(name: "takeOfAsked") { context in
    guard let mention = context.slots.choice?.value, !context.state.isOpen,
      [.choose, .book, .yes].contains(context.intent), context.listed == nil,
      !context.reading.asks, !context.askedIsOver
    else { return [] }
    let asked = context.state.requestsAsked.filter {
      $0.namedRoom != nil && $0.times.start.value != nil
    }
    guard asked.count == 2 else { return [] }
    switch mention {
    case .both:
      return [
        hypothesis(
          "takeOfAsked",
          .pursue(asked.map { Purpose(.book, $0.asked) }, wanted: .all, answering: nil),
          in: context)
      ]
    case .number(1), .number(2), .last:
      let place = mention == .number(1) ? 0 : 1
      return [
        context.booking("takeOfAsked", on: asked[place].asked, distance: 0)
      ]
    default: return []
    }
  }

  static func shownAgain(
    _ rule: String, _ open: Issue, in context: TurnContext
  ) -> Hypothesis {
    var purpose = open.purpose
    purpose.showsFirst = true
    return hypothesis(
      rule, .pursue([purpose], wanted: .all, answering: open.id), in: context,
      distance: context.distance(to: open))
  }

  /// What was asked for, or another wish for what is being put together: `at 3`, `with Ana`,
  /// `rather Cockpit`.
  private static let fill = Rule(name: "fill") { context in
    guard let open = context.open, context.saysContent, !context.takesThere else {
      return []
    }
    if case .which = open.question { return [] }
    if open.question.isOfSeveralDeeds { return [] }
    // `the sales one` tells which of two, and is not all of sales.
    if context.personNamed(among: open.question.options) != nil { return [] }
    // `my number is …`, where somebody else's is asked for.
    if context.intent == .mend, context.slots.mine != nil, context.isOfSomebodyElse(open) {
      return [
        hypothesis(
          "fill", .settle(open.id, .noSuchOption(nil)), in: context,
          distance: context.distance(to: open))
      ]
    }
    if [.book, .draft].contains(context.intent) {
      // A verb of booking completes what is put together; what says a room and a time begins anew,
      // and what stands is never changed by it.
      guard case .book = open.purpose.goal, !context.beginsAnew else { return [] }
    } else if context.intent == .choose {
      // `any`, where it is asked for how many.
      guard context.slots.choice?.value == .any, open.question.options.isEmpty else { return [] }
    } else if context.intent == .find {
      guard !context.isSaid, context.asked == nil, open.purpose.goal == .book else { return [] }
    } else if ![.details, .mend, .addAttendee, .change, .yes].contains(context.intent) {
      return []
    }
    if context.slots.booking?.value.isOfAnother(than: open.purpose.goal) == true { return [] }
    if context.meansAnother(than: open) || context.asksOfRoomBeside { return [] }
    // A room and an hour without a verb are a new booking, not what one that stands is to be.
    if case .change = open.purpose.goal, context.intent == .details, context.isWhole { return [] }
    var hypothesis = revision("fill", of: open, in: context)
    // What was done since is nearer than what was only asked again.
    if open.isAskedAgain, case .change(let reference) = open.purpose.goal,
      let (done, booking) = context.justDone, booking.reference != reference,
      done.turn >= context.state.turn - 1
    {
      hypothesis.distance += 1
    }
    return [hypothesis]
  }

  /// What is said of bookings alone.
  private static let ofBookings: [Intent] = [
    .cancel, .show, .removeAttendee, .passes, .resend,
  ]

  /// The intents of lines in which a choice is one of what is open.
  private static let takesChoice: [Intent] = [
    .choose, .yes, .no, .details, .book, .draft, .change, .addAttendee, .mend, .cancel, .show,
    .removeAttendee, .passes, .resend,
  ]

  private static func revision(
    _ rule: String, of open: Issue, in context: TurnContext
  ) -> Hypothesis {
    context.revision(rule, of: open, taking: Request())
  }
}
