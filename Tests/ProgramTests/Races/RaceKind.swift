// What two people do at the same moment to one span of one room.

/// A way to race. What each does before is done alone and must work.
enum RaceKind: String, CaseIterable {
  /// Both book the span.
  case bookAndBook
  /// Both book spans that overlap.
  case bookAndOverlap
  /// One moves a booking there, the other books it.
  case changeAndBook
  /// Both move a booking there.
  case changeAndChange
  /// One gives the span up, the other books it.
  case cancelAndBook
  /// One takes back the giving up, the other books it.
  case restoreAndBook
  /// One person on two connections.
  case bookAndBookByOne
  /// One message on two connections.
  case oneMessageTwice
}

/// A race that was run, to be compared with the store.
struct RunRace {
  let number: Int
  let kind: RaceKind
  let span: Hold
  /// Whose booking holds the span; nil if nobody's does.
  let winner: Int?
}
