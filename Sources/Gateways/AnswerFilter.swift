// Takes the secrets out of an answer before anybody else sees it (rules R11 and R21): tokens become
// handles, keys of card services vanish.

internal import JSON
public import Mobility

/// Exchanges secrets for handles.
public struct AnswerFilter: Sendable {
  let depthMax: Int
  let tokenOctetsMax: Int
  /// Keeps a secret; nil where it cannot, and then the answer is without it.
  let keep: @Sendable (Secret) -> SecretHandle?

  /// What exchanges secrets of at most so many octets, as deep in an answer as it is read.
  public init(
    depthMax: Int, tokenOctetsMax: Int, keep: @escaping @Sendable (Secret) -> SecretHandle?
  ) {
    (self.depthMax, self.tokenOctetsMax, self.keep) = (depthMax, tokenOctetsMax, keep)
  }

  /// The body of an answer without secrets. What is no JSON is left as it is, but nothing of it if
  /// it comes from who signs people in, and no more than its first octet where it looks like JSON:
  /// that is as unreadable, and tells no token.
  public func filtered(_ octets: [UInt8], isFromIdentity: Bool) -> [UInt8] {
    guard !octets.isEmpty else { return octets }
    do throws(JSONFault) {
      let limits = JSONLimits(octetsMax: octets.count, depthMax: depthMax)
      let reading = try JSONReading(parsing: octets, limits: limits)
      var pass = Pass(filter: self)
      let value = pass.filtered(reading.value, .top)
      return pass.hasChanged || reading.valueFault != nil ? value.octets : octets
    } catch {
      guard !isFromIdentity else { return [] }
      guard let first = octets.first(where: { $0 > 0x20 }), Self.openings.contains(first) else {
        return octets
      }
      return [first]
    }
  }

  /// How JSON begins that may hold something.
  private static let openings = Set("{[\"".utf8)

  /// Names whose values are tokens, as they are written at the top of an answer.
  private static let tokens: Set = [
    "access_token", "refresh_token", "device_code", "id_token", "userToken",
  ]
  /// Ids of fields whose values are secrets.
  private static let fields = tokens.union(["clientSecret"])
  /// The same names however they are written, anywhere.
  private static let tokensAnyhow = Set(tokens.map(plain))
  /// Names whose values nobody needs, however they are written, anywhere.
  private static let unwanted: Set = [
    "clientsecret", "ephemeralkey", "publishableapikey", "publishablekey",
  ]
  private static let paymentIntents: Set = ["paymentintent", "paymentintents"]

  /// Without case and what joins words: `client_secret` is `clientSecret`.
  private static func plain(_ name: String) -> String {
    name.utf8.count > 32 ? name : name.lowercased().filter { $0 != "_" && $0 != "-" }
  }
}

extension AnswerFilter {
  /// Where in an answer a value stands.
  private enum Place { case top, inside, inPaymentIntent }

  /// One way through an answer.
  private struct Pass {
    let filter: AnswerFilter
    var hasChanged = false

    mutating func filtered(_ value: JSONValue, _ place: Place) -> JSONValue {
      switch value {
      case .object(let object): return .object(filtered(object, place))
      case .array(let elements):
        let inside: Place = place == .inPaymentIntent ? .inPaymentIntent : .inside
        return .array(elements.map { filtered($0, inside) })
      case .null, .bool, .integer, .number, .string: return value
      }
    }

    private mutating func filtered(_ object: JSONObject, _ place: Place) -> JSONObject {
      var members: [(String, JSONValue)] = []
      for member in object.members {
        guard let value = filtered(member, place) else {
          hasChanged = true
          continue
        }
        members.append((member.name, value))
      }
      return withoutSecretValue(JSONObject(members))
    }

    /// The value of a member; nil where it has to go.
    private mutating func filtered(_ member: JSONObject.Member, _ place: Place) -> JSONValue? {
      let name = AnswerFilter.plain(member.name)
      if AnswerFilter.unwanted.contains(name) { return nil }
      if place == .inPaymentIntent, name == "secret" { return nil }
      if AnswerFilter.tokensAnyhow.contains(name) {
        let isTop = place == .top && AnswerFilter.tokens.contains(member.name)
        guard isTop || member.value.isBlankSecret else { return nil }
        return exchanged(member.value)
      }
      guard AnswerFilter.paymentIntents.contains(name) else {
        return filtered(member.value, place == .inPaymentIntent ? place : .inside)
      }
      // As text it is the secret, or contains it.
      if member.value.string != nil { return nil }
      return filtered(member.value, .inPaymentIntent)
    }

    /// A field of a form: its value stands beside its id.
    private mutating func withoutSecretValue(_ object: JSONObject) -> JSONObject {
      guard let value = object["value"], !value.isBlankSecret else { return object }
      let isPassword = object["type"]?.string?.lowercased() == "password"
      let isSecret = object["id"]?.string.map(AnswerFilter.fields.contains) ?? false
      guard isPassword || isSecret else { return object }
      var object = object
      object["value"] = isPassword ? nil : exchanged(value)
      hasChanged = true
      return object
    }

    /// The handle of a secret; nil where none can be had. Nothing instead of a secret stays.
    private mutating func exchanged(_ value: JSONValue) -> JSONValue? {
      if value.isBlankSecret { return value }
      guard let text = value.string, text.utf8.count <= filter.tokenOctetsMax,
        let handle = filter.keep(Secret(Array(text.utf8)))
      else { return nil }
      hasChanged = true
      return .string(handle.text)
    }
  }
}

extension JSONValue {
  /// Whether no secret stands here.
  fileprivate var isBlankSecret: Bool { isNull || string?.isEmpty == true }
}
