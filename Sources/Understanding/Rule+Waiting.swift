// Lines about being told when something is free, and about what is held for who waits.

import Bookings
import CivilTime
import Discourse
import Language

extension Rule {
  static let waits = [wait, takeOffer, stopWaiting, askWaits]

  /// `tell me when Aquarium is free today 11-12`; `put me on the list`, behind what is taken.
  private static let wait = Rule(name: "wait") { context in
    guard context.intent == .wait else { return [] }
    // `yes, I'll wait for it`, right behind a wait: that is made already.
    if context.justWaited != nil, !context.saysContent, !context.state.isOpen {
      return [listing("wait", in: context)]
    }
    let (ground, answered) = context.groundOfWait
    let said = context.grounding.request(on: ground, spokenOf: context.roomSpokenOf)
    // Of what is offered instead nobody is kept by it.
    let isDoubtful = context.reading.isTentative && answered == nil
    let purpose = Purpose(.wait, ground.revised(by: said), showsFirst: isDoubtful)
    return [
      hypothesis(
        "wait", .pursue([purpose], wanted: .all, answering: answered), in: context)
    ]
  }

  /// `book`, `book W1`, `book W1 with Ana`, where something is offered to who waits. A wait that is
  /// named is meant and no other: where nothing is held for it, it is told what is.
  private static let takeOffer = Rule(name: "takeOffer") { context in
    guard [.book, .yes, .choose, .details, .draft].contains(context.intent) else { return [] }
    let issue: Issue?
    if let reference = context.waitNamed {
      issue = context.state.issues.first { $0.offer == reference }
      if issue == nil { return [listing("takeOffer", in: context)] }
    } else {
      let isBare = !context.saysContent && context.slots.booking.map { $0.value == .last } ?? true
      issue = isBare && context.intent == .book ? context.open : nil
    }
    guard let issue, issue.offer != nil else { return [] }
    let beside = context.grounding.request(on: issue.purpose.request)
    return [
      hypothesis(
        "takeOffer", .settle(issue.id, .yes(beside)), in: context,
        distance: context.distance(to: issue))
    ]
  }

  /// `cancel W1`, `stop waiting for Aquarium`; `forget it`, right behind a wait.
  private static let stopWaiting = Rule(name: "stopWaiting") { context in
    if let reference = context.waitNamed,
      [.cancel, .stopWaiting, .undo, .no, .removeAttendee].contains(context.intent)
    {
      return [stopping([reference], in: context)]
    }
    if context.intent == .stopWaiting {
      let meant = context.waitsMeant
      // `forget the Bunker`, where nothing is waited for there: perhaps what is booked.
      if meant.isEmpty, context.mine.contains(where: { context.fits($0) }), context.namesPlace {
        return context.pointed("stopWaiting", .which, [.guessed]) { meant in
          Purpose(.cancel([meant.booking.reference]), Request())
        }
      }
      // Of several that it may be each has to be named.
      guard !meant.isEmpty, meant.count == 1 || context.slots.choice?.value.isAll == true
      else { return [listing("stopWaiting", in: context)] }
      return [stopping(meant, in: context)]
    }
    guard [.no, .cancel].contains(context.intent), !context.saysContent, !context.state.isOpen,
      context.slots.booking == nil || context.slots.booking?.value == .last,
      let reference = context.justWaited ?? context.waitSpokenOf?.reference
    else { return [] }
    return [stopping([reference], in: context)]
  }

  /// `what am I waiting for`.
  private static let askWaits = Rule(name: "askWaits") { context in
    context.intent == .waits ? [listing("askWaits", in: context)] : []
  }

  private static func stopping(_ waits: [WaitReference], in context: TurnContext) -> Hypothesis {
    hypothesis(
      "stopWaiting",
      .pursue([Purpose(.stopWaiting(waits), Request())], wanted: .all, answering: nil),
      in: context)
  }

  private static func listing(_ rule: String, in context: TurnContext) -> Hypothesis {
    hypothesis(
      rule, .pursue([Purpose(.tell(.waits), Request())], wanted: .all, answering: nil),
      in: context)
  }
}

extension TurnContext {
  /// The wait that the line names by its number.
  var waitNamed: WaitReference? {
    if case .wait(let number) = slots.booking?.value { WaitReference(number) } else { nil }
  }

  /// The wait that was made in the line before, with nothing booked behind it.
  var justWaited: WaitReference? {
    guard let referent = state.salient(.wait, in: [.done], .justNow),
      case .wait(let reference) = referent.entity,
      house.ledger.waits[reference]?.isOpen == true,
      justDone.map({ $0.referent.turn < referent.turn }) ?? true
    else { return nil }
    return reference
  }

  /// The waits of the speaker that the line may mean by their rooms: that made just now, or all
  /// there are.
  var waitsMeant: [WaitReference] {
    let mine = house.ledger.waits.open(of: house.user)
    let named = slots.rooms.flatMap { grounding.rooms(of: $0.value, roomSpokenOf) }
    if !named.isEmpty {
      return mine.filter { wait in wait.wish.rooms.contains(where: named.contains) }
        .map(\.reference)
    }
    if slots.choice?.value.isAll != true, let justWaited { return [justWaited] }
    return mine.map(\.reference)
  }

  /// Whether something was offered that the speaker has not heard of in this conversation.
  func hasOfferUnheard(beside open: Issue) -> Bool {
    state.issues.contains { $0.offer != nil && $0.id != open.id && !$0.isAskedAgain }
  }

  /// Where and when somebody else's booking is that was told of last.
  private var placeOfAnothers: Request {
    guard case .booking(let reference) = state.salient(.booking, in: [.shown], .fresh)?.entity,
      let booking = house.booking(reference), !booking.isHeld(by: house.user)
    else { return Request() }
    let source = Source.referred(.shown)
    var request = Request()
    request.room = .is(.named([booking.room]), source)
    request.times = Times(
      on: booking.span, lasting: house.ledger.zone.minutes(of: booking.span), source)
    return request
  }

  /// What is waited for where the line does not say it: what could not be had, or what was asked
  /// about; and the question that is answered by that.
  var groundOfWait: (Request, IssueID?) {
    let saysPlace = namesPlace || grounding.features != RoomFilter()
    if let open, open.offer == nil {
      switch open.purpose.goal {
      case .book, .change: if !saysPlace { return (open.purpose.request, open.id) }
      case .wait: return (open.purpose.request, open.id)
      case .cancel, .stopWaiting, .ride, .tell: break
      }
    }
    let views: [View] = [.isFree, .find, .bookings(ofSpeaker: false)]
    guard let question, !askedIsOver, views.contains(question.view) else {
      return (saysPlace ? Request() : placeOfAnothers, nil)
    }
    var ground = question.request.asked
    if !slots.rooms.isEmpty { (ground.room, ground.features) = (.unsaid, RoomFilter()) }
    if slots.firstWhen?.day != nil || slots.firstWhen?.start != nil { ground.times = Times() }
    return (ground, nil)
  }
}
