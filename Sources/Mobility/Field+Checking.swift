// Whether an answer may be sent for a field: what a form asks for is checked before it is sent.

internal import JSON

/// Why an answer to a field is not sent.
public enum FieldFault: String, Hashable, Sendable, CaseIterable {
  /// It must be answered.
  case required
  /// Another kind of answer is wanted.
  case kind
  /// It is longer than is taken.
  case tooLong
  /// It is no e-mail address.
  case email
  /// It is no telephone number.
  case phone
  /// Only digits are taken, or digits and what stands between them.
  case digits
  /// It is less or more than is taken.
  case range
  /// Only yes is taken.
  case mustBeYes
  /// It is none of what is offered.
  case notOffered
}

extension Field {
  /// Why an answer is not sent, or nil for one that is; of none, whether the field may be skipped.
  public func fault(of answer: FieldAnswer?, limits: MobilityLimits) -> FieldFault? {
    guard let answer else { return isRequired && value?.tolerantText == nil ? .required : nil }
    switch kind {
    case .text(let keyboard):
      if case .secret = answer { return nil }
      guard case .text(let text) = answer else { return .kind }
      if text.trimmed.isEmpty { return isRequired ? .required : nil }
      if text.utf8.count > limits.textOctetsMax { return .tooLong }
      return keyboard.fault(of: text.trimmed)
    case .number(let least, let most, _):
      guard case .number(let number) = answer, number.isFinite else { return .kind }
      return number < least ?? number || number > most ?? number ? .range : nil
    case .time:
      guard case .time(let seconds) = answer else { return .kind }
      return (0..<86_400).contains(seconds) ? nil : .range
    case .password: if case .secret = answer { return nil } else { return .kind }
    case .flag:
      guard case .flag(let truth) = answer else { return .kind }
      return isRequired && !truth ? .mustBeYes : nil
    case .option(let options):
      guard case .option(let option) = answer else { return .kind }
      return options.contains { $0.whole == option.whole } ? nil : .notOffered
    case .address:
      guard case .place(let place) = answer else { return .kind }
      return place == Place() ? .required : nil
    case .moment: if case .moment = answer { return nil } else { return .kind }
    case .other: if case .text = answer { return nil } else { return .kind }
    case .link, .external, .form, .code: return .kind
    }
  }
}

extension Field.Keyboard {
  // E.164: at most 15 digits; the shortest numbers that are called have three.
  private static let phoneDigits = 3...15

  /// Why a line does not look as it must.
  fileprivate func fault(of text: Substring) -> FieldFault? {
    let digits = text.utf8.count { (0x30...0x39).contains($0) }
    switch self {
    case .text: return nil
    case .email:
      let parts = text.split(separator: "@", omittingEmptySubsequences: false)
      let isAddress =
        parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
        && !text.contains { $0.isWhitespace }
      return isAddress ? nil : .email
    case .phone:
      let isNumber = text.utf8.allSatisfy { octet in
        (0x30...0x39).contains(octet) || "+-()./ ".utf8.contains(octet)
      }
      return isNumber && Self.phoneDigits.contains(digits) ? nil : .phone
    case .number: return digits == text.utf8.count ? nil : .digits
    case .punctuated:
      let isPunctuated = text.utf8.allSatisfy { octet in
        (0x20...0x40).contains(octet)
      }
      return digits > 0 && isPunctuated ? nil : .digits
    }
  }
}
