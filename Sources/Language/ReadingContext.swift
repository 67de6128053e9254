// What the reader knows beside the line: the clock, the building and the open question.

public import CivilTime
public import PhoneNumbers

/// Whether `4/9` is the fourth of September or the ninth of April.
public enum DateOrder: String, Hashable, Sendable {
  /// Day before month.
  case dayFirst
  /// Month before day.
  case monthFirst
}

/// The circumstances of a line.
public struct ReadingContext: Sendable {
  /// What the clock on the wall shows.
  public var now: CivilMoment
  /// How dates of two numbers are meant; a part above 12 decides against it.
  public var dateOrder: DateOrder
  /// When the house is open; settles whether a bare 3 is at night or in the afternoon.
  public var hours: ClockWindow
  /// The rooms and what is in them.
  public var vocabulary: Vocabulary
  /// What the open question asks for, so that `11` or `Weekly sync` is read as its answer.
  public var expected: Set<SlotKind>
  /// Things were just listed, so that `the first` is one of them before it is a day.
  public var hasListed = false
  /// Something was just asked, done or shown that a line without a verb may be about.
  public var isContinuing = false
  /// The speaker has trips, and nothing that can be booked on them is listed, so that `I need a
  /// taxi` asks for that.
  public var isTravelling = false
  /// What the agent has just said; where it is told, what the line is said for is told by the
  /// weights of the grammar, too.
  public var situation: Situation?
  /// The speaker has said that `viertel elf` is 10:15, so that it is no longer asked about.
  public var knowsQuarters = false
  /// What is called by name in the conversation.
  public var spoken: SpokenNames
  /// The language the speaker used before; breaks ties.
  public var speakerLanguage: LanguageTag?
  /// Where the house is, for times that are said of other zones.
  public var zone: ZoneRules
  /// Where numbers without a country code belong .
  public var phoneRegion: PhoneRegion

  /// The circumstances of a line; nothing is asked for and nobody is known unless said.
  public init(
    now: CivilMoment, dateOrder: DateOrder = .dayFirst, hours: ClockWindow = .usual,
    vocabulary: Vocabulary, expected: Set<SlotKind> = [], people: [String] = [],
    speakerLanguage: LanguageTag? = nil, zone: ZoneRules = .utc,
    phoneRegion: PhoneRegion = .germany
  ) {
    self.now = now
    self.dateOrder = dateOrder
    self.hours = hours
    self.vocabulary = vocabulary
    self.expected = expected
    spoken = SpokenNames(people: people)
    self.speakerLanguage = speakerLanguage
    self.zone = zone
    self.phoneRegion = phoneRegion
  }
}

extension ClockWindow {
  /// 07:00 to 19:00, the hours of a house that says nothing else.
  public static let usual: ClockWindow = {
    guard let open = ClockTime(hour: 7), let close = ClockTime(hour: 19),
      let window = ClockWindow(from: open, to: close)
    else { preconditionFailure("07:00 is before 19:00") }
    return window
  }()
}
