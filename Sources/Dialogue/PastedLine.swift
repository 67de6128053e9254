// Lines that are no language: an address, of which what stands there is asked for; and JSON, which
// may hold a trip.

public import Mobility

extension WebAddress {
  /// The address of which a line consists, but for a word or two: nothing else that is said here is
  /// one.
  public init?(saidBy line: [UInt8]) {
    let words = String(decoding: line, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    let addresses = words.compactMap { word -> WebAddress? in
      // As a chat may mark it: `<https://…|title>`.
      let bare = word.drop { $0 == "<" }.prefix { $0 != ">" && $0 != "|" }
      return bare.lowercased().hasPrefix("http") ? WebAddress(String(bare)) : nil
    }
    guard addresses.count == 1, words.count <= Self.wordsBesideMax + 1 else { return nil }
    self = addresses[0]
  }

  /// How many words may stand beside an address, as `please take this trip`; 6.
  private static let wordsBesideMax = 6
}

/// JSON in the place of words.
public enum PastedJSON: Hashable, Sendable {
  /// It holds these trips, as the mobility service writes them.
  case trips([Trip])
  /// It holds none.
  case other

  /// What was pasted; nil for a line that is no JSON. Relative addresses in it are below the base.
  public init?(saidBy line: [UInt8], below base: WebAddress?) {
    let isObject =
      line.first { $0 > 0x20 } == UInt8(ascii: "{") && line.last { $0 > 0x20 } == UInt8(ascii: "}")
    guard isObject else { return nil }
    do throws(AnswerFault) {
      let trips = try TripAnswer(parsing: line, from: base, limits: MobilityLimits()).trips
      self = trips.isEmpty ? .other : .trips(trips)
    } catch {
      if case .unreadable(let fault) = error, fault.reason == .json { return nil }
      self = .other
    }
  }
}
