// What is sent to the service: forms, what is asked before a product, what goes with an action, and
// who signs in. Secrets stand in none of it, only where they will stand.

internal import JSON

extension Form {
  /// The form with these answers by id (rule R6): every field that is not read-only, hidden ones
  /// too, in the order of the form; without an answer with the value that came, if any did.
  public func body(answers: [String: FieldAnswer]) -> Errand.Body {
    var input: [JSONValue] = []
    var secrets: [JSONPath: SecretHandle] = [:]
    for field in fields where field.isSent {
      var entry: JSONObject = ["id": .string(field.id), "type": .string(field.type)]
      if case .secret(let handle) = answers[field.id] {
        secrets[Errand.Body.path(input.count, "value")] = handle
        entry["value"] = ""
      } else {
        entry["value"] = answers[field.id].map { $0.value(for: field.kind) ?? "" } ?? field.value
      }
      input.append(.object(entry))
    }
    return Errand.Body(.json, ["input": .array(input)], secrets: secrets)
  }
}

/// An answer to what is asked before a product is booked.
public enum InputAnswer: Hashable, Sendable {
  /// A text, or the id of a choice.
  case one(String)
  /// The ids of several choices.
  case several([String])
  /// What nobody reads: the shell fills it in when it sends.
  case secret(SecretHandle)
}

extension Product {
  /// What books it: its inputs with these answers by id, without one with the value that came; and
  /// how many of which tickets, by id, without a number as many as came.
  public func body(answers: [String: InputAnswer], quantities: [String: Int]) -> Errand.Body {
    var input: [JSONValue] = []
    var secrets: [JSONPath: SecretHandle] = [:]
    for asked in inputs {
      var entry: JSONObject = ["id": .string(asked.id), "type": .string(asked.kind.name)]
      switch answers[asked.id] {
      case .one(let text): asked.kind.put([text], into: &entry)
      case .several(let texts): asked.kind.put(texts, into: &entry)
      case .secret(let handle):
        secrets[Errand.Body.path(input.count, "value")] = handle
        entry["value"] = ""
      case nil:
        asked.kind.put(asked.kind.takesSeveral ? asked.values : [asked.value], into: &entry)
      }
      input.append(.object(entry))
    }
    var body: JSONObject = ["input": .array(input)]
    if !fares.isEmpty {
      let taken = fares.compactMap { fare -> JSONValue? in
        let quantity = quantities[fare.id] ?? fare.quantity
        return quantity > 0 ? ["id": .string(fare.id), "value": .integer(Int64(quantity))] : nil
      }
      body["fares"] = .array(taken)
    }
    return Errand.Body(.json, .object(body), secrets: secrets)
  }
}

extension ProductInput.Kind {
  /// As the service names it.
  fileprivate var name: String {
    switch self {
    case .text: "LONG_TEXT"
    case .single: "SINGLE_CHOICE"
    case .multiple: "MULTIPLE_CHOICE"
    case .returnTrip: "RETURN_TRIP"
    case .number: "NUMBER"
    case .terms: "TERMS"
    case .other(let name): name
    }
  }

  fileprivate var takesSeveral: Bool {
    switch self {
    case .multiple: true
    case .text, .single, .returnTrip, .number, .terms, .other: false
    }
  }

  /// Writes `values` where several are taken, else `value`.
  fileprivate func put(_ texts: [String], into entry: inout JSONObject) {
    if takesSeveral {
      entry["values"] = .array(texts.map { .string($0) })
    } else {
      entry["value"] = .string(texts.first ?? "")
    }
  }
}

extension RideAction {
  /// What goes with the action, with these answers by field; nil where nothing does, and it is
  /// asked for by GET.
  public func body(answers: [String: String]) -> Errand.Body? {
    guard !inputs.isEmpty else { return nil }
    let input = inputs.map { input -> JSONValue in
      let value = input.isHidden ? input.value : answers[input.field] ?? input.value
      return ["field": .string(input.field), "value": .string(value ?? "")]
    }
    return Errand.Body(.json, ["input": .array(input)])
  }
}

extension Errand.Body {
  /// Signs somebody in to the service.
  public static func signIn(name: String, password: SecretHandle) -> Errand.Body {
    Errand.Body(
      .json, ["username": .string(name), "password": ""],
      secrets: [JSONPath.root.appending("password"): password])
  }

  /// Where a member of an entry of the input stands.
  fileprivate static func path(_ place: Int, _ name: String) -> JSONPath {
    JSONPath.root.appending("input").appending(place).appending(name)
  }
}
