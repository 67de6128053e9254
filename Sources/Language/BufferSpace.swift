// Memory that the buffers of one reading begin in: asking for a piece for each of eight took a
// thirtieth of the time of a line.

/// One piece of memory, handed out from its beginning. Whoever keeps a buffer that begins in it
/// keeps it as well; a buffer that outgrows its part asks for memory of its own.
struct BufferSpace: ~Copyable {
  private let base: UnsafeMutableRawPointer
  private let size: Int
  private var used = 0

  /// Each part begins where any element may.
  private static let alignment = 16

  /// Memory of so many octets: the sum of what `octets` says of its parts.
  init(octets: Int) {
    size = octets
    base = .allocate(byteCount: octets, alignment: Self.alignment)
  }

  deinit { base.deallocate() }

  /// How much memory so many elements take.
  static func octets<Element>(_ count: Int, of: Element.Type) -> Int {
    (count * MemoryLayout<Element>.stride + alignment - 1) / alignment * alignment
  }

  /// The next part of the memory, for so many elements.
  mutating func take<Element: BitwiseCopyable>(
    _ count: Int, of: Element.Type
  ) -> UnsafeMutablePointer<Element> {
    let octets = Self.octets(count, of: Element.self)
    precondition(0 <= octets && octets <= size - used, "a part of the memory")
    defer { used += octets }
    return (base + used).bindMemory(to: Element.self, capacity: count)
  }
}
