// The written form of what is kept: trips, purchases and the numbers given, each as one JSON text.

public import JSON
import Mobility

/// Why something is not written, or not read.
public enum WrittenFault: Error, Hashable, Sendable {
  /// It would have more octets than may be, or has: so many.
  case tooLong(Int)
  /// It is no JSON.
  case json(JSONFault)
  /// It was not written by us, or by a later version.
  case format
  /// A member is missing or of another kind, as a reader of code would say it.
  case member(String)
  /// It holds what no purchase or trip can be.
  case unsound
}

extension Purchase {
  /// The purchase as a JSON text. A list of products that is too long for it is left out.
  ///
  /// - Throws: `tooLong`; what nothing could be written of is `member`.
  public func written(limits: TravelLimits) throws(WrittenFault) -> [UInt8] {
    do throws(WrittenFault) {
      return try WrittenForm.octets(of: self, octetsMax: limits.writtenOctetsMax)
    } catch {
      guard case .tooLong = error, !products.isEmpty, !isListed else { throw error }
      var purchase = self
      (purchase.products, purchase.chosen) = ([], nil)
      return try WrittenForm.octets(of: purchase, octetsMax: limits.writtenOctetsMax)
    }
  }

  /// The purchase of such a text.
  ///
  /// - Throws: what is wrong with it.
  public init(written octets: [UInt8], limits: TravelLimits) throws(WrittenFault) {
    self = try WrittenForm.value(Purchase.self, of: octets, octetsMax: limits.writtenOctetsMax)
    guard isSound else { throw .unsound }
  }

  private var isListed: Bool { if case .listed = state { true } else { false } }

  /// Whether all that counts places in something counts places that are there, and no number is so
  /// high that none could follow.
  private var isSound: Bool {
    let asked: Questionnaire? =
      switch state {
      case .asking(let asked), .reviewing(let asked): asked
      case .linking(_, let step), .sending(_, let step), .agreement(_, let step): step.asked
      case .listing, .listed, .choosing, .confirming, .updating, .unsure, .following, .ended: nil
      }
    let tries: Int =
      switch state {
      case .updating(_, let tries, _), .unsure(_, let tries, _): tries
      case .linking, .sending, .agreement, .asking, .reviewing, .listing, .listed, .choosing,
        .confirming, .following, .ended:
        0
      }
    let isChosen = chosen.map(products.indices.contains) ?? true
    return isChosen && asked?.isSound ?? true && resume?.asked?.isSound ?? true
      && [id.number, errand?.number ?? 0, pages, refreshes, tries].areCounts
  }
}

extension KeptTrip {
  /// The trip as a JSON text.
  ///
  /// - Throws: `tooLong`; what nothing could be written of is `member`.
  public func written(limits: TravelLimits) throws(WrittenFault) -> [UInt8] {
    try WrittenForm.octets(of: self, octetsMax: limits.writtenOctetsMax)
  }

  /// The trip of such a text.
  ///
  /// - Throws: what is wrong with it.
  public init(written octets: [UInt8], limits: TravelLimits) throws(WrittenFault) {
    self = try WrittenForm.value(KeptTrip.self, of: octets, octetsMax: limits.writtenOctetsMax)
    guard isSound else { throw .unsound }
  }
}

extension TravelNumbers {
  /// The numbers as a JSON text.
  ///
  /// - Throws: `tooLong`.
  public func written(limits: TravelLimits) throws(WrittenFault) -> [UInt8] {
    try WrittenForm.octets(of: self, octetsMax: limits.writtenOctetsMax)
  }

  /// The numbers of such a text.
  ///
  /// - Throws: what is wrong with it.
  public init(written octets: [UInt8], limits: TravelLimits) throws(WrittenFault) {
    self = try WrittenForm.value(TravelNumbers.self, of: octets, octetsMax: limits.writtenOctetsMax)
    guard [errand, purchase].areCounts, Array(trips.values).areCounts else { throw .unsound }
  }
}

extension [Int] {
  /// Whether all count something, and there is room behind them.
  var areCounts: Bool { allSatisfy { (0...1 << 53).contains($0) } }
}

/// What is common to all that is written.
private enum WrittenForm {
  /// Forms nested in a form nested in a step, and what stands in their fields.
  private static let depthMax = 256
  private static let version: Int64 = 1

  static func octets(
    of value: some Encodable, octetsMax: Int
  ) throws(WrittenFault) -> [UInt8] {
    var octets = Array("{\"format\":\(version),\"kept\":".utf8)
    do {
      try ValueEncoder.write(value, into: &octets)
    } catch {
      throw .member("\(error)")
    }
    octets.append(UInt8(ascii: "}"))
    guard octets.count <= octetsMax else { throw .tooLong(octets.count) }
    return octets
  }

  static func value<Value: Decodable>(
    _ type: Value.Type, of octets: [UInt8], octetsMax: Int
  ) throws(WrittenFault) -> Value {
    guard octets.count <= octetsMax else { throw .tooLong(octets.count) }
    let written: JSONValue
    do throws(JSONFault) {
      let limits = JSONLimits(octetsMax: octetsMax, depthMax: depthMax)
      written = try JSONValue(parsing: octets, limits: limits)
    } catch {
      throw .json(error)
    }
    guard written["format"]?.integer == version, let kept = written["kept"] else { throw .format }
    do {
      return try ValueDecoder.value(type, of: kept)
    } catch {
      throw .member("\(error)")
    }
  }
}
