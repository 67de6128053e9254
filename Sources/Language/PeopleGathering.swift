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
  /// Nothing but a comma or an `and` says that it is somebody.
  var isLoose = false
  /// It is the name of somebody of the house.
  var isOfHouse = false
  /// It is in the genitive: something of theirs is meant.
  var isOwner = false
  /// It stands behind a word that tells for whom something is, as well.
  var isBehindFor = false
  /// Whoever it is does not come.
  var isLeftOut = false
}

/// Groups pieces into people: a part that a person already has begins the next one.
struct PeopleGathering {
  private(set) var people: [PersonMention] = []

  /// Who gets the next part; the last one, unless an address was somebody's before.
  private var current = 0
  private var isBehindName = false

  /// So many people before an address may be the ones whose name it bears.
  private let ownersLookedAt: Int

  init(pieces: [PersonPiece], limits: ReadingLimits) {
    ownersLookedAt = limits.ownersLookedAt
    var place = 0
    while place < pieces.count {
      let run = pieces[place...].prefix { $0.kind.isLike(pieces[place].kind) }
      if run.count > 1, handOut(run) {
        place = run.endIndex
        continue
      }
      add(pieces[place], before: place + 1 < pieces.count ? pieces[place + 1] : nil)
      place += 1
    }
    for index in people.indices { people[index].proposeName() }
  }

  private mutating func add(_ piece: PersonPiece, before next: PersonPiece?) {
    if case .email(let email) = piece.kind, let owner = owner(of: email, said: piece) {
      current = owner
    } else if people.isEmpty || startsAnother(piece, before: next) {
      people.append(PersonMention())
      current = people.count - 1
    }
    people[current].take(piece)
    if case .name = piece.kind { isBehindName = true } else { isBehindName = false }
  }

  /// Gives several addresses or numbers in a row to as many people before them who have none: to
  /// those whose names they bear, else one after the other.
  private mutating func handOut(_ run: ArraySlice<PersonPiece>) -> Bool {
    guard let kind = run.first?.kind else { return false }
    let lacking = people.indices.reversed().prefix { people[$0].lacks(kind) }.reversed()
    guard lacking.count == run.count else { return false }
    var owners = Array(lacking)
    let named = run.compactMap { piece -> Int? in
      guard case .email(let email) = piece.kind else { return nil }
      return lacking.first { people[$0].name.map { Self.fits(email, $0.value) } ?? false }
    }
    if Set(named).count == run.count { owners = named }
    for (owner, piece) in zip(owners, run) { people[owner].take(piece) }
    current = people.count - 1
    return true
  }

  /// Who of several people has the name that an address bears, if they lack one and the one it
  /// stands behind is called otherwise: `with Ana and Ben, ana@x.com`. Another one of that name
  /// comes in `with Ana, Ben and ana@x.com`.
  private func owner(of email: String, said piece: PersonPiece) -> Int? {
    guard people.count > 1, !(isBehindName && piece.isSeparatedByWord),
      people[current].name.map({ !Self.fits(email, $0.value) }) ?? false
    else { return nil }
    let owners = people.indices.suffix(ownersLookedAt).filter { index in
      people[index].lacks(piece.kind)
        && people[index].name.map { Self.fits(email, $0.value) } ?? false
    }
    return owners.count == 1 ? owners[0] : nil
  }

  private func startsAnother(_ piece: PersonPiece, before next: PersonPiece?) -> Bool {
    guard people.indices.contains(current) else { return true }
    let person = people[current]
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

extension PersonPiece.Kind {
  /// Whether both are addresses, or both numbers.
  fileprivate func isLike(_ other: Self) -> Bool {
    switch (self, other) {
    case (.email, .email), (.phone, .phone): true
    case (.email, _), (.phone, _), (.name, _), (.speaker, _): false
    }
  }
}

extension PersonMention {
  fileprivate mutating func take(_ piece: PersonPiece) {
    switch piece.kind {
    case .name(let name):
      self.name = Said(name, piece.range)
      (isLoose, isOfHouse, isOwner) = (piece.isLoose, piece.isOfHouse, piece.isOwner)
      (isBehindFor, isLeftOut) = (piece.isBehindFor, piece.isLeftOut)
    case .email(let email): self.email = Said(email, piece.range)
    case .phone(let phone): self.phone = Said(phone, piece.range)
    case .speaker: isSpeaker = true
    }
  }

  /// Whether somebody who is told of by name or address has no such part yet.
  fileprivate func lacks(_ kind: PersonPiece.Kind) -> Bool {
    switch kind {
    case .email: email == nil && name != nil && !isSpeaker
    case .phone: phone == nil && (name != nil || email != nil) && !isSpeaker
    case .name, .speaker: false
    }
  }

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
