// Which times only say again what stands before them: `Wednesday (the 25th) 10-11` is one time.

internal import CivilTime

extension [When] {
  /// The same without those that only say again what stands right before them.
  var withoutRepeats: [When] {
    indices.filter { $0 == 0 || !self[$0].isSaidAgain(after: self[$0 - 1]) }.map { self[$0] }
  }
}

extension When {
  /// Whether it is the time of one day that another is, whatever the words.
  fileprivate func isSaidAgain(after other: When) -> Bool {
    guard case .on(let date) = day?.value, case .on(date) = other.day?.value else { return false }
    return start?.value == other.start?.value && end?.value == other.end?.value
      && lengthMinutes?.value == other.lengthMinutes?.value && bound == other.bound
      && window?.value == other.window?.value && shift?.value == other.shift?.value
      && fromNowMinutes == nil && other.fromNowMinutes == nil && zone == nil
      && other.zone == nil && noTime == nil && startsAsBefore == nil
  }
}
