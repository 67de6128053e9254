// What an HTTP answer of a gateway means: pure, whatever the octets are.

public import CivilTime
internal import JSON
internal import Passes

/// An answer that came back over HTTP, read to its end.
public struct GatewayReply: Hashable, Sendable {
  /// The HTTP status.
  public let status: Int
  /// What `Retry-After` says in seconds from now; nil if it says nothing.
  public let retryAfterSeconds: Int?
  /// The body.
  public let octets: [UInt8]

  /// An answer, all of it.
  public init(status: Int, retryAfterSeconds: Int? = nil, octets: [UInt8]) {
    self.status = status
    self.retryAfterSeconds = retryAfterSeconds
    self.octets = octets
  }

  /// What it means as the answer to `sendpass`.
  ///
  /// An error object with a code of 1000 to 9999 counts under any status. Else a status beyond 2yz
  /// is told as such; a redirection is not followed, since passes go only where the configuration
  /// says. Else only `{"success": true}` is success.
  public func sendpassAnswer(limits: GatewayLimits = GatewayLimits()) -> GatewayAnswer {
    switch content(octetsMax: limits.answerOctetsMax, limits) {
    case .error(let error):
      let outcome: GatewayOutcome =
        error.code > 4000
        ? .halted(code: error.code, index: error.index, text: error.text)
        : .refused(code: error.code, text: error.text)
      return GatewayAnswer(outcome, errorMembers: error.members)
    case .value where !isFine, .unreadable where !isFine:
      return GatewayAnswer(.http(status: status, retryAfterSeconds: retryAfter(limits)))
    case .value(let value) where value["success"]?.bool == true && value["error"]?.isNull ?? true:
      return GatewayAnswer(.success)
    case .value(let value):
      return GatewayAnswer(.nonsense(reason: Self.reasonOfNonsense(value)))
    case .unreadable(let reason): return GatewayAnswer(.nonsense(reason: reason))
    }
  }

  /// What it means as the answer to `getrooms` for a day.
  public func roomsAnswer(
    on date: CivilDate, limits: GatewayLimits = GatewayLimits()
  ) -> Result<RoomsAnswer, RoomsFailure> {
    switch content(octetsMax: limits.roomsOctetsMax, limits) {
    case .error(let error): return .failure(.refused(code: error.code, text: error.text))
    case .value where !isFine, .unreadable where !isFine:
      return .failure(.http(status: status))
    case .value(let value):
      do throws(ShapeFault) {
        return .success(try RoomsAnswer(value, on: date, limits: limits))
      } catch {
        return .failure(.nonsense(reason: error.description.shown(octetsMax: limits.textOctetsMax)))
      }
    case .unreadable(let reason): return .failure(.nonsense(reason: reason))
    }
  }

  private var isFine: Bool { (200...299).contains(status) }

  private func retryAfter(_ limits: GatewayLimits) -> Int? {
    retryAfterSeconds.map { min(max($0, 0), limits.retryAfterSecondsMax) }
  }
}

extension GatewayReply {
  /// A gateway's error object.
  private struct ErrorObject {
    let code: Int
    let index: Int?
    let text: String
    let members: JSONObject
  }

  private enum Content {
    case error(ErrorObject)
    case value(JSONValue)
    case unreadable(String)
  }

  private func content(octetsMax: Int, _ limits: GatewayLimits) -> Content {
    guard !octets.isEmpty else { return .unreadable("an empty answer") }
    do throws(JSONFault) {
      let jsonLimits = JSONLimits(octetsMax: octetsMax, depthMax: limits.depthMax)
      let value = try JSONValue(parsing: octets, limits: jsonLimits)
      return Self.error(in: value, limits).map(Content.error) ?? .value(value)
    } catch {
      let first = octets.first { $0 > 0x20 }
      return .unreadable(
        first == UInt8(ascii: "<")
          ? "a page instead of JSON"
          : "no JSON: \(error.reason.words) (octet \(error.offset))")
    }
  }

  private static func error(in value: JSONValue, _ limits: GatewayLimits) -> ErrorObject? {
    // Success and an error at once contradict each other: neither is believed.
    guard let members = value["error"]?.object, value["success"]?.bool != true,
      let code = members["code"]?.writtenInteger, (1000...9999).contains(code)
    else { return nil }
    let index = members["index"]?.writtenInteger ?? value["index"]?.writtenInteger
    let text = members["text"]?.string ?? ""
    return ErrorObject(
      code: Int(code), index: index.map { Int($0) },
      text: text.shown(octetsMax: limits.textOctetsMax), members: members)
  }

  private static func reasonOfNonsense(_ value: JSONValue) -> String {
    guard value.object != nil else { return "a \(value.kindName) instead of an object" }
    if let error = value["error"], !error.isNull {
      return value["success"]?.bool == true
        ? "success and an error at once" : "an error without a code of 1000 to 9999"
    }
    return "neither success nor an error"
  }
}
