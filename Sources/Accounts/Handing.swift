// How the service is handed tokens that we got for it (rule R3 a).

public import JSON
public import Mobility

/// What the service is sent once leave is given: its own form, in which the tokens are filled in.
public struct Handing: Hashable, Codable, Sendable {
  /// Where.
  public var address: WebAddress
  /// The fields of the form that are sent, in their order.
  public var fields: [Field]

  /// A field that is sent.
  public struct Field: Hashable, Codable, Sendable {
    /// As it is sent.
    public var id: String
    /// As it came.
    public var type: String
    /// As it came.
    public var value: JSONValue
    /// A field that is sent.
    public init(id: String, type: String, value: JSONValue) {
      (self.id, self.type, self.value) = (id, type, value)
    }
  }

  /// What is sent, and where.
  public init(address: WebAddress, fields: [Field]) {
    (self.address, self.fields) = (address, fields)
  }

  /// What a form wants, or none if it is sent nowhere. Every field that is not read-only is sent
  /// (rule R6).
  init?(_ form: Form) {
    guard let address = form.action?.address else { return nil }
    self.address = address
    fields = form.fields.filter { !$0.isReadOnly }
      .map { Field(id: $0.id, type: $0.type, value: $0.value ?? "") }
  }

  /// What is sent with that pair.
  func body(_ account: LinkedAccount, expiresSeconds: Int?) -> Errand.Body {
    var secrets: [JSONPath: SecretHandle] = [:]
    var inputs: [JSONValue] = []
    for (place, field) in fields.enumerated() {
      var value = field.value
      let path = JSONPath.root.appending("input").appending(place).appending("value")
      switch field.id {
      case "access_token": secrets[path] = account.access
      case "refresh_token": secrets[path] = account.refresh
      case "expires_in": value = .string(expiresSeconds.map(String.init) ?? "")
      default: break
      }
      inputs.append(["id": .string(field.id), "type": .string(field.type), "value": value])
    }
    return Errand.Body(.json, ["input": .array(inputs)], secrets: secrets)
  }
}
