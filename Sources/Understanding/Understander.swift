// What a line may mean, given what was said before and what the house is like.

import Accounts
import Bookings
public import Discourse
public import Language
import Products

/// Makes hypotheses of readings.
public struct Understander: Sendable {
  private let house: HouseView
  private let vocabulary: Vocabulary
  private let speaker: Speaker
  private let rules: [Rule]
  private let numbers: [String: Int]
  private let whenThere: When?

  /// Understands lines of somebody in a house, by rules; the vocabulary is the one that the lines
  /// are read with, the numbers are words of the line where something is to be counted, and
  /// `whenThere` is when the line says where a field is asked for by the clocks of another zone.
  public init(
    house: HouseView, vocabulary: Vocabulary, speaker: Speaker, rules: [Rule] = Rule.all,
    numbers: [String: Int] = [:], whenThere: When? = nil
  ) {
    (self.numbers, self.whenThere) = (numbers, whenThere)
    self.house = house
    self.vocabulary = vocabulary
    self.speaker = speaker
    self.rules = rules
  }

  /// Tells the reader what was said before: what is asked for, who and what can be named.
  public func tell(_ context: inout ReadingContext, of state: DialogueState) {
    context.expected = (state.open?.question.open ?? []).reduce(into: []) {
      $0.formUnion($1.kinds)
    }
    if state.isOfRide { context.expected.insert(.topic) }
    context.isTravelling =
      !house.travel.shelf[house.user.text].isEmpty
      && !state.optionsInView.contains { $0.offer.ofRide.map { house.travel.lists($0.0) } ?? false }
    context.hasListed =
      state.salient(.options, in: [.shown, .picked], .fresh) != nil
      || house.spokenOf(in: state).count > 1
    context.isContinuing =
      state.isOpen || state.salient(.request, in: [.asked], .fresh) != nil
      || state.salient(.booking, in: [.done, .picked, .shown], .fresh) != nil
    context.knowsQuarters = state.knowsQuarters
    // What is said to questions of the service was learned from nobody.
    context.situation = state.isOfRide ? nil : state.situation
    let mine = house.mine
    var people: [String] = []
    if case .booking(let last) = state.salient(.booking)?.entity {
      // Who comes is told to those who may change it.
      let booking = house.booking(last).flatMap {
        house.ledger.lets(house.user, change: $0) ? $0 : nil
      }
      people = booking?.attendees.map(\.name) ?? []
    }
    // Who is offered can be named.
    people += (state.open?.question.options ?? []).compactMap({ $0.offer.person?.name })
    people += (state.open?.purpose.request.people.value ?? []).compactMap(\.name)
    people += (mine + state.undoable.map(\.booking)).flatMap(\.attendees).map(\.name)
    let offered = state.optionsInView.map { $0.offer.ofRide?.title ?? "" }
    context.spoken = SpokenNames(
      people: Array(people.withoutRepeats.prefix(Self.namesReadMax)), titles: titles(of: mine),
      rides: house.travel.titlesSpokenOf(of: house.user.text),
      offered: offered.allSatisfy(\.isEmpty) ? [] : offered,
      providers: house.accounts?.names(of: house.user.text).sorted() ?? [])
  }

  /// People, and titles, of the speaker's bookings that are read where they stand in a line, at
  /// most.
  private static let namesReadMax = 50

  /// The titles by which bookings can be called: those that are not also the name of a room or of
  /// who comes. Each is held against the rooms once, and none where nothing has a title: this is
  /// asked at every line.
  private func titles(of bookings: [Booking]) -> [String] {
    let titled = bookings.filter { !$0.title.isEmpty }
    let titles = titled.filter { booking in
      !booking.attendees.contains { $0.isCalled(booking.title) }
    }.map(\.title).withoutRepeats
    if titles.isEmpty { return [] }
    let names = house.ledger.building.rooms.flatMap { [$0.name] + $0.aliases }
    let free = titles.lazy.filter { title in !names.contains { $0.isSameName(as: title) } }
    return Array(free.prefix(Self.namesReadMax))
  }

  /// All that the best readings of a line may mean, in the order of the rules; nothing if no rule
  /// knows it.
  public func hypotheses(
    of readings: [Reading], line: [UInt8], in state: DialogueState
  ) -> [Hypothesis] {
    let best = readings.prefix { $0.score == readings[0].score }
    return (best.isEmpty ? [Reading(intent: .nothing)] : best).flatMap { reading in
      let context = context(of: reading, line, in: state)
      var made: [Hypothesis] = []
      for rule in rules {
        // A question of the service is answered by the rules of rides alone.
        let more = rule.reads(context).filter { !state.answersService($0.move) }
        if !more.isEmpty { made += more }
      }
      return made
    }
  }

  /// How a reading is meant: where the line may be about a booking that stands, and its room, day
  /// and time are those of exactly one of the speaker's, it is about that.
  public func meant(by reading: Reading, _ line: [UInt8], in state: DialogueState) -> Reading {
    let areOfPeople = state.open?.question.options.contains { $0.offer.person != nil } ?? false
    if areOfPeople { return context(of: reading, line, in: state).readingOfWhoIsMeant }
    guard let other = reading.otherwise.first, context(of: other, line, in: state).tellsOneOfMine
    else { return reading }
    return other
  }

  private func context(
    of reading: Reading, _ line: [UInt8], in state: DialogueState
  ) -> TurnContext {
    TurnContext(
      house: house, vocabulary: vocabulary, speaker: speaker, state: state, reading: reading,
      line: line, numbers: numbers, whenThere: whenThere)
  }
}

extension Part {
  /// The slots of a line that can answer it.
  fileprivate var kinds: Set<SlotKind> {
    switch self {
    case .room: [.room]
    case .date: [.day, .when]
    case .start: [.start, .when, .day]
    case .end: [.end, .length, .when]
    case .until: [.day, .length, .repeat, .choice]
    case .attendeeName: [.name, .people]
    case .attendeeEmail: [.email, .people]
    case .attendeePhone: [.phone, .people]
    case .title: [.title]
    case .people: [.headcount]
    case .confirm: [.confirmation]
    case .choice: [.choice]
    case .field: [.topic, .choice]
    case .agreement: [.topic]
    }
  }
}

extension DialogueState {
  /// What can be picked: the options of the open question, else those listed last.
  var optionsInView: [Option] {
    if let open = open?.question.options, !open.isEmpty { return open }
    guard case .options(let listed) = salient(.options, in: [.shown, .picked], .fresh)?.entity
    else {
      return []
    }
    return listed
  }
}
