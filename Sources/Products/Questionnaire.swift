// Questions of the service, one after another, whether they come with a product or as a form: each
// with its answer, until they are sent together.

public import CivilTime
public import Mobility

/// Questions that are asked before something is sent.
public struct Questionnaire: Hashable, Codable, Sendable {
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
  /// What can be done instead, each by a form of its own.
  public internal(set) var alternatives: [Alternative] = []
  /// Whether what is sent is shown once more before (at least three answers, a price or terms).
  public let isReviewed: Bool
  /// Whether what is sent was shown as it is now.
  var isShown = false
  /// When the first secret that was typed is forgotten.
  var secretsUntil: Instant?
  let source: Source

  /// Where they come from.
  enum Source: Hashable, Codable, Sendable {
    /// With a product, which is booked by sending them.
    case product(Product, second: Bool)
    /// With a form.
    case form(Form)
    /// With something that can be done with what is booked.
    case action(RideAction)
  }

  /// Something that can be done instead of answering.
  public struct Alternative: Hashable, Codable, Sendable {
    /// What it is called.
    public let title: String
    let way: Way

    /// How one comes to its questions.
    enum Way: Hashable, Codable, Sendable {
      /// They stand there.
      case form(Form)
      /// They are had at an address.
      case open(WebAddress)
      /// They are had at an address, and something is done by that.
      case act(WebAddress)
      /// The same questions anew.
      case refresh(WebAddress)
      /// They are had for what is answered so far.
      case post(WebAddress)
    }
  }

  /// A question.
  public struct Item: Hashable, Codable, Sendable {
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
  public enum Kind: Hashable, Codable, Sendable {
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
    /// When one returns, in the zone from where, if that is known; or that one does not.
    case returnTrip(zone: String?)
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
    // What was there already nobody has seen yet.
    let isGiven = items.contains { $0.answer != nil }
    isReviewed = items.count >= 3 || hasPrice || hasTerms || isGiven
    place = items.indices.first { items[$0].answer == nil }
  }

  /// The question that is asked.
  public var asked: Item? { place.flatMap { items.indices.contains($0) ? items[$0] : nil } }

  /// Whether a question takes what nobody else may read.
  public var asksSecret: Bool { asked?.kind == .secret }
}

extension Questionnaire.Kind {
  /// Whether a day and a time is an answer.
  public var takesMoment: Bool {
    switch self {
    case .moment, .returnTrip: true
    case .text, .number, .clock, .secret, .flag, .choice, .several, .place, .terms, .fares, .page:
      false
    }
  }

  /// An instant as the answer to it; nil if it takes none.
  public func answer(of instant: Instant) -> QuestionAnswer? {
    switch self {
    case .moment: .moment(instant)
    case .returnTrip: .returning(instant)
    case .text, .number, .clock, .secret, .flag, .choice, .several, .place, .terms, .fares, .page:
      nil
    }
  }

  /// The name of the zone by whose clocks it is answered, as the service tells it.
  public var zone: String? {
    switch self {
    case .moment(let zone), .returnTrip(let zone): zone
    case .text, .number, .clock, .secret, .flag, .choice, .several, .place, .terms, .fares, .page:
      nil
    }
  }
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
