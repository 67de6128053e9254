// A phrase whose words, slots and parts are symbols.

/// What a phrase is made of, by symbols.
enum SymbolPhrase {
  case symbol(UInt16)
  case symbols([UInt16])
  case sequence([SymbolPhrase])
  case either([SymbolPhrase])
  indirect case perhaps(SymbolPhrase)

  /// All sequences of symbols that the phrase stands for, in the order in which it is written.
  /// There may be thousands: for the few phrases of which each way is looked at by itself.
  var ways: [[UInt16]] {
    switch self {
    case .symbol(let symbol): [[symbol]]
    case .symbols(let symbols): [symbols]
    case .perhaps(let inner): [[]] + inner.ways
    case .either(let options): options.flatMap(\.ways)
    case .sequence(let parts):
      parts.reduce([[]]) { heads, part in
        let tails = part.ways
        return heads.flatMap { head in tails.map { head + $0 } }
      }
    }
  }

  /// What can be told of the ways without writing them down.
  var summary: WaysSummary {
    switch self {
    case .symbol(let symbol): WaysSummary(symbol)
    case .symbols(let symbols): symbols.reduce(.silence) { $0.followed(by: WaysSummary($1)) }
    case .perhaps(let inner): WaysSummary.silence.or(inner.summary)
    case .either(let options): options.reduce(.none) { $0.or($1.summary) }
    case .sequence(let parts): parts.reduce(.silence) { $0.followed(by: $1.summary) }
    }
  }
}

/// How many ways a phrase has, how long the longest is, and a sum by which two phrases that are
/// said alike are found; others seldom have the same.
struct WaysSummary: Hashable {
  private(set) var count: Int
  private(set) var longest: Int
  /// Over all ways: of the powers of a number by their lengths, and of polynomials of it whose
  /// coefficients are their symbols. Both can be computed from those of the parts.
  private var powers: UInt64
  private var sum: UInt64

  /// No way at all.
  static let none = WaysSummary(count: 0, longest: 0, powers: 0, sum: 0)
  /// One way, which says nothing.
  static let silence = WaysSummary(count: 1, longest: 0, powers: 1, sum: 0)

  /// One way of one symbol.
  init(_ symbol: UInt16) {
    self.init(count: 1, longest: 1, powers: Self.base, sum: UInt64(symbol))
  }

  private init(count: Int, longest: Int, powers: UInt64, sum: UInt64) {
    self.count = min(count, Self.countMax)
    self.longest = longest
    self.powers = powers
    self.sum = sum
  }

  /// Far more than any phrase may have are counted as so many, whose product can be written.
  private static let countMax = 1 << 31

  /// The odd number nearest to 2^64 divided by the golden ratio.
  private static let base: UInt64 = 0x9e37_79b9_7f4a_7c15

  /// Each of these ways, or each of others. The sum is the same in whatever order they stand.
  func or(_ other: WaysSummary) -> WaysSummary {
    WaysSummary(
      count: count + other.count, longest: max(longest, other.longest),
      powers: powers &+ other.powers, sum: sum &+ other.sum)
  }

  /// Each of these ways, and each of others behind it.
  func followed(by other: WaysSummary) -> WaysSummary {
    WaysSummary(
      count: count * other.count, longest: longest + other.longest,
      powers: powers &* other.powers, sum: sum &* other.powers &+ UInt64(count) &* other.sum)
  }
}
