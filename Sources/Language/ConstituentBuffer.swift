// The constituents of a line side by side, with what matching asks of them most: their symbols, and
// which of one kind begin at the token in hand. A phrase may be matched in many ways, and comparing
// each with all that begin there took half of the time of bad lines.

/// Constituents that grow at their end, with one owner. Every access is checked.
struct ConstituentBuffer: ~Copyable {
  /// The last constituent of each bucket; below `lowest` if none of the token in hand is in it.
  private let last: UnsafeMutablePointer<Int32>
  /// Where it lies since it outgrew the space that it began in.
  private var memory: BufferSpace?
  private var items: UnsafeMutablePointer<Constituent>
  /// The one before each in its bucket.
  private var before: UnsafeMutablePointer<Int32>
  private var symbols: UnsafeMutablePointer<UInt16>
  private var capacity: Int
  private(set) var count = 0
  /// The first constituent of the token in hand.
  private var lowest = 0
  /// The symbols of those that begin there.
  private(set) var symbolsHere = SymbolBits()

  /// So few share a bucket even where as many begin at a token as may.
  private static let buckets = 64

  /// How much of a space one with room for so many takes.
  static func octets(capacity: Int) -> Int {
    BufferSpace.octets(buckets, of: Int32.self) + octetsOfItems(capacity)
  }

  private static func octetsOfItems(_ capacity: Int) -> Int {
    BufferSpace.octets(capacity, of: Constituent.self)
      + BufferSpace.octets(capacity, of: Int32.self)
      + BufferSpace.octets(capacity, of: UInt16.self)
  }

  /// An empty one with room for so many, one at least, in a space that is kept as long as it is.
  init(capacity: Int, in space: inout BufferSpace) {
    precondition(capacity > 0, "room that can be doubled")
    self.capacity = capacity
    last = space.take(Self.buckets, of: Int32.self)
    last.initialize(repeating: -1, count: Self.buckets)
    items = space.take(capacity, of: Constituent.self)
    before = space.take(capacity, of: Int32.self)
    symbols = space.take(capacity, of: UInt16.self)
  }

  @inline(__always)
  private func check(_ place: Int) {
    precondition(UInt(bitPattern: place) < UInt(bitPattern: count), "a place in the buffer")
  }

  subscript(place: Int) -> Constituent {
    @inline(__always)
    get {
      check(place)
      return items[place]
    }
  }

  @inline(__always)
  func symbol(of place: Int) -> UInt16 {
    check(place)
    return symbols[place]
  }

  /// The first place from one to another whose symbol may be among some; the other if none is.
  @inline(__always)
  func first(from start: Int, to end: Int, among bits: SymbolBits) -> Int {
    precondition(0 <= start && start <= end && end <= count, "places in the buffer")
    var place = start
    while place < end, !bits.mayContain(symbols[place]) { place += 1 }
    return place
  }

  /// How many begin at the token in hand.
  var countHere: Int { count - lowest }

  /// The token behind one.
  @inline(__always)
  func end(of place: Int) -> Int {
    check(place)
    return Int(items[place].end)
  }

  /// Begins another token: those before it count no longer as of one kind with others.
  mutating func beginToken() {
    lowest = count
    symbolsHere = SymbolBits()
  }

  @inline(__always)
  private static func bucket(_ item: Constituent) -> Int {
    Int(item.symbol &+ item.end &* 7) % buckets
  }

  @inline(__always)
  mutating func append(_ item: Constituent) {
    if count == capacity { grow() }
    (items + count).initialize(to: item)
    (symbols + count).initialize(to: item.symbol)
    let last = last + Self.bucket(item)
    (before + count).initialize(to: last.pointee)
    last.pointee = Int32(truncatingIfNeeded: count)
    symbolsHere.insert(item.symbol)
    count += 1
  }

  /// Puts another of the same symbol and end in the place of one.
  @inline(__always)
  mutating func replace(_ place: Int, with item: Constituent) {
    check(place)
    items[place] = item
  }

  /// The first constituent of the token in hand with the same symbol, end and value; -1 if there is
  /// none.
  @inline(__always)
  func first(like item: Constituent) -> Int {
    var found = -1
    var place = Int(last[Self.bucket(item)])
    while place >= lowest {
      check(place)
      let other = items + place
      if other.pointee.symbol == item.symbol, other.pointee.end == item.end,
        other.pointee.value == item.value
      {
        found = place
      }
      place = Int(before[place])
    }
    return found
  }

  /// Twice the room: moving all that is there is paid for by what has been put in since.
  @inline(never)
  private mutating func grow() {
    var roomier = BufferSpace(octets: Self.octetsOfItems(capacity * 2))
    let (oldItems, oldBefore, oldSymbols) = (items, before, symbols)
    items = roomier.take(capacity * 2, of: Constituent.self)
    before = roomier.take(capacity * 2, of: Int32.self)
    symbols = roomier.take(capacity * 2, of: UInt16.self)
    items.initialize(from: oldItems, count: count)
    before.initialize(from: oldBefore, count: count)
    symbols.initialize(from: oldSymbols, count: count)
    // What they lay in may go only now.
    memory = consume roomier
    capacity *= 2
  }
}
