// Reading lines without talking: what each means, as JSON, for measuring and for programs that only
// want the meaning. No booking is looked at and nothing is remembered from line to line.

import BookingAgent
import Bookings
import CivilTime
import Dialogue
import JSON
import Language
public import LineProtocol

/// Answers rows of JSON Lines, or plain lines, each with one line of JSON.
public struct LineParsing: Sendable {
  /// How a row is written.
  public enum Form: Hashable, Sendable {
    /// An object with `text` and, if wanted, `id`, `now`, `language` and `dateOrder`.
    case json
    /// The line itself.
    case text
  }

  private let reader: Reader
  private let context: ReadingContext
  private let form: Form
  private let clock: HouseClock
  private let zone: ZoneRules
  private let limits: ProtocolLimits
  private var rows = 0

  /// Reads as a house of these settings would.
  public init(_ settings: HouseSettings, form: Form) {
    let policy = settings.building.policy
    reader = Reader(grammar: settings.grammar)
    context = ReadingContext(
      now: settings.zone.civil(at: settings.clock.now), dateOrder: settings.habits.dateOrder,
      hours: ClockWindow(from: policy.opens, to: policy.closes) ?? .usual,
      vocabulary: Vocabulary(of: settings.building), zone: settings.zone,
      phoneRegion: settings.habits.phoneRegion)
    self.form = form
    clock = settings.clock
    zone = settings.zone
    limits = settings.agent.protocolLimits
  }

  /// A framer for rows: lines of at most 65,536 octets.
  public var framer: LineFramer {
    LineFramer(mode: .json, limits: limits, refusesOtherProtocols: false)
  }

  /// The answer to a row, with a line feed at its end; empty for a row that is blank.
  public mutating func answer(_ line: FramedLine) -> [UInt8] {
    switch line {
    case .line(let octets):
      if octets.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return [] }
      rows += 1
      return (answer(octets) as JSONValue).octets + [0x0A]
    case .refused(let fault): return refused(fault.reply.lines.joined(separator: " "))
    case .hopeless(let fault): return refused(fault.reply.lines.joined(separator: " "))
    case .switchedToJSON: return []
    }
  }

  private mutating func refused(_ words: String) -> [UInt8] {
    rows += 1
    return Self.fault(id: .null, words).octets + [0x0A]
  }

  private func answer(_ octets: [UInt8]) -> JSONValue {
    var context = context
    context.now = zone.civil(at: clock.now)
    switch form {
    case .text:
      let id = JSONValue.string(String(rows))
      guard octets.firstOctetOutsideUTF8 == nil else {
        return Self.fault(id: id, "the line is not UTF-8")
      }
      return meaning(of: octets, id: id, in: context)
    case .json:
      let row: JSONValue
      do throws(JSONFault) {
        row = try JSONValue(parsing: octets)
      } catch {
        return Self.fault(id: .null, "no JSON: \(error.reason.words) (octet \(error.offset))")
      }
      let id = row["id"] ?? .null
      guard let text = row["text"]?.string else { return Self.fault(id: id, "text is missing") }
      do throws(RowFault) {
        try Self.take(row, into: &context)
      } catch {
        return Self.fault(id: id, error.words)
      }
      return meaning(of: Array(text.utf8), id: id, in: context)
    }
  }

  /// A member of a row that is not what it must be.
  private struct RowFault: Error { let words: String }

  private static func take(
    _ row: JSONValue, into context: inout ReadingContext
  ) throws(RowFault) {
    if let now = row["now"], !now.isNull {
      // Seconds change nothing: what people say is told to the minute.
      guard let moment = now.string.flatMap({ CivilMoment(String($0.prefix(16))) }) else {
        throw RowFault(words: "now must be written as 2026-11-24T09:07:00")
      }
      context.now = moment
    }
    if let language = row["language"], !language.isNull {
      guard let code = language.string, (2...8).contains(code.utf8.count) else {
        throw RowFault(words: "language must be a code such as \"en\"")
      }
      context.speakerLanguage = LanguageTag(code)
    }
    if let order = row["dateOrder"], !order.isNull {
      switch order.string {
      case "dmy": context.dateOrder = .dayFirst
      case "mdy": context.dateOrder = .monthFirst
      default: throw RowFault(words: "dateOrder must be \"dmy\" or \"mdy\"")
      }
    }
  }

  private func meaning(
    of octets: [UInt8], id: JSONValue, in context: ReadingContext
  ) -> JSONValue {
    // What is not ours may name days and people all the same.
    let reading = reader.read(octets, in: context).first ?? reader.parts(of: octets, in: context)
    return ParsedLine(reading, of: octets, in: context).json(id: id)
  }

  private static func fault(id: JSONValue, _ words: String) -> JSONValue {
    ["id": id, "error": ["message": .string(words)]]
  }
}
