// Answers to the fields of a form, and how they are written on their way out (rule R6).

public import CivilTime
internal import JSON

/// An answer to a field, by what it is; how it is written settles the field.
public enum FieldAnswer: Hashable, Sendable {
  /// A line.
  case text(String)
  /// A number.
  case number(Double)
  /// Yes or no.
  case flag(Bool)
  /// A time of day, in seconds after midnight.
  case time(seconds: Int)
  /// One of the options.
  case option(FormOption)
  /// A place.
  case place(Place)
  /// A moment.
  case moment(Instant)
  /// What nobody reads: the shell fills it in when it sends.
  case secret(SecretHandle)

  /// As the kind of field wants it; nil for a secret, which stands nowhere.
  func value(for kind: Field.Kind) -> JSONValue? {
    switch self {
    case .text(let text): .string(text)
    case .number(let number): Self.number(number, asText: kind.takesText)
    case .flag(let truth): kind.takesText ? .string(String(truth)) : .bool(truth)
    case .time(let seconds): Self.number(Double(seconds), asText: kind.takesText)
    case .option(let option): option.whole
    case .place(let place): place.asSent
    case .moment(let instant): Self.moment(instant, for: kind)
    case .secret: nil
    }
  }

  /// A whole number without a fraction: some services take `2` where they refuse `2.0`.
  private static func number(_ number: Double, asText: Bool) -> JSONValue {
    let whole = Int64(exactly: number)
    if asText { return .string(whole.map(String.init) ?? String(number)) }
    // JSON has no way to write what is not finite.
    return whole.map { .integer($0) } ?? (number.isFinite ? .number(number) : .null)
  }

  /// In the unit in which the field came, else in seconds.
  private static func moment(_ instant: Instant, for kind: Field.Kind) -> JSONValue {
    guard case .moment(let unit, _) = kind else { return .integer(instant.seconds) }
    switch unit {
    case .seconds: return .integer(instant.seconds)
    case .milliseconds: return .integer(instant.milliseconds)
    case .iso: return .string(instant.rfc3339)
    }
  }
}

extension Field.Kind {
  /// Whether a number, a time or a truth is sent as a text, as it came.
  fileprivate var takesText: Bool {
    switch self {
    case .number(_, _, let asText), .time(let asText), .flag(let asText): asText
    case .text: true
    case .password, .option, .address, .moment, .link, .external, .form, .code, .other: false
    }
  }
}

extension Place {
  /// As a field of a form takes it: what is known of it.
  fileprivate var asSent: JSONValue {
    var object = JSONObject()
    object["lat"] = latitude.map { .number($0) }
    object["lng"] = longitude.map { .number($0) }
    object["address"] = (address ?? name).map { .string($0) }
    object["name"] = name.map { .string($0) }
    return .object(object)
  }
}
