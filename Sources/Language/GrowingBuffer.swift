// Memory that grows at its end and has one owner: matching writes and reads it more often than
// anything else, and an array would ask at each step whether somebody else holds it too.

/// Elements side by side, without a reference count. Every access is checked.
struct GrowingBuffer<Element: BitwiseCopyable>: ~Copyable {
  private var base: UnsafeMutablePointer<Element>
  private var capacity: Int
  private(set) var count = 0
  /// Whether its memory is its own, and not a part of a space.
  private var isAlone: Bool

  /// An empty one with room for so many.
  init(capacity: Int) {
    self.capacity = max(1, capacity)
    base = .allocate(capacity: self.capacity)
    isAlone = true
  }

  /// One of so many equal elements.
  init(repeating element: Element, count: Int) {
    self.init(capacity: count)
    append(repeating: element, count: count)
  }

  /// How much of a space one with room for so many takes.
  static func octets(capacity: Int) -> Int { BufferSpace.octets(capacity, of: Element.self) }

  /// An empty one with room for so many, one at least, in a space that is kept as long as it is.
  init(capacity: Int, in space: inout BufferSpace) {
    precondition(capacity > 0, "room that can be doubled")
    self.capacity = capacity
    base = space.take(capacity, of: Element.self)
    isAlone = false
  }

  deinit { if isAlone { base.deallocate() } }

  subscript(place: Int) -> Element {
    @inline(__always)
    get {
      precondition(UInt(bitPattern: place) < UInt(bitPattern: count), "a place in the buffer")
      return base[place]
    }
    @inline(__always)
    set {
      precondition(UInt(bitPattern: place) < UInt(bitPattern: count), "a place in the buffer")
      base[place] = newValue
    }
  }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { grow() }
    (base + count).initialize(to: element)
    count += 1
  }

  /// Appends all that another holds.
  @inline(__always)
  mutating func append(all others: borrowing GrowingBuffer<Element>) {
    while capacity - count < others.count { grow() }
    for place in 0..<others.count { (base + count + place).initialize(to: others.base[place]) }
    count += others.count
  }

  /// Appends so many equal elements.
  mutating func append(repeating element: Element, count: Int) {
    for _ in 0..<count { append(element) }
  }

  mutating func removeLast() {
    precondition(count > 0, "nothing to remove")
    count -= 1
  }

  /// Twice the room: moving all that is there is paid for by what has been put in since.
  @inline(never)
  private mutating func grow() {
    let roomier = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
    roomier.moveInitialize(from: base, count: count)
    if isAlone { base.deallocate() }
    base = roomier
    capacity *= 2
    isAlone = true
  }
}
