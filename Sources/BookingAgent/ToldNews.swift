// News that people at terminals were told, until they are noted as heard.

/// The numbers of news that were told to people and are not noted as heard: what a process tells
/// may die with it, so they count as heard only once they have left.
struct ToldNews: Sendable {
  /// Told in the wake in hand, whose output is still to leave.
  var leaving: Set<Int> = []
  /// Told, and gone out.
  var left: Set<Int> = []

  var isEmpty: Bool { leaving.isEmpty && left.isEmpty }

  var all: Set<Int> { leaving.union(left) }

  func contains(_ seq: Int) -> Bool { leaving.contains(seq) || left.contains(seq) }

  /// The output has left.
  mutating func leave() {
    left.formUnion(leaving)
    leaving = []
  }
}
