// Which fields are asked, and which are sent (rule R6).

extension Field {
  /// Whether it is sent with the form: hidden ones are, those that are only shown are not.
  public var isSent: Bool {
    guard !isReadOnly else { return false }
    switch kind {
    case .link, .external, .form, .code: return false
    case .text, .number, .time, .password, .flag, .option, .address, .moment, .other: return true
    }
  }

  /// Whether a person is shown it and may do something about it.
  public var isAsked: Bool {
    guard !isHidden, !isReadOnly else { return false }
    switch kind {
    case .code: return false
    case .text, .number, .time, .password, .flag, .option, .address, .moment, .link, .external,
      .form, .other:
      return true
    }
  }
}
