// A grammar as flat tables: one automaton over the symbols of all phrases at once. A class, because
// copying what refers to a dozen tables took a tenth of the time of a reading.

/// A grammar ready for reading. It never changes.
public final class CompiledGrammar: Sendable {
  /// The languages, in the order of their files.
  public let languages: [LanguageTag]

  /// What may stand in a phrase: slots first, in the order of `Slot`, then the rest.
  let symbols: SymbolTable
  let productions: [Production]
  /// Where each production stands in the files.
  package let places: [GrammarPlace]
  let automaton: PhraseAutomaton
  let slips: SlipTable
  let compounds: CompoundTable
  /// Names that stand as arguments, as `projector` in `{equipment-kind} projector`.
  let names: [String]
  /// The words of each name that are single words, by name.
  let wordsOfName: [[FoldedHash]]
  /// Bit mask of the slot kinds that an intent may have, by the intent's place in its enum.
  let allowed: [UInt32]
  /// What tells what a line is said for; nil if the grammar was taught nothing.
  let acts: ActModel?
  /// The checksum of the examples from which that was learned.
  package var examplesChecksum: String? { acts?.examplesChecksum }

  init(
    languages: [LanguageTag], symbols: SymbolTable, productions: [Production],
    places: [GrammarPlace], automaton: PhraseAutomaton, slips: SlipTable,
    compounds: CompoundTable, names: [String],
    wordsOfName: [[FoldedHash]], allowed: [UInt32], acts: ActModel?
  ) {
    self.languages = languages
    self.symbols = symbols
    self.productions = productions
    self.places = places
    self.automaton = automaton
    self.slips = slips
    self.compounds = compounds
    self.names = names
    self.wordsOfName = wordsOfName
    self.allowed = allowed
    self.acts = acts
  }
}

/// An entry of the grammar: a phrase, or one word of a lexicon.
package struct GrammarPlace: Hashable, Sendable, CustomStringConvertible {
  /// The file.
  package let file: String
  /// The line, counted from 1.
  package let line: Int
  /// The word of a lexicon; empty for a phrase.
  package let word: String

  /// `en.lexicon:12 eleven`.
  package var description: String { "\(file):\(line) \(word)" }
}

/// What an alternative of a phrase makes when it is complete.
struct Production: Sendable {
  let head: UInt16
  let meaning: Meaning
  let first: Int32
  let second: Int32
  /// The first argument is the place of a name.
  let isNamed: Bool
  /// What it costs beside its parts.
  let penalty: Int16

  init(head: UInt16, meaning: Meaning, first: Int32, second: Int32, isNamed: Bool) {
    self.head = head
    self.meaning = meaning
    self.first = first
    self.second = second
    self.isNamed = isNamed
    penalty =
      switch meaning {
      // Inside a phrase only the cost tells `4 September` from `4` and all of September.
      case .period(.wholeMonth): Weights.wholeMonth
      // `Friday late night` is a late night, not a late Friday and a night.
      case .stretch(.partOfDay): 2
      // `from Thursday to Friday next week`: next week holds for both.
      case .period(.weekdaysOfWeek): -1
      // `the second to last Friday of January` goes from no second.
      case .day(.nthOfMonth) where first < -1: -1
      case .same, .constant, .point, .stretch, .day, .period, .length, .count, .cue, .repetition,
        .week, .zone:
        0
      }
  }
}

/// The numbers of symbols. A class, because it refers to two dozen arrays and every constituent is
/// looked up in it.
final class SymbolTable: Sendable {
  static let none: UInt16 = 0
  /// Slots have the numbers from 1 on, in the order of their enum.
  static func symbol(_ slot: Slot) -> UInt16 { UInt16(slot.rawValue) + 1 }
  static let firstIntent = UInt16(Slot.allCases.count + 1)
  static func symbol(_ intent: Intent) -> UInt16 { firstIntent + UInt16(intent.place) }
  static let firstPart = firstIntent + UInt16(Intent.allCases.count)

  /// What a number below `firstPart` stands for.
  static func slot(_ symbol: UInt16) -> Slot? {
    isSlot(symbol) ? Slot(rawValue: UInt8(symbol - 1)) : nil
  }
  /// Whether a symbol is one that `slot` knows.
  @inline(__always)
  static func isSlot(_ symbol: UInt16) -> Bool { symbol > 0 && symbol < firstIntent }
  private static let intents = Intent.allCases
  static func isIntent(_ symbol: UInt16) -> Bool { symbol >= firstIntent && symbol < firstPart }
  static func intent(_ symbol: UInt16) -> Intent? {
    symbol >= firstIntent && symbol < firstPart ? intents[Int(symbol - firstIntent)] : nil
  }

  /// The symbol of fillers, of each language.
  let fillers: [UInt16]
  /// What marks a line as ours: the parts of that name, and the rooms of the building.
  let anchors: [UInt16]
  /// What denies or excepts, of each language: a line that has one aside does nothing.
  let denials: [UInt16]
  /// What stands between two of which one is meant, of each language.
  let eithers: [UInt16]
  /// What is none of ours, of each language: `hotel room`, `an alarm`.
  let foreigners: [UInt16]
  /// What says that something of the kind of ours is somewhere else, of each language.
  let elsewheres: [UInt16]
  /// What cannot be done here, of each language: `remind me`.
  let undoables: [UInt16]
  /// The words that are said for the signs of an address, by their symbols.
  let ats: [UInt16]
  let dots: [UInt16]
  /// Words behind which a number is a name and no time, as `page`.
  let numbered: [UInt16]
  /// The names of weekdays.
  let weekdays: [UInt16]
  /// The words behind which somebody is named who comes: `with`.
  let companies: [UInt16]
  /// The words that say what follows them: `title`.
  let labels: [UInt16]
  /// The words behind which a verb begins another order, and those that stand behind such a verb
  /// for what it is about: `and book it`.
  let joiners: [UInt16]
  let objects: [UInt16]
  /// The words behind which something is called by what follows: `call it`, `titled`, `title`.
  let namings: [UInt16]
  /// The parts that have the words of counted names, of each language, and what else is known by
  /// its place in a line only.
  let counting: [UInt16]
  /// The parts that have them, of each language.
  let addressSigns: [UInt16]
  /// What is eaten and drunk: nobody comes with it, and no room has it.
  let provisions: [UInt16]
  /// What leaves open whether something is wanted: fillers that make a line ask rather than do, and
  /// what we cannot give.
  let hedges: [UInt16]
  /// What tells or asks of something that is so already: fillers behind which no verb is missing.
  let tellings: [UInt16]
  /// Words with which questions begin.
  let askings: [UInt16]
  let clauseWords: ClauseWords
  /// The verbs that come apart.
  let separables: SeparableVerbs
  /// What hands on or shows what somebody might say: `for example`, `he said`.
  let mentions: [UInt16]
  /// What comes before something that is had, as `with`.
  let withs: [UInt16]
  /// What is a part of the day only beside something that makes it one.
  let meals: [UInt16]
  /// What takes back all that was said before it in a line.
  let retractions: [UInt16]
  /// The same where only a line that goes on begins with it: `egal, …`.
  let afreshes: [UInt16]
  /// What only proposes what the rest of a line says: `shall we`.
  let proposals: [UInt16]
  /// What says wherever it stands that the rest is no order: `be ok`, `z. B.`.
  let doubts: [UInt16]
  /// What asks whether something may be done, which is no order where it takes something back.
  let permissions: [UInt16]
  /// What makes the rest depend on something: `if`; and what only sounds so: `if possible`, and
  /// with what a request begins: `if you could`.
  let conditions: [UInt16]
  let courtesies: [UInt16]
  let pleas: [UInt16]
  /// Words of times, lengths and dates that no slot is made of: `lasting`.
  let timings: [UInt16]
  /// What joins one time to another: `and`.
  let joinings: [UInt16]
  /// What puts one in the place of another: `replace`, `instead of`.
  let replacements: [UInt16]
  /// What may stand between any two parts of a phrase and changes nothing: `please`, `um`.
  /// What says that a room is not free, or that somebody is there.
  let takens: [UInt16]
  /// The words that are fillers, by their symbols.
  let isFiller: [Bool]
  /// The words that only say what a question is about.
  let count: Int
  private let words: HashIndex
  private let languages: [UInt8]
  /// What each symbol says of a line.
  let notes: [SymbolNotes]

  init(
    words: HashIndex, languages: [UInt8], isFiller: [Bool],
    topicWords: [UInt16], signWords: (String) -> [UInt16],
    separables: SeparableVerbs, count: Int,
    parts named: (String) -> [UInt16]
  ) {
    self.words = words
    self.languages = languages
    (provisions, withs) = (named("provision"), named("with"))
    hedges = named("hedge") + provisions
    tellings = named("telling")
    askings = signWords("asking")
    clauseWords = ClauseWords(count: count, words: signWords)
    mentions = named("mention")
    meals = named("meal")
    retractions = named("retraction")
    afreshes = named("afresh")
    proposals = named("proposal")
    doubts = named("doubt")
    permissions = named("permission")
    (conditions, courtesies, pleas) = (named("condition"), named("courtesy"), named("plea"))
    timings = named("timing")
    joinings = named("joining")
    replacements = named("replacement") + named("in-place") + named("stands-in")
    fillers = GrammarCompiler.fillers.flatMap(named)
    anchors = named("anchor") + [Self.symbol(.knownRoom), Self.symbol(.knownTitle)]
    denials = named("denial") + named("except")
    eithers = named("either")
    foreigners = named("foreign")
    elsewheres = named("elsewhere")
    undoables = named("undoable") + provisions
    ats = signWords("at-sign")
    dots = signWords("dot")
    numbered = signWords("numbered")
    takens = named("taken") + named("occupied") + named("somebody")
    (weekdays, companies) = (signWords("weekday"), signWords("with"))
    labels = signWords("title-label") + signWords("description-label")
    joiners = signWords("joining")
    objects = signWords("it")
    namings = objects + labels + signWords("named")
    counting = GrammarCompiler.knownByPlace.flatMap(named) + provisions
    addressSigns = named("at-sign") + named("dot")
    self.isFiller = isFiller
    self.separables = separables
    self.count = count
    notes = Self.notes(
      of: [
        (fillers, .filler), (foreigners + elsewheres + undoables, .stranger), (denials, .denial),
        (conditions + doubts + proposals + permissions, .open), (eithers, .either),
        (retractions, [.retraction, .opening]), (afreshes, .opening),
        (hedges + tellings + mentions, .speech), (anchors, .anchor), (meals, .meal),
        (signWords("between"), .between), (courtesies, .courtesy), (joinings, .joining),
        (topicWords, .topic),
      ], count: count)
  }

  private static func notes(
    of marked: [(symbols: [UInt16], note: SymbolNotes)], count: Int
  ) -> [SymbolNotes] {
    var notes = [SymbolNotes](repeating: [], count: count)
    for (symbols, note) in marked {
      for symbol in symbols { notes[Int(symbol)].formUnion(note) }
    }
    for slot in Slot.allCases where Slot.aloneBits[Int(slot.rawValue)] != 0 {
      notes[Int(Self.symbol(slot))].insert(.alone)
    }
    for intent in Intent.allCases { notes[Int(Self.symbol(intent))].insert(.cue) }
    return notes
  }

  /// The languages that have a word, a bit each; 0 for what is no word of the grammar.
  func languages(of symbol: UInt16) -> UInt8 { languages[Int(symbol)] }

  /// Whether it only sounds as a condition does.
  func isPolite(_ symbol: UInt16) -> Bool { courtesies.contains(symbol) || pleas.contains(symbol) }

  /// The symbol of a word or sign that stands in the grammar; `none` for any other.
  @inline(__always)
  func word(_ hash: FoldedHash) -> UInt16 { words[hash] }
}

/// What a symbol says of a line beside what readings are made of: told in one step, because it is
/// asked of every constituent. What all constituents of a token or a line say together rules most
/// questions out before any of them is looked at.
struct SymbolNotes: OptionSet, Sendable {
  let rawValue: UInt32

  /// It changes nothing.
  static let filler = SymbolNotes(rawValue: 1)
  /// The line may be about something else.
  static let stranger = SymbolNotes(rawValue: 2)
  /// It denies or excepts.
  static let denial = SymbolNotes(rawValue: 4)
  /// It leaves open whether the line is an order: it proposes, permits, doubts or sets conditions.
  static let open = SymbolNotes(rawValue: 8)
  /// It stands between two of which one is meant.
  static let either = SymbolNotes(rawValue: 16)
  /// It takes back what was said before.
  static let retraction = SymbolNotes(rawValue: 32)
  /// It takes back where a line begins with it.
  static let opening = SymbolNotes(rawValue: 64)
  /// It hedges, tells or hands on what somebody might say.
  static let speech = SymbolNotes(rawValue: 128)
  /// It marks a line as ours.
  static let anchor = SymbolNotes(rawValue: 256)
  /// It is a part of the day only beside something that makes it one.
  static let meal = SymbolNotes(rawValue: 512)
  /// A slot that may stand in a reading by itself.
  static let alone = SymbolNotes(rawValue: 1024)
  /// The cue of an intent.
  static let cue = SymbolNotes(rawValue: 2048)
  /// It stands for a word that is one slip away from what was typed.
  static let slip = SymbolNotes(rawValue: 4096)
  /// It may stand between any two parts of a phrase.
  static let between = SymbolNotes(rawValue: 8192)
  /// It is only polite.
  static let courtesy = SymbolNotes(rawValue: 16384)
  /// It joins what stands on its two sides.
  static let joining = SymbolNotes(rawValue: 32768)
  /// A word that means something only in a question about what was spoken of.
  static let topic = SymbolNotes(rawValue: 65536)
  /// What a clause must not say that changes nothing.
  static let weighty: SymbolNotes = [
    .stranger, .denial, .open, .either, .retraction, .opening, .anchor,
  ]
  /// What readings are made of, or weighed by.
  static let weighed: SymbolNotes = [.alone, .cue, .filler, .stranger, .courtesy]
}

/// From hashes to symbols by open addressing: one step as a rule.
struct HashIndex: Sendable {
  private var count = 0
  private var mask = 15
  private var keys = [UInt64](repeating: 0, count: 16)
  /// 0, which is no symbol, where there is none.
  private var values = [UInt16](repeating: SymbolTable.none, count: 16)

  /// Takes a hash that it does not have yet.
  mutating func insert(_ hash: FoldedHash, _ symbol: UInt16) {
    count += 1
    if count * 3 > keys.count { grow() }
    enter(hash.bits, symbol)
  }

  private mutating func enter(_ key: UInt64, _ symbol: UInt16) {
    var place = Int(truncatingIfNeeded: key) & mask
    while values[place] != SymbolTable.none { place = (place + 1) & mask }
    keys[place] = key
    values[place] = symbol
  }

  private mutating func grow() {
    let entered = zip(keys, values).filter { $0.1 != SymbolTable.none }
    let size = keys.count * 2
    mask = size - 1
    keys = [UInt64](repeating: 0, count: size)
    values = [UInt16](repeating: SymbolTable.none, count: size)
    for (key, symbol) in entered { enter(key, symbol) }
  }

  @inline(__always)
  subscript(hash: FoldedHash) -> UInt16 {
    var place = Int(truncatingIfNeeded: hash.bits) & mask
    while values[place] != 0 {
      if keys[place] == hash.bits { return values[place] }
      place = (place + 1) & mask
    }
    return 0
  }
}

extension Intent {
  /// Its place in the enum.
  var place: Int { Intent.places[self] ?? 0 }
  private static let places = Dictionary(
    uniqueKeysWithValues: Intent.allCases.enumerated().map { ($1, $0) })
}

extension SlotKind {
  /// A bit of its own.
  var bit: UInt32 { 1 << UInt32(SlotKind.places[self] ?? 0) }
  /// The bits that every line is asked for.
  static let roomBit = SlotKind.room.bit
  static let whenBit = SlotKind.when.bit
  private static let places = Dictionary(
    uniqueKeysWithValues: SlotKind.allCases.enumerated().map { ($1, $0) })
}
