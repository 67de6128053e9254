// Puts names, addresses and numbers together into people, in whatever order they were said.

internal import PhoneNumbers

/// A name, an address or a number as it stands in the line.
struct PersonPiece {
  enum Kind {
    case name(String)
    case email(String)
    case phone(PhoneReading)
    case speaker
  }

  let kind: Kind
  let range: OctetRange
  /// A comma or an `and` stands between it and the piece before.
  let isSeparated: Bool
  /// It is a word that stands there, as `and`.
  let isSeparatedByWord: Bool
  /// A comma or a semicolon stands right before it, whether or not the reading has a use for it.
  let isBehindComma: Bool
}

/// Groups pieces into people: a part that a person already has begins the next one.
struct PeopleGathering {
  private(set) var people: [PersonMention] = []

  init(pieces: [PersonPiece]) {
    for (place, piece) in pieces.enumerated() {
      add(piece, before: place + 1 < pieces.count ? pieces[place + 1] : nil)
    }
    for index in people.indices { people[index].proposeName() }
  }

  private mutating func add(_ piece: PersonPiece, before next: PersonPiece?) {
    if people.isEmpty || startsAnother(piece, before: next) {
      people.append(PersonMention())
    }
    let last = people.count - 1
    switch piece.kind {
    case .name(let name): people[last].name = Said(name, piece.range)
    case .email(let email): people[last].email = Said(email, piece.range)
    case .phone(let phone): people[last].phone = Said(phone, piece.range)
    case .speaker: people[last].isSpeaker = true
    }
  }

  private func startsAnother(_ piece: PersonPiece, before next: PersonPiece?) -> Bool {
    guard let person = people.last else { return true }
    switch piece.kind {
    case .name:
      return person.name != nil || piece.isSeparated || person.isSpeaker
    case .email(let email):
      if person.email != nil || person.isSpeaker { return true }
      if person.name == nil, person.phone != nil, piece.isSeparated || piece.isBehindComma,
        case .phone = next?.kind
      {
        // The number is somebody else's where the address has one of its own.
        return true
      }
      guard piece.isSeparated, let name = person.name else { return false }
      // `Ann and ben@x.com` are two, `Ann, info@x.com` is one.
      return (person.phone != nil || piece.isSeparatedByWord) && !Self.fits(email, name.value)
    case .phone:
      return person.phone != nil
    case .speaker:
      return true
    }
  }

  private static func fits(_ email: String, _ name: String) -> Bool {
    let local = Folding.folded(Array(email.utf8.prefix { $0 != 0x40 }))
    return name.split(separator: " ").contains { part in
      let folded = Folding.folded(Array(part.utf8))
      return folded.count > 1 && local.starts(with: folded.prefix(3))
    }
  }
}

extension PersonMention {
  /// Takes a name from the address: `ana.ruiz@x.com` is proposed as Ana Ruiz.
  fileprivate mutating func proposeName() {
    guard name == nil, let email, !isSpeaker else { return }
    let local = email.value.prefix { $0 != "@" }.prefix { $0 != "+" }
    let words = local.split { !$0.isLetter }.prefix(3)
    guard let first = words.first, first.count > 1 || words.count > 1 else { return }
    let proposed = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
    name = Said(proposed, email.range, origin: .assumed)
  }
}
