// A bookable room and the building it stands in.

/// A room that can be held for a span. What is nil is not known.
public struct Room: Hashable, Sendable {
  /// How the journal knows it.
  public var id: RoomID
  /// How people call it; unlike any other room's.
  public var name: String
  /// Other names for it.
  public var aliases: [String]
  /// Where it is, in the building's words, as `Floor 1`.
  public var location: String?
  /// The floor in the building's words, as `2nd` or `basement`.
  public var floor: String?
  /// How many can sit there: advice, not a rule.
  public var seats: Int?
  /// Its size in square metres.
  public var squareMetres: Int?
  /// What stands in it, in the building's words.
  public var equipment: [String]
  /// Addresses of pictures, relative to the gateway's or absolute; at most 3 are shown.
  public var images: [String]
  /// Whether one gets there without stairs.
  public var isStepFree: Bool?
  /// The article that its name has in German.
  public var article: RoomArticle?
  /// What may be booked in it.
  public var policy: HousePolicy

  /// A room of that name about which nothing else is known yet.
  public init(id: RoomID, name: String, policy: HousePolicy = .standard) {
    self.id = id
    self.name = name
    self.policy = policy
    aliases = []
    equipment = []
    images = []
  }
}

/// The rooms that can be booked now, in the order in which they are listed.
public struct Building: Hashable, Sendable {
  /// What the building is called, if it has a name.
  public var name: String?
  /// The rooms; ids and names are each unlike all others (checked by who reads the file).
  public var rooms: [Room]
  /// The rules for the house as a whole, for questions that name no room.
  public var policy: HousePolicy
  /// The language in which somebody is answered of whom nothing is known yet; nil for English.
  public var language: AnswerLanguage?
  /// How it addresses people.
  public var address = AddressForm.familiar
  /// Who can be asked where usher cannot help, as `Jana at the reception, 030 901820`.
  public var contact: String?
  /// Those who work there; nobody unless a file of people was read.
  public var people = People()

  /// A building with those rooms.
  public init(name: String? = nil, rooms: [Room], policy: HousePolicy = .standard) {
    self.name = name
    self.rooms = rooms
    self.policy = policy
  }
}
