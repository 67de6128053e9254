// Lines that decline what is open, give it up, leave a part of it out, or take back what was done.

import Bookings
import Discourse
import Language

extension Rule {
  /// `no`; `no, at 11` says at once what is to be instead.
  static let decline = Rule(name: "decline") { context in
    guard let open = context.open, context.intent == .no || context.keepsWhatIsAskedToGo,
      context.optionsLeft(of: open) == nil, context.roomsLeft(of: open) == nil
    else { return [] }
    // `don't have it`, where somebody's number is asked for: nothing of the order is given up.
    if open.question.isOfPerson, context.reading.intentOrigin != .said, !context.saysContent {
      return [
        hypothesis(
          "decline", .settle(open.id, .noSuchOption(nil)), in: context,
          distance: context.distance(to: open))
      ]
    }
    // Whoever is called nearly so is not meant: who it is instead is asked.
    if context.intent == .no, !context.saysContent, case .option(let options) = open.question,
      !options.isEmpty, options.allSatisfy({ $0.offer.person != nil })
    {
      var purpose = open.purpose
      if case .person(_, let called) = options[0].offer {
        purpose.request.doubtfulNames[called.lowercased()] = nil
      }
      return [
        hypothesis(
          "decline", .pursue([purpose], wanted: .all, answering: open.id), in: context,
          distance: context.distance(to: open))
      ]
    }
    guard context.saysContent, context.intent == .no, !context.keepsWhatIsAskedToGo else {
      return [
        hypothesis(
          "decline", .settle(open.id, .no), in: context, distance: context.distance(to: open))
      ]
    }
    return [context.revision("decline", of: open, taking: Request())]
  }

  /// `that's wrong`: a no to what is proposed; else what is open is asked again.
  static let objects = Rule(name: "objects") { context in
    guard context.intent == .change, !context.saysContent, context.slots == Slots(),
      let open = context.open
    else { return [] }
    var settlement = Settlement.noSuchOption(nil)
    if case .go = open.question {
      guard open.purpose.goal != .book else { return [shownAgain("objects", open, in: context)] }
      settlement = .no
    }
    return [
      hypothesis(
        "objects", .settle(open.id, settlement), in: context, distance: context.distance(to: open))
    ]
  }

  /// `never mind`, `cancel it`, `undo` while something is put together: nothing of it is done yet
  /// that could be taken back.
  static let giveUp = Rule(name: "giveUp") { context in
    guard let open = context.open else { return [] }
    let isOfWhatIsOpen =
      (context.slots.booking == nil || context.slots.booking?.value == .last)
      && !context.namesPlace && context.slots.choice == nil && context.slots.mine == nil
      && context.slots.people.isEmpty
    let isAllThereIs =
      context.slots.choice?.value.isAll == true && open.purpose.goal == .book
      && context.mine.isEmpty
    if context.intent == .cancel, context.isWhatIsAskedToGo(open) { return [] }
    // `undo`, behind more of what is put together: it is as it was before that.
    if context.intent == .undo, var earlier = open.earlier, !open.isAskedAgain {
      // What was only proposed is proposed again.
      if case .go = open.question { earlier.showsFirst = true }
      return [
        hypothesis(
          "giveUp", .pursue([earlier], wanted: .all, answering: open.id), in: context,
          distance: context.distance(to: open))
      ]
    }
    // `delete the meeting`, where it was asked whether that is to change.
    if context.intent == .cancel, case .change = open.purpose.goal,
      context.reading.bookingHasNoun
    {
      return []
    }
    guard isOfWhatIsOpen || isAllThereIs || context.describes(open),
      [.cancel, .undo].contains(context.intent)
    else { return [] }
    return [
      hypothesis(
        "giveUp", .retract(open.id), in: context, distance: context.distance(to: open))
    ]
  }

  /// `remove Ben`, `Cem instead of Ben`, where they come to what is being put together.
  static let leaveOut = Rule(name: "leaveOut") { context in
    if let open = context.open, let left = context.optionsLeft(of: open) {
      return [
        hypothesis(
          "leaveOut", .settle(open.id, .without(left)), in: context,
          distance: context.distance(to: open))
      ]
    }
    if let open = context.open, let rest = context.roomsLeft(of: open) {
      return [
        hypothesis(
          "leaveOut", .pursue([rest], wanted: .all, answering: open.id), in: context,
          distance: context.distance(to: open))
      ]
    }
    guard context.intent == .removeAttendee || context.cancelsPeople, context.slots.booking == nil,
      let open = context.open, let people = open.purpose.request.people.value
    else { return [] }
    var staying = people
    var joining: [AttendeeRequest] = []
    for mention in context.slots.people {
      let said = context.grounding.completed(context.grounding.person(mention))
      if let place = staying.firstIndex(where: { $0.isMeant(by: said) }) {
        staying.remove(at: place)
      } else if context.slots.isSwap {
        joining.append(said)
      } else {
        return []
      }
    }
    // `leave him out`: whoever is asked about, else the only one.
    if context.slots.people.isEmpty {
      if case .parts(_, let place?) = open.question, people.indices.contains(place) {
        staying.remove(at: place)
      } else {
        guard people.count == 1 else { return [] }
        staying = []
      }
    }
    var purpose = open.purpose
    purpose.request.people = .is(staying + joining, .said(turn: context.state.turn))
    if case .go = open.question { purpose.showsFirst = true }
    return [
      hypothesis(
        "leaveOut", .pursue([purpose], wanted: .all, answering: open.id), in: context,
        distance: context.distance(to: open))
    ]
  }

  /// `skip`: leaves out what is asked for.
  static let skip = Rule(name: "skip") { context in
    guard context.intent == .skip, let open = context.open, context.wayOfDaysSaid == nil
    else { return [] }
    // `skip the last one`, which is none of what is asked about.
    if context.slots.choice != nil, !open.question.options.isEmpty {
      return [
        hypothesis(
          "skip", .settle(open.id, .noSuchOption(nil)), in: context,
          distance: context.distance(to: open))
      ]
    }
    return [
      hypothesis("skip", .skip(open.id), in: context, distance: context.distance(to: open))
    ]
  }

  /// `undo`; `keep it`, right behind what was given back; `the other one was fine`, where another
  /// room was taken.
  static let undo = Rule(name: "undo") { context in
    guard context.intent == .undo || context.restoresLast else { return [] }
    // `leave it as it was`, where nothing was changed: it is.
    if context.reading.keeps, case .booked = context.state.undoable.last {
      return [hypothesis("undo", .retract(nil), in: context)]
    }
    // `undo B1`, where the last change was of another: to take that back is rather to cancel it.
    if case .reference(let number) = context.slots.booking?.value,
      !context.state.undoable.contains(where: { $0.booking.reference.number == number })
    {
      let purpose = Purpose(.cancel([BookingReference(number)]), Request())
      return [
        hypothesis(
          "undo", .pursue([purpose], wanted: .all, answering: nil), in: context,
          doubts: [.describedOtherwise])
      ]
    }
    return [hypothesis("undo", .undo, in: context)]
  }
}
