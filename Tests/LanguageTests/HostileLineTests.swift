// Lines that nobody means: the reader answers them like any other, in bounded time.

import CivilTime
import Grammar
import Language
import Testing

@Suite struct HostileLineTests {
  /// Draws numbers that are the same in every run (SplitMix64).
  struct Chance {
    var state: UInt64
    mutating func next(below bound: Int) -> Int {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
    }
  }

  /// Every place in a reading lies on the borders of characters of the line.
  private func check(_ octets: [UInt8], _ reader: Reader, _ context: ReadingContext) {
    for reading in reader.read(octets, in: context) {
      var ranges = reading.unused
      ranges += reading.slots.rooms.map(\.range) + reading.slots.equipment.map(\.range)
      ranges += reading.slots.people.flatMap { person in
        [person.name?.range, person.email?.range, person.phone?.range].compactMap { $0 }
      }
      for when in reading.slots.when {
        ranges += [when.day?.range, when.start?.range, when.end?.range].compactMap { $0 }
      }
      ranges += [reading.slots.title?.range, reading.slots.description?.range].compactMap { $0 }
      for range in ranges {
        let isInside = range.lowerBound >= 0 && range.upperBound <= octets.count && !range.isEmpty
        #expect(isInside, "\(range) in \(octets)")
        // Where the line is UTF-8, no range cuts a character: a continuation never begins one.
        if isInside, String(validating: octets, as: UTF8.self) != nil {
          #expect(octets[range.lowerBound] & 0xC0 != 0x80, "\(range) in \(octets)")
          let isEnd = range.upperBound == octets.count || octets[range.upperBound] & 0xC0 != 0x80
          #expect(isEnd, "\(range) in \(octets)")
        }
      }
    }
  }

  @Test("Lines of the corpus with chance changes are read without a trap, and all places hold")
  func mutations() throws {
    let reader = try CorpusTests.reader.get()
    let cases = try Corpus.files.flatMap { try Corpus.cases(of: $0) }
    var chance = Chance(state: 2026)
    let signs: [[UInt8]] = [
      Array("–".utf8), Array("ü".utf8), Array("“".utf8), [0xFF], [0], [0xC3], Array("👍".utf8),
      Array("@".utf8), Array("+".utf8), Array("0".utf8), Array(" ".utf8), Array(":".utf8),
      Array("\u{308}".utf8), Array("(".utf8),
    ]
    for _ in 0..<6000 {
      let one = cases[chance.next(below: cases.count)]
      var octets = Array(one.text.utf8)
      for _ in 0...chance.next(below: 4) {
        let place = chance.next(below: octets.count + 1)
        switch chance.next(below: 5) {
        case 0 where place < octets.count: octets.remove(at: place)
        case 1: octets.insert(contentsOf: signs[chance.next(below: signs.count)], at: place)
        case 2 where place < octets.count: octets[place] = UInt8(chance.next(below: 256))
        case 3: octets += Array(cases[chance.next(below: cases.count)].text.utf8)
        default: octets = Array(octets[place...] + octets[..<place])
        }
      }
      check(octets, reader, one.context)
    }
  }

  @Test(
    "4,096 octets of one thing are read without a trap",
    arguments: [
      "1", "1 ", "(", "and and and ", "a\u{301}", "\u{301}", "Aquarium ", "10-", "tomorrow ",
      "a@b ", "title ", "with ", "Ana, ", "\"", "'", "0171 1234567 ", "for 8 ", "Ab ", "@", "+",
      "+49 ", "1.", "1:", "\0", "\u{FFFD}", "next ", "[", "book ", "half ", "no, ", "twenty-one ",
      "1h", "einund", "einundzwanzig", "Freitagmorgen ", "vor ", "in ", "das ", "halb ",
      "am ",
    ])
  func repeated(text: String) throws {
    let reader = try CorpusTests.reader.get()
    guard let moment = CivilMoment("2026-11-24T09:07"), let building = Corpus.buildings["numbers"]
    else { throw Corpus.Fault(description: "the usual circumstances are broken") }
    let unit = Array(text.utf8)
    let octets = (0..<4096).map { unit[$0 % unit.count] }
    check(octets, reader, ReadingContext(now: moment, vocabulary: building))
  }

  @Test("Octets that are no UTF-8, and more than may be looked at, are read as far as they go")
  func cutOff() throws {
    let reader = try CorpusTests.reader.get()
    guard let moment = CivilMoment("2026-11-24T09:07"), let building = Corpus.buildings["empty"]
    else { throw Corpus.Fault(description: "the usual circumstances are broken") }
    let context = ReadingContext(now: moment, vocabulary: building)
    let long = Array("tomorrow ".utf8) + [UInt8](repeating: 0x20, count: 5000)
    #expect(reader.read(long, in: context).first?.slots.when.count == 1)
    #expect(reader.read([0xC3, 0x28, 0xFF, 0xFE], in: context).isEmpty)
    #expect(reader.read([], in: context).isEmpty)
    // What is looked at ends before the character that the limit would cut.
    var asked = context
    asked.expected = [.title]
    let umlauts = Array(("x" + String(repeating: "ü", count: 2100)).utf8)
    #expect(reader.read(umlauts, in: asked).first?.slots.title?.range == 0..<4095)
    check(umlauts, reader, asked)
  }

  /// Lines of which a limit leaves something unread, and that limit.
  private static let cut: [(line: String, limit: ReadingLimit)] = [
    ("book it" + String(repeating: " ", count: 4090) + "!", .octets),
    ("book it " + String(repeating: ".", count: 2100), .tokens),
    ("book it " + String(repeating: "7", count: 5) + String(repeating: ",7", count: 1100), .tokens),
    ("call " + (10...74).map { "0171 12345\($0)" }.joined(separator: ", "), .numbers),
    (String(repeating: "on Monday at 3 from 10 to 11 for an hour ", count: 90), .looks),
  ]

  @Test("A line of which a limit leaves something unread says which", arguments: cut)
  func cutLines(line: String, limit: ReadingLimit) throws {
    guard let moment = CivilMoment("2026-11-24T09:07"),
      let building = Corpus.buildings["demonstration"]
    else { throw Corpus.Fault(description: "the usual circumstances are broken") }
    let reader = try CorpusTests.reader.get()
    let context = ReadingContext(now: moment, vocabulary: building)
    let octets = Array(line.utf8)
    let readings = reader.read(octets, in: context)
    let all = readings.isEmpty ? [reader.parts(of: octets, in: context)] : readings
    #expect(all.allSatisfy { $0.limitMet == limit }, "\(all.map(\.limitMet))")
    // Also where the line takes back its beginning, or answers a question for a text.
    let anew = reader.read(Array("no wait, ".utf8) + octets, in: context)
    #expect(anew.allSatisfy { $0.limitMet == limit })
    var asked = context
    asked.expected = [.title]
    let answered = reader.read(octets, in: asked)
    #expect(answered.contains { $0.limitMet == limit })
  }

  @Test("Of a line only so many words are compared with the names of rooms, and few are offered")
  func spelling() throws {
    guard let moment = CivilMoment("2026-11-24T09:07"), let building = Corpus.buildings["numbers"]
    else { throw Corpus.Fault(description: "the usual circumstances are broken") }
    var limits = ReadingLimits()
    limits.spellingWords = 2
    limits.spellingOffers = 1
    let grammar = try CorpusTests.reader.get().grammar
    let reader = Reader(grammar: grammar, limits: limits)
    let octets = Array("is room 1.12, room 1.13, room 1.14 or room 1.15 free tomorrow".utf8)
    let context = ReadingContext(now: moment, vocabulary: building)
    let rooms = reader.read(octets, in: context).first?.slots.rooms.map(\.value)
    #expect(
      rooms == [
        .unknown("1.12", nearest: [0]), .unknown("1.13", nearest: [0]),
        .unknown("1.14", nearest: []), .unknown("1.15", nearest: []),
      ])
  }
}
