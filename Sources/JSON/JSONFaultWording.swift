// The words for the faults of a JSON text, for people who write building and configuration files.

extension JSONFault.Reason {
  /// What is wrong, as the end of a sentence that begins with the place.
  public var words: String {
    switch self {
    case .tooLong: "the text is longer than is taken"
    case .tooDeep: "lists and objects are nested deeper than is taken"
    case .byteOrderMark: "the text begins with a byte order mark; save it as plain UTF-8"
    case .unexpected: "this is not expected here"
    case .unterminated: "the text ends too early"
    case .trailingGarbage: "something follows after the end of the value"
    case .trailingComma: "a comma stands before a closing bracket"
    case .leadingZero: "a number begins with a needless 0"
    case .duplicateName: "this name stands twice in one object"
    case .control: "a control character stands in a string; write it as \\u00XX"
    case .badEscape: "this is no escape that JSON knows"
    case .notUTF8: "this is not UTF-8"
    case .loneSurrogate: "half of a surrogate pair stands alone"
    case .numberOutOfRange: "the number is too large"
    }
  }
}
