// Whether what a line may mean is what lines like it are said for.

import Bookings
import Discourse
import Language

extension TurnContext {
  /// Less likely than this nothing is meant where something else can be.
  private static let hardly: Float = 0.1

  /// Whether such lines are said for some acts far rather than for any other.
  func isRather(_ acts: [DialogueAct]) -> Bool {
    reading.odds.map { odds in acts.reduce(0) { $0 + odds[$1] } > Self.farRather } ?? false
  }

  private static let farRather: Float = 0.8

  /// `is there a TV in it?`, `is that the one in the basement?`: whether the room spoken of is as
  /// the line says; nil if it asks no such thing.
  var roomAskedWhatLike: Request? {
    guard intent == .show, reading.asksWhether, slots.rooms.allSatisfy({ $0.value == .spokenOf }),
      slots.choice == nil, grounding.features != RoomFilter() || slots.headcount != nil,
      reading.odds.map({ $0[.room] > 0.5 }) ?? false, let room = roomSpokenOf
    else { return nil }
    var request = groundOfQuestion(.room)
    request.features = grounding.features
    if let people = slots.headcount { request.headcount = grounding.said(people) }
    request.room = .is(.named([room]), .referred(.asked))
    return request
  }

  /// What is asked of the room that was asked about: `when is it over?`, behind whether it is free,
  /// who has it; `until when?` how long it is.
  var viewOfRoomAsked: View {
    guard let question, let odds = reading.odds,
      [.isFree, .bookings(ofSpeaker: false)].contains(question.view)
    else { return .room }
    let ofBookings = odds[.own] + odds[.whose]
    if odds[.availability] > max(ofBookings, odds[.room]) { return .isFree }
    return ofBookings > odds[.room] ? .bookings(ofSpeaker: false) : .room
  }

  /// `do I still have the Bunker tomorrow?`
  var asksOfOwn: Bool {
    slots.people.isEmpty && (reading.odds.map { $0[.own] > 0.5 && $0[.whose] < 0.2 } ?? false)
  }

  /// `with Jana`, behind whether a room is free then, and nothing of the speaker's since: a booking
  /// of that is meant.
  var invitesToWhatIsAsked: Bool {
    guard intent == .details || intent == .addAttendee && !isSaid, !slots.people.isEmpty,
      !namesPlace, slots.booking == nil,
      !state.isOpen, !reading.asks, let asked, let question, !askedIsOver,
      question.view == .isFree, question.request.namedRoom != nil,
      question.request.times.start.value != nil
    else { return false }
    return lastBooking.map { $0.turn < asked.turn } ?? true
  }

  /// Whether it was asked last what the room of the last booking is like.
  var asksWhatDoneIsLike: Bool {
    guard let question, !askedIsOver, let justDone else { return false }
    return question.view == .room && question.request.namedRoom == justDone.booking.room
  }

  /// Whether such lines are said to be told what a room is like.
  var asksWhatRoomIsLike: Bool { reading.odds.map { $0[.room] > 0.25 } ?? false }

  /// Whether the line asks, without a verb of ours and without a time: `is it Jana?`, `Cockpit?`,
  /// `and after that?`.
  var asksAlone: Bool {
    let saysTime = slots.when.contains {
      $0.start != nil || $0.end != nil || $0.day != nil || $0.lengthMinutes != nil
    }
    let names =
      !slots.people.isEmpty || !slots.rooms.isEmpty || slots.also != nil || asBefore != nil
    return reading.asks && !isSaid && !saysTime && slots.target == nil && names
  }

  /// Whether lines like this one are hardly ever said for a move.
  func isUnlikely(_ move: Move) -> Bool {
    guard let odds = reading.odds, let acts = Self.acts(of: move) else { return false }
    return acts.reduce(0) { $0 + odds[$1] } < Self.hardly
  }

  /// The acts by which a move is made; nil if it may be any.
  private static func acts(of move: Move) -> [DialogueAct]? {
    switch move {
    case .pursue(let purposes, _, let answered):
      guard let goal = purposes.first?.goal, !purposes[0].request.seeksTime else { return nil }
      let filling: [DialogueAct] =
        answered == nil
        ? []
        : [
          .change, .changePerhaps, .invite, .invitePerhaps, .mend, .uninvite, .yes, .own, .part,
          .pick,
        ]
      return acts(of: goal) + filling
    case .settle(_, .yes): return [.yes, .book, .cancel, .change, .pick, .invite, .mend]
    case .settle(_, .pick): return [.pick, .part, .book, .yes, .change, .cancel]
    case .settle(_, .noSuchOption(_?)): return [.pick]
    case .settle(_, .no), .settle(_, .without), .settle(_, .noSuchOption(nil)), .skip, .misses,
      .passes, .ride, .courtesy:
      return nil
    case .retract: return [.no, .cancel, .undo, .undoPerhaps]
    case .undo, .redo: return [.undo, .undoPerhaps, .no, .change, .pick, .cancel]
    }
  }

  private static func acts(of goal: Goal) -> [DialogueAct] {
    switch goal {
    case .book: [.book, .bookPerhaps, .again, .pick, .yes, .part]
    case .change:
      [
        .change, .changePerhaps, .part, .pick, .mend, .invite, .invitePerhaps, .uninvite,
        .uninvitePerhaps, .no,
      ]
    case .cancel: [.cancel, .cancelPerhaps, .no, .undo]
    case .wait: [.wait, .book, .bookPerhaps, .availability]
    case .stopWaiting: [.unwait, .cancel, .cancelPerhaps, .no, .undo, .wait, .skip]
    case .ride: []
    case .tell(.waits): [.waits, .own, .wait, .availability]
    case .tell(.news): [.news, .passes, .own, .waits]
    case .tell: [.availability, .room, .rules, .own, .whose, .part, .passes, .help, .meet]
    }
  }
}
