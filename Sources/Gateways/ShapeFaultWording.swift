// The words for a list of rooms that is not of the expected shape, for who writes or serves it.

internal import JSON

extension ShapeFault.Reason {
  /// What is wrong, as the end of a sentence that begins with the place.
  public var words: String {
    switch self {
    case .notAList: "a list is expected here"
    case .notAnObject: "an object is expected here"
    case .notText: "text is expected here"
    case .empty: "this must not be empty"
    case .tooLong(let max): "this has more than \(max) octets"
    case .notPlain: "this holds an invisible character"
    case .notACount: "a whole number is expected here, as 22"
    case .notASize: "a size in square metres is expected here, as 60 or \"60 m²\""
    case .notASpan: "a span is expected here, as \"07:00 - 09:15\""
    case .endsBeforeStart: "this span ends before it begins"
    case .tooMany(let max): "this list has more than \(max) elements"
    case .twice: "another room has the same name"
    }
  }
}

extension ShapeFault: CustomStringConvertible {
  /// `[3].avail[1]: a span is expected here, as "07:00 - 09:15"`.
  public var description: String {
    path.steps.isEmpty ? reason.words : "\(path): \(reason.words)"
  }
}
