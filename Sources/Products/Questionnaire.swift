// Questions of the service, one after another, whether they come with a product or as a form: each
// with its answer, until they are sent together.

public import CivilTime
public import Mobility

/// Questions that are asked before something is sent.
public struct Questionnaire: Hashable, Sendable {
  /// What they are called.
  public let title: String?
  /// What is told before the first.
  public let texts: [String]
  /// In their order.
  public internal(set) var items: [Item]
  /// Which is asked, by place; nil where all are answered.
  public internal(set) var place: Int?
  /// What sending them is called.
  public let sendTitle: String?
  /// Whether what is sent is shown once more before (at least three answers, a price or terms).
  public let isReviewed: Bool
  let source: Source

  /// Where they come from.
  enum Source: Hashable, Sendable {
    /// With a product, which is booked by sending them.
    case product(Product, second: Bool)
    /// With a form.
    case form(Form)
    /// With something that can be done with what is booked.
    case action(RideAction)
  }

  /// A question.
  public struct Item: Hashable, Sendable {
    /// As it is sent.
    public let id: String
    /// What is asked for.
    public let title: String
    /// What is told of it.
    public let details: [String]
    /// Whether it must be answered.
    public let isRequired: Bool
    /// What kind of answer it takes.
    public let kind: Kind
    /// What was answered, or was there already.
    public internal(set) var answer: QuestionAnswer?
    /// Why the service did not accept the answer, in its words.
    public internal(set) var fault: String?
  }

  /// What kind of answer a question takes.
  public enum Kind: Hashable, Sendable {
    /// A line of text.
    case text(Field.Keyboard)
    /// A number.
    case number(least: Double?, most: Double?)
    /// A time of day.
    case clock
    /// What nobody else may read.
    case secret
    /// Yes or no; or only yes.
    case flag(mustBeYes: Bool)
    /// One of several.
    case choice([String])
    /// Any of several.
    case several([String])
    /// A place.
    case place
    /// A day and a time, in a zone where it tells one.
    case moment(zone: String?)
    /// When one returns, or that one does not.
    case returnTrip
    /// That terms are accepted, which stand at an address.
    case terms(WebAddress?)
    /// How many of each ticket.
    case fares([Fare], oneKindOnly: Bool)
    /// That a page was opened.
    case page(WebAddress?, message: String?)
  }

  init(
    title: String?, texts: [String] = [], items: [Item], sendTitle: String? = nil,
    hasPrice: Bool = false, source: Source
  ) {
    self.title = title
    self.texts = texts
    self.items = items
    self.sendTitle = sendTitle
    self.source = source
    let hasTerms = items.contains { item in
      switch item.kind {
      case .terms, .flag(mustBeYes: true): true
      default: false
      }
    }
    isReviewed = items.count >= 3 || hasPrice || hasTerms
    place = items.indices.first
  }

  /// The question that is asked.
  public var asked: Item? { place.map { items[$0] } }

  /// Whether a question takes what nobody else may read.
  public var asksSecret: Bool { asked?.kind == .secret }
}

/// An answer to a question of the service.
public enum QuestionAnswer: Hashable, Codable, Sendable {
  /// A line of text.
  case text(String)
  /// A number.
  case number(Double)
  /// A time of day, in seconds after midnight.
  case clock(seconds: Int)
  /// Yes or no.
  case flag(Bool)
  /// One of several, by place.
  case choice(Int)
  /// Any of several, by place.
  case several([Int])
  /// A place, by what it is called, or where it is.
  case place(Place)
  /// A moment.
  case moment(Instant)
  /// When one returns; nil for not.
  case returning(Instant?)
  /// How many of each ticket, by place.
  case counts([Int])
  /// What the vault keeps.
  case secret(SecretHandle)
  /// What was asked for was done elsewhere.
  case done
  /// Nothing.
  case skipped
}

/// Why an answer is not taken.
public enum QuestionFault: Hashable, Sendable {
  /// It must be answered.
  case required
  /// Another kind of answer is wanted.
  case kind
  /// It is below or above what may be.
  case range
  /// It is no e-mail address.
  case email
  /// It is no telephone number.
  case phone
  /// It has to be yes.
  case mustBeYes
  /// It is too long.
  case tooLong
  /// At least one ticket has to be taken.
  case noFare
  /// Only one kind of ticket can be taken.
  case oneFareOnly
  /// Of that ticket fewer, or more, have to be taken.
  case fareQuantity(String, least: Int?, most: Int?)
}

extension Questionnaire.Item {
  /// Why an answer is not taken; nil if it is.
  func fault(of answer: QuestionAnswer, limits: MobilityLimits, fareMax: Int) -> QuestionFault? {
    switch (kind, answer) {
    case (_, .skipped): return isRequired ? .required : nil
    case (.text(let keyboard), .text(let text)):
      if text.utf8.count > limits.textOctetsMax { return .tooLong }
      return Self.fault(of: text, keyboard)
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
    case (.place, .place), (.moment, .moment), (.returnTrip, .returning), (.secret, .secret),
      (.page, .done):
      return nil
    case (.fares(let fares, let oneKindOnly), .counts(let counts)):
      return Self.fault(of: counts, of: fares, oneKindOnly, most: fareMax)
    default: return .kind
    }
  }

  private static func fault(of text: String, _ keyboard: Field.Keyboard) -> QuestionFault? {
    switch keyboard {
    case .text, .punctuated: return nil
    case .email:
      let parts = text.split(separator: "@", omittingEmptySubsequences: false)
      let isAddress = parts.count == 2 && !parts[0].isEmpty && parts[1].contains(".")
      return isAddress && !text.contains(" ") ? nil : .email
    case .phone:
      let digits = text.count { ("0"..."9").contains($0) }
      return (5...15).contains(digits) && !text.contains(where: \.isLetter) ? nil : .phone
    case .number:
      return text.allSatisfy { ("0"..."9").contains($0) || "-+.,".contains($0) } ? nil : .kind
    }
  }

  private static func fault(
    of counts: [Int], of fares: [Fare], _ oneKindOnly: Bool, most: Int
  ) -> QuestionFault? {
    guard counts.count == fares.count, counts.allSatisfy({ $0 >= 0 }) else { return .kind }
    if counts.allSatisfy({ $0 == 0 }) { return .noFare }
    if oneKindOnly, counts.count(where: { $0 > 0 }) > 1 { return .oneFareOnly }
    for (count, fare) in zip(counts, fares) where count > 0 {
      let isTooFew = fare.least.map { count < $0 } ?? false
      if isTooFew || count > (fare.most ?? most) {
        return .fareQuantity(fare.name, least: fare.least, most: fare.most ?? most)
      }
    }
    return nil
  }
}

extension Questionnaire {
  /// Takes an answer to the question that is asked, and asks the next that has none.
  mutating func take(
    _ answer: QuestionAnswer, limits: MobilityLimits, fareMax: Int
  ) -> QuestionFault? {
    guard let place else { return .kind }
    if let fault = items[place].fault(of: answer, limits: limits, fareMax: fareMax) {
      return fault
    }
    items[place].answer = answer
    items[place].fault = nil
    self.place = items.indices.first { $0 > place && !items[$0].isAnswered } ?? firstOpen
    return nil
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
      let reason = invalid.first { $0.name == items[place].id }
      guard reason != nil || missing.contains(items[place].id) else { continue }
      items[place].fault = reason?.reason ?? ""
      if case .secret = items[place].answer { items[place].answer = nil }
      first = first ?? place
    }
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

  /// Whether nothing would be sent for it.
  fileprivate var isOpen: Bool { answer == nil || answer == .skipped || fault != nil }
}
