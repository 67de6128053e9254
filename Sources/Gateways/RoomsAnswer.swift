// What a gateway answers to getrooms: its rooms, and what is free in them on the day asked for.

public import CivilTime
public import JSON

/// The rooms of a gateway and its schedule for one day.
public struct RoomsAnswer: Hashable, Sendable {
  /// A room and when it is free.
  public struct Entry: Hashable, Sendable {
    /// What is said of the room.
    public let listing: RoomListing
    /// What the building leaves free on the day, in order, touching spans joined; nil if the
    /// gateway does not say.
    public let free: [CivilSpan]?
  }

  /// The rooms in the gateway's order, names each unlike all others.
  public let entries: [Entry]

  /// What is free, by the names of the rooms, without those of which the gateway does not say.
  public var freeSpans: [String: [CivilSpan]] {
    Dictionary(
      uniqueKeysWithValues: entries.compactMap { entry in
        entry.free.map { (entry.listing.name, $0) }
      })
  }

  /// Reads a list of rooms, which may be written as an object with gaps. Members that are not
  /// known are passed over.
  /// - Throws: the first thing without which the answer is no list of rooms: a room without a
  ///   name, two of one name, a span that is none. A span that cannot be read could hide that a
  ///   room is taken, so it is never passed over.
  public init(
    _ value: JSONValue, on date: CivilDate, limits: GatewayLimits = GatewayLimits()
  ) throws(ShapeFault) {
    var entries: [Entry] = []
    var names: Set<String> = []
    for (path, value) in try value.gappedList(at: .root, max: limits.roomsMax) {
      let listing = try RoomListing(value, at: path, limits: limits)
      guard names.insert(listing.name).inserted else {
        throw ShapeFault(.twice, at: path.appending("name"))
      }
      var free: [CivilSpan]?
      if let avail = value["avail"], !avail.isNull {
        let path = path.appending("avail")
        free = try Self.free(avail, at: path, on: date, max: limits.roomListMax)
      }
      entries.append(Entry(listing: listing, free: free))
    }
    self.entries = entries
  }

  private static func free(
    _ value: JSONValue, at path: JSONPath, on date: CivilDate, max: Int
  ) throws(ShapeFault) -> [CivilSpan] {
    var spans: [CivilSpan] = []
    for (path, value) in try value.gappedList(at: path, max: max) {
      if let span = try span(value, at: path, on: date) { spans.append(span) }
    }
    return joined(spans)
  }

  /// A written span of the day; nil if it holds nothing because it ends where it begins. Midnight
  /// as an end is that of the day's end.
  private static func span(
    _ value: JSONValue, at path: JSONPath, on date: CivilDate
  ) throws(ShapeFault) -> CivilSpan? {
    let parts = (value.string ?? "").split(omittingEmptySubsequences: false) { "-–—".contains($0) }
      .map { $0.filter { !$0.isWhitespace } }
    guard parts.count == 2, let start = ClockTime(parts[0]), let end = ClockTime(parts[1]) else {
      throw ShapeFault(.notASpan, at: path)
    }
    guard start != end else { return nil }
    let last = end == .midnight ? .endOfDay : end
    guard let span = CivilSpan(on: date, from: start, to: last) else {
      throw ShapeFault(.endsBeforeStart, at: path)
    }
    return span
  }

  private static func joined(_ spans: [CivilSpan]) -> [CivilSpan] {
    spans.sorted { $0.start < $1.start }.reduce(into: []) { joined, span in
      if let last = joined.last, span.start <= last.end,
        let whole = CivilSpan(from: last.start, to: max(last.end, span.end))
      {
        joined[joined.count - 1] = whole
      } else {
        joined.append(span)
      }
    }
  }
}
