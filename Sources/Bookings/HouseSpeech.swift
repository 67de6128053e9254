// How a house speaks: its language, how it addresses people, the articles of its rooms.

/// A language in which people are answered.
public enum AnswerLanguage: String, CaseIterable, Hashable, Codable, Sendable {
  /// English.
  case english = "en"
  /// German.
  case german = "de"

  /// The language of a tag as `de`, `de-AT` or `DE_de` (BCP 47, or as systems write it); nil for
  /// one in which nobody is answered.
  public init?(tag: String) {
    let primary = tag.prefix { $0 != "-" && $0 != "_" }
    self.init(rawValue: primary.lowercased())
  }
}

/// How a house addresses people, in languages that tell strangers from friends.
public enum AddressForm: String, CaseIterable, Hashable, Sendable {
  /// As friends.
  case familiar = "du"
  /// As strangers.
  case formal = "Sie"
}

/// The article of a room's name, in languages whose articles tell its gender.
public enum RoomArticle: String, CaseIterable, Hashable, Sendable {
  /// `der Bunker`.
  case masculine = "der"
  /// `die Dachstube`.
  case feminine = "die"
  /// `das Aquarium`.
  case neuter = "das"
}
