// The words for answers and news, in the language that is asked for. All words that people read of
// them come from the folders of the languages.

public import Accounts
public import Bookings
public import CivilTime
public import Dialogue
public import Passes
public import Products

/// An answer in words.
public struct WordedAnswer: Hashable, Sendable {
  /// The sentences, one a line, without line ends.
  public var lines: [String] = []
  /// The choices, as buttons show them and as people would say them.
  public var choices: [WordedChoice] = []
}

/// A choice in words.
public struct WordedChoice: Hashable, Sendable {
  /// What a program sends back.
  public let id: String
  /// What a button shows.
  public let title: String
  /// What a person would say instead.
  public let say: String
  /// The rooms, each with its span, that would be booked.
  public var places: [Place] = []
}

/// How a bar is drawn.
public enum BarForm: String, Hashable, Sendable {
  /// `.` for free and `#` for taken: everywhere, and for programs.
  case plain
  /// Shaded blocks, for terminals that show Unicode.
  case blocks
}

/// Words answers and news in a language.
public struct AnswerWording: Sendable {
  private let sentences: any Sentences

  /// The words in a language for one reader, who may be told what is private of their own bookings.
  /// Where a zone is given, what its clocks show is told beside what those of the house do.
  public init(
    in language: AnswerLanguage, world: World, now: Instant, for reader: UserID,
    bars: BarForm = .plain, zone: ZoneRules? = nil
  ) {
    let scene = Scene(world: world, now: now, reader: reader, bars: bars, zone: zone)
    sentences =
      switch language {
      case .english: EnglishWording(scene)
      case .german: GermanWording(scene)
      }
  }

  /// The answer in words.
  public func words(for answer: Answer) -> WordedAnswer { sentences.words(for: answer) }

  /// News about the passes of a booking.
  public func words(for news: PassNews) -> [String] { sentences.words(for: news) }

  /// When the bookings of a series are, as the pass of the first of them names them.
  public func words(forDatesOf content: PassContent) -> String {
    sentences.words(forDatesOf: content)
  }

  /// News of what is, or was, held for who waits.
  public func words(forOffer wait: Wait) -> [String] { sentences.offered(wait) }

  /// What takes an offer, and what gives it to the next.
  public func choices(ofOffer wait: Wait) -> [WordedChoice] { sentences.choices(ofOffer: wait) }

  /// What became of what is booked, or was tried, on a leg of a trip.
  public func words(for news: RideNews) -> [String] { sentences.lines(for: news) }

  /// What became of an account with a provider, or has to be done for it.
  public func words(for news: AccountNews) -> [String] { sentences.lines(for: news) }

  /// What another did with a booking that the reader holds, too.
  public func words(for deed: OthersDeed, with booking: Booking) -> [String] {
    sentences.words(for: deed, with: booking)
  }

  /// What a booking is called unless said.
  public static func usualTitle(in language: AnswerLanguage) -> String {
    switch language {
    case .english: EnglishWording.usualTitle
    case .german: GermanWording.usualTitle
    }
  }
}
