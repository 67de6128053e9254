// A line, read by the grammar in any circumstances: every place in a reading lies in the line, on
// the borders of its characters, and no limit is passed.

import CivilTime
import Language
import PhoneNumbers

struct ReaderFace: Sendable {
  private static let limits = ReadingLimits()
  /// Limits so small that a short line meets them.
  private static let small: ReadingLimits = {
    var limits = ReadingLimits()
    limits.lineOctets = 61
    limits.tokens = 13
    limits.constituentsPerToken = 12
    limits.stepsPerToken = 90
    limits.looks = 3_000
    limits.constituentTokens = 6
    limits.textTokens = 3
    limits.nameTokens = 2
    limits.phones = 1
    limits.addressTokens = 4
    limits.readings = 4
    limits.intents = 3
    limits.spellingWords = 2
    limits.spellingOctets = 5
    limits.spellingOffers = 1
    return limits
  }()

  private let reader: Reader
  private let narrow: Reader
  private let circumstances: Circumstances

  init(_ grammar: CompiledGrammar) throws {
    reader = Reader(grammar: grammar)
    narrow = Reader(grammar: grammar, limits: Self.small)
    circumstances = try Circumstances()
  }

  func check(_ line: [UInt8], _ first: UInt8, _ second: UInt8) -> Verdict {
    var verdict = Verdict()
    let context = circumstances.context(first, second)
    let begin = ThreadTime.nanoseconds
    let readings = reader.read(line, in: context)
    verdict.nanoseconds = ThreadTime.nanoseconds - begin
    verdict.isTaken = !readings.isEmpty
    check(readings, of: line, in: context, Self.limits, &verdict)
    // The line itself draws what else is tried with it: most lines are read once.
    let lot = line.reduce(first ^ second) { $0 &* 31 &+ $1 } & 7
    if lot == 0 {
      verdict.expect(
        reader.read(line, in: context) == readings, "read twice, the line means two things")
    } else if lot == 1 {
      let parts = reader.parts(of: line, in: context)
      check([parts], of: line, in: context, Self.limits, &verdict)
      verdict.expect(parts.intent == .nothing, "parts have an intent")
    } else if lot == 2 {
      let readings = narrow.read(line, in: context)
      check(readings, of: line, in: context, Self.small, &verdict)
    }
    return verdict
  }

  private func check(
    _ readings: [Reading], of line: [UInt8], in context: ReadingContext, _ limits: ReadingLimits,
    _ verdict: inout Verdict
  ) {
    verdict.expect(readings.count <= limits.readings, "\(readings.count) readings")
    for (better, worse) in zip(readings, readings.dropFirst()) {
      verdict.expect(better.score >= worse.score, "a worse reading stands first")
    }
    let isUTF8 = String(validating: line, as: UTF8.self) != nil
    for reading in readings {
      for range in reading.slots.places + reading.unused {
        checkPlace(range, in: line, isUTF8, &verdict)
      }
      for (one, next) in zip(reading.unused, reading.unused.dropFirst()) {
        verdict.expect(one.upperBound <= next.lowerBound, "unused words overlap: \(one), \(next)")
      }
      verdict.expect(
        reading.unused.count <= min(limits.tokens, limits.lineOctets) + 1, "too much is unused")
      check(reading.slots, in: context, limits, &verdict)
      let written = reading.line(of: line, vocabulary: context.vocabulary)
      verdict.expect(!written.isEmpty, "a reading is written as nothing")
      if isUTF8, !String(decoding: line, as: UTF8.self).unicodeScalars.contains("\u{FFFD}") {
        verdict.expect(
          !written.unicodeScalars.contains("\u{FFFD}"), "a character is cut: \(written)")
      }
    }
  }

  private func checkPlace(
    _ range: OctetRange, in line: [UInt8], _ isUTF8: Bool, _ verdict: inout Verdict
  ) {
    let isInside = range.lowerBound >= 0 && range.upperBound <= line.count && !range.isEmpty
    verdict.expect(isInside, "\(range) is not in the line")
    guard isInside, isUTF8 else { return }
    let ends = range.upperBound == line.count || line[range.upperBound] & 0xC0 != 0x80
    verdict.expect(line[range.lowerBound] & 0xC0 != 0x80 && ends, "\(range) cuts a character")
  }

  private func check(
    _ slots: Slots, in context: ReadingContext, _ limits: ReadingLimits, _ verdict: inout Verdict
  ) {
    let vocabulary = context.vocabulary
    for room in slots.rooms.map(\.value) + [slots.targetRoom?.value].compactMap(\.self) {
      switch room {
      case .known(let index):
        verdict.expect(vocabulary.rooms.indices.contains(index), "no room \(index)")
      case .pattern(let text): verdict.expect(!text.isEmpty, "a pattern of nothing")
      case .spokenOf: break
      case .unknown(let text, let nearest):
        verdict.expect(!text.isEmpty, "an unknown room without a name")
        verdict.expect(nearest.count <= limits.spellingOffers, "\(nearest.count) offers")
        verdict.expect(
          nearest.allSatisfy(vocabulary.rooms.indices.contains), "a room that is not offered")
      }
    }
    for equipment in slots.equipment.map(\.value) {
      switch equipment {
      case .known(let indices):
        verdict.expect(
          !indices.isEmpty && indices.allSatisfy(vocabulary.equipment.indices.contains),
          "no such equipment")
      case .unknown(let text): verdict.expect(!text.isEmpty, "equipment without a name")
      }
    }
    if let index = slots.location?.value {
      verdict.expect(vocabulary.locations.indices.contains(index), "no such location")
    }
    let phones = slots.people.compactMap(\.phone)
    verdict.expect(phones.count <= max(1, limits.phones), "\(phones.count) telephone numbers")
    for person in slots.people {
      let isSomebody =
        person.name != nil || person.email != nil || person.phone != nil || person.isSpeaker
      verdict.expect(isSomebody, "a person of whom nothing was said")
      if let name = person.name?.value { verdict.expect(!name.isEmpty, "an empty name") }
    }
    if case .number(let number)? = slots.choice?.value {
      verdict.expect(number >= 0, "choice \(number)")
    }
    if let count = slots.headcount?.value { verdict.expect(count >= 0, "\(count) people") }
    for when in slots.when + [slots.target].compactMap(\.self) {
      if let minutes = when.lengthMinutes?.value {
        verdict.expect(minutes >= 0, "a length of \(minutes) minutes")
      }
      if case .among(let first, let last)? = when.day?.value {
        verdict.expect(first <= last, "days from \(first) to \(last)")
      }
    }
  }
}

extension Slots {
  /// Where everything stands that was said.
  fileprivate var places: [OctetRange] {
    var places = rooms.map(\.range) + equipment.map(\.range)
    for when in self.when + [target].compactMap(\.self) {
      places += [
        when.day?.range, when.start?.range, when.end?.range, when.lengthMinutes?.range,
        when.fromNowMinutes?.range, when.window?.range, when.shift?.range,
      ].compactMap(\.self)
    }
    for person in people {
      places += [person.name?.range, person.email?.range, person.phone?.range].compactMap(\.self)
    }
    places += [
      targetRoom?.range, headcount?.range, squareMetres?.range, seats?.range, floor?.range,
      location?.range, stepFree?.range, title?.range, description?.range, booking?.range,
      choice?.range, isPrivate?.range, mine?.range, anyway?.range, also?.range, field?.range,
      language?.range,
    ].compactMap(\.self)
    return places
  }
}
