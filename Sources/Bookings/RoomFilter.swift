// What a room must be or have to be found, and in what a room falls short of it.

public import CivilTime

/// What is wanted of a room. What is nil or empty does not matter. A later wish is laid over an
/// earlier one member by member, so a search can be refined.
public struct RoomFilter: Hashable, Codable, Sendable {
  /// A part of the name or of another name of it, or a pattern for all of it in which `*` stands
  /// for anything; capital and small letters are one.
  public var name: String?
  /// How many must be able to sit there.
  public var seats: Int?
  /// How many seats it may have at most.
  public var seatsAtMost: Int?
  /// The least size in square metres.
  public var squareMetres: Int?
  /// The greatest size in square metres.
  public var squareMetresAtMost: Int?
  /// The floor, as `Level` reads it: `3`, `3rd` and `Floor 3` are one, so are `Keller` and `-1`.
  public var floor: String?
  /// A part of where it is, in the building's words.
  public var location: String?
  /// Words each of which must be part of something that stands in it.
  public var equipment: [String]
  /// Whether one must get there without stairs.
  public var needsStepFree: Bool

  /// Any room.
  public init() {
    equipment = []
    needsStepFree = false
  }

  /// A room in which so many can sit.
  public init(seats: Int) {
    self.init()
    self.seats = seats
  }

  /// In what a room falls short, whatever the time; empty if in nothing. A room of which it is not
  /// known whether it has what is wanted falls short, and says so.
  public func misses(of room: Room) -> [RoomMiss] {
    var misses: [RoomMiss] = []
    if let name, !([room.name] + room.aliases).contains(where: { $0.isCalled(name) }) {
      misses.append(.otherName)
    }
    if let miss = seatMiss(of: room) { misses.append(miss) }
    if let miss = sizeMiss(of: room) { misses.append(miss) }
    if let floor, room.floor.map({ $0.isSameFloor(as: floor) }) != true {
      misses.append(.otherFloor(room.floor))
    }
    if let location, room.location.map({ $0.holds(location) }) != true {
      misses.append(.otherLocation(room.location))
    }
    for wanted in equipment where !room.equipment.contains(where: { $0.holds(wanted) }) {
      misses.append(.lacks(wanted))
    }
    if needsStepFree {
      switch room.isStepFree {
      case .none: misses.append(.stepFreeUnknown)
      case .some(let isStepFree): if !isStepFree { misses.append(.notStepFree) }
      }
    }
    return misses
  }

  private func seatMiss(of room: Room) -> RoomMiss? {
    guard seats != nil || seatsAtMost != nil else { return nil }
    guard let there = room.seats else { return .seatsUnknown }
    if there < seats ?? there { return .tooFewSeats(seats: there) }
    return there > seatsAtMost ?? there ? .tooManySeats(seats: there) : nil
  }

  private func sizeMiss(of room: Room) -> RoomMiss? {
    guard squareMetres != nil || squareMetresAtMost != nil else { return nil }
    guard let size = room.squareMetres else { return .sizeUnknown }
    if size < squareMetres ?? size { return .tooSmall(squareMetres: size) }
    return size > squareMetresAtMost ?? size ? .tooLarge(squareMetres: size) : nil
  }

  // MARK: - Bounds that are said later

  /// Takes bounds of the number of seats over those said before. An earlier bound on the other side
  /// stays unless no number is left between the two.
  public mutating func limitSeats(from least: Int?, upTo most: Int?) {
    (seats, seatsAtMost) = Self.bounds((seats, seatsAtMost), after: (least, most))
  }

  /// The same for the size in square metres.
  public mutating func limitSquareMetres(from least: Int?, upTo most: Int?) {
    (squareMetres, squareMetresAtMost) = Self.bounds(
      (squareMetres, squareMetresAtMost), after: (least, most))
  }

  private static func bounds(
    _ earlier: (least: Int?, most: Int?), after later: (least: Int?, most: Int?)
  ) -> (Int?, Int?) {
    let least = later.least ?? earlier.least, most = later.most ?? earlier.most
    guard let from = least, let to = most, from > to else { return (least, most) }
    return later
  }
}

extension Building {
  /// The rooms that are as wanted: first what is called exactly by the name that is wanted, then as
  /// the building lists them. `1.1` is a part of `1.10` too, and meant first.
  public func rooms(fitting filter: RoomFilter) -> [Room] {
    let fitting = rooms.filter { filter.misses(of: $0).isEmpty }
    guard let name = filter.name?.lowercased() else { return fitting }
    let isExact = { (room: Room) in
      ([room.name] + room.aliases).contains { $0.lowercased() == name }
    }
    return fitting.filter(isExact) + fitting.filter { !isExact($0) }
  }
}

/// In what a room falls short of what is wanted.
public enum RoomMiss: Hashable, Sendable {
  /// It is called otherwise.
  case otherName
  /// It has fewer seats.
  case tooFewSeats(seats: Int)
  /// It has more seats than it may have.
  case tooManySeats(seats: Int)
  /// Nobody said how many seats it has.
  case seatsUnknown
  /// It is smaller.
  case tooSmall(squareMetres: Int)
  /// It is larger than it may be.
  case tooLarge(squareMetres: Int)
  /// Nobody said how large it is.
  case sizeUnknown
  /// It is on another floor; nil if nobody said on which.
  case otherFloor(String?)
  /// It is somewhere else; nil if nobody said where.
  case otherLocation(String?)
  /// It lacks a piece of equipment, in the words in which it was wanted.
  case lacks(String)
  /// One gets there only by stairs.
  case notStepFree
  /// Nobody said whether one gets there without stairs.
  case stepFreeUnknown
  /// It is closed then.
  case closed
  /// It is held then; the spans that are in the way, in order of time.
  case taken([CivilSpan])

  /// Whether it is no trait of the room, but a matter of the time.
  var isOfTime: Bool {
    switch self {
    case .closed, .taken: true
    case .otherName, .tooFewSeats, .tooManySeats, .seatsUnknown, .tooSmall, .tooLarge, .sizeUnknown,
      .otherFloor, .otherLocation, .lacks, .notStepFree, .stepFreeUnknown:
      false
    }
  }
}

/// A room beside what is wanted: what is free of it then, and in what it falls short.
public struct RoomMatch: Hashable, Sendable {
  /// The room.
  public let room: Room
  /// What can be had of it within the span that was asked about, in order of time.
  public let free: [CivilSpan]
  /// In what it falls short; empty if it is as wanted.
  public let misses: [RoomMiss]

  /// Whether it is all that is wanted.
  public var fits: Bool { misses.isEmpty }

  /// Whether it is as wanted, and only cannot be had then.
  public var isOnlyTaken: Bool { !fits && misses.allSatisfy(\.isOfTime) }

  /// All of it.
  package init(room: Room, free: [CivilSpan], misses: [RoomMiss]) {
    self.room = room
    self.free = free
    self.misses = misses
  }
}

extension String {
  /// Whether another text is part of this one, capital and small letters being one.
  fileprivate func holds(_ part: String) -> Bool {
    part.isEmpty || lowercased().contains(part.lowercased())
  }

  /// Whether a name has a part, or is of a pattern with `*`.
  fileprivate func isCalled(_ pattern: String) -> Bool {
    guard pattern.contains("*") else { return holds(pattern) }
    let pieces = pattern.lowercased().split(separator: "*", omittingEmptySubsequences: false)
    var rest = lowercased()[...]
    guard let first = pieces.first, let last = pieces.last, rest.hasPrefix(first) else {
      return false
    }
    rest = rest.dropFirst(first.count)
    for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
      guard let found = rest.firstRange(of: piece) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.hasSuffix(last)
  }

  /// Whether two texts name one floor: as levels, or else by their letters.
  fileprivate func isSameFloor(as other: String) -> Bool {
    switch (Level(floor: self), Level(floor: other)) {
    case (.some(let one), .some(let two)): one == two
    case (.none, .none): holds(other)
    case (.some, .none), (.none, .some): false
    }
  }
}
