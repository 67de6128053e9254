// What is chosen of a line's constituents for an intent, and what it is chosen from.

/// A constituent that may stand in a reading as it is.
struct Candidate {
  let item: Int32
  let end: Int32
  let weight: Int32
  /// The bit of its kind of slot; 0 for a cue.
  let kind: UInt32
  let slot: Slot?
  /// The symbol of the intent whose cue it is; 0 for a slot.
  let cue: UInt16
}

/// The choice of constituents for one intent.
struct Cover {
  let intent: Intent
  /// The sum of weights.
  let score: Int
  /// The chosen constituents, in the order of the line.
  let chosen: [Int32]
  /// The tokens left aside that mean something.
  let unused: [Int]
  /// Those of them that carry no weight.
  var light: [Int] = []
  /// The numbers left aside that are parts of names, as in `booth 11`; each belongs to the word
  /// before it.
  var numbersOfNames: [Int] = []
  /// The words left aside that only go together as something people say to each other.
  var formulas: [Range<Int>] = []
  /// The clause that says what it is for.
  var titleClause: Range<Int>?
  /// The clauses left aside that say nothing of ours.
  var asides: [Range<Int>] = []
  /// What verbs left aside speak against it.
  var contradiction = 0
  /// The bits of the kinds of slots that the intent may have.
  let allowed: UInt32

  /// The score by which readings of different intents are compared.
  var rank: Int { score + contradiction + (intent == .details ? Weights.noCue : 0) }
}

extension Cover {
  /// What is chosen behind the first comma after a token; nil if it is nothing, or something there
  /// is left aside.
  func behindComma(after token: Int, _ chart: Chart) -> Cover? {
    let line = chart.line
    guard
      let comma = line.tokens.indices.dropFirst(token + 1).first(where: {
        line.isSign($0, 0x2C)
      })
    else { return nil }
    let behind = chosen.filter { Int(chart.constituent($0).start) > comma }
    guard !behind.isEmpty, !unused.contains(where: { $0 > comma }) else { return nil }
    return Cover(intent: intent, score: score, chosen: behind, unused: [], allowed: allowed)
  }
}

/// A token as covers weigh it.
struct Place {
  /// The first candidate that begins there.
  var first: Int32 = 0
  /// What leaving it aside costs.
  var skip: Int32 = 0
  /// The sum of the weights of the tokens before it.
  var worth: Int32 = 0
  /// Where a clause ends that begins there and says nothing of ours; 0 for none.
  var asideEnd: Int32 = 0
  /// Where words end that begin there and only go together as something that people say to each
  /// other, as `have a nice evening`; 0 for none.
  var formulaEnd: Int32 = 0
  /// Whether it is a number right behind a name that nobody knows: none that says when.
  var isBehindName = false
}
