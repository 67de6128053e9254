// Who of those that a line names is somebody.

extension ActSettling {
  /// Less likely than this no line is about people.
  private static let hardlyOfPeople: Float = 0.15
  /// The acts of lines that name people.
  private static let ofPeople: [DialogueAct] = [
    .invite, .invitePerhaps, .uninvite, .uninvitePerhaps, .mend, .own, .whose, .passes,
  ]

  /// Leaves aside who is only called something, where nobody is asked for: `…, focus time` says
  /// of no word that somebody comes, and `verlegs auf 14 Uhr` is hardly ever said about people.
  func forgetNobody(_ reading: inout Reading) {
    guard situation != .askedWho, !reading.slots.people.isEmpty else { return }
    let isNobody: (PersonMention) -> Bool
    switch reading.intent {
    case .details where likelihoodOfPeople + odds[.book] < Self.hardlyOfPeople:
      isNobody = { $0.isNameAlone && !$0.isOfHouse }
    case .details where situation != .first: return
    case .book, .draft, .find, .findTime, .isFree, .change, .details:
      guard likelihoodOfPeople < 1 - Self.hardlyOfPeople else { return }
      isNobody = { $0.isNameAlone && $0.isLoose && !$0.isOfHouse }
    default: return
    }
    var slots = reading.slots
    slots.people.removeAll { isNobody($0) && !$0.isLeftOut }
    let names = reading.slots.people.filter { isNobody($0) && !$0.isLeftOut }
      .compactMap({ $0.name?.range })
    guard !names.isEmpty else { return }
    reading = reading.with(slots, intent: reading.intent)
    reading.unused = (reading.unused + names).sorted { $0.lowerBound < $1.lowerBound }
  }

  private var likelihoodOfPeople: Float { Self.ofPeople.reduce(0) { $0 + odds[$1] } }
}
