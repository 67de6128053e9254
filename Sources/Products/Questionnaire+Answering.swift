// Answers to questions of the service: which are taken, what is asked next, what has to be asked
// again.

import CivilTime
import Mobility

extension Questionnaire.Item {
  /// Why an answer is not taken; nil if it is.
  func fault(of answer: QuestionAnswer, limits: MobilityLimits, fareMax: Int) -> QuestionFault? {
    switch (kind, answer) {
    case (_, .skipped): return isRequired ? .required : nil
    case (.text(let keyboard), .text(let text)):
      if text.utf8.count > limits.textOctetsMax { return .tooLong }
      // Nothing but blanks is no answer, whatever is asked.
      if text.allSatisfy(\.isWhitespace) { return isRequired ? .required : nil }
      return keyboard.takes(text) ? nil : keyboard.fault
    case (.number(let least, let most), .number(let number)):
      let isBelow = least.map { number < $0 } ?? false
      return isBelow || (most.map { number > $0 } ?? false) || !number.isFinite ? .range : nil
    case (.clock, .clock(let seconds)): return (0..<86_400).contains(seconds) ? nil : .range
    case (.flag(let mustBeYes), .flag(let isYes)): return mustBeYes && !isYes ? .mustBeYes : nil
    case (.terms, .flag(let isYes)): return isYes || !isRequired ? nil : .mustBeYes
    case (.choice(let titles), .choice(let place)):
      return titles.indices.contains(place) ? nil : .range
    case (.several(let titles), .several(let places)):
      if places.isEmpty, isRequired { return .required }
      return places.allSatisfy(titles.indices.contains) ? nil : .range
    case (.place, .place(let place)):
      let octets = (place.name?.utf8.count ?? 0) + (place.address?.utf8.count ?? 0)
      if octets > limits.textOctetsMax { return .tooLong }
      return octets == 0 && place.latitude == nil ? .required : nil
    case (.moment, .moment), (.returnTrip, .returning), (.secret, .secret),
      (.page, .done):
      return nil
    case (.fares(let fares, let oneKindOnly), .counts(let counts)):
      return Self.fault(of: counts, of: fares, oneKindOnly, most: fareMax)
    default: return .kind
    }
  }

  private static func fault(
    of counts: [Int], of fares: [Fare], _ oneKindOnly: Bool, most: Int
  ) -> QuestionFault? {
    guard counts.count == fares.count else { return .kind }
    guard counts.allSatisfy({ $0 >= 0 }) else { return .range }
    if counts.allSatisfy({ $0 == 0 }) { return .noFare }
    if oneKindOnly, counts.count(where: { $0 > 0 }) > 1 { return .oneFareOnly }
    for (count, fare) in zip(counts, fares) where count > 0 {
      let isTooFew = fare.least.map { count < $0 } ?? false
      let most = fare.most ?? max(most, fare.least ?? 0)
      if isTooFew || count > most {
        return .fareQuantity(fare.name, least: fare.least, most: most)
      }
    }
    return nil
  }
}

extension Field.Keyboard {
  fileprivate var fault: QuestionFault {
    switch self {
    case .text, .number, .punctuated: .kind
    case .email: .email
    case .phone: .phone
    }
  }
}

extension Questionnaire {
  /// Takes an answer to the question that is asked, and asks the next that has none.
  mutating func take(
    _ answer: QuestionAnswer, limits: MobilityLimits, fareMax: Int
  ) -> QuestionFault? {
    guard let place else { return .kind }
    if let fault = fault(of: answer, at: place, limits: limits, fareMax: fareMax) {
      return fault
    }
    if case .several(let places) = answer {
      items[place].answer = .several(Set(places).sorted())
    } else {
      items[place].answer = answer
    }
    items[place].fault = nil
    isShown = false
    self.place = items.indices.first { $0 > place && !items[$0].isAnswered } ?? firstOpen
    return nil
  }

  private func fault(
    of answer: QuestionAnswer, at place: Int, limits: MobilityLimits, fareMax: Int
  ) -> QuestionFault? {
    // What comes with a product counts by whole numbers.
    if case .product = source, case .number(let number) = answer, case .number = items[place].kind,
      Int(exactly: number) == nil
    {
      return .kind
    }
    return items[place].fault(of: answer, limits: limits, fareMax: fareMax)
  }

  /// Asks for what was there already and would not be taken as an answer.
  mutating func check(limits: MobilityLimits, fareMax: Int) {
    for place in items.indices {
      guard let answer = items[place].answer else { continue }
      if fault(of: answer, at: place, limits: limits, fareMax: fareMax) != nil {
        items[place].answer = nil
      }
    }
    place = firstOpen
  }

  /// Keeps what was answered of an older version of the same questions, by id.
  mutating func keep(_ old: Questionnaire, limits: MobilityLimits, fareMax: Int) {
    for place in items.indices {
      guard let before = old.items.first(where: { $0.id == items[place].id }),
        before.fault == nil,
        let answer = before.answer.flatMap({ items[place].sameAnswer($0, to: before) }),
        fault(of: answer, at: place, limits: limits, fareMax: fareMax) == nil
      else { continue }
      items[place].answer = answer
    }
    secretsUntil = old.secretsUntil
    place = firstOpen
  }

  /// The same without the secrets that were typed too long ago; nil where there are none.
  func withoutOldSecrets(at now: Instant) -> Questionnaire? {
    guard let until = secretsUntil, until <= now else { return nil }
    return withoutSecrets
  }

  /// Whether anything was answered that nobody else may read.
  var hasSecrets: Bool {
    items.contains { item in
      if case .secret = item.answer { true } else { false }
    }
  }

  /// Whether what is asked is there, and what was chosen too.
  var isSound: Bool {
    let limits = MobilityLimits()
    let isAsked = place.map(items.indices.contains) ?? true
    return isAsked
      && items.allSatisfy { item in
        switch item.answer.flatMap({ item.fault(of: $0, limits: limits, fareMax: .max) }) {
        case .kind, .range: false
        case nil, .required, .email, .phone, .mustBeYes, .tooLong, .noFare, .oneFareOnly,
          .fareQuantity:
          true
        }
      }
  }

  /// The same without the secrets that were typed, which are asked for again.
  var withoutSecrets: Questionnaire {
    var asked = self
    asked.secretsUntil = nil
    for place in items.indices {
      if case .secret = items[place].answer { asked.items[place].answer = nil }
    }
    let isAskedStill = place.map { !asked.items[$0].isAnswered } ?? false
    if !isAskedStill { asked.place = asked.firstOpen ?? place }
    return asked
  }

  /// Asks the question before the one that is asked, or the last.
  mutating func goBack() -> Bool {
    let previous = (place ?? items.count) - 1
    guard items.indices.contains(previous) else { return false }
    place = previous
    return true
  }

  /// Asks a question again, by its place.
  mutating func reopen(_ place: Int) -> Bool {
    guard items.indices.contains(place) else { return false }
    self.place = place
    return true
  }

  /// Asks nothing, where all that must be answered is.
  mutating func close() -> Bool {
    if let open = items.indices.first(where: { items[$0].isRequired && items[$0].isOpen }) {
      place = open
      return false
    }
    place = nil
    return true
  }

  /// Marks what the service does not accept, and asks the first of it.
  mutating func mark(missing: [String], invalid: [BookingReply.InvalidInput]) -> Bool {
    var first: Int?
    for place in items.indices {
      let reason = invalid.first { items[place].isKnown(as: $0.name) }
      guard reason != nil || missing.contains(where: items[place].isKnown) else { continue }
      items[place].fault = reason?.reason ?? ""
      if case .secret = items[place].answer { items[place].answer = nil }
      first = first ?? place
    }
    isShown = false
    place = first ?? place
    return first != nil
  }

  private var firstOpen: Int? { items.indices.first { !items[$0].isAnswered } }

  /// How many were answered.
  public var answeredCount: Int { items.count { !$0.isOpen } }
}

extension Questionnaire.Item {
  /// Whether it need not be asked any more.
  fileprivate var isAnswered: Bool { answer != nil && fault == nil }

  /// Whether the service means it by a name: its own, or that of one of its tickets.
  fileprivate func isKnown(as name: String) -> Bool {
    if id == name { return true }
    guard case .fares(let fares, _) = kind else { return false }
    return fares.contains { $0.id == name }
  }

  /// The answer that means the same here as it did to an older version of the question.
  fileprivate func sameAnswer(
    _ answer: QuestionAnswer, to old: Questionnaire.Item
  ) -> QuestionAnswer? {
    switch (answer, old.kind, kind) {
    case (.choice(let place), .choice(let before), .choice(let now)):
      guard before.indices.contains(place) else { return nil }
      return now.firstIndex(of: before[place]).map { .choice($0) }
    case (.several(let places), .several(let before), .several(let now)):
      let taken = places.compactMap { place in
        before.indices.contains(place) ? now.firstIndex(of: before[place]) : nil
      }
      return taken.count == places.count ? .several(taken) : nil
    case (.counts(let counts), .fares(let before, _), .fares(let now, _)):
      let byID = Dictionary(zip(before.map(\.id), counts), uniquingKeysWith: { one, _ in one })
      return .counts(now.map { byID[$0.id] ?? 0 })
    default: return answer
    }
  }

  /// Whether nothing would be sent for it.
  fileprivate var isOpen: Bool { answer == nil || answer == .skipped || fault != nil }
}
